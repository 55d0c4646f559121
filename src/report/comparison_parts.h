/*
 * comparison_parts - what a comparison is put together from, in any format.
 *
 * Private to the files of comparison.h.
 */
#ifndef REPORT_COMPARISON_PARTS_H
#define REPORT_COMPARISON_PARTS_H

#include "record/result.h"
#include "report/section.h"
#include "report/table.h"

/* "micro: 1 slower (fib +31%), 4 same", not safe yet; owned. */
char *comparison_title(const struct result *result);
/* The sides by name, commit and variant. */
void comparison_sides(struct table *out, const struct result *result);
/*
 * "No verdicts, for the two were measured on another machine."; NULL without
 * an obstacle. Owned.
 */
char *comparison_warning(const char *obstacle);
/*
 * "geometric mean 1.001", against each side; NULL where there is none to
 * speak of. Not safe yet: a side may be named by its variant. Owned.
 */
char *comparison_mean(const struct result *result,
		      const struct section *section);
/* The result's own notes, then why verdicts are unknown. Not safe yet. */
void comparison_notes(struct strlist *out, const struct result *result,
		      const char *obstacle);

#endif
