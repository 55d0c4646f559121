/*
 * The reading half of result.h. A document may come from anybody: each
 * member is held against its type and its bounds, and the first that is off
 * is named with its place, as in "targets[3].sides[0].seconds".
 */
#include "record/result.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"
#include "base/json.h"
#include "record/place.h"
#include "record/result_parts.h"

static int read_name(char **out, struct place *place, const char *key,
		     const char *otherwise)
{
	return place_text(out, place, key, otherwise, RESULT_NAME_MAX);
}

static int need_name(char **out, struct place *place, const char *key)
{
	int rc = read_name(out, place, key, NULL);

	return !rc && !*out ? place_wrong(place, key, "is missing") : rc;
}

/* ==== Sides ==== */

static int read_oid(struct oid *out, struct place *place,
		    const char *key)
{
	auto_free char *text = NULL;
	int rc = need_name(&text, place, key);

	if (!rc && !oid_parse(out, text))
		return place_wrong(place, key, "is no full commit id");
	return rc;
}

static int read_side(struct result *out, struct place *top, int index,
		     struct jsonval json)
{
	struct result_side *side = &out->sides[index];
	struct place at;

	int rc = place_enter(&at, top, "sides", index, json);
	if (!rc)
		rc = read_oid(&side->sha, &at, "sha");
	if (!rc)
		rc = read_name(&side->variant, &at, "variant", NULL);
	return rc;
}

/* A document without `sides` has those of `base_sha` and `sha`. */
static int read_sides(struct result *out, struct place *top)
{
	struct jsonval side;
	struct oid sha;
	int rc = read_oid(&sha, top, "sha");

	if (!rc)
		rc = place_array(&side, top, "sides", RESULT_SIDES_MAX);
	if (rc)
		return rc;
	size_t nr = jsonval_count(place_get(top, "sides"));
	bool has_base = !nr && jsonval_kind(place_get(top, "base_sha"));
	out->nr_sides = nr ? nr : has_base ? 2 : 1;
	out->sides = xcalloc(out->nr_sides, sizeof(*out->sides));
	if (has_base)
		rc = read_oid(&out->sides[0].sha, top, "base_sha");
	if (!nr)
		out->sides[out->nr_sides - 1].sha = sha;
	for (int i = 0; !rc && jsonval_kind(side);
	     i++, side = jsonval_next(side))
		rc = read_side(out, top, i, side);
	if (!rc && !oid_equal(&result_head(out)->sha, &sha))
		return place_wrong(top, "sha", "is not the last side's");
	return rc;
}

/* ==== Targets ==== */

static int read_metric(struct metrics *out, struct place *place,
		       struct jsonval json)
{
	auto_free char *name = jsonval_key(json);
	auto_free char *unit = NULL;
	struct place at;
	double value;

	if (strlen(name) > RESULT_NAME_MAX)
		return place_wrong(place, name, "is too long");
	int rc = place_enter(&at, place, name, -1, json);
	if (rc)
		return rc;
	bool higher = jsonval_is(place_get(&at, "better"), "higher");
	rc = read_name(&unit, &at, "unit", "1");
	if (!rc)
		rc = place_number(&value, &at, "value", -INFINITY);
	if (rc)
		return rc;
	struct metric *metric = metrics_set(out, name, value, unit);
	if (metric)
		metric->higher_is_better = higher;
	return 0;
}

static int read_metrics(struct metrics *out, struct place *place)
{
	struct jsonval all = place_get(place, "metrics");
	struct place at;

	if (!jsonval_kind(all))
		return 0;
	int rc = place_enter(&at, place, "metrics", -1, all);
	if (!rc && jsonval_count(all) > RESULT_METRICS_MAX)
		rc = place_wrong(place, "metrics", "is too long a list");
	for (struct jsonval one = jsonval_first(all);
	     !rc && jsonval_kind(one); one = jsonval_next(one))
		rc = read_metric(out, &at, one);
	return rc;
}

/* The metrics have been read. */
static int read_times(struct result_cell *out, struct place *place)
{
	int rc = place_int(&out->samples, place, "samples", INT32_MAX);

	if (!rc)
		rc = place_number(&out->seconds, place, "seconds", 0);
	out->measured = isfinite(out->seconds) || out->samples ||
			out->metrics.nr;
	return rc;
}

static int read_interval(struct result_cell *out, struct place *place)
{
	struct jsonval low, high;
	int rc = place_array(&low, place, "interval", 2);

	if (rc || !jsonval_kind(low))
		return rc;
	high = jsonval_next(low);
	if (!jsonval_number(&out->low, low) ||
	    !jsonval_number(&out->high, high))
		return place_wrong(place, "interval", "is no pair of numbers");
	return 0;
}

static int read_verdict(enum verdict *out, struct place *place)
{
	struct jsonval verdict = place_get(place, "verdict");

	if (!jsonval_kind(verdict))
		return 0;
	for (int i = 0; i < VERDICT_NR; i++) {
		if (jsonval_is(verdict, verdict_name(i))) {
			*out = i;
			return 0;
		}
	}
	return place_wrong(place, "verdict", "is no verdict");
}

static int read_comparison(struct result_cell *out, struct place *place)
{
	int rc = read_interval(out, place);

	if (!rc)
		rc = place_number(&out->ratio, place, "ratio", 0);
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

static int read_target(struct result *out, struct place *place)
{
	struct result_target *target = result_new_target(out);
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

static int read_targets(struct result *out, struct place *top)
{
	struct jsonval target;
	int rc = place_array(&target, top, "targets", RESULT_LIST_MAX);

	for (int i = 0; !rc && jsonval_kind(target);
	     i++, target = jsonval_next(target)) {
		struct place at;

		rc = place_enter(&at, top, "targets", i, target);
		if (!rc)
			rc = read_target(out, &at);
	}
	return rc ? rc : check_names(out, top);
}

static int read_missing(struct result *out, struct place *top)
{
	struct jsonval one;
	int rc = place_array(&one, top, "missing", RESULT_LIST_MAX);

	for (int i = 0; !rc && jsonval_kind(one);
	     i++, one = jsonval_next(one)) {
		auto_free char *name = NULL, *stage = NULL, *reason = NULL;
		struct place at;
		int side = 0;

		rc = place_enter(&at, top, "missing", i, one);
		if (!rc)
			rc = read_name(&name, &at, "name", "");
		if (!rc)
			rc = read_name(&stage, &at, "stage", "");
		if (!rc)
			rc = place_text(&reason, &at, "reason", "",
					RESULT_REASON_MAX);
		if (!rc)
			rc = place_int(&side, &at, "side", out->nr_sides - 1);
		if (!rc)
			result_add_missing(out, name, side, stage, reason);
	}
	return rc;
}

/* ==== What is left of the document ==== */

/* What the document says of itself; where it says nothing, what follows. */
static int read_summary(struct result *out, struct place *top)
{
	struct jsonval summary = place_get(top, "summary");
	struct place at;
	double total;

	result_summarise(out);
	int rc = place_number(&total, top, "total_seconds", 0);
	if (!rc && isfinite(total))
		out->total_seconds = total;
	if (rc || !jsonval_kind(summary))
		return rc;
	rc = place_enter(&at, top, "summary", -1, summary);
	for (int i = 0; !rc && i < VERDICT_NR; i++)
		rc = place_int(&out->summary.count[i], &at, verdict_name(i),
			       INT32_MAX);
	return rc ? rc :
		    place_number(&out->summary.geomean, &at, "geomean", 0);
}

static int read_notes(struct result *out, struct place *top)
{
	struct jsonval note;
	int rc = place_array(&note, top, "notes", RESULT_LIST_MAX);

	for (; !rc && jsonval_kind(note); note = jsonval_next(note)) {
		if (jsonval_kind(note) != JSON_IS_TEXT)
			return place_wrong(top, "notes",
					   "holds what is no text");
		strlist_take(&out->notes, jsonval_text(note));
	}
	return rc;
}

static int read_origin(struct result *out, struct place *top)
{
	struct {
		char **text;
		const char *key;
	} names[] = {
		{ &out->config, "config" },
		{ &out->continues, "continues" },
		{ &out->date, "date" },
		{ &out->pr, "pr" },
		{ &out->ref, "ref" },
		{ &out->request, "request" },
		{ &out->schedule, "schedule" },
		{ &out->suite, "suite" },
		{ &out->suite_sha, "suite_sha" },
	};
	int64_t when;
	int rc = 0;

	for (size_t i = 0; !rc && i < ARRAY_SIZE(names); i++)
		rc = read_name(names[i].text, top, names[i].key, NULL);
	if (!rc && (!out->date || !out->suite))
		return place_wrong(top, out->date ? "suite" : "date",
				   "is missing");
	if (!rc)
		rc = place_int(&out->round, top, "round", INT32_MAX);
	if (!rc && !clock_parse(&when, out->date))
		return place_wrong(top, "date",
				   "is not like 2026-11-30T17:00:00Z");
	if (!rc && out->request && !id_is_valid(out->request))
		return place_wrong(top, "request", "is no id");
	return rc;
}

static int read_parts(struct result *out, struct place *top,
		      struct result_parts *parts)
{
	int rc = 0;

	for (size_t i = 0; i < RESULT_PARTS && !rc; i++) {
		struct jsonval value;
		size_t len;

		rc = place_object(&value, top, result_part_name(i));
		if (rc || !jsonval_kind(value))
			continue;
		const char *text = jsonval_raw(&len, value);
		rc = result_parts_parse(result_part(out, i), parts, i, text,
					len, top->what);
	}
	return rc;
}

static int check_version(struct place *top)
{
	int64_t version;

	if (jsonval_kind(top->json) != JSON_IS_OBJECT)
		return fail(ERR_BADDATA, "%s is no JSON object", top->what);
	if (!jsonval_integer(&version, place_get(top, "schema_version")) ||
	    version < 1)
		return place_wrong(top, "schema_version", "is missing");
	if (version <= RESULT_VERSION)
		return 0;
	fail(ERR_REFUSED,
	     "%s was written by a newer git-bench (schema_version %lld; "
	     "this one reads %d)",
	     top->what, (long long)version, RESULT_VERSION);
	fail_hint("update git-bench on this machine");
	return ERR_REFUSED;
}

int result_read(struct result *out, const struct jsonview *view,
		const char *what, struct result_parts *parts)
{
	struct place top = PLACE_TOP(what, jsonview_root(view));
	static int (*const readers[])(struct result *,
				      struct place *) = {
		read_origin,  read_sides,   read_targets,
		read_missing, read_summary, read_notes,
	};
	AUTO(result) result = RESULT_INIT;
	int rc = check_version(&top);

	for (size_t i = 0; !rc && i < ARRAY_SIZE(readers); i++)
		rc = readers[i](&result, &top);
	if (!rc)
		rc = read_parts(&result, &top, parts);
	if (rc)
		return rc;
	*out = result;
	result = (struct result)RESULT_INIT;
	return 0;
}

int result_parse(struct result *out, const char *text, size_t len,
		 const char *what)
{
	AUTO(jsonview) view = JSONVIEW_INIT;
	AUTO(result_parts) parts = { 0 };
	json_auto_t *extra = NULL;

	if (len > RESULT_SIZE_MAX)
		return fail(ERR_BADDATA, "%s is larger than %d bytes", what,
			    RESULT_SIZE_MAX);
	int rc = jsonview_parse(&view, text, len, what);
	if (!rc)
		rc = json_parse(&extra, text, len, what);
	if (!rc)
		rc = result_read(out, &view, what, &parts);
	if (!rc)
		out->extra = STEAL(extra);
	return rc;
}
