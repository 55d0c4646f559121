#include "suite/format.h"

#include <math.h>
#include <string.h>

#include "suite/unit.h"

static const struct format formats[] = {
	{ "current-bench", current_bench_read },
	{ "google-benchmark", google_benchmark_read },
	{ "hyperfine", hyperfine_json_read },
	{ "lakeprof", lakeprof_read },
};

const struct format *format_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++)
		if (!strcmp(formats[i].name, name))
			return &formats[i];
	return NULL;
}

char *format_names(void)
{
	AUTO(strlist) names = STRLIST_INIT;

	for (size_t i = 0; i < ARRAY_SIZE(formats); i++)
		strlist_add(&names, formats[i].name);
	return strlist_join(&names, ", ");
}

struct reading *format_add(struct readings *out, const char *target,
			   double value, const char *unit, enum better better)
{
	double factor = unit_seconds(unit);

	if (!isfinite(value) || !isfinite(value * factor) ||
	    out->nr >= FORMAT_READINGS_MAX)
		return NULL;
	auto_free char *name = target_name_make(target);
	struct reading *reading = readings_add(out, name);
	if (factor > 0 && better != BETTER_HIGHER) {
		reading->seconds = value * factor;
		return reading;
	}
	struct metric *metric = metrics_set(&reading->metrics, "value", value,
					    *unit ? unit : "1");
	metric->higher_is_better =
		better == BETTER_HIGHER ||
		(better == BETTER_UNSAID && unit_is_rate(unit));
	reading->primary = xstrdup("value");
	return reading;
}

void format_add_failure(struct readings *out, const char *target,
			const char *stage, const char *reason)
{
	if (out->nr >= FORMAT_READINGS_MAX)
		return;
	auto_free char *name = target_name_make(target);
	readings_add_failure(out, name, stage, reason);
}
