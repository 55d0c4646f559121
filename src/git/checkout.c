#include "git/checkout.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "git/command.h"
#include "git/refs.h"

/* ==== Finding ========================================================== */

static bool head_is(const char *git_dir, const char *ref)
{
	auto_free char *path = file_join(git_dir, "HEAD");
	auto_free char *head = file_read_line(path);
	const char *branch = head ? text_skip_prefix(head, "ref: ") : NULL;

	return branch && !strcmp(branch, ref);
}

/* Cheap, and nearly always the end of it: no HEAD names the branch. */
static bool may_be_out(struct repo *repo, const char *ref)
{
	auto_free char *dir = file_join(repo_common_dir(repo), "worktrees");
	AUTO(strlist) names = STRLIST_INIT;

	if (head_is(repo_common_dir(repo), ref))
		return true;
	if (!file_is_dir(dir) || file_list(&names, dir))
		return false;
	for (size_t i = 0; i < names.nr; i++) {
		auto_free char *git_dir = file_join(dir, names.items[i]);

		if (head_is(git_dir, ref))
			return true;
	}
	return false;
}

/* In the NUL-separated answer of git, the work tree on that branch. */
static char *path_in(const struct buf *answer, const char *ref)
{
	const char *end = answer->ptr + answer->len;
	const char *tree = NULL;

	for (const char *p = answer->ptr; p < end; p += strlen(p) + 1) {
		const char *path = text_skip_prefix(p, "worktree ");
		const char *branch = text_skip_prefix(p, "branch ");

		if (path)
			tree = path;
		else if (branch && tree && !strcmp(branch, ref))
			return xstrdup(tree);
	}
	return NULL;
}

int checkout_find(char **path, struct repo *repo, const char *ref)
{
	static const char *const args[] = { "worktree", "list", "--porcelain",
					    "-z", NULL };
	AUTO(process) git = PROCESS_INIT;

	*path = NULL;
	if (!may_be_out(repo, ref))
		return 0;
	git_command_init(&git, repo);
	strlist_add_all(&git.argv, args);
	int rc = process_run(&git);
	if (!rc && !process_ok(&git))
		rc = process_fail(&git, "git worktree list");
	if (!rc)
		*path = path_in(&git.out, ref);
	/* A folder that is gone keeps its registration for a while. */
	if (*path && !file_is_dir(*path)) {
		free(*path);
		*path = NULL;
	}
	return rc;
}

/* ==== Moving =========================================================== */

static int fail_in_the_way(const char *path, const char *ref,
			   const struct oid *new, const struct process *git)
{
	const char *branch = text_skip_prefix(ref, "refs/heads/");
	auto_free char *reason = text_tail(git->err.ptr, 6, 1000);

	fail(ERR_REFUSED,
	     "%s is checked out in %s and cannot be moved there: %s",
	     branch ? branch : ref, path, reason);
	fail_hint("set the changes there aside, then: git -C '%s' merge "
		  "--ff-only %s",
		  path, new->hex);
	return ERR_REFUSED;
}

int checkout_advance(bool *won, struct repo *repo, const char *path,
		     const char *ref, const struct oid *old,
		     const struct oid *new)
{
	AUTO(process) git = PROCESS_INIT;
	struct oid now;

	*won = false;
	int rc = refs_read(&now, repo, ref);
	if (rc || !oid_equal(&now, old))
		return rc;
	git_command_init(&git, repo);
	/* Of two, git takes the last: here the work tree's own. */
	strlist_addf(&git.argv, "--git-dir=%s/.git", path);
	strlist_addf(&git.argv, "--work-tree=%s", path);
	strlist_add(&git.argv, "merge");
	strlist_add(&git.argv, "--ff-only");
	strlist_add(&git.argv, "--quiet");
	strlist_add(&git.argv, new->hex);
	git.cwd = path;
	rc = process_run(&git);
	if (rc)
		return rc;
	*won = process_ok(&git);
	if (*won)
		return 0;
	rc = refs_read(&now, repo, ref);
	if (rc || !oid_equal(&now, old))
		return rc;
	return fail_in_the_way(path, ref, new, &git);
}
