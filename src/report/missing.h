/*
 * missing - what was configured and not measured, each with its reason.
 *
 * One row for all sides that lack a target for the same reason; what only the
 * head lacks stands first, for that is the change's doing, and what all sides
 * lack last.
 */
#ifndef REPORT_MISSING_H
#define REPORT_MISSING_H

#include "record/result.h"
#include "report/table.h"

/* Rows from the most important on, `most` of them at most; as many as are
 * left out come back. */
size_t missing_table(struct table *out, const struct result *result,
		     size_t most);
/* The sentence that matters of why, in one line; owned. */
char *missing_sentence(const struct result_missing *missing);

#endif
