/*
 * format - how other tools write down what they measured, as a table.
 *
 * Each reader takes the text of a log or a file and adds readings: times in
 * seconds, everything else in its own unit under the metric "value". Names
 * come out fit for targets, whatever was in the text; at most
 * FORMAT_READINGS_MAX readings are taken, the rest is passed over.
 */
#ifndef SUITE_FORMAT_H
#define SUITE_FORMAT_H

#include <stddef.h>

#include "suite/reading.h"

#define FORMAT_READINGS_MAX 20000

/* ERR_BADDATA when there is nothing of that format in the text. */
typedef int format_read_fn(struct readings *out, const char *text, size_t len);

struct format {
	const char *name; /* as in 'output = <name>' */
	format_read_fn *read;
};

/* Borrowed; NULL when there is none of that name. */
const struct format *format_find(const char *name);
/* "current-bench, google-benchmark, ..."; owned. */
char *format_names(void);

/*
 * {"results":[{"name":"t","metrics":[{"name":"ops","value":V,"units":"ms",
 * "trend":"lower-is-better"}]}]}: V is a number, "1.2ms", a list of them
 * (as many samples) or {min,avg,max}. Any number of such objects in a log;
 * equal names in several are samples of one target. A target is named
 * [<name of the object>/]<test>/<metric>.
 */
format_read_fn current_bench_read;
/* `hyperfine --export-json`: each of times[] is a sample. */
format_read_fn hyperfine_json_read;
/*
 * Google Benchmark's --benchmark_format=json: real_time decides, cpu_time
 * and counters go along; of a benchmark that has only aggregates, the median.
 */
format_read_fn google_benchmark_read;
/* lakeprof's log or Chrome trace: see lakeprof.h. */
format_read_fn lakeprof_read;

/* ==== For readers ======================================================= */

/*
 * Adds `value` in `unit` as a reading of `target`: as its seconds when that
 * is a unit of time and less is better, else as its metric "value". NULL when
 * there are too many readings or the value is not finite.
 */
struct reading *format_add(struct readings *out, const char *target,
			   double value, const char *unit,
			   enum better better);
/* Adds a failure of `target`, unless there are too many readings. */
void format_add_failure(struct readings *out, const char *target,
			const char *stage, const char *reason);

#endif
