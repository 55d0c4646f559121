#include "record/share.h"

#include "base/error.h"
#include "git/config.h"
#include "git/refs.h"
#include "record/history.h"
#include "record/ledger.h"
#include "record/probe.h"
#include "record/publication.h"
#include "record/retry.h"

/* ==== What the server can do ============================================ */

/* Whoever set a name knows the server: nothing is to be found out. */
static bool has_names(struct repo *repo)
{
	for (size_t i = 0; i < HUB_NR; i++) {
		auto_free char *set =
			config_string(repo, hub_settings[i].key, NULL);

		if (set)
			return true;
	}
	return false;
}

static int set_names(struct repo *repo)
{
	int rc = 0;

	for (size_t i = 0; i < HUB_NR && !rc; i++)
		rc = config_set(repo, hub_settings[i].key,
				hub_settings[i].branch);
	return rc;
}

/* Others have found out before, and keep the ledger as a branch there. */
static int look(bool *as_branch, const struct remote *remote)
{
	AUTO(strlist) names = STRLIST_INIT;
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;
	const char *branch = hub_settings[HUB_LEDGER].branch;

	strlist_add(&names, LEDGER_REF);
	strlist_add(&names, branch);
	int rc = remote_list(&refs, remote, &names);
	*as_branch = remote_refs_find(&refs, branch) &&
		     !remote_refs_find(&refs, LEDGER_REF);
	return rc;
}

/* Before anything is set: is anybody there, and what does he take? */
static int try_remote(struct share_report *out, struct repo *repo,
		      const char *where)
{
	AUTO(remote) remote = { 0 };
	struct probe probe = { .atomic = true };
	bool as_branch = false;
	int rc = remote_init(&remote, repo, where);

	if (!rc)
		rc = look(&as_branch, &remote);
	if (!rc && !has_names(repo)) {
		rc = probe_server(&probe, repo, &remote);
		out->only_branches = as_branch || probe.only_branches;
		out->one_by_one = !probe.atomic;
		if (!rc && out->only_branches)
			rc = set_names(repo);
	}
	return rc;
}

/* ==== Joining =========================================================== */

/* Our ref, unless the hub has it already. */
static int add_ours(struct publication *pub, const char *ref)
{
	struct repo *repo = pub->hub.repo;
	struct oid ours, theirs = { "" };
	int rc = hub_read(&theirs, repo, ref);

	if (!rc || rc == ERR_NOTFOUND)
		rc = refs_read(&ours, repo, ref);
	if (!rc && !oid_equal(&ours, &theirs))
		publication_add(pub, ref, PUSH_FORWARD, &theirs, &ours);
	return rc;
}

static int check_history(const struct hub *hub)
{
	auto_free char *place = remote_shown(&hub->remote);
	enum hub_move moved;
	int rc = hub_follow(&moved, hub, HISTORY_REF);

	if (rc || moved != HUB_APART)
		return rc;
	fail(ERR_REFUSED,
	     "bench-history here and at %s have results that the other lacks",
	     place);
	fail_hint("rename one of them: git branch -m bench-history old");
	return ERR_REFUSED;
}

static int try_once(bool *lost, struct share_report *out, struct repo *repo)
{
	AUTO(publication) pub = { 0 };
	int rc = publication_open(&pub, repo, "bench: share");

	if (!rc)
		rc = hub_pull(&pub.hub, NULL);
	if (!rc)
		rc = check_history(&pub.hub);
	if (!rc)
		rc = ledger_init(repo);
	if (!rc)
		rc = history_init(repo);
	if (!rc)
		rc = add_ours(&pub, HISTORY_REF);
	if (!rc)
		rc = add_ours(&pub, LEDGER_REF);
	if (!rc)
		rc = publication_send(&pub);
	*lost = !rc && pub.outcome != PUBLISHED;
	out->one_by_one |= pub.one_by_one;
	return rc;
}

int share_begin(struct share_report *out, struct repo *repo,
		const char *where)
{
	struct retry retry = RETRY_INIT;
	bool lost = false;

	*out = (struct share_report){ 0 };
	int rc = try_remote(out, repo, where);
	if (!rc)
		rc = config_set(repo, "bench.remote", where);
	if (rc)
		return rc;
	do
		rc = try_once(&lost, out, repo);
	while (!rc && lost && retry_again(&retry));
	if (!rc && lost)
		rc = fail(ERR_LOST, "%s kept changing", where);
	return rc;
}
