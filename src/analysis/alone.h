/*
 * alone - a target judged by its looks alone, because no history says what
 * unchanged code does there.
 *
 * Repeated tests are what raises the rate of false alarms, so there are few
 * of them, agreed on before the first look: at `looks_least` looks, and each
 * time that there are two fifths more, up to `looks_most`. Each is given an
 * equal share of the error of the whole run, divided by the targets that are
 * decided together (Bonferroni). Between two tests what the last one said
 * stands.
 *
 * The test is that of compare.h, for a metric of which less is better.
 */
#ifndef ANALYSIS_ALONE_H
#define ANALYSIS_ALONE_H

#include <stddef.h>

#include "analysis/compare.h"

struct alone_plan {
	size_t looks_least; /* >= 1; fewer than COMPARISON_PAIRS_MIN say
			       nothing */
	size_t looks_most;  /* the same: one test, at the end */
	double alpha;	    /* error of the whole run */
	size_t nr_targets;  /* decided together */
	double smallest_effect;
};

/* The last test at or before `looks`; 0: none yet. */
size_t alone_test_at(const struct alone_plan *plan, size_t looks);
/* How many tests there are. */
size_t alone_tests(const struct alone_plan *plan);
/* What the last test said, of values in the order of their looks. */
void alone_judge(struct comparison *out, const struct alone_plan *plan,
		 const double *base, const double *head, size_t looks);

#endif
