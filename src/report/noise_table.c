#include "report/noise_table.h"

#include <math.h>
#include <string.h>

#include "analysis/evidence.h"
#include "base/error.h"
#include "base/json.h"
#include "record/history.h"
#include "record/past.h"

/* The newest result of each runner and suite: it says what counts there. */
struct places {
	const char *suite;	/* NULL: any */
	json_t *paths; /* by suite, runner and class */
};

static void places_release(struct places *places)
{
	json_decref(places->paths);
}

static int note_place(void *data, const char *path,
		      const struct result *result)
{
	struct places *places = data;

	if (places->suite && strcmp(places->suite, result->suite))
		return 0;
	auto_free char *key = xstrfmt(
		"%s\x1f%s\x1f%s", result->suite,
		json_get_string(result->runner, "name", ""),
		json_get_string(result->runner, "class", ""));
	json_object_set_new(places->paths, key, json_string(path));
	return 0;
}

static void add_columns(struct table *table)
{
	table_column(table, "suite", "suite", TABLE_SHRINK);
	table_column(table, "runner", "runner", TABLE_SHRINK);
	table_column(table, "class", "class", TABLE_DATA);
	table_column(table, "target", "target", TABLE_SHRINK);
	table_column(table, "variant", "variant", TABLE_SHRINK);
	table_column(table, "metric", "metric", TABLE_LEFT);
	table_column(table, "threshold", "threshold", TABLE_RIGHT);
	table_column(table, "noise", "noise", TABLE_RIGHT);
	table_column(table, "source", "from", TABLE_LEFT);
	table_column(table, "pairs", "pairs", TABLE_RIGHT);
	table_column(table, "runs", "runs", TABLE_RIGHT);
	table_column(table, "results", "results", TABLE_DATA);
}

static void add_percent(struct table *table, double value, double shown)
{
	table_number(table, value,
		     isfinite(value) ? xstrfmt("%.3g %%", shown * 100) :
				       xstrdup("-"));
}

static void add_row(struct table *table, const struct result *result,
		    const struct past *past, const struct past_entry *entry,
		    bool parallel)
{
	const struct past_noise *noise = &entry->noise;
	bool known = noise_is_known(&noise->noise);
	double quartile = noise->noise.nr ? noise->noise.quartile : NAN;
	double bar = known ? evidence_bar(quartile, parallel,
					  past_smallest_effect(entry->metric))
			   : NAN;

	table_text(table, result->suite);
	table_text(table, json_get_string(result->runner, "name", NULL));
	table_text(table, json_get_string(result->runner, "class", NULL));
	table_text(table, entry->target);
	table_text(table, entry->variant);
	table_text(table, entry->metric);
	add_percent(table, exp(bar), expm1(bar));
	add_percent(table, expm1(quartile), expm1(quartile));
	table_word(table, past_source_name(noise->source));
	table_count(table, noise->pairs);
	table_count(table, noise->runs);
	table_count(table, past_results(past));
}

static bool is_wanted(const struct result_target *target,
		      const struct past_entry *entry, bool metrics)
{
	if (metrics)
		return past_is_decided(entry->metric);
	return !strcmp(entry->metric,
		       target ? target->primary : METRIC_SECONDS);
}

static int add_place(struct table *table, struct repo *repo,
		     const char *path, const char *target, bool metrics)
{
	AUTO(result) result = RESULT_INIT;
	AUTO_PTR(past) past = NULL;

	int rc = history_load(&result, repo, path);
	if (!rc)
		rc = past_open(&past, repo, &result);
	for (size_t i = 0; !rc && i < past_entries(past); i++) {
		struct past_entry entry;

		past_entry(&entry, past, i);
		if (target && strcmp(target, entry.target))
			continue;
		const struct result_target *known =
			result_find(&result, entry.target);
		if (is_wanted(known, &entry, metrics))
			add_row(table, &result, past, &entry,
				known && strcmp(known->kind, "sequential"));
	}
	return rc;
}

int noise_table(struct table *out, struct repo *repo, const char *suite,
		const char *target, bool metrics)
{
	AUTO(places) places = { .suite = suite, .paths = json_object() };
	const char *key;
	json_t *path;

	*out = (struct table)TABLE_INIT;
	add_columns(out);
	int rc = history_each(repo, note_place, &places);
	if (rc)
		return rc;
	if (!suite && !json_object_size(places.paths))
		return fail(ERR_NOTFOUND, "there are no results yet");
	if (suite && !json_object_size(places.paths))
		return fail(ERR_NOTFOUND, "there are no results of suite '%s'",
			    suite);
	json_object_foreach(places.paths, key, path) {
		rc = add_place(out, repo, json_string_value(path), target,
			       metrics);
		if (rc)
			return rc;
	}
	if (target && !table_rows(out))
		return fail(ERR_NOTFOUND, "no result has a target '%s'",
			    target);
	return 0;
}
