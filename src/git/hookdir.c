#include "git/hookdir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "git/config.h"

#define HOOK_MAX (1 << 20) /* bytes */
#define MARK "\n# git-bench "

/* ==== Where ============================================================= */

/* As git does: "~/" is the home folder, relative to where hooks run. */
static char *expand(struct repo *repo, const char *path)
{
	const char *top = repo_work_tree(repo);
	const char *home = getenv("HOME");

	if (*path == '/')
		return xstrdup(path);
	if (text_starts_with(path, "~/") && home)
		return file_join(home, path + 2);
	return file_join(top ? top : repo_git_dir(repo), path);
}

int hookdir_find(char **out, struct repo *repo)
{
	auto_free char *set = config_string(repo, "core.hooksPath", NULL);
	auto_free char *dir = set && *set ?
				      expand(repo, set) :
				      file_join(repo_common_dir(repo), "hooks");

	if (file_exists(dir) && !file_is_dir(dir)) {
		fail(ERR_REFUSED, "hooks are switched off here: "
				  "core.hooksPath is %s", dir);
		fail_hint("git config --show-origin core.hooksPath");
		return ERR_REFUSED;
	}
	*out = STEAL(dir);
	return 0;
}

/* ==== What ============================================================== */

static bool is_ours(const struct buf *text)
{
	const char *second = strchr(text->ptr, '\n');

	return second && text_starts_with(second, MARK);
}

/* A symbolic link is kept as one, whether or not it leads anywhere. */
static bool is_there(const char *path)
{
	struct stat st;

	return !lstat(path, &st);
}

static int keep_before(const char *path)
{
	auto_free char *before = xstrfmt("%s.before-bench", path);

	if (is_there(before)) {
		fail(ERR_REFUSED, "there is a hook %s, and %s of before",
		     path, before);
		fail_hint("make one of the two, or remove one, and try again");
		return ERR_REFUSED;
	}
	/* A second name first, so that the hook is never missing. */
	if (!linkat(AT_FDCWD, path, AT_FDCWD, before, 0) ||
	    !rename(path, before))
		return 0;
	return fail_errno("cannot keep %s as %s", path, before);
}

/* Executable before it has its name. */
static int put(const char *path, const char *text)
{
	auto_free char *ready = xstrfmt("%s.git-bench", path);
	int rc = file_write(ready, text, strlen(text));

	if (!rc && (chmod(ready, 0755) || rename(ready, path)))
		rc = fail_errno("cannot install %s", path);
	if (rc)
		unlink(ready);
	return rc;
}

int hookdir_install(enum hook_outcome *out, const char *dir,
		    const char *name, const char *text)
{
	auto_free char *path = file_join(dir, name);
	AUTO(buf) there = BUF_INIT;
	int rc = file_mkdir_p(dir);

	if (rc)
		return rc;
	*out = HOOK_MADE;
	if (is_there(path)) {
		/* What cannot be read is another's. */
		if (file_read(&there, path, HOOK_MAX))
			error_clear();
		*out = !is_ours(&there)		     ? HOOK_CHAINED :
		       strcmp(there.ptr, text) ? HOOK_RENEWED :
						       HOOK_SAME;
	}
	if (*out == HOOK_SAME && file_is_executable(path))
		return 0;
	if (*out == HOOK_CHAINED)
		rc = keep_before(path);
	return rc ? rc : put(path, text);
}
