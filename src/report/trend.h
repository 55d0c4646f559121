/*
 * trend - one target over time: `git bench log <target>`.
 *
 *	AUTO(trend) trend = TREND_INIT(name, NULL);
 *	trend_add(&trend, path, &result);	oldest first
 *	trend_table(&table, &trend);
 *	table_print(&out, &table, TABLE_AS_TEXT, &style);
 *
 * People see, newest first: date, commit, value, samples, the change from
 * the result before it, the machine if there are several, and a bar. CSV and
 * JSON (one object a result) have
 *
 *	name, date, sha, variant, suite, machine (class), path, metric, value,
 *	unit, samples, change (ratio to the value before), previous (path of
 *	the result that has it), obstacle ("another machine" of the class)
 *
 * The result before is the newest older one that is comparable: same suite
 * and revision of it, machine class, variant, metric and unit. A change is
 * no verdict: these were not measured side by side. That another machine of
 * the class measured is said, to people as "unknown (another machine)".
 */
#ifndef REPORT_TREND_H
#define REPORT_TREND_H

#include "record/result.h"
#include "report/table.h"

struct trend_point {
	char *path, *date, *suite, *suite_sha, *machine, *variant;
	struct oid sha;
	json_t *runner;
	char *metric, *unit;
	double value;
	int samples;
};

struct trend {
	const char *target; /* borrowed */
	const char *metric; /* borrowed; NULL: the one that decides */
	struct trend_point *points;
	size_t nr, cap;
	size_t most; /* rows of the table, the newest; 0: all */
};

#define TREND_INIT(target_, metric_) \
	{ .target = (target_), .metric = (metric_) }

/* False when the head was not measured on the target or lacks the metric. */
bool trend_add(struct trend *trend, const char *path,
	       const struct result *result);
void trend_table(struct table *out, const struct trend *trend);
void trend_release(struct trend *trend);

#endif
