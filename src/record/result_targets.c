/* The targets of a document: the greatest part of reading one. */
#include "record/result_members.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static int read_metric(struct metric *out, struct place *place,
		       struct jsonval json)
{
	struct place at;
	char *name = jsonval_key(place->arena, json);

	out->name = name;
	if (strlen(name) > RESULT_NAME_MAX)
		return place_wrong(place, name, "is too long");
	int rc = place_enter(&at, place, name, -1, json);
	if (rc)
		return rc;
	out->higher_is_better = jsonval_is(place_get(&at, "better"), "higher");
	rc = read_name(&out->unit, &at, "unit", "1");
	if (!rc)
		rc = place_number(&out->value, &at, "value", -INFINITY);
	if (!rc && isnan(out->value))
		rc = place_wrong(&at, "value", "is missing");
	return rc;
}

/* No name comes twice: the parser has seen to that. */
static int read_metrics(struct metrics *out, struct place *place)
{
	struct jsonval all = place_get(place, "metrics");
	struct place at;

	if (!jsonval_kind(all))
		return 0;
	int rc = place_enter(&at, place, "metrics", -1, all);
	size_t nr = jsonval_count(all);
	if (!rc && nr > RESULT_METRICS_MAX)
		rc = place_wrong(place, "metrics", "is too long a list");
	if (rc || !nr)
		return rc;
	out->items = arena_array(place->arena, nr, sizeof(*out->items));
	out->cap = nr;
	for (struct jsonval one = jsonval_first(all);
	     !rc && jsonval_kind(one); one = jsonval_next(one))
		rc = read_metric(&out->items[out->nr++], &at, one);
	return rc;
}

/* The metrics have been read. */
static int read_times(struct result_cell *out, struct place *place)
{
	int rc = place_int(&out->samples, place, "samples", INT32_MAX);

	if (!rc)
		rc = place_int(&out->retaken, place, "retaken", INT32_MAX);
	if (!rc)
		rc = place_int(&out->disturbed, place, "disturbed", INT32_MAX);
	if (!rc)
		rc = place_number(&out->seconds, place, "seconds", 0);
	out->measured = isfinite(out->seconds) || out->samples ||
			out->metrics.nr;
	return rc;
}

static int read_interval(double *least, double *most, struct place *place)
{
	struct jsonval low, high;
	int rc = place_array(&low, place, "interval", 2);

	*least = *most = NAN;
	if (rc || !jsonval_kind(low))
		return rc;
	high = jsonval_next(low);
	if (!jsonval_number(least, low) || !jsonval_number(most, high))
		return place_wrong(place, "interval", "is no pair of numbers");
	return 0;
}

static int read_word(enum verdict *out, struct place *place, const char *key,
		     const char *const words[VERDICT_NR])
{
	struct jsonval word = place_get(place, key);

	if (!jsonval_kind(word))
		return 0;
	for (int i = 0; i < VERDICT_NR; i++) {
		if (jsonval_is(word, words[i])) {
			*out = i;
			return 0;
		}
	}
	return place_wrong(place, key, "is no verdict");
}

static int read_verdict(enum verdict *out, struct place *place)
{
	const char *words[VERDICT_NR];

	for (int i = 0; i < VERDICT_NR; i++)
		words[i] = verdict_name(i);
	return read_word(out, place, "verdict", words);
}

static int read_change(enum verdict *out, struct place *place)
{
	static const char *const words[VERDICT_NR] = {
		[VERDICT_SLOWER] = "more",
		[VERDICT_FASTER] = "less",
		[VERDICT_SAME] = "same",
		[VERDICT_UNKNOWN] = "unknown",
	};

	return read_word(out, place, "change", words);
}

static int read_opinion(struct result_opinion *out, struct place *place,
			struct jsonval json)
{
	struct place at;
	char *name = jsonval_key(place->arena, json);

	*out = (struct result_opinion){ .metric = name };
	if (strlen(name) > RESULT_NAME_MAX)
		return place_wrong(place, name, "is too long");
	int rc = place_enter(&at, place, name, -1, json);
	if (!rc)
		rc = read_interval(&out->low, &out->high, &at);
	if (!rc)
		rc = place_number(&out->ratio, &at, "ratio", 0);
	if (!rc)
		rc = place_number(&out->threshold, &at, "threshold", 0);
	return rc ? rc : read_change(&out->verdict, &at);
}

static int read_opinions(struct result_cell *out, struct place *place)
{
	struct jsonval all = place_get(place, "others");
	struct place at;

	if (!jsonval_kind(all))
		return 0;
	int rc = place_enter(&at, place, "others", -1, all);
	size_t nr = jsonval_count(all);
	if (!rc && nr > RESULT_METRICS_MAX)
		rc = place_wrong(place, "others", "is too long a list");
	if (rc || !nr)
		return rc;
	out->opinions =
		arena_array(place->arena, nr, sizeof(*out->opinions));
	for (struct jsonval one = jsonval_first(all);
	     !rc && jsonval_kind(one); one = jsonval_next(one))
		rc = read_opinion(&out->opinions[out->nr_opinions++], &at,
				  one);
	return rc;
}

static int read_comparison(struct result_cell *out, struct place *place)
{
	int rc = read_interval(&out->low, &out->high, place);

	if (!rc)
		rc = place_number(&out->ratio, place, "ratio", 0);
	if (!rc)
		rc = place_number(&out->threshold, place, "threshold", 0);
	if (!rc)
		rc = read_name(&out->why, place, "why", NULL);
	if (!rc)
		rc = read_opinions(out, place);
	return rc ? rc : read_verdict(&out->verdict, place);
}

static int read_cells(struct result *out, struct result_target *target,
		      struct place *place)
{
	struct jsonval side;
	int rc = place_array(&side, place, "sides", out->nr_sides - 1);

	for (int i = 0; !rc && jsonval_kind(side);
	     i++, side = jsonval_next(side)) {
		struct place at;

		if (jsonval_kind(side) == JSON_IS_NULL)
			continue;
		rc = place_enter(&at, place, "sides", i, side);
		if (!rc)
			rc = read_metrics(&target->cells[i].metrics, &at);
		if (!rc)
			rc = read_times(&target->cells[i], &at);
		if (!rc && i > 0)
			rc = read_comparison(&target->cells[i], &at);
	}
	return rc;
}

static void read_identical(struct result_target *target, size_t nr_sides,
			   struct place *place)
{
	struct jsonval identical = place_get(place, "identical");

	target->identical = jsonval_kind(identical) == JSON_IS_TRUE;
	for (size_t i = 0; target->identical && i < nr_sides; i++)
		target->cells[i].measured = true;
}

static int read_target(struct result *out, struct place *place)
{
	struct result_target *target = &out->targets[out->nr_targets++];

	target->cells = arena_array(place->arena, out->nr_sides,
				    sizeof(*target->cells));
	for (size_t i = 0; i < out->nr_sides; i++)
		result_cell_init(&target->cells[i]);
	struct result_cell *head = &target->cells[out->nr_sides - 1];
	int rc = place_int(&target->domains, place, "domains", 1 << 20);
	if (!rc)
		rc = read_name(&target->kind, place, "kind", "sequential");
	if (!rc)
		rc = read_metrics(&head->metrics, place);
	if (!rc)
		rc = need_name(&target->name, place, "name");
	if (!rc)
		rc = read_name(&target->primary, place, "primary", "seconds");
	if (!rc)
		rc = read_times(head, place);
	if (!rc)
		rc = read_cells(out, target, place);
	if (!rc)
		rc = read_name(&target->status, place, "status", "ok");
	if (!rc && out->nr_sides > 1)
		rc = read_comparison(&target->cells[0], place);
	read_identical(target, out->nr_sides, place);
	return rc;
}

static int compare_names(const void *a, const void *b)
{
	const struct result_target *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

static int check_names(const struct result *result, struct place *top)
{
	auto_free const struct result_target **all =
		xcalloc(result->nr_targets, sizeof(*all));

	for (size_t i = 0; i < result->nr_targets; i++)
		all[i] = &result->targets[i];
	qsort(all, result->nr_targets, sizeof(*all), compare_names);
	for (size_t i = 1; i < result->nr_targets; i++)
		if (!strcmp(all[i]->name, all[i - 1]->name))
			return fail(ERR_BADDATA,
				    "%s: the target '%.60s' is there twice",
				    top->what, all[i]->name);
	return 0;
}

int result_read_targets(struct result *out, struct place *top)
{
	struct jsonval target;
	int rc = place_array(&target, top, "targets", RESULT_LIST_MAX);

	if (rc)
		return rc;
	out->cap_targets = jsonval_count(place_get(top, "targets"));
	out->targets = arena_array(top->arena, out->cap_targets,
				   sizeof(*out->targets));
	for (int i = 0; !rc && jsonval_kind(target);
	     i++, target = jsonval_next(target)) {
		struct place at;

		rc = place_enter(&at, top, "targets", i, target);
		if (!rc)
			rc = read_target(out, &at);
	}
	return rc ? rc : check_names(out, top);
}
