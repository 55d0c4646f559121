/* The writing half of result.h: struct result to its JSON document. */
#include "record/result.h"

#include <string.h>

#include "base/buf.h"
#include "base/json.h"

/* Absent when there is nothing to say, also if it was there before. */
static void set_text(json_t *object, const char *key, const char *value)
{
	if (value)
		json_set_string(object, key, value);
	else
		json_object_del(object, key);
}

static void set_object(json_t *object, const char *key, json_t *value)
{
	if (value)
		json_object_set(object, key, value);
	else
		json_object_del(object, key);
}

static void set_seconds(json_t *object, const char *key, double value)
{
	json_object_del(object, key);
	json_set_number(object, key, value);
}

/* The object to write over: what was read before, or a new one. */
static json_t *start_from(const json_t *old)
{
	return json_is_object(old) ? json_copy((json_t *)old) : json_object();
}

static json_t *metrics_to_json(const struct metrics *metrics,
			       const json_t *old)
{
	json_t *all = json_object();

	for (size_t i = 0; i < metrics->nr; i++) {
		const struct metric *metric = &metrics->items[i];
		json_auto_t *name = json_text(metric->name);
		const char *key = json_string_value(name);
		json_t *json = start_from(json_object_get(old, key));

		json_set_number(json, "value", metric->value);
		json_set_string(json, "unit", metric->unit);
		if (metric->higher_is_better)
			json_set_string(json, "better", "higher");
		json_object_set_new(all, key, json);
	}
	return all;
}

static void set_count(json_t *json, const char *key, int count)
{
	if (count)
		json_set_int(json, key, count);
	else
		json_object_del(json, key);
}

static void set_measured(json_t *json, const struct result_cell *cell)
{
	json_t *old = json_object_get(json, "metrics");
	json_t *metrics = metrics_to_json(&cell->metrics, old);

	set_seconds(json, "seconds", cell->seconds);
	json_object_del(json, "samples");
	if (cell->samples)
		json_set_int(json, "samples", cell->samples);
	set_count(json, "retaken", cell->retaken);
	set_count(json, "disturbed", cell->disturbed);
	json_object_set_new(json, "metrics", metrics);
}

static void set_interval(json_t *json, double low, double high)
{
	if (isfinite(low) && isfinite(high))
		json_object_set_new(json, "interval",
				    json_pack("[ff]", low, high));
}

/* Of a metric that is neither better nor worse by itself. */
static const char *direction(enum verdict verdict)
{
	return verdict == VERDICT_SLOWER ? "more" :
	       verdict == VERDICT_FASTER ? "less" :
					   verdict_name(verdict);
}

static json_t *opinions_to_json(const struct result_cell *cell)
{
	json_t *all = json_object();

	for (size_t i = 0; i < cell->nr_opinions; i++) {
		const struct result_opinion *opinion = &cell->opinions[i];
		json_auto_t *name = json_text(opinion->metric);
		json_t *json = json_object();

		json_set_number(json, "ratio", opinion->ratio);
		set_interval(json, opinion->low, opinion->high);
		json_set_number(json, "threshold", opinion->threshold);
		json_set_string(json, "change", direction(opinion->verdict));
		json_object_set_new(all, json_string_value(name), json);
	}
	return all;
}

static void set_comparison(json_t *json, const struct result_cell *cell,
			   bool compared)
{
	static const char *const keys[] = { "ratio",	 "interval", "verdict",
					    "threshold", "why",	     "others" };

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		json_object_del(json, keys[i]);
	if (!compared)
		return;
	json_set_number(json, "ratio", cell->ratio);
	set_interval(json, cell->low, cell->high);
	json_set_string(json, "verdict", verdict_name(cell->verdict));
	json_set_number(json, "threshold", cell->threshold);
	set_text(json, "why", cell->why);
	if (cell->nr_opinions)
		json_object_set_new(json, "others", opinions_to_json(cell));
}

static json_t *cells_to_json(const struct result *result,
			     const struct result_target *target,
			     const json_t *old)
{
	json_t *cells = json_array();
	size_t head = result->nr_sides - 1;

	for (size_t i = 0; i < head; i++) {
		const struct result_cell *cell = &target->cells[i];
		json_t *json = start_from(json_array_get(old, i));

		if (!cell->measured) {
			json_decref(json);
			json_array_append_new(cells, json_null());
			continue;
		}
		set_measured(json, cell);
		/* The baseline's comparison stands on the target itself. */
		set_comparison(json, cell,
			       i > 0 && target->cells[head].measured);
		json_array_append_new(cells, json);
	}
	return cells;
}

static json_t *target_to_json(const struct result *result,
			      const struct result_target *target,
			      const json_t *old)
{
	const struct result_cell *head = &target->cells[result->nr_sides - 1];
	json_t *json = start_from(old);

	json_set_string(json, "name", target->name);
	json_set_string(json, "kind", target->kind);
	json_object_set_new(json, "domains",
			    target->domains ? json_integer(target->domains) :
					      json_null());
	json_set_string(json, "status", target->status);
	json_object_del(json, "primary");
	if (strcmp(target->primary, "seconds"))
		json_set_string(json, "primary", target->primary);
	json_object_del(json, "identical");
	if (target->identical)
		json_set_bool(json, "identical", true);
	set_measured(json, head);
	json_object_set_new(json, "sides",
			    cells_to_json(result, target,
					  json_object_get(old, "sides")));
	set_comparison(json, &target->cells[0],
		       result_is_compared(result, target));
	return json;
}

static json_t *targets_to_json(const struct result *result)
{
	const json_t *old = json_object_get(result->extra, "targets");
	json_auto_t *by_name = json_object();
	json_t *targets = json_array();

	for (size_t i = 0; i < json_array_size(old); i++) {
		json_t *target = json_array_get(old, i);

		json_object_set(by_name,
				json_get_string(target, "name", ""), target);
	}
	for (size_t i = 0; i < result->nr_targets; i++) {
		const struct result_target *target = &result->targets[i];

		json_array_append_new(
			targets,
			target_to_json(result, target,
				       json_object_get(by_name,
						       target->name)));
	}
	return targets;
}

static json_t *sides_to_json(const struct result *result)
{
	const json_t *old = json_object_get(result->extra, "sides");
	json_t *sides = json_array();

	for (size_t i = 0; i < result->nr_sides; i++) {
		json_t *side = start_from(json_array_get(old, i));

		json_set_string(side, "sha", result->sides[i].sha.hex);
		set_text(side, "variant", result->sides[i].variant);
		json_array_append_new(sides, side);
	}
	return sides;
}

static json_t *missing_to_json(const struct result *result)
{
	const json_t *old = json_object_get(result->extra, "missing");
	json_t *missing = json_array();

	for (size_t i = 0; i < result->nr_missing; i++) {
		const struct result_missing *one = &result->missing[i];
		const json_t *before = json_array_get(old, i);
		bool same = !strcmp(json_get_string(before, "name", ""),
				    one->name) &&
			    json_get_int(before, "side", -1) == one->side;
		json_t *json = start_from(same ? before : NULL);

		json_set_string(json, "name", one->name);
		json_set_int(json, "side", one->side);
		json_set_string(json, "stage", one->stage);
		json_set_string(json, "reason", one->reason);
		json_array_append_new(missing, json);
	}
	return missing;
}

static json_t *summary_to_json(const struct result *result)
{
	json_t *json =
		start_from(json_object_get(result->extra, "summary"));

	for (int verdict = 0; verdict < VERDICT_NR; verdict++)
		json_set_int(json, verdict_name(verdict),
			     result->summary.count[verdict]);
	set_seconds(json, "geomean", result->summary.geomean);
	return json;
}

static json_t *notes_to_json(const struct strlist *list)
{
	json_t *notes = json_array();

	for (size_t i = 0; i < list->nr; i++)
		json_array_append_new(notes, json_text(list->items[i]));
	return notes;
}

static void set_origin(json_t *json, const struct result *result)
{
	const struct result_side *base = result_base(result);

	json_set_string(json, "sha", result_head(result)->sha.hex);
	json_set_string(json, "base_sha", base ? base->sha.hex : NULL);
	json_set_string(json, "suite", result->suite);
	set_text(json, "ref", result->ref);
	json_set_string(json, "pr", result->pr);
	json_set_string(json, "schedule", result->schedule);
	json_set_string(json, "continues", result->continues);
	set_text(json, "request", result->request);
	json_object_del(json, "round");
	if (result->request)
		json_set_int(json, "round", result->round);
	set_text(json, "suite_sha", result->suite_sha);
	set_text(json, "config", result->config);
	set_object(json, "runner", result->runner);
	set_object(json, "toolchain", result->toolchain);
	set_object(json, "options", result->options);
	set_object(json, "stages", result->stages);
	set_object(json, "artifacts", result->artifacts);
	set_object(json, "sampling", result->sampling);
}

json_t *result_to_json(const struct result *result)
{
	json_t *json = start_from(result->extra);

	json_set_int(json, "schema_version", RESULT_VERSION);
	json_set_string(json, "date", result->date);
	set_origin(json, result);
	json_object_set_new(json, "sides", sides_to_json(result));
	set_seconds(json, "total_seconds", result->total_seconds);
	json_object_set_new(json, "targets", targets_to_json(result));
	json_object_set_new(json, "missing", missing_to_json(result));
	json_object_set_new(json, "summary", summary_to_json(result));
	json_object_del(json, "notes");
	if (result->notes.nr)
		json_object_set_new(json, "notes",
				    notes_to_json(&result->notes));
	return json;
}

/* ==== As text ==== */

static void add_member(struct buf *out, const char *key, const json_t *value)
{
	json_auto_t *name = json_string(key);
	auto_free char *quoted = json_line(name);

	buf_addf(out, "%s\n%s:", out->len > 1 ? "," : "", quoted);
	if (!json_is_array(value) || !json_array_size(value)) {
		auto_free char *text = json_line(value);

		buf_addstr(out, text);
		return;
	}
	for (size_t i = 0; i < json_array_size(value); i++) {
		auto_free char *text = json_line(json_array_get(value, i));

		buf_addf(out, "%s\n ", i ? "," : "[");
		buf_addstr(out, text);
	}
	buf_addstr(out, "\n]");
}

char *result_to_text(const struct result *result)
{
	json_auto_t *json = result_to_json(result);
	AUTO(strlist) keys = STRLIST_INIT;
	AUTO(buf) out = BUF_INIT;
	const char *key;
	json_t *value;

	json_object_foreach(json, key, value)
		strlist_add(&keys, key);
	strlist_sort(&keys);
	buf_addch(&out, '{');
	for (size_t i = 0; i < keys.nr; i++)
		add_member(&out, keys.items[i],
			   json_object_get(json, keys.items[i]));
	buf_addstr(&out, "\n}\n");
	return buf_detach(&out);
}
