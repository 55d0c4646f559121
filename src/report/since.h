/*
 * since - what changed from the result before, in the series of a schedule.
 *
 * Such results were measured apart, often by machines that are new each
 * week: there is a change of the total and of the targets that changed most,
 * up to SINCE_MOST each way, and no verdict unless pair.h has one. Changes of
 * times are ranked by the seconds that they cost, so that one of milliseconds
 * does not stand before one of minutes.
 *
 *	AUTO(since) since = SINCE_INIT;
 *	since_make(&since, previous_path, &previous, &result);
 *	since_text(&out, &since, &style);
 */
#ifndef REPORT_SINCE_H
#define REPORT_SINCE_H

#include <jansson.h>

#include "base/buf.h"
#include "report/pair.h"
#include "report/style.h"

#define SINCE_MOST 5

struct since {
	char *path; /* of the result before */
	char *date;
	struct pair pair;
	double before, after; /* totals of what both have; NaN: not known */
	/* Of pair.result, the greatest change first. */
	const struct result_target *more[SINCE_MOST], *less[SINCE_MOST];
	size_t nr_more, nr_less;
};

#define SINCE_INIT { .pair = PAIR_INIT }

/* Copies what it needs of both. */
void since_make(struct since *out, const char *path,
		const struct result *previous, const struct result *result);
/* "total +3.1% since 2026-11-23: unknown (another machine)"; owned. */
char *since_headline(const struct since *since);
/* The headline and a table of the changes; ends in a line feed. */
void since_text(struct buf *out, const struct since *since,
		const struct style *style);
void since_markdown(struct buf *out, const struct since *since);
/*
 * {path, date, sha, total_before, total_after, obstacle, more, less}; the
 * last two lists of {name, metric, unit, before, after, ratio, verdict}.
 * What is not known is absent. New reference.
 */
json_t *since_json(const struct since *since);
void since_release(struct since *since);

#endif
