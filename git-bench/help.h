/*
 * help - opens man pages the way git does (help.format and all).
 */
#ifndef GIT_BENCH_HELP_H
#define GIT_BENCH_HELP_H

#include "command.h"

/*
 * Becomes `git help git-bench[-<command>]`; NULL for the program's own page.
 * Returns (ERR_FAILED) only when git could not be started.
 */
int help_open(const struct command *command);

#endif
