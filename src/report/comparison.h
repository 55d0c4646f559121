/*
 * comparison - the Normalized Time table of a result: head / base by target.
 *
 * The headline comes first and is counted from the very rows below it, in
 * whose order (record/importance.h) it names the foremost, so that the two
 * cannot contradict each other. An obstacle is said behind it. Sequential and parallel targets
 * stand apart, each with the geometric mean; base seconds stand beside every
 * ratio, so that one of milliseconds does not look like one of minutes. What
 * was not measured is listed with its reason. Several sides have a column
 * each. Below stand the speed-ups of parallel targets (speedup.h) and what was
 * measured beside the metric that decides (beside.h).
 *
 * `obstacle` says in a few words why there can be no verdicts ("another
 * machine", see pair.h); NULL for a result as it was recorded.
 */
#ifndef REPORT_COMPARISON_H
#define REPORT_COMPARISON_H

#include <jansson.h>

#include "base/buf.h"
#include "record/result.h"
#include "report/style.h"

/* For a terminal. */
void comparison_text(struct buf *out, const struct result *result,
		     const char *obstacle, const struct style *style);
/* Characters that a comment on GitHub may have. */
#define COMPARISON_COMMENT_MAX 65536
/*
 * For GitHub: verdict and changes first, the rest folded. At most `max_bytes`
 * bytes (0: no limit): the rows that matter least are left out, and their
 * number is said. Of a limit below 1,000 the headline alone may be more.
 */
void comparison_markdown(struct buf *out, const struct result *result,
			 const char *obstacle, size_t max_bytes);
/*
 * One row for each target and side it is compared with (for each target, if
 * there is one side only), with the columns
 *
 *	name, kind, domains, metric, unit,
 *	side, side_variant	sha and variant of the side compared with
 *	side_value, side_samples
 *	value, samples		of the head
 *	ratio, low, high, verdict
 *
 * What is not known is empty.
 */
void comparison_csv(struct buf *out, const struct result *result);
/*
 * One object: a result document (docs/SCHEMA.md) with two more members,
 * "headline" and, if there is one, "obstacle". New reference.
 */
json_t *comparison_json(const struct result *result, const char *obstacle);
/* The headline, counted afresh from the targets; owned. */
char *comparison_headline(const struct result *result);

#endif
