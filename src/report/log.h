/*
 * log - results as a list, one a row: `git bench log`.
 *
 *	AUTO(table) t = TABLE_INIT;
 *	log_columns(&t);
 *	log_row(&t, path, &result, NULL);	newest first
 *	table_print(&out, &t, TABLE_AS_TEXT, &style);
 *
 * People see date, commit, suite and headline, as in git log --oneline. CSV
 * and JSON (one object a result) have the columns or members
 *
 *	date, sha, variant, base_sha, suite, ref, pr, schedule, request,
 *	runner, machine (its class), path, headline, slower, faster, same,
 *	unknown, missing (numbers of targets), geomean (of the ratios),
 *	total_seconds, and of a schedule's result: previous (path of the one
 *	before), change (ratio of the totals), obstacle ("another machine")
 *
 * What is not known is empty in CSV and absent in JSON. The counts are those
 * of the head against its base; of a result without a base people see
 * the change from the schedule's result before instead.
 */
#ifndef REPORT_LOG_H
#define REPORT_LOG_H

#include "record/result.h"
#include "report/lineage.h"
#include "report/table.h"

/* Also makes the table headless. */
void log_columns(struct table *table);
/* `step`: from the schedule's result before; NULL: there is none. */
void log_row(struct table *table, const char *path,
	     const struct result *result, const struct lineage_step *step);

#endif
