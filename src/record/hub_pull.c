/* The half of hub.h that looks at the remote. */
#include <string.h>

#include "base/error.h"
#include "base/fault.h"
#include "git/checkout.h"
#include "git/refs.h"
#include "git/revision.h"
#include "record/claim.h"
#include "record/history.h"
#include "record/hub.h"
#include "record/ledger.h"
#include "record/ledger_unite.h"
#include "record/queue.h"
#include "record/retry.h"

/* ==== Ours follow the hub's ============================================= */

/* How two commits of one branch lie to each other. */
enum relation { SAME, BEHIND, AHEAD, APART };

static int relate(enum relation *out, struct repo *repo,
		  const struct oid *ours, const struct oid *theirs)
{
	bool behind = false, ahead = false;

	*out = SAME;
	if (oid_equal(ours, theirs))
		return 0;
	int rc = commit_is_ancestor(&behind, repo, ours, theirs);
	if (!rc && !behind)
		rc = commit_is_ancestor(&ahead, repo, theirs, ours);
	*out = behind ? BEHIND : ahead ? AHEAD : APART;
	return rc;
}

static int move(bool *won, struct repo *repo, const char *ref,
		const struct oid *ours, const struct oid *theirs)
{
	auto_free char *place = NULL;
	int rc = checkout_find(&place, repo, ref);

	*won = true;
	if (rc || place)
		return rc;
	return refs_swap(won, repo, ref, ours, theirs, "bench: follow");
}

/* The ledger is a set: what is only here and what is only there stays. */
static int unite(bool *won, struct repo *repo, const struct oid *ours,
		 const struct oid *theirs)
{
	struct oid united;
	int rc = ledger_unite(&united, repo, ours, theirs);

	return rc ? rc : refs_swap(won, repo, LEDGER_REF, ours, &united,
				   "bench: unite");
}

static int follow_once(bool *won, bool *apart, struct repo *repo,
		       const char *ref, const struct oid *theirs)
{
	enum relation relation;
	struct oid ours;
	int rc = refs_read(&ours, repo, ref);

	*won = true;
	*apart = false;
	if (rc == ERR_NOTFOUND)
		return refs_swap(won, repo, ref, NULL, theirs,
				 "bench: follow");
	if (!rc)
		rc = relate(&relation, repo, &ours, theirs);
	if (rc || relation == SAME || relation == AHEAD)
		return rc;
	if (relation == BEHIND)
		return move(won, repo, ref, &ours, theirs);
	*apart = true;
	return strcmp(ref, LEDGER_REF) ? 0 :
					 unite(won, repo, &ours, theirs);
}

int hub_follow(bool *apart, const struct hub *hub, const char *ref)
{
	auto_free char *kept = hub_kept(hub, ref);
	struct retry retry = RETRY_INIT;
	struct oid theirs;
	bool won = false;

	*apart = false;
	if (!hub->shared || (strcmp(ref, LEDGER_REF) &&
			     strcmp(ref, HISTORY_REF)))
		return 0;
	int rc = refs_read(&theirs, hub->repo, kept);
	if (rc)
		return rc == ERR_NOTFOUND ? 0 : rc;
	do
		rc = follow_once(&won, apart, hub->repo, ref, &theirs);
	while (!rc && !won && retry_again(&retry));
	return rc;
}

/* ==== Looking =========================================================== */

static int follow_all(const struct hub *hub, char **notice)
{
	auto_free char *place = remote_shown(&hub->remote);
	bool ledger_apart, history_apart;
	int rc = hub_follow(&ledger_apart, hub, LEDGER_REF);

	if (!rc)
		rc = hub_follow(&history_apart, hub, HISTORY_REF);
	if (rc || !notice)
		return rc;
	if (history_apart)
		*notice = xstrfmt("bench-history of %s is not a continuation "
				  "of ours: it was rewritten there, or there "
				  "are results only here", place);
	else if (ledger_apart)
		*notice = xstrfmt("the ledger of %s lacked lines of ours: "
				  "united", place);
	return 0;
}

int hub_pull(const struct hub *hub, char **notice)
{
	static const char *const refs[] = {
		LEDGER_REF,    HISTORY_REF,  CLAIM_PREFIX,
		RUNNER_PREFIX, ORDER_PREFIX,
	};
	AUTO(strlist) names = STRLIST_INIT;
	bool moved;

	if (notice)
		*notice = NULL;
	if (!hub->shared)
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(refs); i++)
		strlist_take(&names, hub_name(hub, refs[i]));
	int rc = remote_update(NULL, &moved, &hub->remote, &names);
	fault_point("hub-fetched");
	if (!rc)
		rc = follow_all(hub, notice);
	fault_point("hub-followed");
	return rc;
}

int hub_fetch_keep(const struct hub *hub, const char *request, int round)
{
	auto_free char *ref = xstrfmt(KEEP_PREFIX "%s/%d/", request, round);
	AUTO(strlist) names = STRLIST_INIT;

	if (!hub->shared)
		return 0;
	strlist_take(&names, hub_name(hub, ref));
	return remote_fetch(&hub->remote, &names);
}
