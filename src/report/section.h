/*
 * section - the targets of one kind (sequential, parallel, build) in a
 * result, in order of importance (record/importance.h).
 *
 * Sections borrow from their result: it must stay as it is while they live.
 */
#ifndef REPORT_SECTION_H
#define REPORT_SECTION_H

#include "record/result.h"
#include "report/table.h"

struct section {
	const char *kind;
	const struct result_target **targets;
	size_t nr, cap;
	size_t nr_changed;  /* slower or faster: they stand first */
	const char *metric; /* that decides for all of them; NULL: several */
	bool has_thresholds; /* of some it is known what makes a change */
};

/* Sequential, parallel, build, and any other; some may be empty. */
#define SECTIONS_NR 4
struct sections {
	struct section items[SECTIONS_NR];
};

/* Of all targets that the head was measured on. */
void sections_of(struct sections *out, const struct result *result);
void sections_release(struct sections *sections);

/*
 * A metric of one side by its name, its wall seconds ("seconds"), or user and
 * system time together (METRIC_CPU); NaN: none.
 */
double section_metric(const struct result_cell *cell, const char *name);
/* The value that decides for a target on one side; NaN: none. */
double section_value(const char **unit, const struct result_target *target,
		     size_t side);
/* "base", "head", or what tells a further side from them. Owned. */
char *section_side(const struct result *result, size_t side);
/* Do wall seconds decide for all of them? */
bool section_is_timed(const struct section *section);
/* "Normalized Time, sequential (head / base, under 1 is faster)"; owned. */
char *section_title(const struct result *result,
		    const struct section *section);
/*
 * Rows `from` up to `to` (not included). An `obstacle` is why there can be
 * no verdicts ("another machine"); NULL: there is none.
 */
void section_table(struct table *out, const struct result *result,
		   const struct section *section, size_t from, size_t to,
		   const char *obstacle);
/*
 * Geometric mean of the ratios against a side; NaN when there are none or
 * when they are of several metrics.
 */
double section_geomean(const struct section *section, size_t side);

#endif
