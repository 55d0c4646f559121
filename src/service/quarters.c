#include "service/quarters.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "git/command.h"
#include "git/config.h"
#include "git/refs.h"
#include "git/revision.h"
#include "git/store.h"
#include "measure/cpulock.h"
#include "record/damage.h"
#include "record/history.h"
#include "record/hub.h"
#include "record/ledger.h"
#include "service/source.h"

/* Both in seconds. */
#define FOLLOW_PAUSE 60.0
#define TIDY_PAUSE 3600.0

/* ==== Where ============================================================= */

static char *store_path(struct repo *user, const char *set)
{
	if (!set)
		return file_join(repo_cache_dir(user), "store.git");
	return *set == '/' ? xstrdup(set) :
			     file_join(repo_base_dir(user), set);
}

/* NULL: the work is done in the user's own. */
static int find_place(char **out, struct repo *user)
{
	auto_free char *set = config_string(user, "bench.store", NULL);
	AUTO(hub) hub = { 0 };
	int rc = hub_open(&hub, user);

	*out = !rc && hub.shared && (set || !repo_is_shallow(user)) ?
		       store_path(user, set) : NULL;
	return rc;
}

int quarters_open(struct quarters *out, struct repo *user)
{
	auto_free char *path = NULL;
	int rc = find_place(&path, user);

	*out = (struct quarters){ .user = user, .repo = user };
	if (rc || !path)
		return rc;
	rc = store_open(&out->store, user, path);
	if (!rc)
		out->repo = out->store;
	return rc;
}

char *quarters_find(struct repo *user)
{
	auto_free char *path = NULL;

	if (find_place(&path, user))
		error_clear();
	return path && file_exists(path) ? STEAL(path) : NULL;
}

int quarters_reload(struct quarters *q)
{
	return q->store ? store_borrow(q->store, q->user) : 0;
}

/* ==== The default branch ================================================ */

/* By its name or address; owned. */
static char *source_place(struct repo *repo)
{
	char *set = config_string(repo, "bench.source", NULL);

	if (!set)
		set = source_remote(repo);
	return set ? set : config_string(repo, "bench.remote", NULL);
}

/* "refs/heads/main" at the source; NULL when it has none. Owned. */
static int find_branch(char **out, const struct remote *source)
{
	auto_free char *set = config_string(source->repo,
					    "bench.defaultBranch", NULL);

	if (!set)
		return remote_head(out, source);
	*out = text_starts_with(set, "refs/") ?
		       source_name(set) :
		       xstrfmt("refs/heads/%s", set);
	return 0;
}

/* What it is called in the store: as in any clone of the source. */
static char *own_name(const struct remote *source, const char *branch)
{
	const char *rest = text_skip_prefix(branch, "refs/heads/");

	if (source->url || !rest)
		return xstrdup(branch);
	return xstrfmt("refs/remotes/%s/%s", source->name, rest);
}

static int point(struct repo *repo, const char *name, const char *ref)
{
	const char *const args[] = { "symbolic-ref", name, ref, NULL };

	return git_run(repo, args);
}

/*
 * The store's own HEAD leads to a commit as well: what is built below it may
 * ask git for one.
 */
static int point_heads(const struct quarters *q, const struct remote *source,
		       const char *own)
{
	auto_free char *head = xstrfmt("refs/remotes/%s/HEAD", source->name);
	if (!text_starts_with(q->branch, "refs/heads/"))
		return 0;
	int rc = point(q->repo, "HEAD", q->branch);
	return rc || source->url ? rc : point(q->repo, head, own);
}

static int move(struct repo *repo, const char *ref, const struct oid *new)
{
	struct oid old = { "" };
	bool won;
	int rc = refs_read(&old, repo, ref);

	if ((rc && rc != ERR_NOTFOUND) || oid_equal(&old, new))
		return rc;
	return refs_swap(&won, repo, ref, rc ? NULL : &old, new,
			 "bench: follow");
}

static int fetch_branch(struct quarters *q, const struct remote *source)
{
	auto_free char *kept = remote_tracking(source, q->branch);
	auto_free char *own = own_name(source, q->branch);
	AUTO(strlist) names = STRLIST_INIT;
	struct oid tip;
	bool moved;

	strlist_add(&names, q->branch);
	int rc = remote_update(NULL, &moved, source, &names);
	if (!rc)
		rc = refs_read(&tip, q->repo, kept);
	if (rc)
		return rc == ERR_NOTFOUND ? 0 : rc;
	rc = move(q->repo, own, &tip);
	if (!rc && strcmp(own, q->branch))
		rc = move(q->repo, q->branch, &tip);
	if (!rc && !q->settled)
		rc = point_heads(q, source, own);
	if (!rc)
		q->followed = clock_monotonic();
	return rc;
}

static int open_source(struct remote *out, struct quarters *q)
{
	auto_free char *where = source_place(q->repo);
	int rc = remote_init(out, q->repo, where);

	return rc ? fail_in(rc, "bench.source") : 0;
}

/* ==== What the user's clone has ========================================= */

static int fetch_from_user(struct quarters *q, const struct oid *commit)
{
	AUTO(remote) user = { 0 };
	AUTO(strlist) oids = STRLIST_INIT;
	int rc = remote_init(&user, q->store, repo_common_dir(q->user));

	strlist_add(&oids, commit->hex);
	return rc ? rc : remote_fetch_commits(&user, &oids);
}

static int take_ref(struct quarters *q, const struct hub *hub,
		    const char *ref)
{
	struct oid theirs, ours = { "" };
	enum hub_move moved;
	int rc = refs_read(&theirs, q->user, ref);

	if (rc)
		return rc == ERR_NOTFOUND ? 0 : rc;
	rc = refs_read(&ours, q->store, ref);
	if ((rc && rc != ERR_NOTFOUND) || oid_equal(&theirs, &ours))
		return rc;
	rc = fetch_from_user(q, &theirs);
	if (!rc)
		rc = hub_follow_commit(&moved, hub, ref, &theirs);
	return rc == ERR_REFUSED ? 0 : rc;
}

static void note_left_behind(struct quarters *q, const char *ref)
{
	free(q->notice);
	q->notice = xstrfmt("what only this clone has of %s is left out (git "
			    "bench fsck looks at it): %s", ref,
			    error_message());
	error_clear();
}

/*
 * Lines and results that only he has are not to be lost; if his clone is
 * behind a purge it has nothing for us. One that is damaged stops nobody.
 */
static void take_along(struct quarters *q)
{
	static const char *const refs[] = { LEDGER_REF, HISTORY_REF };
	AUTO(hub) hub = { 0 };
	int rc = hub_open(&hub, q->store);

	for (size_t i = 0; i < ARRAY_SIZE(refs) && !rc; i++)
		if (take_ref(q, &hub, refs[i]))
			note_left_behind(q, refs[i]);
	error_clear();
}

int quarters_settle(struct quarters *q)
{
	AUTO(remote) source = { 0 };
	int rc = 0;

	if (q->settled || !q->store)
		return 0;
	take_along(q);
	free(q->branch);
	q->branch = NULL;
	rc = open_source(&source, q);
	if (!rc)
		rc = find_branch(&q->branch, &source);
	if (!rc && q->branch)
		rc = fetch_branch(q, &source);
	q->settled = !rc;
	return rc;
}

int quarters_follow(struct quarters *q)
{
	AUTO(remote) source = { 0 };

	if (!q->store || !q->branch ||
	    clock_monotonic() - q->followed < FOLLOW_PAUSE)
		return 0;
	int rc = open_source(&source, q);
	return rc ? rc : fetch_branch(q, &source);
}

/*
 * What a ref leads to is whole. That an object is there says nothing: a fetch
 * that was killed may have left it without what it needs.
 */
bool quarters_hold(const struct quarters *q, const struct oid *commit)
{
	bool held = false;
	struct oid tip;

	if (!q->store || !q->branch)
		return false;
	if (refs_read(&tip, q->store, q->branch) ||
	    commit_is_ancestor(&held, q->store, commit, &tip))
		error_clear();
	return held;
}

/* ==== Housekeeping ====================================================== */

/* Does the user's clone lack what the hub has of a ref? Remembers it. */
static bool is_behind(struct oid *shared, struct quarters *q, const char *ref)
{
	struct oid hub = { "" }, ours = { "" };

	if (hub_read(&hub, q->repo, ref) || oid_equal(&hub, shared))
		return false;
	*shared = hub;
	return refs_read(&ours, q->user, ref) || !oid_equal(&hub, &ours);
}

void quarters_share(struct quarters *q)
{
	AUTO(hub) hub = { 0 };
	struct error error;

	if (!q->store)
		return;
	error_put_aside(&error);
	bool behind = is_behind(&q->ledger, q, LEDGER_REF);
	behind |= is_behind(&q->history, q, HISTORY_REF);
	if (behind && !hub_open(&hub, q->user)) {
		hub.remote.clearing_up = true;
		hub_pull(&hub, NULL);
	}
	error_bring_back(&error);
}

void quarters_tidy(struct quarters *q)
{
	AUTO_PTR(cpulock) lock = NULL;
	double now = clock_monotonic();

	if (!q->store || (q->tidied && now - q->tidied < TIDY_PAUSE))
		return;
	q->tidied = now;
	if (cpulock_acquire(&lock, NULL, NULL, NULL) || store_tidy(q->store))
		error_clear();
}

/* Of the code, which is not read through here: git names the file. */
static bool blames_store(struct repo *store)
{
	auto_free char *objects = file_join(repo_git_dir(store), "objects/");

	return strstr(error_message(), objects);
}

/* One that is away says nothing about the store, and is away often. */
int quarters_explain(struct quarters *q, int rc)
{
	struct error error;

	if (!q->store || (rc != ERR_FAILED && rc != ERR_BADDATA))
		return rc;
	error_put_aside(&error);
	int found = damage_check(q->store);
	if (found != ERR_BADDATA) {
		error_bring_back(&error);
		if (blames_store(q->store))
			fail_hint(STORE_MEND);
		return rc;
	}
	free(error.message);
	free(error.hint);
	free(q->notice); /* the clone was not to blame */
	q->notice = NULL;
	fail_in(found, "store %s", repo_git_dir(q->store));
	fail_hint(STORE_MEND);
	return found;
}

void quarters_release(struct quarters *q)
{
	repo_free(q->store);
	free(q->branch);
	free(q->notice);
	*q = (struct quarters){ 0 };
}
