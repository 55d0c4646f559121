#include "git/reflock.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/id.h"
#include "base/owner.h"
#include "base/text.h"
#include "git/raw.h"

/* ==== Paths ============================================================= */

static bool is_packed(const char *name)
{
	return !*name;
}

static bool is_per_worktree(const char *name)
{
	return !text_starts_with(name, "refs/") ||
	       text_starts_with(name, "refs/bisect/") ||
	       text_starts_with(name, "refs/worktree/") ||
	       text_starts_with(name, "refs/rewritten/");
}

static char *lock_path(struct repo *repo, const char *name)
{
	if (is_packed(name))
		return file_join(repo_common_dir(repo), "packed-refs.lock");
	return xstrfmt("%s/%s.lock",
		       is_per_worktree(name) ? repo_git_dir(repo) :
					       repo_common_dir(repo),
		       name);
}

static char *records_dir(struct repo *repo)
{
	return file_join(repo_cache_dir(repo), "locks");
}

/* "<owner>=<unique>" */
static char *new_record(struct repo *repo)
{
	auto_free char *dir = records_dir(repo);
	auto_free char *id = id_random();
	AUTO(owner) self = { 0 };

	owner_self(&self);
	auto_free char *owner = owner_format(&self);
	return xstrfmt("%s/%s=%s", dir, owner, id);
}

/* ==== Signing =========================================================== */

void reflock_sign(struct reflock *out, struct repo *repo, const char *name)
{
	auto_free char *lock = lock_path(repo, name);
	auto_free char *record = new_record(repo);
	auto_free char *dir = records_dir(repo);

	if (link(lock, record) && (errno != ENOENT || file_mkdir_p(dir) ||
				   link(lock, record)))
		return;
	out->record = STEAL(record);
}

/* 0, or why `path` could not be made: EEXIST when another holds it. */
static int make_lock(const char *path, const char *from)
{
	if (from)
		return link(from, path) ? errno : 0;
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

int reflock_take_packed(bool *won, struct reflock *out, struct repo *repo)
{
	auto_free char *lock = lock_path(repo, REFLOCK_PACKED);
	auto_free char *record = new_record(repo);
	auto_free char *dir = records_dir(repo);
	int why = 0;

	if (!file_mkdir_p(dir) && !make_lock(record, NULL)) {
		why = make_lock(lock, record);
		out->record = STEAL(record);
	}
	/* Where links or the cache are not to be had, without a signature. */
	if (!out->record || (why && why != EEXIST))
		why = make_lock(lock, NULL);
	*won = !why;
	if (!why)
		out->taken = STEAL(lock);
	if (!why || why == EEXIST)
		return 0;
	errno = why;
	return fail_errno("cannot make %s", lock);
}

void reflock_release(struct reflock *lock)
{
	if (!lock)
		return;
	if (lock->taken)
		unlink(lock->taken);
	if (lock->record)
		unlink(lock->record);
	free(lock->taken);
	free(lock->record);
	*lock = (struct reflock){ 0 };
}

/* ==== Breaking ========================================================== */

/* Does this record's name tell of a dead owner? */
static bool is_of_dead(const char *name)
{
	auto_free char *word = xmemdupz(name, strcspn(name, "="));
	AUTO(owner) owner = { 0 };

	return owner_parse(&owner, word) && owner_is_dead(&owner);
}

static bool is_same_file(const char *a, const char *b)
{
	struct stat x, y;

	return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev &&
	       x.st_ino == y.st_ino;
}

/*
 * Of several who see the same dead record only one can rename it, so only
 * one removes the lock; should that one die here, its own record tells.
 */
static bool break_one(struct repo *repo, const char *lock, const char *record)
{
	auto_free char *own = new_record(repo);

	if (!is_same_file(lock, record) || rename(record, own))
		return false;
	bool broken = is_same_file(lock, own) && !unlink(lock);
	unlink(own);
	return broken;
}

/* The signature of a lock that is gone signs nothing. */
static void drop_if_void(const char *record)
{
	struct stat st;

	if (!stat(record, &st) && st.st_nlink == 1)
		unlink(record);
}

static bool break_lock(struct repo *repo, const char *lock)
{
	auto_free char *dir = records_dir(repo);
	AUTO(strlist) names = STRLIST_INIT;
	bool broken = false;

	if (file_list(&names, dir))
		return false;
	for (size_t i = 0; i < names.nr && !broken; i++) {
		auto_free char *record = file_join(dir, names.items[i]);

		if (!is_of_dead(names.items[i]))
			continue;
		broken = break_one(repo, lock, record);
		if (!broken)
			drop_if_void(record);
	}
	if (broken)
		repo_notice(repo, "removed %s, which a dead process had left",
			    lock);
	return broken;
}

void reflock_break(bool *broken, struct repo *repo, const char *name)
{
	auto_free char *lock = lock_path(repo, name);

	*broken = break_lock(repo, lock);
}

/* The names of records that dead processes left. */
static void list_dead(struct strlist *out, struct repo *repo)
{
	auto_free char *dir = records_dir(repo);
	AUTO(strlist) names = STRLIST_INIT;

	if (file_list(&names, dir))
		return;
	for (size_t i = 0; i < names.nr; i++)
		if (is_of_dead(names.items[i]))
			strlist_take(out, file_join(dir, names.items[i]));
}

static void break_below(struct repo *repo, const char *dir)
{
	char *const paths[] = { (char *)dir, NULL };
	FTS *fts = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR | FTS_NOSTAT,
			    NULL);

	if (!fts)
		return;
	for (FTSENT *e; (e = fts_read(fts));)
		if (e->fts_info != FTS_DP &&
		    text_ends_with(e->fts_name, ".lock"))
			break_lock(repo, e->fts_path);
	fts_close(fts);
}

/*
 * A record names its owner, not its lock: that is to be looked for. One that
 * is left then is the twin of a ref, which its lock has become.
 */
void reflock_sweep(struct repo *repo)
{
	auto_free char *packed = lock_path(repo, REFLOCK_PACKED);
	auto_free char *refs = file_join(repo_common_dir(repo), "refs");
	AUTO(strlist) dead = STRLIST_INIT;

	list_dead(&dead, repo);
	if (!dead.nr)
		return;
	break_lock(repo, packed);
	break_below(repo, refs);
	for (size_t i = 0; i < dead.nr; i++)
		unlink(dead.items[i]);
}

int reflock_fail(struct repo *repo, const char *name)
{
	auto_free char *lock = lock_path(repo, name);

	if (is_packed(name))
		fail(ERR_FAILED, "the packed refs are locked by another "
				 "process");
	else
		fail(ERR_FAILED, "ref %s is locked by another process", name);
	if (file_exists(lock))
		fail_hint("if no git command runs in this repository: rm '%s'",
			  lock);
	return ERR_FAILED;
}
