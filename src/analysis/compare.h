/*
 * compare - two sides of one target, from their samples to a verdict.
 *
 * Pure: arrays in, numbers out. Samples are paired by look (head[i] was
 * taken next to base[i]), so drift of the machine cancels.
 *
 * The rule, the same for all three ways below: `slower` or `faster` when the
 * interval excludes 1 and the ratio is off by more than the smallest effect
 * that matters; `same` when the whole interval lies within that effect;
 * else `unknown`. Without an interval there is no other verdict than
 * `unknown`. docs/verdicts.md has the reasons and measured error rates.
 */
#ifndef ANALYSIS_COMPARE_H
#define ANALYSIS_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/verdict.h"

/* With fewer looks than this a spread cannot be told from luck. */
#define COMPARISON_PAIRS_MIN 3

struct comparison_rules {
	double smallest_effect; /* relative; 0.01 = 1 % */
	double alpha;		/* error rate for the whole set of targets */
	size_t nr_targets;	/* how many are decided together; >= 1 */
	bool higher_is_better;
};

#define COMPARISON_RULES_DEFAULT \
	{ .smallest_effect = 0.01, .alpha = 0.05, .nr_targets = 1 }
/* For counts that repeat, such as valgrind's instructions: 0.1 %. */
#define COMPARISON_RULES_EXACT \
	{ .smallest_effect = 0.001, .alpha = 0.05, .nr_targets = 1 }

struct comparison {
	double ratio;	  /* head / base: under 1 is less; NaN: not known */
	double low, high; /* interval of the ratio; NaN: not known */
	enum verdict verdict;
};

/*
 * From samples that scatter. What has no partner (nr_base != nr_head) is
 * left out. All values must be finite and > 0; else nothing is known. Under
 * COMPARISON_PAIRS_MIN pairs there is a ratio, but no interval.
 */
void compare_samples(struct comparison *out, const double *base,
		     size_t nr_base, const double *head, size_t nr_head,
		     const struct comparison_rules *rules);

/*
 * From one count a side that would come out the same again (instructions of
 * a single-threaded program under valgrind; not those of a parallel one).
 * The interval is the ratio itself.
 */
void compare_exact(struct comparison *out, double base, double head,
		   const struct comparison_rules *rules);

/*
 * From two comparisons with one and the same base, each made with samples
 * of its own: `b`'s head against `a`'s. Needs both intervals; keeps their
 * level.
 */
void compare_through_base(struct comparison *out, const struct comparison *a,
			  const struct comparison *b,
			  const struct comparison_rules *rules);

#endif
