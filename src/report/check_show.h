/*
 * check_show - what a check found, for people and for programs.
 *
 * The headline is counted from the very findings that follow it. What is
 * fine, or unknown without looking worse than allowed, is counted only; `all`
 * lists it, too.
 */
#ifndef REPORT_CHECK_SHOW_H
#define REPORT_CHECK_SHOW_H

#include <jansson.h>

#include "base/buf.h"
#include "report/check.h"
#include "report/table.h"

/* "check failed: 1 worse (fib +31%, 5% allowed), 2 unknown"; owned. */
char *check_headline(const struct check *check);
/*
 * Headline, table, notes, as TABLE_AS_TEXT or TABLE_AS_MARKDOWN, which is
 * bounded: it fits into a comment, with the worst that there is. The other two
 * formats are the table alone, everything in it.
 */
void check_show(struct buf *out, const struct check *check,
		const struct strlist *notes, bool all,
		enum table_format format, const struct style *style);
/*
 * One object: passed, headline, counts by outcome, notes, and findings, all
 * of them (git-bench-check(1) has their members). New reference.
 */
json_t *check_json(const struct check *check, const struct strlist *notes);

#endif
