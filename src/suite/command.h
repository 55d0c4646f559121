/*
 * command - a command line of .gitbench as the words of a process.
 *
 * Without a shell (the default) a line is split at blanks; '...' and "..."
 * keep blanks, a backslash keeps the next character; nothing else is
 * special. {NAME} is then replaced by a variant's parameter inside each
 * word: what was put there is never split again, and it never becomes the
 * program itself, for it may come from a stranger's comment. With a shell the
 * line goes to `sh -c` as it is; parameters are in its environment as
 * BENCH_PARAM_NAME.
 */
#ifndef SUITE_COMMAND_H
#define SUITE_COMMAND_H

#include <stdbool.h>

#include "base/strlist.h"

/*
 * Appends the words. ERR_USAGE: a quote is open, the line is empty, its
 * first word holds a parameter, or a bare ">", "|" or "&&" shows that a
 * shell was meant.
 */
int command_split(struct strlist *out, const char *line);
/* Appends the argv for a line; an unknown {NAME} stays as it is. */
int command_argv(struct strlist *out, const char *line, bool shell,
		 const struct strlist *params);
/*
 * Is the program there that `word` names: a path (from `cwd`), or a name in
 * the PATH of `env`?
 */
bool command_exists(const char *word, const struct strlist *env,
		    const char *cwd);

#endif
