#include "record/result.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "record/importance.h"

#define HEADLINE_NAME_MAX 40 /* columns */

const struct result_side *result_head(const struct result *result)
{
	return &result->sides[result->nr_sides - 1];
}

const struct result_side *result_base(const struct result *result)
{
	return result->nr_sides > 1 ? &result->sides[0] : NULL;
}

struct result_target *result_find(const struct result *result,
				  const char *target)
{
	for (size_t i = 0; i < result->nr_targets; i++)
		if (!strcmp(result->targets[i].name, target))
			return &result->targets[i];
	return NULL;
}

void result_cell_init(struct result_cell *cell)
{
	*cell = (struct result_cell){
		.seconds = NAN,
		.ratio = NAN,
		.low = NAN,
		.high = NAN,
		.threshold = NAN,
	};
}

struct result_opinion *result_add_opinion(struct result_cell *cell,
					  const char *metric)
{
	size_t nr = cell->nr_opinions++;

	cell->opinions = xreallocarray(cell->opinions, nr + 1,
				       sizeof(*cell->opinions));
	cell->opinions[nr] = (struct result_opinion){
		.metric = xstrdup(metric),
		.ratio = NAN,
		.low = NAN,
		.high = NAN,
		.threshold = NAN,
	};
	return &cell->opinions[nr];
}

void result_cell_copy(struct result_cell *out, const struct result_cell *cell)
{
	*out = *cell;
	out->metrics = (struct metrics)METRICS_INIT;
	metrics_copy(&out->metrics, &cell->metrics);
	out->why = xstrdup_or_null(cell->why);
	out->opinions = NULL;
	out->nr_opinions = 0;
	for (size_t i = 0; i < cell->nr_opinions; i++) {
		struct result_opinion *opinion = result_add_opinion(
			out, cell->opinions[i].metric);
		char *metric = opinion->metric;

		*opinion = cell->opinions[i];
		opinion->metric = metric;
	}
}

const struct result_opinion *result_opinion(const struct result_cell *cell,
					    const char *metric)
{
	for (size_t i = 0; i < cell->nr_opinions; i++)
		if (!strcmp(cell->opinions[i].metric, metric))
			return &cell->opinions[i];
	return NULL;
}

struct result_target *result_add_target(struct result *result,
					const char *name)
{
	assert(!result->in_arena);
	ARRAY_GROW(result->targets, result->nr_targets + 1,
		   result->cap_targets);
	struct result_target *target = &result->targets[result->nr_targets++];

	*target = (struct result_target){
		.name = xstrdup(name),
		.kind = xstrdup("sequential"),
		.status = xstrdup("ok"),
		.primary = xstrdup("seconds"),
		.cells = xcalloc(result->nr_sides, sizeof(*target->cells)),
	};
	for (size_t i = 0; i < result->nr_sides; i++)
		result_cell_init(&target->cells[i]);
	return target;
}

void result_add_missing(struct result *result, const char *name, int side,
			const char *stage, const char *reason)
{
	assert(!result->in_arena);
	ARRAY_GROW(result->missing, result->nr_missing + 1,
		   result->cap_missing);
	result->missing[result->nr_missing++] = (struct result_missing){
		.name = xstrdup(name),
		.side = side,
		.stage = xstrdup(stage),
		/* Bytes that are no UTF-8 grow fourfold in the document. */
		.reason = text_tail(reason, SIZE_MAX, RESULT_REASON_MAX / 4),
	};
}

bool result_is_compared(const struct result *result,
			const struct result_target *target)
{
	return result->nr_sides > 1 && target->cells[0].measured &&
	       target->cells[result->nr_sides - 1].measured;
}

/*
 * Builds run side by side: what they took is a target of its own, "total",
 * and no sum. NaN: no time is known.
 */
static double total_of(const struct result *result)
{
	const struct result_target *all = result_find(result, "total");
	double seconds = NAN;

	if (all && all->kind && !strcmp(all->kind, "build"))
		return all->cells[result->nr_sides - 1].seconds;
	for (size_t i = 0; i < result->nr_targets; i++) {
		const struct result_cell *head =
			&result->targets[i].cells[result->nr_sides - 1];

		if (head->measured && isfinite(head->seconds))
			seconds = head->seconds +
				  (isfinite(seconds) ? seconds : 0);
	}
	return seconds;
}

void result_summarise(struct result *result)
{
	double logs = 0;
	size_t ratios = 0;

	result->summary = (struct result_summary){ .geomean = NAN };
	for (size_t i = 0; i < result->nr_targets; i++) {
		const struct result_target *target = &result->targets[i];
		const struct result_cell *base = &target->cells[0];

		if (!result_is_compared(result, target))
			continue;
		result->summary.count[base->verdict]++;
		if (isfinite(base->ratio) && base->ratio > 0) {
			logs += log(base->ratio);
			ratios++;
		}
	}
	result->total_seconds = total_of(result);
	if (ratios)
		result->summary.geomean = exp(logs / ratios);
}

/* ==== The headline ==== */

/* Of the targets with that verdict, the one that matters most. */
static const struct result_target *foremost(const struct result *result,
					    enum verdict verdict)
{
	const struct result_target *best = NULL;

	for (size_t i = 0; i < result->nr_targets; i++) {
		const struct result_target *target = &result->targets[i];

		if (result_is_compared(result, target) &&
		    target->cells[0].verdict == verdict &&
		    target->cells[0].ratio > 0 &&
		    (!best || importance_compare(target, best) < 0))
			best = target;
	}
	return best;
}

static void add_change(struct buf *out, const struct result_target *target)
{
	auto_free char *clean = text_escape(target->name);
	auto_free char *name = text_fit(clean, HEADLINE_NAME_MAX);
	auto_free char *change = text_from_ratio(target->cells[0].ratio);

	buf_addf(out, " (%s %s)", name, change);
}

static void add_count(struct buf *out, size_t count, const char *word)
{
	if (count)
		buf_addf(out, "%s%zu %s", out->len ? ", " : "", count, word);
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Targets with something missing, each counted once. */
static size_t count_missing(const struct result *result)
{
	auto_free const char **names =
		xcalloc(result->nr_missing, sizeof(*names));
	size_t count = 0;

	for (size_t i = 0; i < result->nr_missing; i++)
		names[i] = result->missing[i].name;
	qsort(names, result->nr_missing, sizeof(*names), compare_names);
	for (size_t i = 0; i < result->nr_missing; i++)
		if (!i || strcmp(names[i], names[i - 1]))
			count++;
	return count;
}

static size_t count_head(const struct result *result)
{
	size_t count = 0;

	for (size_t i = 0; i < result->nr_targets; i++)
		count += result->targets[i].cells[result->nr_sides - 1].measured;
	return count;
}

static size_t count_identical(const struct result *result)
{
	size_t count = 0;

	for (size_t i = 0; i < result->nr_targets; i++)
		count += result->targets[i].identical;
	return count;
}

/* Those of `same` that needed no run. */
static void add_identical(struct buf *out, const struct result *result)
{
	size_t count = count_identical(result);

	if (count)
		buf_addf(out, " (%zu identical, not run)", count);
}

static void add_verdicts(struct buf *out, const struct result *result)
{
	static const enum verdict order[] = { VERDICT_SLOWER, VERDICT_FASTER,
					      VERDICT_SAME, VERDICT_UNKNOWN };

	for (size_t i = 0; i < ARRAY_SIZE(order); i++) {
		enum verdict verdict = order[i];
		const struct result_target *most = NULL;

		if (verdict == VERDICT_SLOWER || verdict == VERDICT_FASTER)
			most = foremost(result, verdict);
		add_count(out, result->summary.count[verdict],
			  verdict_name(verdict));
		if (most)
			add_change(out, most);
		if (verdict == VERDICT_SAME)
			add_identical(out, result);
	}
}

/* What comes before the counts: nothing when there is a change to name. */
static const char *opening(const struct result *result, size_t measured)
{
	const int *count = result->summary.count;

	if (!measured)
		return "nothing measured";
	if (count[VERDICT_SLOWER] || count[VERDICT_FASTER])
		return "";
	if (count[VERDICT_UNKNOWN])
		return "no change shown";
	return count[VERDICT_SAME] ? "no change" : "";
}

static void add_measured(struct buf *out, const struct result *result,
			 size_t measured)
{
	buf_addf(out, "%zu target%s measured", measured,
		 measured == 1 ? "" : "s");
	if (isfinite(result->total_seconds)) {
		auto_free char *total =
			text_from_seconds(result->total_seconds);

		buf_addf(out, " in %s", total);
	}
}

char *result_headline(const struct result *result)
{
	size_t measured = count_head(result);
	const char *start = opening(result, measured);
	AUTO(buf) counts = BUF_INIT;

	add_verdicts(&counts, result);
	if (!counts.len && measured)
		add_measured(&counts, result, measured);
	add_count(&counts, count_missing(result), "missing");
	return xstrfmt("%s%s%s", start, *start && counts.len ? ": " : "",
		       counts.ptr);
}

/* ==== Release ==== */

static void cell_release(struct result_cell *cell)
{
	metrics_release(&cell->metrics);
	for (size_t i = 0; i < cell->nr_opinions; i++)
		free(cell->opinions[i].metric);
	free(cell->opinions);
	free(cell->why);
}

static void target_release(struct result_target *target, size_t nr_sides)
{
	free(target->name);
	free(target->kind);
	free(target->status);
	free(target->primary);
	for (size_t i = 0; target->cells && i < nr_sides; i++)
		cell_release(&target->cells[i]);
	free(target->cells);
}

static void missing_release(struct result_missing *missing)
{
	free(missing->name);
	free(missing->stage);
	free(missing->reason);
}

static void release_texts(struct result *result)
{
	char *const texts[] = { result->date,	   result->suite,
				result->ref,	   result->pr,
				result->schedule,  result->request,
				result->continues, result->suite_sha,
				result->config };

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		free(texts[i]);
	for (size_t i = 0; i < result->nr_targets; i++)
		target_release(&result->targets[i], result->nr_sides);
	for (size_t i = 0; i < result->nr_missing; i++)
		missing_release(&result->missing[i]);
	for (size_t i = 0; i < result->nr_sides; i++)
		free(result->sides[i].variant);
	free(result->targets);
	free(result->missing);
	free(result->sides);
	strlist_release(&result->notes);
}

void result_release(struct result *result)
{
	json_t *const objects[] = { result->runner, result->toolchain,
				    result->options, result->stages,
				    result->artifacts, result->sampling,
				    result->extra };

	for (size_t i = 0; i < ARRAY_SIZE(objects); i++)
		json_decref(objects[i]);
	if (!result->in_arena)
		release_texts(result);
	*result = (struct result)RESULT_INIT;
}
