/*
 * Two versions of the export are about. Version 1 has an array of wall times
 * beside averages of the rest; version 2 has one object a run, with units:
 *
 *	{"results":[{"command":"x","user":0.1,"times":[0.5,0.6],
 *		     "exit_codes":[0,0],"memory_usage_byte":[9,9]}]}
 *	{"schema_version":2,"results":[{"command":"x","name":"n","measurements":
 *		[{"time_wall_clock":{"value":0.5,"unit":"second"}, ...}]}]}
 */
#include <string.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "base/json_stream.h"
#include "suite/format.h"
#include "suite/unit.h"

/* ==== Names ============================================================= */

static const char *plain_name(const json_t *result)
{
	return json_get_string(result, "name",
			       json_get_string(result, "command",
					       "(unnamed)"));
}

/* How often each name stands among the results. */
static json_t *count_names(const json_t *results)
{
	json_t *counts = json_object();
	const json_t *result;
	size_t i;

	json_array_foreach(results, i, result) {
		const char *name = plain_name(result);

		json_set_int(counts, name, 1 + json_get_int(counts, name, 0));
	}
	return counts;
}

/* A --command-name of several: parameters tell them apart. */
static char *name_of(const json_t *result, const json_t *counts)
{
	json_t *params = json_object_get(result, "parameters"), *value;
	const char *name = plain_name(result), *key;
	struct buf b = BUF_INIT;

	buf_addstr(&b, name);
	if (json_get_int(counts, name, 0) < 2)
		return buf_detach(&b);
	json_object_foreach(params, key, value) {
		const char *text = json_string_value(value);

		buf_addf(&b, " %s=%s", key, text ? text : "");
	}
	return buf_detach(&b);
}

/* ==== Version 1 ========================================================= */

static void set_number(struct reading *reading, const char *name,
		       const json_t *value, const char *unit)
{
	if (json_is_number(value))
		metrics_set(&reading->metrics, name, json_number_value(value),
			    unit);
}

/* null is how it writes down an end by a signal. */
static bool has_crash(const json_t *codes)
{
	const json_t *code;
	size_t i;

	json_array_foreach(codes, i, code)
		if (json_is_null(code))
			return true;
	return false;
}

static void add_times(struct readings *out, const char *name,
		      const json_t *result)
{
	const json_t *memory = json_object_get(result, "memory_usage_byte");
	const json_t *time;
	size_t i;

	if (has_crash(json_object_get(result, "exit_codes"))) {
		format_add_failure(out, name, STAGE_CRASH,
				   "a run ended by a signal");
		return;
	}
	json_array_foreach(json_object_get(result, "times"), i, time) {
		if (!json_is_number(time))
			continue;
		struct reading *reading = format_add(
			out, name, json_number_value(time), "s", BETTER_LOWER);
		if (!reading)
			return;
		set_number(reading, "user_seconds",
			   json_object_get(result, "user"), "s");
		set_number(reading, "sys_seconds",
			   json_object_get(result, "system"), "s");
		set_number(reading, "maxrss", json_array_get(memory, i), "B");
	}
}

/* ==== Version 2 ========================================================= */

static const struct {
	const char *member;
	const char *metric;
} metrics[] = {
	{ "time_user", "user_seconds" },
	{ "time_system", "sys_seconds" },
	{ "memory_peak_resident", "maxrss" },
};

static void add_run(struct readings *out, const char *name, const json_t *run)
{
	const json_t *wall = json_object_get(run, "time_wall_clock");
	const json_t *value = json_object_get(wall, "value");

	if (!json_is_number(value))
		return;
	struct reading *reading =
		format_add(out, name, json_number_value(value),
			   json_get_string(wall, "unit", "second"),
			   BETTER_LOWER);
	for (size_t i = 0; reading && i < ARRAY_SIZE(metrics); i++) {
		const json_t *m = json_object_get(run, metrics[i].member);
		double factor = unit_seconds(json_get_string(m, "unit", ""));

		value = json_object_get(m, "value");
		if (json_is_number(value))
			metrics_set(&reading->metrics, metrics[i].metric,
				    json_number_value(value) *
					    (factor > 0 ? factor : 1),
				    factor > 0 ? "s" : "B");
	}
}

/* ==== Both ============================================================== */

static void add_result(struct readings *out, const json_t *result,
		       const json_t *counts)
{
	auto_free char *name = name_of(result, counts);
	const json_t *runs = json_object_get(result, "measurements"), *run;
	size_t i, before = out->nr;

	json_array_foreach(runs, i, run)
		add_run(out, name, run);
	if (!json_is_array(runs))
		add_times(out, name, result);
	/* An export without single times: its median is one sample. */
	const json_t *median = json_object_get(result, "median");
	if (out->nr == before && json_is_number(median))
		format_add(out, name, json_number_value(median), "s",
			   BETTER_LOWER);
	if (out->nr == before)
		format_add_failure(out, name, STAGE_OUTPUT, "it has no times");
}

int hyperfine_json_read(struct readings *out, const char *text, size_t len)
{
	struct json_stream stream = JSON_STREAM(text, len);
	size_t before = out->nr;

	for (json_t *o; (o = json_stream_next_with(&stream, "results"));) {
		json_t *results = json_object_get(o, "results"), *result;
		json_auto_t *counts = count_names(results);
		size_t i;

		json_array_foreach(results, i, result)
			if (json_is_object(result))
				add_result(out, result, counts);
		json_decref(o);
	}
	if (out->nr > before)
		return 0;
	return fail(ERR_BADDATA, "the output holds no hyperfine results");
}
