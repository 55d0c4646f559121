/*
 * usage - the texts that are made from the tables: `-h`, the words for
 * completion, and what an unknown command could have meant.
 */
#ifndef GIT_BENCH_USAGE_H
#define GIT_BENCH_USAGE_H

#include "command.h"

/* `git bench -h`. */
void usage_program(struct buf *out);
/* `git bench CMD -h`. */
void usage_command(struct buf *out, const struct command *command);
/* Names of all commands, separated by spaces. */
void usage_command_names(struct buf *out);
/* The known command most like `name`, or NULL. */
const struct command *usage_suggest(const char *name);

#endif
