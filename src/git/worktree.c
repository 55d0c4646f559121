#include "git/worktree.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/id.h"
#include "base/owner.h"
#include "base/text.h"
#include "git/command.h"

#define PATH_BYTES_MAX 65536

/* ==== Places ============================================================ */

/* Absolute and without links as far as it exists; owned. */
static char *canonical(const char *path)
{
	char *real = file_real(path);
	const char *slash = strrchr(path, '/');

	if (real)
		return real;
	if (!slash) {
		auto_free char *here = file_real(".");

		return file_join(here ? here : ".", path);
	}
	if (slash == path)
		return xstrdup(path);
	auto_free char *above = xmemdupz(path, slash - path);
	auto_free char *parent = canonical(above);
	return file_join(parent, slash + 1);
}

/* The canonical path, if it is one that may be touched. */
static int place(char **out, struct repo *repo, const char *path)
{
	auto_free char *full = canonical(path);
	auto_free char *cache = canonical(repo_cache_dir(repo));
	const char *rest = text_skip_prefix(full, cache);

	if (!rest || *rest != '/' || strstr(rest, "/../") ||
	    text_ends_with(rest, "/.."))
		return fail(ERR_USAGE, "worktree %s is not below %s", path,
			    cache);
	*out = STEAL(full);
	return 0;
}

/* ==== Records: who uses a worktree ====================================== */

/* <cache>/worktrees/<hash of the path>: "<owner>\n<path>"; owned. */
static char *record_path(struct repo *repo, const char *path)
{
	struct oid name;

	oid_of_blob(&name, path, strlen(path));
	return xstrfmt("%s/worktrees/%s", repo_cache_dir(repo), name.hex);
}

static int record_write(struct repo *repo, const char *path)
{
	auto_free char *dir = file_join(repo_cache_dir(repo), "worktrees");
	auto_free char *file = record_path(repo, path);
	AUTO(owner) self = { 0 };

	owner_self(&self);
	auto_free char *owner = owner_format(&self);
	auto_free char *text = xstrfmt("%s\n%s", owner, path);
	int rc = file_mkdir_p(dir);
	return rc ? rc : file_write(file, text, strlen(text));
}

static void record_drop(struct repo *repo, const char *path)
{
	auto_free char *file = record_path(repo, path);

	unlink(file);
}

/* ==== Registrations: <common>/worktrees/<name> ========================== */

/* The folder that a registration is for, canonical; NULL if unreadable. */
static char *registered_path(const char *admin)
{
	auto_free char *file = file_join(admin, "gitdir");
	AUTO(buf) text = BUF_INIT;

	if (file_read(&text, file, PATH_BYTES_MAX))
		return NULL;
	buf_rtrim(&text);
	if (text_ends_with(text.ptr, "/.git"))
		buf_truncate(&text, text.len - strlen("/.git"));
	if (*text.ptr == '/')
		return canonical(text.ptr);
	auto_free char *full = file_join(admin, text.ptr);
	return canonical(full);
}

static int list_registrations(struct strlist *out, struct repo *repo)
{
	auto_free char *dir = file_join(repo_common_dir(repo), "worktrees");
	AUTO(strlist) names = STRLIST_INIT;
	int rc = file_list(&names, dir);

	for (size_t i = 0; i < names.nr && !rc; i++)
		strlist_take(out, file_join(dir, names.items[i]));
	return rc == ERR_NOTFOUND ? 0 : rc;
}

/* The registration of a folder, or NULL; owned. */
static int find_registration(char **out, struct repo *repo, const char *path)
{
	AUTO(strlist) all = STRLIST_INIT;
	int rc = list_registrations(&all, repo);

	*out = NULL;
	for (size_t i = 0; i < all.nr && !rc && !*out; i++) {
		auto_free char *of = registered_path(all.items[i]);

		if (of && !strcmp(of, path))
			*out = xstrdup(all.items[i]);
	}
	return rc;
}

static int forget(struct repo *repo, const char *path)
{
	auto_free char *dir = file_join(repo_common_dir(repo), "worktrees");
	auto_free char *admin = NULL;
	int rc = find_registration(&admin, repo, path);

	if (!rc && admin)
		rc = file_remove_tree(admin);
	/* As git does, when it was the last; else this fails. */
	rmdir(dir);
	return rc;
}

/* ==== Running git ======================================================= */

/* All files are wanted, whatever a user's sparse checkout leaves out. */
static void start_command(struct process *git, struct repo *repo)
{
	git_command_init(git, repo);
	strlist_add(&git->argv, "-c");
	strlist_add(&git->argv, "core.sparseCheckout=false");
	strlist_add(&git->argv, "-c");
	strlist_add(&git->argv, "submodule.recurse=false");
}

static int add_registered(struct repo *repo, const char *path,
			  const struct oid *commit, bool empty)
{
	AUTO(process) git = PROCESS_INIT;

	start_command(&git, repo);
	strlist_add(&git.argv, "worktree");
	strlist_add(&git.argv, "add");
	strlist_add(&git.argv, "--detach");
	if (empty) {
		strlist_add(&git.argv, "--no-checkout");
		strlist_add(&git.argv, "--lock");
	}
	strlist_add(&git.argv, "--");
	strlist_add(&git.argv, path);
	strlist_add(&git.argv, commit->hex);
	int rc = process_run(&git);
	return rc || process_ok(&git) ? rc :
					process_fail(&git, "git worktree add");
}

/* git in a registered worktree; exit codes up to `allowed` are fine. */
static int run_inside(struct repo *repo, const char *admin, const char *path,
		      int allowed, const char *const *args)
{
	AUTO(process) git = PROCESS_INIT;

	start_command(&git, repo);
	strlist_addf(&git.argv, "--git-dir=%s", admin);
	strlist_addf(&git.argv, "--work-tree=%s", path);
	strlist_add_all(&git.argv, args);
	git.cwd = path;
	int rc = process_run(&git);
	if (rc || (git.exit_code >= 0 && git.exit_code <= allowed &&
		   !git.timed_out))
		return rc;
	auto_free char *what = xstrfmt("git %s", args[0]);
	return process_fail(&git, what);
}

/* Clears away what a failed step left, and keeps its error. */
static int undo(int rc, struct repo *repo, const char *path)
{
	struct error error;

	error_put_aside(&error);
	worktree_remove(repo, path);
	error_bring_back(&error);
	return rc;
}

/* ==== The calls ========================================================= */

int worktree_add(struct repo *repo, const char *path,
		 const struct oid *commit)
{
	auto_free char *full = NULL;
	int rc = place(&full, repo, path);

	if (rc)
		return rc;
	if (file_exists(full))
		return fail(ERR_FAILED, "%s exists already", full);
	rc = forget(repo, full);
	if (!rc)
		rc = record_write(repo, full);
	fault_point("worktree-recorded");
	if (!rc)
		rc = add_registered(repo, full, commit, false);
	fault_point("worktree-added");
	return rc ? undo(rc, repo, full) : 0;
}

/*
 * git registers new folders only: an empty one is made beside, and its
 * registration turned to `path`. The lock keeps `git worktree prune` away
 * while it points to neither.
 */
static int register_existing(char **admin, struct repo *repo, const char *path,
			     const char *temp, const struct oid *commit)
{
	auto_free char *from = file_join(temp, ".git");
	auto_free char *to = file_join(path, ".git");
	auto_free char *line = xstrfmt("%s\n", to);
	int rc = add_registered(repo, temp, commit, true);

	fault_point("worktree-registered");
	if (!rc)
		rc = find_registration(admin, repo, temp);
	if (rc)
		return rc;
	if (!*admin)
		return fail(ERR_FAILED, "git did not register worktree %s",
			    temp);
	auto_free char *gitdir = file_join(*admin, "gitdir");
	auto_free char *locked = file_join(*admin, "locked");
	if (rename(from, to))
		return fail_errno("cannot move %s to %s", from, to);
	fault_point("worktree-moved");
	rc = file_write(gitdir, line, strlen(line));
	fault_point("worktree-turned");
	if (!rc)
		unlink(locked);
	return rc;
}

/*
 * The index learns the files' times first, so that the reset leaves alone
 * what is right already.
 */
static int bring_to(struct repo *repo, const char *admin, const char *path,
		    const struct oid *from, const struct oid *commit)
{
	const char *const read[] = { "read-tree", from->hex, NULL };
	const char *const refresh[] = { "update-index", "-q", "--refresh",
					NULL };
	const char *const reset[] = { "reset", "-q", "--hard", commit->hex,
				      NULL };
	int rc = run_inside(repo, admin, path, 0, read);

	if (!rc)
		rc = run_inside(repo, admin, path, 1, refresh);
	if (!rc)
		rc = run_inside(repo, admin, path, 0, reset);
	return rc;
}

int worktree_adopt(struct repo *repo, const char *path,
		   const struct oid *from, const struct oid *commit)
{
	auto_free char *full = NULL;
	auto_free char *admin = NULL;
	int rc = place(&full, repo, path);

	if (rc)
		return rc;
	auto_free char *dot_git = file_join(full, ".git");
	if (!file_is_dir(full) || file_is_dir(dot_git))
		return fail(ERR_FAILED, "%s cannot become a worktree", full);
	auto_free char *id = id_random();
	auto_free char *temp = xstrfmt("%s.%.8s", full, id);
	rc = forget(repo, full);
	if (!rc)
		rc = record_write(repo, full);
	if (!rc)
		rc = record_write(repo, temp);
	if (!rc)
		rc = register_existing(&admin, repo, full, temp, from);
	if (rc)
		undo(rc, repo, temp);
	rmdir(temp);
	record_drop(repo, temp);
	if (!rc)
		rc = bring_to(repo, admin, full, from, commit);
	return rc ? undo(rc, repo, full) : 0;
}

int worktree_detach(struct repo *repo, const char *path)
{
	auto_free char *full = NULL;
	int rc = place(&full, repo, path);

	if (rc)
		return rc;
	auto_free char *dot_git = file_join(full, ".git");
	record_drop(repo, full);
	if (unlink(dot_git) && errno != ENOENT && errno != ENOTDIR)
		return fail_errno("cannot remove %s", dot_git);
	fault_point("worktree-detached");
	return forget(repo, full);
}

int worktree_remove(struct repo *repo, const char *path)
{
	auto_free char *full = NULL;
	int rc = place(&full, repo, path);

	if (!rc)
		rc = file_remove_tree(full);
	fault_point("worktree-emptied");
	if (!rc)
		rc = forget(repo, full);
	fault_point("worktree-forgotten");
	if (!rc)
		record_drop(repo, full);
	return rc;
}

/* ==== Sweeping ========================================================== */

/*
 * The folder of one record, if its owner is dead; NULL otherwise, also when
 * it makes no sense: then it goes. Owned.
 */
static char *stray_of(struct repo *repo, const char *file)
{
	AUTO(owner) owner = { 0 };
	AUTO(buf) text = BUF_INIT;
	auto_free char *full = NULL;

	if (file_read(&text, file, PATH_BYTES_MAX))
		return NULL; /* another sweeper was faster */
	char *path = strchr(text.ptr, '\n');
	if (path)
		*path++ = '\0';
	if (!path || !owner_parse(&owner, text.ptr) ||
	    place(&full, repo, path)) {
		unlink(file);
		return NULL;
	}
	return owner_is_dead(&owner) ? STEAL(full) : NULL;
}

int worktree_strays(struct strlist *out, struct repo *repo)
{
	auto_free char *dir = file_join(repo_cache_dir(repo), "worktrees");
	AUTO(strlist) names = STRLIST_INIT;
	int rc = file_list(&names, dir);

	for (size_t i = 0; i < names.nr && !rc; i++) {
		auto_free char *file = file_join(dir, names.items[i]);
		struct oid name;

		/* Other names are records that are being written. */
		char *stray = oid_parse(&name, names.items[i]) ?
				      stray_of(repo, file) : NULL;
		if (stray)
			strlist_take(out, stray);
	}
	return rc == ERR_NOTFOUND ? 0 : rc;
}

/* Registrations of ours whose folder is gone, as after `rm -r` of caches. */
static int sweep_registrations(struct repo *repo)
{
	AUTO(strlist) all = STRLIST_INIT;
	int rc = list_registrations(&all, repo);

	for (size_t i = 0; i < all.nr && !rc; i++) {
		auto_free char *path = registered_path(all.items[i]);
		auto_free char *locked = file_join(all.items[i], "locked");
		auto_free char *full = NULL;

		if (path && !place(&full, repo, path) &&
		    !file_exists(full) && !file_exists(locked))
			rc = forget(repo, full);
	}
	return rc;
}

int worktree_sweep(struct repo *repo)
{
	AUTO(strlist) strays = STRLIST_INIT;
	int rc = worktree_strays(&strays, repo);

	for (size_t i = 0; i < strays.nr && !rc; i++)
		rc = worktree_remove(repo, strays.items[i]);
	return rc ? rc : sweep_registrations(repo);
}
