#include "service/job_work.h"

#include "base/clock.h"
#include "base/json.h"
#include "service/control.h"
#include "service/judge.h"

static void fill_sides(struct work *w)
{
	struct result *result = &w->job->result;

	result->nr_sides = w->nr_sides;
	result->sides = xcalloc(w->nr_sides, sizeof(*result->sides));
	for (size_t i = 0; i < w->nr_sides; i++) {
		const char *variant = w->variants[i].name;

		result->sides[i].sha = w->sides[i].commit;
		if (variant && *variant)
			result->sides[i].variant = xstrdup(variant);
	}
}

static void fill_request(struct work *w)
{
	const struct request *request = w->spec->request;
	struct result *result = &w->job->result;

	result->suite = xstrdup(w->suite->name);
	result->ref = xstrdup_or_null(request->ref);
	result->pr = xstrdup_or_null(request->pr);
	result->schedule = xstrdup_or_null(request->schedule);
	result->request = xstrdup_or_null(request->id);
	result->round = request->round;
	result->continues = xstrdup_or_null(
		json_get_string(request->options, "continue", NULL));
	result->config = xstrdup_or_null(w->suite->config_id);
	result->options = request->options ? json_deep_copy(request->options) :
					     json_object();
	json_object_del(result->options, "continue");
	if (request->filter)
		json_set_string(result->options, "filter", request->filter);
}

static json_t *runner_to_json(struct work *w)
{
	json_t *runner = machine_to_json(&w->machine);

	json_set_string(runner, "name", w->spec->runner);
	if (w->suite->pin)
		json_set_string(runner, "cpus", w->cpus);
	if (w->load_before >= 0)
		json_set_number(runner, "load_before", w->load_before);
	if (w->load_after >= 0)
		json_set_number(runner, "load_after", w->load_after);
	if (w->launcher.nr)
		json_set_string(runner, "launcher", w->launcher.items[0]);
	return runner;
}

static void fill_notes(struct work *w)
{
	struct result *result = &w->job->result;

	for (size_t i = 0; i < json_array_size(w->run.notes); i++)
		strlist_add(&result->notes, json_string_value(json_array_get(
						    w->run.notes, i)));
	result->stages = json_incref(w->stages);
}

void job_begin_result(struct work *w)
{
	fill_sides(w);
	fill_request(w);
}

void job_describe(struct work *w)
{
	struct result *result = &w->job->result;

	json_decref(result->runner);
	json_decref(result->toolchain);
	free(result->suite_sha);
	result->suite_sha = xstrdup_or_null(w->run.suite_sha);
	result->runner = runner_to_json(w);
	result->toolchain = json_incref(w->run.toolchain);
}

void job_conclude(struct work *w)
{
	struct result *result = &w->job->result;
	const struct judge judge = { .tally = &w->tally,
				     .past = w->past,
				     .variants = w->variant_names };

	result->date = clock_format(clock_now());
	job_describe(w);
	fill_notes(w);
	judge_to_result(&judge, result);
	control_apply(result);
	w->job->samples = tally_to_json(&w->tally);
}
