/* What is this repository's own: caches, worktrees, locks, its copies. */
#include "record/fsck_state.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "git/refs.h"
#include "git/revision.h"
#include "git/worktree.h"
#include "record/history.h"
#include "record/ledger.h"
#include "record/ledger_index.h"

/* A lock is held for moments. */
#define LOCK_AGE 60 /* seconds */

/* ==== The index against the lines ======================================= */

static int compare_index(size_t *wrong, struct fsck *f)
{
	AUTO(ledger) ledger = { 0 };
	size_t open = 0;
	int rc = ledger_read(&ledger, f->repo, LEDGER_LIVE);

	*wrong = 0;
	for (size_t i = 0; i < ledger.nr; i++)
		*wrong += !fsck_is_open(f, ledger.requests[i].id,
					ledger.requests[i].round);
	for (size_t i = 0; i < f->nr_requests; i++)
		open += !f->requests[i].ended;
	*wrong += open > ledger.nr ? open - ledger.nr : 0;
	return rc;
}

static int check_index(struct fsck *f)
{
	struct oid now;
	size_t wrong;

	/* It moved on meanwhile: the two cannot be compared. */
	if (oid_is_none(&f->ledger) || f->ledger_damaged || ledger_tip(&now, f->repo) ||
	    !oid_equal(&now, &f->ledger)) {
		error_clear();
		return 0;
	}
	/* That it cannot be read has been said by now. */
	if (compare_index(&wrong, f) || !wrong) {
		error_clear();
		return 0;
	}
	if (f->args->repair) {
		ledger_index_discard(f->repo);
		fsck_mended(f, "cache", repo_cache_dir(f->repo),
			    "the index of the ledger was wrong about %zu "
			    "requests", wrong);
	} else {
		fsck_say(f, "cache", repo_cache_dir(f->repo),
			 "git bench fsck --repair makes it anew",
			 "the index of the ledger is wrong about %zu "
			 "requests", wrong);
	}
	return 0;
}

static void check_cache(struct fsck *f)
{
	const char *dir = repo_cache_dir(f->repo);
	auto_free char *probe = file_join(dir, "fsck");

	if (!file_mkdir_p(dir) && !file_write(probe, "", 0))
		unlink(probe);
	else
		fsck_say_error(f, "cache", dir, "all works without it, but "
			       "slower: make room, or let this user write "
			       "there");
	error_clear();
}

/* ==== Worktrees and locks =============================================== */

static int check_worktrees(struct fsck *f)
{
	AUTO(strlist) strays = STRLIST_INIT;
	int rc = worktree_strays(&strays, f->repo);

	if (!rc && strays.nr && f->args->repair)
		rc = worktree_sweep(f->repo);
	for (size_t i = 0; i < strays.nr && !rc; i++) {
		if (f->args->repair)
			fsck_mended(f, "worktree", strays.items[i],
				    "a dead process had left it");
		else
			fsck_say(f, "worktree", strays.items[i],
				 "git bench fsck --repair removes it, the "
				 "next runner too", "a dead process left it");
	}
	return rc;
}

static void check_lock(struct fsck *f, const char *ref)
{
	auto_free char *path = xstrfmt("%s/%s.lock", repo_common_dir(f->repo),
				       ref);
	struct stat st;

	if (stat(path, &st) || time(NULL) - st.st_mtime < LOCK_AGE)
		return;
	fsck_say(f, "lock", path, "if no git command runs in this "
		 "repository, remove the file",
		 "somebody has held this lock for %lld seconds",
		 (long long)(time(NULL) - st.st_mtime));
}

/* ==== Ours and the hub's ================================================ */

/* Results that one of the two lacks. */
static int check_history(struct fsck *f)
{
	auto_free char *place = f->hub.shared ? remote_shown(&f->hub.remote) :
						NULL;
	struct oid ours, theirs;
	bool is_older = false;

	if (!place || refs_read(&ours, f->repo, HISTORY_REF) ||
	    hub_read(&theirs, f->repo, HISTORY_REF)) {
		error_clear();
		return 0;
	}
	int rc = commit_is_ancestor(&is_older, f->repo, &ours, &theirs);
	if (rc) {
		fsck_say_error(f, "hub", HISTORY_REF, FSCK_FETCH_AGAIN);
		return 0;
	}
	if (!is_older)
		fsck_say(f, "hub", HISTORY_REF,
			 "git log bench-history --not --remotes shows them; if "
			 "they are wanted there: git push <remote> "
			 "bench-history",
			 "there are results here that %s lacks", place);
	return 0;
}

int fsck_local(struct fsck *f)
{
	int rc = check_index(f);

	check_cache(f);
	if (!rc)
		rc = check_worktrees(f);
	if (!rc && f->args->repair)
		refs_sweep_locks(f->repo);
	check_lock(f, LEDGER_REF);
	check_lock(f, HISTORY_REF);
	check_lock(f, "packed-refs");
	return rc ? rc : check_history(f);
}
