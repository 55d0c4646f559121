#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/json_stream.h"
#include "suite/format.h"
#include "suite/unit.h"

#define COUNTERS_MAX 64

/* Numbers of a benchmark that are no counters of its own. */
static const char *const not_counters[] = {
	"family_index",	    "per_family_instance_index",
	"repetitions",	    "repetition_index",
	"threads",	    "iterations",
	"real_time",	    "cpu_time",
	"cpu_coefficient",  "real_coefficient",
	"rms",
};

static bool is_counter(const char *key)
{
	for (size_t i = 0; i < ARRAY_SIZE(not_counters); i++)
		if (!strcmp(not_counters[i], key))
			return false;
	return true;
}

static const char *name_of(const json_t *bench)
{
	return json_get_string(bench, "run_name",
			       json_get_string(bench, "name", "(unnamed)"));
}

static bool is_aggregate(const json_t *bench)
{
	return !strcmp(json_get_string(bench, "run_type", ""), "aggregate");
}

/* Counters are per second where the name says so: then more is better. */
static void add_counters(struct reading *reading, json_t *bench)
{
	const char *key;
	json_t *value;

	json_object_foreach(bench, key, value) {
		if (!json_is_number(value) || !is_counter(key) ||
		    reading->metrics.nr >= COUNTERS_MAX)
			continue;
		bool rate = strstr(key, "_per_second");
		bool bytes = !strcmp(key, "bytes_per_second");
		auto_free char *name = target_name_make(key);
		struct metric *metric =
			metrics_set(&reading->metrics, name,
				    json_number_value(value),
				    bytes ? "B/s" : rate ? "1/s" : "1");
		if (metric)
			metric->higher_is_better = rate;
	}
}

static void add_bench(struct readings *out, json_t *bench)
{
	const char *unit = json_get_string(bench, "time_unit", "ns");
	int64_t threads = json_get_int(bench, "threads", 1);
	const json_t *real = json_object_get(bench, "real_time");
	const json_t *cpu = json_object_get(bench, "cpu_time");

	if (!json_is_number(real) || unit_seconds(unit) <= 0)
		return;
	struct reading *reading = format_add(out, name_of(bench),
					     json_number_value(real), unit,
					     BETTER_LOWER);
	if (!reading)
		return;
	if (threads > 1 && threads <= 4096) {
		reading->kind = KIND_PARALLEL;
		reading->domains = (int)threads;
	}
	if (json_is_number(cpu))
		metrics_set(&reading->metrics, "cpu_seconds",
			    json_number_value(cpu) * unit_seconds(unit), "s");
	add_counters(reading, bench);
}

static bool add_error(struct readings *out, const json_t *bench)
{
	bool failed = json_get_bool(bench, "error_occurred", false);

	if (!failed && !json_get_bool(bench, "skipped", false))
		return false;
	format_add_failure(out, name_of(bench), STAGE_ERROR,
			   json_get_string(bench,
					   failed ? "error_message" :
						    "skip_message",
					   failed ? "it reported an error" :
						    "it was skipped"));
	return true;
}

static bool is_median(const json_t *bench)
{
	return is_aggregate(bench) &&
	       !strcmp(json_get_string(bench, "aggregate_name", ""), "median");
}

static void add_all(struct readings *out, json_t *benchmarks)
{
	json_auto_t *seen = json_object();
	json_t *bench;
	size_t i;

	json_array_foreach(benchmarks, i, bench) {
		if (!json_is_object(bench) || is_aggregate(bench))
			continue;
		json_object_set_new(seen, name_of(bench), json_true());
		if (!add_error(out, bench))
			add_bench(out, bench);
	}
	/* With --benchmark_report_aggregates_only there are no single runs. */
	json_array_foreach(benchmarks, i, bench)
		if (is_median(bench) && !json_object_get(seen, name_of(bench)))
			add_bench(out, bench);
}

int google_benchmark_read(struct readings *out, const char *text, size_t len)
{
	struct json_stream stream = JSON_STREAM(text, len);
	size_t before = out->nr;

	for (json_t *o; (o = json_stream_next_with(&stream, "benchmarks"));) {
		add_all(out, json_object_get(o, "benchmarks"));
		json_decref(o);
	}
	if (out->nr > before)
		return 0;
	return fail(ERR_BADDATA,
		    "the output holds no Google Benchmark results");
}
