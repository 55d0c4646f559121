#include "git/store.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/environ.h"
#include "base/error.h"
#include "base/file.h"
#include "base/id.h"
#include "base/process.h"
#include "base/text.h"
#include "git/command.h"
#include "git/configenv.h"
#include "git/raw.h"

/* ==== What is lent ====================================================== */

static bool is_own_business(const char *key)
{
	static const char *const sections[] = {
		"core.",  "extensions.", "branch.",	 "include.",
		"includeif.", "gc.",	 "maintenance.", "receive.",
		"submodule.", "worktree.", "fetch.",	 "index.",
	};
	static const char *const exceptions[] = {
		"core.sshcommand",
		"core.askpass",
		"core.gitproxy",
	};
	/* Of a remote: how that clone came to be. */
	static const char *const ends[] = {
		".promisor", ".partialclonefilter", ".fetch", ".mirror",
		".tagopt",   ".prune",
	};

	for (size_t i = 0; i < ARRAY_SIZE(exceptions); i++)
		if (!strcmp(key, exceptions[i]))
			return false;
	for (size_t i = 0; i < ARRAY_SIZE(sections); i++)
		if (text_starts_with(key, sections[i]))
			return true;
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		if (text_starts_with(key, "remote.") &&
		    text_ends_with(key, ends[i]))
			return true;
	return false;
}

static void lend(struct configenv *out, const char *key, const char *value)
{
	if (!is_own_business(key))
		configenv_add(out, key, value);
}

/* System and user's settings count for the store as well, by themselves. */
static int lend_files(struct configenv *out, struct repo *lender)
{
	AUTO_GIT(git_config_iterator) it = NULL;
	git_config_entry *entry;

	if (git_config_iterator_new(&it, repo_config(lender)))
		return fail_git("cannot read the configuration");
	while (!git_config_next(&entry, it))
		if (entry->level >= GIT_CONFIG_LEVEL_LOCAL)
			lend(out, entry->name, entry->value);
	return 0;
}

int store_borrow(struct repo *store, struct repo *lender)
{
	const struct configenv *env = repo_configenv(lender);
	struct configenv settings = { 0 };
	int rc = lend_files(&settings, lender);

	for (size_t i = 0; i < env->nr && !rc; i++)
		lend(&settings, env->entries[i].key, env->entries[i].value);
	if (rc) {
		configenv_release(&settings);
		return rc;
	}
	repo_borrow(store, &settings, xstrdup(repo_base_dir(lender)));
	return 0;
}

/* ==== Making it ========================================================= */

static int init(const char *path)
{
	static const char *const args[] = {
		"git",	   "-c", "init.defaultBranch=main", "init",
		"--quiet", "--bare", "--object-format=sha1", "--template=",
		"--",	   NULL,
	};
	AUTO(process) git = PROCESS_INIT;

	strlist_add_all(&git.argv, args);
	strlist_add(&git.argv, path);
	environ_copy(&git.env);
	environ_scrub_git(&git.env);
	environ_set(&git.env, "LC_ALL", "C");
	environ_set(&git.env, "GIT_DEFAULT_REF_FORMAT", "files");
	int rc = process_run(&git);
	return rc || process_ok(&git) ? rc : process_fail(&git, "git init");
}

/* Results hardly ever make good deltas, and looking for them takes long. */
static int set_attributes(const char *path)
{
	static const char text[] = "*.json -delta\n";
	auto_free char *dir = file_join(path, "info");
	auto_free char *file = file_join(dir, "attributes");
	int rc = file_mkdir_p(dir);

	return rc ? rc : file_write(file, text, strlen(text));
}

/* Made elsewhere and moved here whole: two may do so at once. */
static int make(const char *path)
{
	auto_free char *nonce = id_random();
	auto_free char *part = xstrfmt("%s.%.8s", path, nonce);
	auto_free char *slash = xstrdup(path);

	*strrchr(slash, '/') = '\0';
	int rc = file_mkdir_p(slash);
	if (!rc)
		rc = init(part);
	if (!rc)
		rc = set_attributes(part);
	if (!rc && rename(part, path) && errno != EEXIST &&
	    errno != ENOTEMPTY)
		rc = fail_errno("cannot make a store at %s", path);
	file_remove_tree(part);
	return rc;
}

int store_open(struct repo **out, struct repo *lender, const char *path)
{
	AUTO_PTR(repo) store = NULL;
	int rc = file_exists(path) ? 0 : make(path);

	if (!rc)
		rc = repo_open(&store, path);
	if (!rc && (repo_work_tree(store) ||
		    !strcmp(repo_git_dir(store), repo_git_dir(lender))))
		rc = fail(ERR_USAGE, "there is no bare repository of its "
				     "own");
	if (!rc)
		rc = store_borrow(store, lender);
	if (rc) {
		fail_in(rc, "store %s", path);
		fail_hint(file_exists(path) ?
				  "if it is git-bench's alone, remove it: "
				  "nothing is lost; else see bench.store in "
				  "git-bench-config(5)" :
				  "see bench.store in git-bench-config(5)");
		return rc;
	}
	*out = STEAL(store);
	return 0;
}

/* ==== Keeping it ======================================================== */

int store_tidy(struct repo *store)
{
	static const char *const args[] = {
		"-c", "gc.auto=2000", "-c", "gc.autoPackLimit=50",
		"-c", "gc.autoDetach=false", "gc", "--auto", "--quiet", NULL,
	};
	AUTO(process) git = PROCESS_INIT;

	git_command_init(&git, store);
	strlist_add_all(&git.argv, args);
	int rc = process_run(&git);
	return rc || process_ok(&git) ? rc : process_fail(&git, "git gc");
}
