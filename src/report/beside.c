#include "report/beside.h"

#include <string.h>

#include "analysis/stats.h"
#include "base/error.h"
#include "base/text.h"
#include "record/looks.h"
#include "report/figure.h"
#include "report/section.h"

#define MOVED 0.01 /* a smaller change is none to speak of */

/* ==== Kinds ==== */

const char *beside_kind_name(enum beside_kind kind)
{
	static const char *const names[BESIDE_NR] = {
		[BESIDE_CPU] = "processor time",
		[BESIDE_INSTRUCTIONS] = "instructions",
		[BESIDE_MEMORY] = "memory",
		[BESIDE_GC] = "garbage collector",
		[BESIDE_SIZE] = "code size",
		[BESIDE_OWN] = "of the suite",
		[BESIDE_SYSTEM] = "kernel",
	};

	return names[kind];
}

static enum beside_kind kind_of(const char *metric)
{
	static const struct {
		const char *start;
		enum beside_kind kind;
	} starts[] = {
		{ METRIC_SECONDS, BESIDE_CPU },
		{ METRIC_CPU, BESIDE_CPU },
		{ "instructions", BESIDE_INSTRUCTIONS },
		{ "cycles", BESIDE_INSTRUCTIONS },
		{ "branch_misses", BESIDE_INSTRUCTIONS },
		{ "cache_misses", BESIDE_INSTRUCTIONS },
		{ "maxrss", BESIDE_MEMORY },
		{ "gc.heap_words", BESIDE_MEMORY },
		{ "gc.top_heap_words", BESIDE_MEMORY },
		{ "gc.", BESIDE_GC },
		{ "codesize", BESIDE_SIZE },
		{ "major_faults", BESIDE_SYSTEM },
		{ "minor_faults", BESIDE_SYSTEM },
		{ "voluntary_switches", BESIDE_SYSTEM },
		{ "involuntary_switches", BESIDE_SYSTEM },
	};

	for (size_t i = 0; i < ARRAY_SIZE(starts); i++)
		if (text_starts_with(metric, starts[i].start))
			return starts[i].kind;
	return BESIDE_OWN;
}

/* ==== Values ==== */

static void add(struct beside *beside, const struct result *result,
		const struct result_target *target, const char *metric,
		const char *unit)
{
	const struct result_cell *base = &target->cells[0];
	struct beside_value value = {
		.target = target,
		.metric = metric,
		.unit = unit,
		.base = section_metric(base, metric),
		.head = section_metric(&target->cells[result->nr_sides - 1],
				       metric),
		.opinion = result_opinion(base, metric),
	};
	enum beside_kind kind = kind_of(metric);

	value.ratio = value.opinion && isfinite(value.opinion->ratio) ?
			      value.opinion->ratio :
			      value.head / value.base;
	if (!strcmp(metric, target->primary) || !isfinite(value.ratio) ||
	    !(value.ratio > 0))
		return;
	beside->decided = beside->decided || value.opinion;
	ARRAY_GROW(beside->kinds[kind].items, beside->kinds[kind].nr + 1,
		   beside->kinds[kind].cap);
	beside->kinds[kind].items[beside->kinds[kind].nr++] = value;
}

/* User and system time stand together, as one is not without the other. */
static bool is_part_of_cpu(const char *metric)
{
	return !strcmp(metric, "user_seconds") ||
	       !strcmp(metric, "sys_seconds");
}

static void add_target(struct beside *beside, const struct result *result,
		       const struct result_target *target)
{
	const struct metrics *metrics =
		&target->cells[result->nr_sides - 1].metrics;

	add(beside, result, target, METRIC_SECONDS, "s");
	if (!metrics_find(metrics, METRIC_CPU))
		add(beside, result, target, METRIC_CPU, "s");
	for (size_t i = 0; i < metrics->nr; i++)
		if (!is_part_of_cpu(metrics->items[i].name))
			add(beside, result, target, metrics->items[i].name,
			    metrics->items[i].unit);
}

static double size_of(const struct beside_value *value)
{
	return fabs(log(value->ratio));
}

static int compare_sizes(const void *a, const void *b)
{
	const struct beside_value *x = a, *y = b;
	double more = size_of(y) - size_of(x);

	if (more > 0 || more < 0)
		return more > 0 ? 1 : -1;
	return strcmp(x->target->name, y->target->name);
}

static int compare_values(const void *a, const void *b)
{
	const struct beside_value *x = a, *y = b;
	int order = strcmp(x->metric, y->metric);

	return order ? order : compare_sizes(a, b);
}

void beside_of(struct beside *out, const struct result *result)
{
	*out = (struct beside){ 0 };
	for (size_t i = 0; i < result->nr_targets; i++)
		if (result_is_compared(result, &result->targets[i]))
			add_target(out, result, &result->targets[i]);
	for (int kind = 0; kind < BESIDE_NR; kind++)
		if (out->kinds[kind].nr)
			qsort(out->kinds[kind].items, out->kinds[kind].nr,
			      sizeof(*out->kinds[kind].items),
			      compare_values);
}

/* ==== Tables ==== */

/* What was decided outweighs what the medians look like. */
static bool has_moved(const struct beside_value *value)
{
	if (value->opinion)
		return value->opinion->verdict == VERDICT_SLOWER ||
		       value->opinion->verdict == VERDICT_FASTER;
	return size_of(value) > log1p(MOVED);
}

static const char *change_name(const struct beside_value *value)
{
	static const char *const names[VERDICT_NR] = {
		[VERDICT_UNKNOWN] = "unknown",
		[VERDICT_SAME] = "same",
		[VERDICT_FASTER] = "less",
		[VERDICT_SLOWER] = "more",
	};

	return value->opinion ? names[value->opinion->verdict] : "-";
}

static char *extreme_text(const struct beside_value *value)
{
	auto_free char *ratio = figure_ratio(value->ratio);

	return xstrfmt("%s %s", ratio, value->target->name);
}

static void add_extreme(struct table *table, const struct beside_value *value)
{
	auto_free char *text = extreme_text(value);

	table_text(table, text);
}

/* One metric: `nr` values, the biggest change first. */
static void summary_row(struct table *table, enum beside_kind kind,
			const struct beside_value *values, size_t nr)
{
	auto_free double *ratios = xcalloc(nr, sizeof(*ratios));
	const struct beside_value *least = values, *most = values;
	size_t moved = 0;

	for (size_t i = 0; i < nr; i++) {
		ratios[i] = values[i].ratio;
		moved += has_moved(&values[i]);
		least = values[i].ratio < least->ratio ? &values[i] : least;
		most = values[i].ratio > most->ratio ? &values[i] : most;
	}
	double mean = stats_geomean(ratios, nr);

	table_word(table, beside_kind_name(kind));
	table_text(table, values->metric);
	table_value(table, NULL, xstrfmt("%zu/%zu", moved, nr));
	table_number(table, mean, figure_ratio(mean));
	add_extreme(table, least);
	add_extreme(table, most);
}

static size_t run_length(const struct beside_value *values, size_t nr)
{
	size_t length = 1;

	while (length < nr && !strcmp(values[length].metric, values->metric))
		length++;
	return length;
}

static bool any_moved(const struct beside_value *values, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (has_moved(&values[i]))
			return true;
	return false;
}

size_t beside_summary(struct table *out, const struct beside *beside)
{
	size_t still = 0, length;

	*out = (struct table)TABLE_INIT;
	table_column(out, "kind", "", TABLE_SPARE);
	table_column(out, "metric", "metric", TABLE_SHRINK);
	table_column(out, "moved", "moved", TABLE_RIGHT);
	table_column(out, "mean", "mean", TABLE_RIGHT);
	table_column(out, "least", "least", TABLE_SHRINK);
	table_column(out, "most", "most", TABLE_SHRINK);
	for (int kind = 0; kind < BESIDE_SYSTEM; kind++) {
		const struct beside_value *at = beside->kinds[kind].items;
		const struct beside_value *end = at + beside->kinds[kind].nr;

		for (; at < end; at += length) {
			length = run_length(at, end - at);
			if (any_moved(at, length))
				summary_row(out, kind, at, length);
			else
				still++;
		}
	}
	return still;
}

static void value_columns(struct table *table, const struct beside *beside,
			  bool with_metric)
{
	*table = (struct table)TABLE_INIT;
	table_column(table, "name", "target", TABLE_SHRINK);
	if (with_metric)
		table_column(table, "metric", "metric", TABLE_SHRINK);
	table_column(table, "base", "base", TABLE_RIGHT);
	table_column(table, "head", "head", TABLE_RIGHT);
	table_column(table, "ratio", "ratio", TABLE_RIGHT);
	if (!beside->decided)
		return;
	table_column(table, "interval", "interval", TABLE_LEFT);
	table_column(table, "change", "change", TABLE_LEFT);
}

static void value_row(struct table *table, const struct beside *beside,
		      const struct beside_value *value, bool with_metric)
{
	const struct result_opinion *opinion = value->opinion;

	table_text(table, value->target->name);
	if (with_metric)
		table_text(table, value->metric);
	table_number(table, value->base, figure_value(value->base, value->unit));
	table_number(table, value->head, figure_value(value->head, value->unit));
	table_number(table, value->ratio, figure_ratio(value->ratio));
	if (!beside->decided)
		return;
	table_value(table, NULL,
		    opinion ? figure_interval(opinion->low, opinion->high) :
			      xstrdup("-"));
	table_word(table, change_name(value));
}

size_t beside_count_moved(const struct beside *beside, enum beside_kind kind)
{
	size_t moved = 0;

	for (size_t i = 0; i < beside->kinds[kind].nr; i++)
		moved += has_moved(&beside->kinds[kind].items[i]);
	return moved;
}

void beside_moved(struct table *out, const struct beside *beside,
		  enum beside_kind kind, size_t most)
{
	size_t nr = beside->kinds[kind].nr, moved = 0;
	auto_free struct beside_value *values = xcalloc(nr + 1,
							sizeof(*values));

	for (size_t i = 0; i < nr; i++)
		if (has_moved(&beside->kinds[kind].items[i]))
			values[moved++] = beside->kinds[kind].items[i];
	qsort(values, moved, sizeof(*values), compare_sizes);
	value_columns(out, beside, true);
	for (size_t i = 0; i < moved && i < most; i++)
		value_row(out, beside, &values[i], true);
}

int beside_metric(struct table *out, const struct beside *beside,
		  const char *metric)
{
	value_columns(out, beside, false);
	for (int kind = 0; kind < BESIDE_NR; kind++)
		for (size_t i = 0; i < beside->kinds[kind].nr; i++)
			if (!strcmp(beside->kinds[kind].items[i].metric,
				    metric))
				value_row(out, beside,
					  &beside->kinds[kind].items[i],
					  false);
	if (table_rows(out))
		return 0;
	fail(ERR_NOTFOUND, "no target has the metric '%.100s' beside the one "
			   "that decides", metric);
	fail_hint("git bench show --metrics names those that there are");
	return ERR_NOTFOUND;
}

void beside_release(struct beside *beside)
{
	for (int kind = 0; kind < BESIDE_NR; kind++)
		free(beside->kinds[kind].items);
	*beside = (struct beside){ 0 };
}
