#include "pager.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "git/config.h"

/* The running pager; 0 when there is none. */
static pid_t pager_pid;

/*
 * pager.bench.<command> or pager.bench: false, true, or a command of its
 * own. *program is set for the last of these (owned).
 */
static bool configured(char **program, struct context *context)
{
	auto_free char *key = xstrfmt("pager.bench.%s",
				      context->command->name);
	auto_free char *value = config_string(context->repo, key, NULL);
	bool wanted = true;

	*program = NULL;
	if (!value)
		value = config_string(context->repo, "pager.bench", NULL);
	if (value && !text_to_bool(&wanted, value))
		*program = STEAL(value);
	return wanted;
}

static char *choose(struct context *context)
{
	auto_free char *program = NULL;
	const char *from_env = getenv("GIT_PAGER");

	if (!configured(&program, context))
		return NULL;
	if (!program && from_env)
		program = xstrdup(from_env);
	if (!program)
		program = config_string(context->repo, "core.pager", NULL);
	if (!program)
		program = xstrdup_or_null(getenv("PAGER"));
	if (!program)
		program = xstrdup("less");
	if (!*program || !strcmp(program, "cat"))
		return NULL;
	return STEAL(program);
}

/* The child's half: stdin from the pipe, then the user's own command. */
static void __attribute__((noreturn)) become_pager(const char *program,
						   const int pipe_ends[2])
{
	dup2(pipe_ends[0], STDIN_FILENO);
	close(pipe_ends[0]);
	close(pipe_ends[1]);
	signal(SIGPIPE, SIG_DFL);
	setenv("LESS", "FRX", 0);
	setenv("LV", "-c", 0);
	execl("/bin/sh", "sh", "-c", program, (char *)NULL);
	_exit(127);
}

void pager_start(struct context *context)
{
	int pipe_ends[2];

	if (!context->repo || pager_pid || !isatty(STDOUT_FILENO))
		return;
	auto_free char *program = choose(context);
	if (!program || pipe(pipe_ends))
		return;
	fflush(NULL);
	pager_pid = fork();
	if (!pager_pid)
		become_pager(program, pipe_ends);
	if (pager_pid > 0)
		dup2(pipe_ends[1], STDOUT_FILENO);
	else
		pager_pid = 0;
	close(pipe_ends[0]);
	close(pipe_ends[1]);
}

bool pager_in_use(void)
{
	bool gits = false;
	const char *value = getenv("GIT_PAGER_IN_USE");

	return pager_pid || (value && text_to_bool(&gits, value) && gits);
}

void pager_finish(void)
{
	if (!pager_pid)
		return;
	fclose(stdout);
	while (waitpid(pager_pid, NULL, 0) < 0 && errno == EINTR)
		;
	pager_pid = 0;
}
