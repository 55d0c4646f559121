#include "git/command.h"

#include "base/environ.h"
#include "base/error.h"

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
	environ_copy(&out->env);
	environ_scrub_git(&out->env);
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
	if (!rc && !process_ok(&git))
		rc = process_fail(&git, args[0]);
	return rc;
}
