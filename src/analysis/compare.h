/*
 * compare - two sides of one target, from their samples to a verdict.
 *
 * Pure: arrays in, numbers out. Samples are paired by look (head[i] was
 * taken next to base[i]), so drift of the machine cancels.
 */
#ifndef ANALYSIS_COMPARE_H
#define ANALYSIS_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/verdict.h"

struct comparison_rules {
	double smallest_effect; /* relative; 0.01 = 1 % */
	double alpha;		/* error rate for the whole set of targets */
	size_t nr_targets;	/* how many are decided together; >= 1 */
	bool higher_is_better;
};

#define COMPARISON_RULES_DEFAULT \
	{ .smallest_effect = 0.01, .alpha = 0.05, .nr_targets = 1 }

struct comparison {
	double ratio;	  /* head / base: under 1 is less */
	double low, high; /* interval of the ratio; NaN with < 2 pairs */
	enum verdict verdict;
};

/* All values must be finite and > 0; a target that is not is `unknown`. */
void compare_samples(struct comparison *out, const double *base,
		     size_t nr_base, const double *head, size_t nr_head,
		     const struct comparison_rules *rules);

#endif
