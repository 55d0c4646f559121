#include "record/share.h"

#include "base/error.h"
#include "git/config.h"
#include "git/refs.h"
#include "record/history.h"
#include "record/ledger.h"
#include "record/publication.h"
#include "record/retry.h"

/* Is anybody there, before anything is set? */
static int try_remote(struct repo *repo, const char *where)
{
	AUTO(remote) remote = { 0 };
	AUTO(strlist) names = STRLIST_INIT;
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;
	int rc = remote_init(&remote, repo, where);

	strlist_add(&names, LEDGER_REF);
	return rc ? rc : remote_list(&refs, &remote, &names);
}

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
	bool apart;
	int rc = hub_follow(&apart, hub, HISTORY_REF);

	if (rc || !apart)
		return rc;
	fail(ERR_REFUSED,
	     "bench-history here and at %s have results that the other lacks",
	     place);
	fail_hint("rename one of them: git branch -m bench-history old");
	return ERR_REFUSED;
}

static int try_once(bool *lost, bool *one_by_one, struct repo *repo)
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
	*one_by_one = pub.one_by_one;
	return rc;
}

int share_begin(bool *one_by_one, struct repo *repo, const char *where)
{
	struct retry retry = RETRY_INIT;
	bool lost = false;
	int rc = try_remote(repo, where);

	if (!rc)
		rc = config_set(repo, "bench.remote", where);
	if (rc)
		return rc;
	do
		rc = try_once(&lost, one_by_one, repo);
	while (!rc && lost && retry_again(&retry));
	if (!rc && lost)
		rc = fail(ERR_LOST, "%s kept changing", where);
	return rc;
}
