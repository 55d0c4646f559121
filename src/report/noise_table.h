/*
 * noise_table - what history knows of unchanged code: `git bench show
 * --noise`.
 *
 * People see, for each runner and target: the metric that decides, the
 * threshold (how far three looks or more have to agree on a shift before it
 * is a change), the noise it was made from, where that came from, and how
 * many observations there are. CSV and JSON (one object a row) have
 *
 *	suite, runner, class, target, variant, metric, threshold (a ratio
 *	above 1; absent while history is short), noise (upper quartile of
 *	changes, a ratio less 1), source, pairs, runs, results
 */
#ifndef REPORT_NOISE_TABLE_H
#define REPORT_NOISE_TABLE_H

#include "git/repo.h"
#include "report/table.h"

/*
 * NULL suite, target: of all. With `metrics` every metric that is decided,
 * not just the one that decides. ERR_NOTFOUND: there is none such.
 */
int noise_table(struct table *out, struct repo *repo, const char *suite,
		const char *target, bool metrics);

#endif
