/*
 * pair - two commits as one result that comparison.h can show, from what was
 * measured: of two results the baseline is the first one's head, the head is
 * the second one's.
 *
 * What was measured apart is not alternated, so a verdict needs more than
 * two medians. There is one where
 *
 *  - both heads were measured against one and the same base: their ratios
 *    to it are compared, drift of the machine cancels; or
 *  - the metric is a count that repeats (instructions by valgrind of a
 *    target that is not parallel): the counts are compared.
 *
 * and only if machine (not only its class), toolchain, suite, its revision and the options
 * are the same (record/comparability.h): else `obstacle` says what is not,
 * every verdict is `unknown`, and the notes give both values. Without a
 * verdict the ratio of the medians is still there.
 *
 *	AUTO(pair) pair = PAIR_INIT;
 *	pair_make(&pair, &a, &b);
 *	comparison_text(&out, &pair.result, pair.obstacle, &style);
 */
#ifndef REPORT_PAIR_H
#define REPORT_PAIR_H

#include "git/repo.h"
#include "record/result.h"

struct pair {
	struct result result; /* only what both have in common, and b's date */
	char *obstacle;	      /* "another machine", ...; NULL: none */
};

#define PAIR_INIT { .result = RESULT_INIT }

void pair_make(struct pair *out, const struct result *a,
	       const struct result *b);
/*
 * Of a result with several sides one of them and the head, as they were
 * measured and decided.
 */
void pair_of_side(struct pair *out, const struct result *result, size_t side);
/*
 * Two commits, named as couple_find() takes them, by the results that are
 * there: see record/couple.h. What they are is said in the notes.
 */
int pair_load(struct pair *out, struct repo *repo, const char *base,
	      const char *head, const char *suite);
void pair_release(struct pair *pair);

#endif
