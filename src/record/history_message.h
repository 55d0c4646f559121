/*
 * history_message - a result as the message of the commit that brings it.
 *
 * `git log bench-history` is read by people: a subject that says what came
 * out, a small table of what changed most, trailers for programs.
 */
#ifndef RECORD_HISTORY_MESSAGE_H
#define RECORD_HISTORY_MESSAGE_H

#include "record/result.h"

/* Owned. `runner` may be NULL. */
char *history_message(const struct result *result, const char *runner);

#endif
