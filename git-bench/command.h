/*
 * command - one subcommand of git bench: an entry of the table in
 * commands.c, one file cmd_<name>.c each.
 *
 *	const struct command cmd_show = {
 *		.name = "show", ...
 *		.options = options,
 *		.run = run,
 *	};
 *
 * run() parses its options with command_parse(), calls the library once or
 * twice and prints. It returns 0, COMMAND_NO when the answer is a "no" that
 * has been printed already, or a library error, which main() prints.
 */
#ifndef GIT_BENCH_COMMAND_H
#define GIT_BENCH_COMMAND_H

#include <stdbool.h>

#include "git/repo.h"
#include "option.h"

enum { COMMAND_NO = 1 };

enum command_flags {
	COMMAND_NEEDS_REPO = 1 << 0, /* context->repo is set, or main() fails */
	COMMAND_MAY_REPO = 1 << 1,   /* the same, but none at all is fine */
};

enum command_group {
	GROUP_ASK,
	GROUP_MEASURE,
	GROUP_READ,
	GROUP_HOST,
	GROUP_NR,
};

/* What a command gets from main(); one for the life of the program. */
struct context {
	const struct command *command;
	struct repo *repo; /* see command_flags; NULL otherwise */
	bool bad_words;	   /* command_parse() failed: main() prints usage */
};

struct command {
	const char *name;
	const char *summary; /* one line for `git bench -h`, no full stop */
	enum command_group group;
	const char *const *usage; /* without "git bench "; ends with NULL */
	const struct option *options;
	int min_args;
	int max_args; /* -1: any number */
	unsigned flags;
	int (*run)(struct context *context, int argc, char **argv);
};

/* All commands in the order of `git bench -h`, ending with NULL. */
extern const struct command *const commands[];

/* NULL when there is none of that name. */
const struct command *command_find(const char *name);
/*
 * Options of argv into `values`, then the number of arguments left is
 * checked. ERR_USAGE.
 */
int command_parse(struct context *context, void *values, int *argc,
		  char **argv);

extern const struct command cmd_approve, cmd_cancel, cmd_check, cmd_compare,
	cmd_doctor, cmd_fsck, cmd_hook, cmd_import,
	cmd_init, cmd_log, cmd_request,
	cmd_retry, cmd_run, cmd_runner, cmd_show, cmd_status, cmd_wait;

#endif
