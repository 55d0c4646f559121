#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "base/json_stream.h"
#include "suite/format.h"
#include "suite/unit.h"

/* One metric of one test, on its way to readings. */
struct source {
	struct readings *out;
	char *target;
	const char *units; /* "" when the metric does not say */
	enum better better;
};

/* A number, or a string that holds one with or without its unit. */
static bool read_number(double *value, char **unit, const json_t *json)
{
	if (json_is_number(json)) {
		*value = json_number_value(json);
		*unit = xstrdup("");
		return true;
	}
	return json_is_string(json) &&
	       unit_split(value, unit, json_string_value(json));
}

static struct reading *add_number(struct source *source, const json_t *json)
{
	auto_free char *unit = NULL;
	double value;

	if (!read_number(&value, &unit, json))
		return NULL;
	return format_add(source->out, source->target, value,
			  *source->units ? source->units : unit,
			  source->better);
}

/* {"min":1,"avg":2,"max":3}: the average, with the others at its side. */
static bool add_spread(struct source *source, const json_t *json)
{
	static const char *const others[] = { "min", "max" };
	struct reading *reading =
		add_number(source, json_object_get(json, "avg"));

	if (!reading)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		auto_free char *unit = NULL;
		double value;

		if (!read_number(&value, &unit,
				 json_object_get(json, others[i])))
			continue;
		const char *said = *source->units ? source->units : unit;
		double factor = isnan(reading->seconds) ? 1 :
							  unit_seconds(said);
		metrics_set(&reading->metrics, others[i], value * factor,
			    isnan(reading->seconds) ? said : "s");
	}
	return true;
}

static void add_value(struct source *source, const json_t *json)
{
	const json_t *item;
	size_t i, added = 0;

	if (json_is_array(json)) {
		json_array_foreach(json, i, item)
			added += add_number(source, item) != NULL;
	} else if (json_is_object(json)) {
		added = add_spread(source, json);
	} else {
		added = add_number(source, json) != NULL;
	}
	if (!added)
		format_add_failure(source->out, source->target, STAGE_OUTPUT,
				   "its value is no number");
}

static enum better read_trend(const json_t *metric)
{
	const char *trend = json_get_string(metric, "trend", "");

	if (!strcmp(trend, "higher-is-better"))
		return BETTER_HIGHER;
	return strcmp(trend, "lower-is-better") ? BETTER_UNSAID : BETTER_LOWER;
}

static void add_metric(struct readings *out, const char *test,
		       const char *name, const json_t *metric,
		       const json_t *value)
{
	auto_free char *whole = xstrfmt("%s/%s", test, name);
	/* Cut here: it is copied for each of perhaps 20,000 values. */
	auto_free char *target = target_name_make(whole);
	struct source source = {
		.out = out,
		.target = target,
		.units = json_get_string(metric, "units", ""),
		.better = read_trend(metric),
	};

	add_value(&source, value);
}

static void add_test(struct readings *out, const char *prefix,
		     const json_t *test)
{
	json_t *metrics = json_object_get(test, "metrics"), *metric;
	const char *name = json_get_string(test, "name", "(unnamed)");
	auto_free char *full = xstrfmt("%s%s%s", prefix, *prefix ? "/" : "",
				       name);
	const char *key;
	size_t i;

	json_array_foreach(metrics, i, metric)
		add_metric(out, full,
			   json_get_string(metric, "name", "(unnamed)"),
			   metric, json_object_get(metric, "value"));
	/* The first version of the format: {"metrics":{"ops":12}}. */
	json_object_foreach(metrics, key, metric)
		add_metric(out, full, key, NULL, metric);
}

int current_bench_read(struct readings *out, const char *text, size_t len)
{
	struct json_stream stream = JSON_STREAM(text, len);
	size_t before = out->nr;

	for (json_t *o; (o = json_stream_next_with(&stream, "results"));) {
		const char *prefix = json_get_string(o, "name", "");
		json_t *test;
		size_t i;

		json_array_foreach(json_object_get(o, "results"), i, test)
			add_test(out, prefix, test);
		json_decref(o);
	}
	if (out->nr > before)
		return 0;
	return fail(ERR_BADDATA, "the output holds no current-bench results");
}
