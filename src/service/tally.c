#include "service/tally.h"

#include <math.h>
#include <string.h>

#include "analysis/stats.h"
#include "base/json.h"

/* ==== Collecting ======================================================== */

struct tally_target *tally_find(const struct tally *tally, const char *name)
{
	for (size_t i = 0; i < tally->nr; i++)
		if (!strcmp(tally->targets[i].name, name))
			return &tally->targets[i];
	return NULL;
}

static struct tally_target *target_of(struct tally *tally, const char *name,
				      enum target_kind kind, int domains)
{
	struct tally_target *target = tally_find(tally, name);

	if (target)
		return target;
	ARRAY_GROW(tally->targets, tally->nr + 1, tally->cap);
	target = &tally->targets[tally->nr++];
	*target = (struct tally_target){
		.name = xstrdup(name),
		.kind = kind,
		.domains = domains,
		.cells = xcalloc(tally->nr_sides, sizeof(*target->cells)),
	};
	return target;
}

static struct series *find_series(const struct tally_cell *cell,
				  const char *name)
{
	for (size_t i = 0; i < cell->nr; i++)
		if (!strcmp(cell->series[i].name, name))
			return &cell->series[i];
	return NULL;
}

static void append(struct series *series, double value, bool again)
{
	if (!again || !series->nr) {
		ARRAY_GROW(series->starts, series->nr_looks + 1,
			   series->cap_looks);
		series->starts[series->nr_looks++] = series->nr;
	}
	ARRAY_GROW(series->values, series->nr + 1, series->cap);
	series->values[series->nr++] = value;
}

static void push(struct tally_cell *cell, const char *name, double value,
		 const char *unit, bool higher_is_better, bool again)
{
	if (!isfinite(value))
		return;
	struct series *series = find_series(cell, name);
	if (!series) {
		ARRAY_GROW(cell->series, cell->nr + 1, cell->cap);
		series = &cell->series[cell->nr++];
		*series = (struct series){
			.name = xstrdup(name),
			.unit = xstrdup(unit),
			.higher_is_better = higher_is_better,
		};
	}
	append(series, value, again);
}

/* User and system time together, which no document needs to hold. */
static void push_cpu(struct tally_cell *cell, const struct reading *reading)
{
	const struct metric *user =
		metrics_find(&reading->metrics, "user_seconds");
	const struct metric *sys =
		metrics_find(&reading->metrics, "sys_seconds");

	cell->apart |= !reading->whole;
	if (user && sys)
		append(&cell->cpu, user->value + sys->value,
		       reading->again);
}

void tally_add(struct tally *tally, int side, const struct reading *reading)
{
	struct tally_target *target = target_of(
		tally, reading->target, reading->kind, reading->domains);
	struct tally_cell *cell = &target->cells[side];

	if (cell->failed)
		return;
	if (reading->primary && !target->primary)
		target->primary = xstrdup(reading->primary);
	push(cell, METRIC_SECONDS, reading->seconds, "s", false,
	     reading->again);
	push_cpu(cell, reading);
	for (size_t i = 0; i < reading->metrics.nr; i++) {
		const struct metric *m = &reading->metrics.items[i];

		push(cell, m->name, m->value, m->unit, m->higher_is_better,
		     reading->again);
	}
}

bool tally_fail(struct tally *tally, int side, const char *target,
		enum target_kind kind, int domains)
{
	struct tally_cell *cell =
		&target_of(tally, target, kind, domains)->cells[side];
	bool first = !cell->failed;

	cell->failed = true;
	return first;
}

void tally_add_metric(struct tally *tally, int side, const char *target,
		      const struct metric *metric)
{
	struct tally_target *t = tally_find(tally, target);

	if (t)
		push(&t->cells[side], metric->name, metric->value,
		     metric->unit, metric->higher_is_better, false);
}

void tally_disturbed(struct tally *tally, int side, const char *target,
		     int retaken, int disturbed)
{
	struct tally_target *t = tally_find(tally, target);

	if (!t)
		return;
	t->cells[side].retaken = retaken;
	t->cells[side].disturbed = disturbed;
}

/* ==== To a result ======================================================= */

const struct series *tally_series(const struct tally_target *target,
				  size_t side, const char *metric)
{
	const struct tally_cell *cell = &target->cells[side];

	if (cell->failed)
		return NULL;
	if (!strcmp(metric, METRIC_CPU))
		return cell->cpu.nr ? &cell->cpu : NULL;
	return find_series(cell, metric);
}

const double *tally_witness(const struct tally_cell *cell)
{
	const struct series *seconds = find_series(cell, METRIC_SECONDS);

	return !cell->apart && seconds && cell->cpu.nr == seconds->nr ?
		       cell->cpu.values :
		       NULL;
}

/* Counted on every side that gave a time, so that counts can decide? */
static bool is_counted(const struct tally *tally,
		       const struct tally_target *target)
{
	bool counted = false;

	/* Threads make a program's instructions vary from run to run. */
	if (target->primary || target->kind == KIND_PARALLEL)
		return false;
	for (size_t i = 0; i < tally->nr_sides; i++) {
		if (!tally_series(target, i, METRIC_SECONDS))
			continue;
		counted = tally_series(target, i, METRIC_INSTRUCTIONS);
		if (!counted)
			return false;
	}
	return counted;
}

const char *tally_primary(const struct tally *tally,
			  const struct tally_target *target)
{
	if (is_counted(tally, target))
		return METRIC_INSTRUCTIONS;
	return target->primary ? target->primary : METRIC_SECONDS;
}

/* The values that decide on one side; NULL when it gave none. */
static const struct series *deciding(const struct tally *tally,
				     const struct tally_target *target,
				     size_t side)
{
	return tally_series(target, side, tally_primary(tally, target));
}

static void fill_cell(struct result_cell *out, const struct tally_cell *cell,
		      const struct series *primary)
{
	out->seconds = NAN;
	if (!primary)
		return;
	out->measured = true;
	out->samples = primary->nr;
	out->retaken = cell->retaken;
	out->disturbed = cell->disturbed;
	for (size_t i = 0; i < cell->nr; i++) {
		const struct series *s = &cell->series[i];
		double median = stats_median(s->values, s->nr);

		if (!strcmp(s->name, METRIC_SECONDS)) {
			out->seconds = median;
			continue;
		}
		struct metric *m =
			metrics_set(&out->metrics, s->name, median, s->unit);
		if (m)
			m->higher_is_better = s->higher_is_better;
	}
}

static void set(char **slot, const char *value)
{
	free(*slot);
	*slot = xstrdup(value);
}

static void fill_target(struct result_target *out, const struct tally *tally,
			const struct tally_target *target)
{
	size_t head = tally->nr_sides - 1;
	const struct series *newest = deciding(tally, target, head);

	set(&out->kind, target_kind_name(target->kind));
	set(&out->status, newest ? "ok" : "missing");
	set(&out->primary, tally_primary(tally, target));
	out->domains = target->domains;
	for (size_t side = 0; side <= head; side++) {
		const struct series *values = deciding(tally, target, side);
		struct result_cell *cell = &out->cells[side];

		fill_cell(cell, &target->cells[side], values);
	}
}

static bool has_values(const struct tally *tally,
		       const struct tally_target *target)
{
	for (size_t side = 0; side < tally->nr_sides; side++)
		if (deciding(tally, target, side))
			return true;
	return false;
}

void tally_to_result(const struct tally *tally, struct result *result)
{
	for (size_t i = 0; i < tally->nr; i++) {
		const struct tally_target *target = &tally->targets[i];

		if (has_values(tally, target))
			fill_target(result_add_target(result, target->name),
				    tally, target);
	}
}

/* ==== To the samples file =============================================== */

static json_t *starts_to_json(const struct series *series)
{
	json_t *starts = json_array();

	for (size_t i = 0; i < series->nr_looks; i++)
		json_array_append_new(starts,
				      json_integer(series->starts[i]));
	return starts;
}

static json_t *cell_to_json(const struct tally_cell *cell)
{
	json_t *object = json_object();

	for (size_t i = 0; !cell->failed && i < cell->nr; i++) {
		const struct series *s = &cell->series[i];
		json_t *values = json_array();

		for (size_t k = 0; k < s->nr; k++)
			json_array_append_new(values, json_real(s->values[k]));
		json_t *entry = json_object();
		json_object_set_new(entry, "values", values);
		if (s->nr_looks < s->nr)
			json_object_set_new(entry, "starts",
					    starts_to_json(s));
		json_set_string(entry, "unit", s->unit);
		json_object_set_new(object, s->name, entry);
	}
	return object;
}

static json_t *target_to_json(const struct tally *tally,
			      const struct tally_target *target)
{
	json_t *sides = json_array();

	for (size_t side = 0; side < tally->nr_sides; side++)
		json_array_append_new(sides,
				      cell_to_json(&target->cells[side]));
	json_t *entry = json_object();
	json_set_string(entry, "name", target->name);
	if (target->looks_least)
		json_set_int(entry, "least", target->looks_least);
	json_object_set_new(entry, "sides", sides);
	return entry;
}

json_t *tally_to_json(const struct tally *tally)
{
	json_t *targets = json_array();

	for (size_t i = 0; i < tally->nr; i++)
		if (has_values(tally, &tally->targets[i]))
			json_array_append_new(
				targets,
				target_to_json(tally, &tally->targets[i]));
	json_t *document = json_object();
	json_set_int(document, "schema_version", RESULT_VERSION);
	json_object_set_new(document, "targets", targets);
	return document;
}

/* ==== The end =========================================================== */

static void cell_release(struct tally_cell *cell)
{
	for (size_t i = 0; i < cell->nr; i++) {
		free(cell->series[i].name);
		free(cell->series[i].unit);
		free(cell->series[i].values);
		free(cell->series[i].starts);
	}
	free(cell->series);
	free(cell->cpu.values);
	free(cell->cpu.starts);
}

void tally_release(struct tally *tally)
{
	for (size_t i = 0; i < tally->nr; i++) {
		struct tally_target *target = &tally->targets[i];

		for (size_t side = 0; side < tally->nr_sides; side++)
			cell_release(&target->cells[side]);
		free(target->cells);
		free(target->name);
		free(target->primary);
	}
	free(tally->targets);
	*tally = (struct tally){ 0 };
}
