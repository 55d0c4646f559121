#include "service/control.h"

#include <math.h>
#include <string.h>

#include "base/json.h"

#define NAMES_MAX 5 /* in the note */

static bool is_change(enum verdict verdict)
{
	return verdict == VERDICT_SLOWER || verdict == VERDICT_FASTER;
}

json_t *control_conclude(const struct judge *judge)
{
	AUTO(result) result = RESULT_INIT;
	json_t *json = json_object(), *changed = json_array();

	result.nr_sides = judge->tally->nr_sides;
	result.sides = xcalloc(result.nr_sides, sizeof(*result.sides));
	judge_to_result(judge, &result);
	for (size_t i = 0; i < result.nr_targets; i++)
		if (is_change(result.targets[i].cells[0].verdict))
			json_array_append_new(
				changed, json_text(result.targets[i].name));
	json_set_int(json, "targets", result.nr_targets);
	json_object_set_new(json, "changed", changed);
	if (isfinite(result.summary.geomean))
		json_set_number(json, "geomean", result.summary.geomean);
	return json;
}

static void withdraw(struct result_cell *cell, const char *primary)
{
	for (size_t i = 0; i < cell->nr_opinions; i++)
		if (strcmp(cell->opinions[i].metric, METRIC_INSTRUCTIONS))
			cell->opinions[i].verdict = VERDICT_UNKNOWN;
	if (!strcmp(primary, METRIC_INSTRUCTIONS) ||
	    cell->verdict == VERDICT_UNKNOWN)
		return;
	cell->verdict = VERDICT_UNKNOWN;
	free(cell->why);
	cell->why = xstrdup("control");
}

static void note(struct result *result, const json_t *changed)
{
	size_t nr = json_array_size(changed);
	AUTO(strlist) names = STRLIST_INIT;

	for (size_t i = 0; i < nr && i < NAMES_MAX; i++)
		strlist_add(&names,
			    json_string_value(json_array_get(changed, i)));
	auto_free char *list = strlist_join(&names, ", ");
	strlist_addf(&result->notes,
		     "the base, measured twice as a control, differed from "
		     "itself on %s%s: no verdict of this run counts",
		     list, nr > NAMES_MAX ? " and others" : "");
}

void control_apply(struct result *result)
{
	const json_t *control = json_object_get(result->sampling, "control");
	const json_t *changed = json_object_get(control, "changed");
	size_t head = result->nr_sides - 1;

	if (!json_array_size(changed))
		return;
	note(result, changed);
	for (size_t i = 0; i < result->nr_targets; i++)
		for (size_t side = 0; side < head; side++)
			withdraw(&result->targets[i].cells[side],
				 result->targets[i].primary);
	result_summarise(result);
}
