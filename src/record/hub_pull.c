/* The half of hub.h that looks at the remote. */
#include <string.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/fault.h"
#include "git/checkout.h"
#include "git/refs.h"
#include "git/revision.h"
#include "record/claim.h"
#include "record/epoch.h"
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

/* The remote's would bring back what was purged. */
static int refuse_older(const struct hub *hub, const char *ref, int64_t ours,
			int64_t theirs)
{
	auto_free char *place = remote_shown(&hub->remote);
	auto_free char *name = hub_name(hub, ref);
	auto_free char *kept = hub_kept(hub, ref);

	fail(ERR_REFUSED, "%s of %s is of epoch %lld, and ours of %lld: what "
			  "was purged came back there",
	     name, place, (long long)theirs, (long long)ours);
	fail_hint("to purge it again: git push --force %s %s:%s; to take it: "
		  "git update-ref %s %s", hub->remote.name, ref, name, ref,
		  kept);
	return ERR_REFUSED;
}

/* Neither descends from the other: one was rewritten, or both began. */
static int follow_apart(bool *won, enum hub_move *out, const struct hub *hub,
			const char *ref, const struct oid *ours,
			const struct oid *theirs)
{
	int64_t our_epoch, their_epoch;
	int rc = epoch_read(&our_epoch, hub->repo, ours);

	if (!rc)
		rc = epoch_read(&their_epoch, hub->repo, theirs);
	if (rc)
		return rc;
	if (their_epoch < our_epoch)
		return refuse_older(hub, ref, our_epoch, their_epoch);
	if (their_epoch > our_epoch) {
		*out = HUB_PURGED;
		return move(won, hub->repo, ref, ours, theirs);
	}
	*out = strcmp(ref, LEDGER_REF) ? HUB_APART : HUB_UNITED;
	return *out == HUB_APART ? 0 : unite(won, hub->repo, ours, theirs);
}

static int follow_once(bool *won, enum hub_move *out, const struct hub *hub,
		       const char *ref, const struct oid *theirs)
{
	enum relation relation = SAME;
	struct oid ours;
	int rc = refs_read(&ours, hub->repo, ref);

	*won = true;
	*out = HUB_FOLLOWED;
	if (rc == ERR_NOTFOUND)
		return refs_swap(won, hub->repo, ref, NULL, theirs,
				 "bench: follow");
	if (!rc)
		rc = relate(&relation, hub->repo, &ours, theirs);
	if (rc || relation == SAME || relation == AHEAD)
		return rc;
	if (relation == BEHIND)
		return move(won, hub->repo, ref, &ours, theirs);
	return follow_apart(won, out, hub, ref, &ours, theirs);
}

int hub_follow_commit(enum hub_move *out, const struct hub *hub,
		      const char *ref, const struct oid *theirs)
{
	struct retry retry = RETRY_INIT;
	bool won = false;
	int rc;

	do
		rc = follow_once(&won, out, hub, ref, theirs);
	while (!rc && !won && retry_again(&retry));
	return rc;
}

int hub_follow(enum hub_move *out, const struct hub *hub, const char *ref)
{
	auto_free char *kept = hub_kept(hub, ref);
	struct oid theirs;

	*out = HUB_FOLLOWED;
	if (!hub->shared || (strcmp(ref, LEDGER_REF) &&
			     strcmp(ref, HISTORY_REF)))
		return 0;
	int rc = refs_read(&theirs, hub->repo, kept);
	if (rc)
		return rc == ERR_NOTFOUND ? 0 : rc;
	return hub_follow_commit(out, hub, ref, &theirs);
}

/* ==== Looking =========================================================== */

static void tell(struct buf *out, enum hub_move what, const char *name)
{
	static const char *const words[] = {
		[HUB_UNITED] = "lacked lines of ours: united",
		[HUB_APART] = "is not a continuation of ours: it was rewritten "
			      "there, or there are results only here",
		[HUB_PURGED] = "was purged there: ours is now the same",
	};

	if (what != HUB_FOLLOWED)
		buf_addf(out, "%sthe %s %s", out->len ? "; " : "", name,
			 words[what]);
}

/* A remote that stays as it is gets its word once. */
static int follow_all(const struct hub *hub, bool moved, char **notice)
{
	auto_free char *place = remote_shown(&hub->remote);
	auto_free char *ledger = xstrfmt("ledger of %s", place);
	auto_free char *history = xstrfmt("bench-history of %s", place);
	AUTO(buf) words = BUF_INIT;
	enum hub_move of_ledger, of_history = HUB_FOLLOWED;
	int rc = hub_follow(&of_ledger, hub, LEDGER_REF);

	if (!rc)
		rc = hub_follow(&of_history, hub, HISTORY_REF);
	if (rc || !notice || !moved)
		return rc;
	tell(&words, of_ledger, ledger);
	tell(&words, of_history, history);
	if (words.len)
		*notice = xstrdup(words.ptr);
	return 0;
}

/* What there is to look at; of these the first ones say how rounds stand. */
static const char *const looked_at[] = {
	LEDGER_REF,   HISTORY_REF,  RUNNER_PREFIX,
	ORDER_PREFIX, CLAIM_PREFIX,
};
enum {
	ROUNDS_NR = 2,
	UNCLAIMED_NR = 4,
	LOOKED_AT_NR = ARRAY_SIZE(looked_at),
};

/* Lists the first `listed` of them, and fetches the first `fetched`. */
static int pull(struct remote_refs *out, const struct hub *hub, char **notice,
		size_t listed, size_t fetched)
{
	AUTO(strlist) names = STRLIST_INIT;
	AUTO(strlist) wanted = STRLIST_INIT;
	bool moved;

	if (notice)
		*notice = NULL;
	if (!hub->shared)
		return 0;
	for (size_t i = 0; i < listed; i++) {
		auto_free char *name = hub_name(hub, looked_at[i]);

		strlist_add(&names, name);
		if (i < fetched)
			strlist_add(&wanted, name);
	}
	int rc = remote_look(out, &moved, &hub->remote, &names, &wanted);
	fault_point("hub-fetched");
	if (!rc)
		rc = follow_all(hub, moved, notice);
	fault_point("hub-followed");
	return rc;
}

int hub_pull(const struct hub *hub, char **notice)
{
	return pull(NULL, hub, notice, LOOKED_AT_NR, LOOKED_AT_NR);
}

int hub_look(struct remote_refs *out, const struct hub *hub, char **notice)
{
	return pull(out, hub, notice, LOOKED_AT_NR, UNCLAIMED_NR);
}

int hub_pull_rounds(const struct hub *hub, char **notice)
{
	return pull(NULL, hub, notice, ROUNDS_NR, ROUNDS_NR);
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
