#include "git/command.h"

#include "base/environ.h"
#include "base/error.h"
#include "git/raw.h"

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

	environ_copy(env);
	if (!repo_is_from_environment(repo))
		environ_scrub_git(env);
	for (size_t i = 0; i < ARRAY_SIZE(places); i++)
		environ_set(env, places[i], NULL);
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
