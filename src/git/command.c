#include "git/command.h"

#include "base/environ.h"
#include "base/error.h"
#include "base/text.h"
#include "git/configenv.h"
#include "git/raw.h"

void git_command_set(struct strlist *env, const char *key, const char *value)
{
	const char *count = environ_get(env, "GIT_CONFIG_COUNT");
	int64_t nr = 0;

	if (count && !text_to_int64(&nr, count))
		nr = 0;
	auto_free char *key_name = xstrfmt("GIT_CONFIG_KEY_%d", (int)nr);
	auto_free char *value_name = xstrfmt("GIT_CONFIG_VALUE_%d", (int)nr);
	auto_free char *more = xstrfmt("%d", (int)nr + 1);
	environ_set(env, key_name, key);
	environ_set(env, value_name, value);
	environ_set(env, "GIT_CONFIG_COUNT", more);
}

/*
 * A repository that was found through git's environment keeps what of it
 * concerns configuration and objects; its place is told by --git-dir.
 */
static void set_environment(struct strlist *env, struct repo *repo)
{
	static const char *const places[] = {
		"GIT_DIR",	     "GIT_COMMON_DIR", "GIT_WORK_TREE",
		"GIT_INDEX_FILE",    "GIT_PREFIX",     "GIT_NAMESPACE",
		"GIT_IMPLICIT_WORK_TREE", "GIT_INTERNAL_SUPER_PREFIX",
	};

	const struct configenv *settings = repo_configenv(repo);

	environ_copy(env);
	if (!repo_is_from_environment(repo))
		environ_scrub_git(env);
	for (size_t i = 0; i < ARRAY_SIZE(places); i++)
		environ_set(env, places[i], NULL);
	for (size_t i = 0; repo_has_borrowed(repo) && i < settings->nr; i++)
		git_command_set(env, settings->entries[i].key,
				settings->entries[i].value ?
					settings->entries[i].value :
					"true");
}

void git_command_init(struct process *out, struct repo *repo)
{
	static const char *const args[] = {
		"git",
		"--no-pager",
		"-c",
		"core.hooksPath=/dev/null",
		"-c",
		"core.fsmonitor=false",
		"-c",
		"gc.auto=0",
		"-c",
		"maintenance.auto=false",
		"-c",
		"advice.detachedHead=false",
		NULL,
	};

	*out = (struct process)PROCESS_INIT;
	strlist_add_all(&out->argv, args);
	strlist_addf(&out->argv, "--git-dir=%s", repo_git_dir(repo));
	set_environment(&out->env, repo);
	environ_set(&out->env, "LC_ALL", "C");
	environ_set(&out->env, "GIT_TERMINAL_PROMPT", "0");
	environ_set(&out->env, "GIT_OPTIONAL_LOCKS", "0");
}

int git_run(struct repo *repo, const char *const *args)
{
	AUTO(process) git = PROCESS_INIT;

	git_command_init(&git, repo);
	strlist_add_all(&git.argv, args);
	int rc = process_run(&git);
	if (rc || process_ok(&git))
		return rc;
	auto_free char *what = xstrfmt("git %s", args[0]);
	return process_fail(&git, what);
}
