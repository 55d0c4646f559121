#include "report/lineage.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "record/comparability.h"
#include "record/predecessor.h"

static struct lineage_end *find(const struct lineage *lineage,
				const struct result *result)
{
	for (size_t i = 0; i < lineage->nr; i++) {
		const struct lineage_end *end = &lineage->items[i];
		const struct series series = {
			.schedule = end->schedule,
			.suite = end->suite,
			.ref = end->ref,
			.variant = end->variant,
		};

		if (series_has(&series, result))
			return &lineage->items[i];
	}
	return NULL;
}

static struct lineage_end *add(struct lineage *lineage,
			       const struct result *result)
{
	ARRAY_GROW(lineage->items, lineage->nr + 1, lineage->cap);
	struct lineage_end *end = &lineage->items[lineage->nr++];

	*end = (struct lineage_end){
		.schedule = xstrdup(result->schedule),
		.suite = xstrdup(result->suite),
		.ref = xstrdup_or_null(result->ref),
		.variant = xstrdup_or_null(result_head(result)->variant),
	};
	return end;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Totals of different targets say nothing of each other. */
static void hash_targets(struct oid *out, const struct result *result)
{
	auto_free const char **names =
		xcalloc(result->nr_targets + 1, sizeof(*names));
	AUTO(buf) text = BUF_INIT;
	size_t nr = 0;

	for (size_t i = 0; i < result->nr_targets; i++)
		if (result->targets[i].cells[result->nr_sides - 1].measured)
			names[nr++] = result->targets[i].name;
	qsort(names, nr, sizeof(*names), by_text);
	for (size_t i = 0; i < nr; i++)
		buf_addf(&text, "%s\n", names[i]);
	oid_of_blob(out, text.ptr, text.len);
}

static const char *class_of(const json_t *runner)
{
	return json_get_string(runner, "class", "");
}

static void step(struct lineage_step *out, const struct lineage_end *end,
		 const struct result *result, const struct oid *targets)
{
	out->path = xstrdup(end->path);
	out->date = xstrdup(end->date);
	if (end->total > 0 && isfinite(result->total_seconds) &&
	    oid_equal(&end->targets, targets))
		out->change = result->total_seconds / end->total;
	if (strcmp(class_of(end->runner), class_of(result->runner)) ||
	    !comparability_is_one_machine(end->runner, result->runner))
		out->obstacle = comparability_name(OBSTACLE_MACHINE);
}

void lineage_next(struct lineage_step *out, struct lineage *lineage,
		  const char *path, const struct result *result)
{
	*out = (struct lineage_step){ .change = NAN };
	if (!result->schedule || result->pr || result->continues)
		return;
	struct lineage_end *end = find(lineage, result);
	struct oid targets;

	hash_targets(&targets, result);
	if (end)
		step(out, end, result, &targets);
	else
		end = add(lineage, result);
	free(end->path);
	free(end->date);
	json_decref(end->runner);
	end->path = xstrdup(path);
	end->date = xstrdup(result->date);
	end->total = result->total_seconds;
	end->targets = targets;
	end->runner = json_incref(result->runner);
}

void lineage_step_release(struct lineage_step *step)
{
	free(step->path);
	free(step->date);
	step->path = step->date = NULL;
}

void lineage_release(struct lineage *lineage)
{
	for (size_t i = 0; i < lineage->nr; i++) {
		struct lineage_end *end = &lineage->items[i];

		free(end->schedule);
		free(end->suite);
		free(end->ref);
		free(end->variant);
		free(end->path);
		free(end->date);
		json_decref(end->runner);
	}
	free(lineage->items);
	*lineage = (struct lineage)LINEAGE_INIT;
}
