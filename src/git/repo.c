#include "git/raw.h"

#include <git2/sys/repository.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/environ.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "git/configenv.h"
#include "git/start.h"

struct repo {
	git_repository *raw;
	git_odb *odb;
	git_config *config;
	struct configenv configenv;
	bool from_environment;
	char *base_dir; /* of who lent `configenv`, or NULL */
	char *git_dir;
	char *common_dir;
	char *work_tree; /* NULL: bare */
	char *cache_dir;
	struct strlist notices;
};

/* ==== Opening =========================================================== */

static int open_raw(git_repository **out, const char *path)
{
	const char *dir = path ? NULL : getenv("GIT_DIR");

	if (dir && *dir)
		return git_repository_open_ext(
			out, dir,
			GIT_REPOSITORY_OPEN_NO_SEARCH |
				GIT_REPOSITORY_OPEN_NO_DOTGIT,
			NULL);
	const char *across = getenv("GIT_DISCOVERY_ACROSS_FILESYSTEM");
	bool cross = false;
	if (across)
		text_to_bool(&cross, across);
	return git_repository_open_ext(
		out, path ? path : ".",
		cross ? GIT_REPOSITORY_OPEN_CROSS_FS : 0,
		getenv("GIT_CEILING_DIRECTORIES"));
}

/* Would git itself work here? It alone knows all rules of safe.directory. */
static int ask_git(struct process *git, const char *path)
{
	static const char *const args[] = { "git", "rev-parse", "--git-dir",
					    NULL };

	strlist_add_all(&git->argv, args);
	environ_copy(&git->env);
	if (path)
		environ_scrub_git(&git->env);
	environ_set(&git->env, "LC_ALL", "C");
	git->cwd = path;
	return process_run(git);
}

/* The folder that git names in "... in repository at '<folder>'". */
static char *named_folder(const char *text)
{
	const char *start = strstr(text, " at '");

	if (!start)
		return NULL;
	start += strlen(" at '");
	const char *end = strstr(start, "'\n");
	return end ? xmemdupz(start, end - start) : NULL;
}

static int fail_owner(const char *gits_words)
{
	auto_free char *folder = named_folder(gits_words);

	if (!folder)
		return fail(ERR_REFUSED,
			    "this repository belongs to another user");
	fail(ERR_REFUSED, "the repository %s belongs to another user",
	     folder);
	fail_hint("if you trust it: git config --global --add "
		  "safe.directory '%s'",
		  folder);
	return ERR_REFUSED;
}

static int fail_no_repository(const char *path)
{
	const char *dir = path ? NULL : getenv("GIT_DIR");

	if (dir && *dir)
		return fail(ERR_NOTFOUND,
			    "$GIT_DIR names %s, which is not a git repository",
			    dir);
	if (path && !file_exists(path))
		return fail(ERR_NOTFOUND, "there is no folder %s", path);
	auto_free char *here = file_real(path ? path : ".");
	fail(ERR_NOTFOUND,
	     "%s is not in a git repository (nor is any folder above it)",
	     here ? here : path ? path : "this folder");
	fail_hint("go into one, or make one here with: git init");
	return ERR_NOTFOUND;
}

/*
 * libgit2 could not open it. Where git can, only the owner check may stand
 * between us, and git's word counts.
 */
static int open_otherwise(git_repository **out, const char *path)
{
	const git_error *last = git_error_last();
	auto_free char *reason =
		xstrdup(last && last->message ? last->message : "");
	AUTO(process) git = PROCESS_INIT;

	if (path && !file_is_dir(path))
		return fail_no_repository(path);
	int rc = ask_git(&git, path);
	if (rc)
		return rc;
	if (strstr(git.err.ptr, "dubious ownership"))
		return fail_owner(git.err.ptr);
	if (strstr(git.err.ptr, "not a git repository"))
		return fail_no_repository(path);
	if (process_ok(&git)) {
		git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
		rc = open_raw(out, path);
		git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 1);
		if (!rc)
			return 0;
	}
	return fail(ERR_FAILED, "cannot open the git repository: %s",
		    git.err.len && !process_ok(&git) ?
			    text_trim(git.err.ptr) :
			    reason);
}

/* ==== What cannot be worked with ======================================== */

static char *extension(git_config *config, const char *name)
{
	auto_free char *key = xstrfmt("extensions.%s", name);
	git_buf value = { 0 };

	if (git_config_get_string_buf(&value, config, key))
		return NULL;
	char *copy = xstrdup(value.ptr);
	git_buf_dispose(&value);
	return copy;
}

static int check_format(git_repository *raw)
{
	AUTO_GIT(git_config) config = NULL;

	if (git_repository_config_snapshot(&config, raw))
		return fail_git("cannot read the repository's configuration");
	auto_free char *objects = extension(config, "objectformat");
	if (objects && strcasecmp(objects, "sha1")) {
		fail(ERR_REFUSED,
		     "this repository names its objects by %s, "
		     "which git-bench cannot read",
		     objects);
		fail_hint("use a clone made with --object-format=sha1");
		return ERR_REFUSED;
	}
	auto_free char *refs = extension(config, "refstorage");
	if (refs && strcasecmp(refs, "files")) {
		fail(ERR_REFUSED,
		     "this repository keeps its refs as %s, "
		     "which git-bench cannot read",
		     refs);
		fail_hint("git refs migrate --ref-format=files");
		return ERR_REFUSED;
	}
	return 0;
}

/* ==== What git's environment says ======================================= */

/* With $GIT_DIR the current folder is the work tree, unless told. */
static int set_work_tree(git_repository *raw)
{
	const char *tree = getenv("GIT_WORK_TREE");
	const char *dir = getenv("GIT_DIR");
	AUTO_GIT(git_config) config = NULL;
	AUTO_GIT(git_config_entry) entry = NULL;

	if (!tree && dir && *dir && !git_repository_is_bare(raw) &&
	    !git_repository_config(&config, raw) &&
	    git_config_get_entry(&entry, config, "core.worktree"))
		tree = ".";
	if (tree && git_repository_set_workdir(raw, tree, 0))
		return fail_git("cannot use %s as work tree", tree);
	return 0;
}

/* A hook before the objects are let in finds them in a quarantine. */
static int set_objects(git_repository *raw)
{
	const char *own = getenv("GIT_OBJECT_DIRECTORY");
	const char *more = getenv("GIT_ALTERNATE_OBJECT_DIRECTORIES");
	AUTO_GIT(git_odb) odb = NULL;
	AUTO(strlist) dirs = STRLIST_INIT;

	if (own && *own) {
		if (git_odb_open(&odb, own))
			return fail_git("cannot use the objects of %s", own);
		git_repository_set_odb(raw, odb);
	} else if (git_repository_odb(&odb, raw)) {
		return fail_git("cannot open the object database");
	}
	strlist_split(&dirs, more ? more : "", ":");
	for (size_t i = 0; i < dirs.nr; i++)
		if (git_odb_add_disk_alternate(odb, dirs.items[i]))
			return fail_git("cannot use the objects of %s",
					dirs.items[i]);
	return 0;
}

static int heed_environment(git_repository *raw)
{
	if (getenv("GIT_COMMON_DIR"))
		return fail(ERR_REFUSED,
			    "GIT_COMMON_DIR is set, which git-bench cannot "
			    "follow: unset it");
	int rc = set_work_tree(raw);
	return rc ? rc : set_objects(raw);
}

/* ==== The calls ========================================================= */

static char *without_slash(const char *path)
{
	size_t len = strlen(path);

	while (len > 1 && path[len - 1] == '/')
		len--;
	return xmemdupz(path, len);
}

static int fill(struct repo *repo)
{
	const char *tree = git_repository_workdir(repo->raw);

	repo->git_dir = without_slash(git_repository_path(repo->raw));
	auto_free char *common =
		without_slash(git_repository_commondir(repo->raw));
	repo->common_dir = file_real(common);
	if (!repo->common_dir)
		repo->common_dir = STEAL(common);
	repo->work_tree = tree ? without_slash(tree) : NULL;
	repo->cache_dir = file_join(repo->common_dir, "git-bench");
	if (git_repository_odb(&repo->odb, repo->raw))
		return fail_git("cannot open the object database");
	int rc = config_open(&repo->config, repo);
	if (rc)
		return rc;
	if (git_repository_set_config(repo->raw, repo->config))
		return fail_git("cannot read the configuration");
	return repo->from_environment ? configenv_read(&repo->configenv) : 0;
}

int repo_open(struct repo **out, const char *path)
{
	int rc = libgit2_start();
	if (rc)
		return rc;
	AUTO_PTR(repo) repo = xcalloc(1, sizeof(*repo));
	repo->from_environment = !path;
	rc = open_raw(&repo->raw, path);
	if (rc)
		rc = open_otherwise(&repo->raw, path);
	if (!rc)
		rc = check_format(repo->raw);
	if (!rc && !path)
		rc = heed_environment(repo->raw);
	if (!rc)
		rc = fill(repo);
	if (rc)
		return rc;
	*out = STEAL(repo);
	return 0;
}

void repo_borrow(struct repo *repo, struct configenv *settings,
		 char *base_dir)
{
	configenv_release(&repo->configenv);
	repo->configenv = *settings;
	*settings = (struct configenv){ 0 };
	free(repo->base_dir);
	repo->base_dir = base_dir;
}

bool repo_has_borrowed(const struct repo *repo)
{
	return repo->base_dir;
}

int repo_reopen(struct repo **out, const struct repo *repo)
{
	struct configenv settings = { 0 };
	int rc = repo_open(out, repo->from_environment ? NULL :
							 repo->git_dir);

	if (rc || !repo->base_dir)
		return rc;
	configenv_copy(&settings, &repo->configenv);
	repo_borrow(*out, &settings, xstrdup(repo->base_dir));
	return 0;
}

void repo_free(struct repo *repo)
{
	if (!repo)
		return;
	git_odb_free(repo->odb);
	git_config_free(repo->config);
	configenv_release(&repo->configenv);
	git_repository_free(repo->raw);
	free(repo->base_dir);
	free(repo->git_dir);
	free(repo->common_dir);
	free(repo->work_tree);
	free(repo->cache_dir);
	strlist_release(&repo->notices);
	free(repo);
	libgit2_stop();
}

struct git_repository *repo_raw(struct repo *repo)
{
	return repo->raw;
}

git_odb *repo_odb(const struct repo *repo)
{
	return repo->odb;
}

git_config *repo_config(const struct repo *repo)
{
	return repo->config;
}

const struct configenv *repo_configenv(const struct repo *repo)
{
	return &repo->configenv;
}

bool repo_is_from_environment(const struct repo *repo)
{
	return repo->from_environment;
}

const char *repo_git_dir(const struct repo *repo)
{
	return repo->git_dir;
}

const char *repo_common_dir(const struct repo *repo)
{
	return repo->common_dir;
}

const char *repo_work_tree(const struct repo *repo)
{
	return repo->work_tree;
}

const char *repo_base_dir(const struct repo *repo)
{
	if (repo->base_dir)
		return repo->base_dir;
	return repo->work_tree ? repo->work_tree : repo->git_dir;
}

const char *repo_cache_dir(const struct repo *repo)
{
	return repo->cache_dir;
}

bool repo_is_shallow(const struct repo *repo)
{
	auto_free char *path = file_join(repo->common_dir, "shallow");
	struct stat st;

	return !stat(path, &st) && st.st_size > 0;
}

const struct strlist *repo_notices(const struct repo *repo)
{
	return &repo->notices;
}

void repo_notice(struct repo *repo, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strlist_take(&repo->notices, xstrvfmt(fmt, ap));
	va_end(ap);
}
