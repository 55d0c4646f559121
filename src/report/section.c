#include "report/section.h"

#include <math.h>
#include <string.h>

#include "analysis/stats.h"
#include "record/importance.h"
#include "record/looks.h"
#include "report/figure.h"

/* ==== Order ==== */

static int compare_targets(const void *a, const void *b)
{
	return importance_compare(*(const struct result_target *const *)a,
				  *(const struct result_target *const *)b);
}

static bool is_changed(const struct result_cell *base)
{
	return base->measured && isfinite(base->ratio) &&
	       (base->verdict == VERDICT_SLOWER ||
		base->verdict == VERDICT_FASTER);
}

static struct section *find_section(struct sections *sections,
				    const char *kind)
{
	size_t i = 0;

	while (i < SECTIONS_NR - 1 && strcmp(sections->items[i].kind, kind))
		i++;
	return &sections->items[i];
}

static void section_add(struct section *section,
			const struct result_target *target)
{
	ARRAY_GROW(section->targets, section->nr + 1, section->cap);
	section->targets[section->nr++] = target;
	if (isfinite(target->cells[0].threshold))
		section->has_thresholds = true;
	if (section->nr == 1)
		section->metric = target->primary;
	else if (section->metric && strcmp(section->metric, target->primary))
		section->metric = NULL;
}

static void section_sort(struct section *section)
{
	if (!section->nr)
		return;
	qsort(section->targets, section->nr, sizeof(*section->targets),
	      compare_targets);
	while (section->nr_changed < section->nr &&
	       is_changed(&section->targets[section->nr_changed]->cells[0]))
		section->nr_changed++;
}

void sections_of(struct sections *out, const struct result *result)
{
	static const char *const kinds[SECTIONS_NR] = {
		"sequential", "parallel", "build", "other"
	};
	size_t head = result->nr_sides - 1;

	for (size_t i = 0; i < SECTIONS_NR; i++)
		out->items[i] = (struct section){ .kind = kinds[i] };
	for (size_t i = 0; i < result->nr_targets; i++) {
		const struct result_target *target = &result->targets[i];

		if (target->cells[head].measured)
			section_add(find_section(out, target->kind), target);
	}
	/* Alone, a side has no changes: its own order is kept. */
	for (size_t i = 0; head && i < SECTIONS_NR; i++)
		section_sort(&out->items[i]);
}

void sections_release(struct sections *sections)
{
	for (size_t i = 0; i < SECTIONS_NR; i++)
		free(sections->items[i].targets);
	*sections = (struct sections){ 0 };
}

/* ==== Words and figures ==== */

double section_metric(const struct result_cell *cell, const char *name)
{
	const struct metric *metric = metrics_find(&cell->metrics, name);

	if (!cell->measured)
		return NAN;
	if (!strcmp(name, "seconds"))
		return cell->seconds;
	if (!metric && !strcmp(name, METRIC_CPU))
		return section_metric(cell, "user_seconds") +
		       section_metric(cell, "sys_seconds");
	return metric ? metric->value : NAN;
}

double section_value(const char **unit, const struct result_target *target,
		     size_t side)
{
	const struct metric *metric = metrics_find(
		&target->cells[side].metrics, target->primary);

	*unit = metric && strcmp(target->primary, "seconds") ? metric->unit :
							       "s";
	return section_metric(&target->cells[side], target->primary);
}

char *section_side(const struct result *result, size_t side)
{
	const struct result_side *this = &result->sides[side];
	bool is_head = side == result->nr_sides - 1;

	if (is_head || !side)
		return xstrdup(is_head ? "head" : "base");
	if (this->variant && oid_equal(&this->sha, &result_head(result)->sha))
		return xstrdup(this->variant);
	return figure_side(&this->sha, this->variant);
}

bool section_is_timed(const struct section *section)
{
	return section->metric && !strcmp(section->metric, "seconds");
}

char *section_title(const struct result *result,
		    const struct section *section)
{
	bool timed = section_is_timed(section);
	const char *what = timed ? "Normalized Time" : "Ratios";

	if (result->nr_sides == 1)
		return xstrfmt("Measured, %s", section->kind);
	return xstrfmt("%s, %s (head / base%s)", what, section->kind,
		       timed ? ", under 1 is faster" : "");
}

double section_geomean(const struct section *section, size_t side)
{
	auto_free double *ratios = xcalloc(section->nr + 1, sizeof(*ratios));
	size_t nr = 0;

	for (size_t i = 0; section->metric && i < section->nr; i++) {
		const struct result_cell *cell =
			&section->targets[i]->cells[side];

		if (cell->measured && isfinite(cell->ratio) && cell->ratio > 0)
			ratios[nr++] = cell->ratio;
	}
	return stats_geomean(ratios, nr);
}

/* ==== The table ==== */

static void add_columns(struct table *table, const struct result *result,
			const struct section *section)
{
	size_t head = result->nr_sides - 1;

	table_column(table, "name", "target", TABLE_SHRINK);
	if (!strcmp(section->kind, "parallel"))
		table_column(table, "domains", "domains", TABLE_RIGHT);
	if (!section_is_timed(section))
		table_column(table, "metric", "metric", TABLE_SHRINK);
	if (head)
		table_column(table, "base", "base", TABLE_RIGHT);
	table_column(table, "head", "head", TABLE_RIGHT);
	if (head == 1) {
		table_column(table, "ratio", "ratio", TABLE_RIGHT);
		table_column(table, "interval", "interval", TABLE_SPARE);
	}
	if (section->has_thresholds)
		table_column(table, "threshold", "needs",
			     TABLE_RIGHT | TABLE_SPARE);
	table_column(table, "samples", "n",
		     TABLE_RIGHT | TABLE_SPARE);
	if (head == 1)
		table_column(table, "verdict", "verdict", TABLE_LEFT);
	for (size_t side = 0; head > 1 && side < head; side++) {
		auto_free char *label = section_side(result, side);
		auto_free char *title = xstrfmt("/ %s", label);

		table_column(table, "ratio", title, TABLE_RIGHT);
		table_column(table, "verdict", "", TABLE_LEFT);
	}
}

static void add_value(struct table *table, const struct result_target *target,
		      size_t side)
{
	const char *unit;
	double value = section_value(&unit, target, side);

	table_number(table, value, figure_value(value, unit));
}

/* "5", or "5/3" where base and head differ; 0 is "not said". */
static void add_samples(struct table *table,
			const struct result_target *target, size_t head)
{
	int of_base = target->cells[0].samples;
	int of_head = target->cells[head].samples;
	bool differ = target->cells[0].measured && of_base != of_head;

	table_value(table, NULL,
		    differ	? xstrfmt("%d/%d", of_base, of_head) :
		    of_head ? xstrfmt("%d", of_head) :
				  xstrdup("-"));
}

static void add_ratio(struct table *table, const struct result_cell *cell)
{
	double ratio = cell->measured ? cell->ratio : NAN;

	table_number(table, ratio, figure_ratio(ratio));
}

/* "±1.3%": the change that it takes. */
static void add_threshold(struct table *table, const struct result_cell *cell)
{
	double share = (cell->threshold - 1) * 100;

	table_value(table, NULL,
		    isfinite(share) ? xstrfmt("\xc2\xb1%.2g%%", share) :
				      xstrdup("-"));
}

/* What stands behind the word: an obstacle, or how it came about. */
static const char *remark(const struct result_target *target,
			  const struct result_cell *cell, const char *obstacle)
{
	if (obstacle)
		return obstacle;
	return target->identical ? "identical" : cell->why;
}

static void add_verdict(struct table *table,
			const struct result_target *target, size_t side,
			const char *obstacle)
{
	const struct result_cell *cell = &target->cells[side];
	const char *verdict = verdict_name(cell->verdict);
	const char *why = remark(target, cell, obstacle);

	if (!cell->measured) {
		table_word(table, "");
		return;
	}
	table_value(table, NULL, why ? xstrfmt("%s (%s)", verdict, why) :
				       xstrdup(verdict));
	table_role(table, style_of_verdict(cell->verdict));
}

static void add_row(struct table *table, const struct result *result,
		    const struct section *section,
		    const struct result_target *target, const char *obstacle)
{
	size_t head = result->nr_sides - 1;
	const struct result_cell *base = &target->cells[0];

	table_text(table, target->name);
	if (!strcmp(section->kind, "parallel"))
		table_value(table, NULL,
			    target->domains ? xstrfmt("%d", target->domains) :
					      xstrdup("-"));
	if (!section_is_timed(section))
		table_text(table, target->primary);
	if (head)
		add_value(table, target, 0);
	add_value(table, target, head);
	if (head == 1) {
		add_ratio(table, base);
		table_value(table, NULL,
			    figure_interval(base->low, base->high));
	}
	if (section->has_thresholds)
		add_threshold(table, base);
	add_samples(table, target, head);
	if (head == 1)
		add_verdict(table, target, 0, obstacle);
	for (size_t side = 0; head > 1 && side < head; side++) {
		add_ratio(table, &target->cells[side]);
		add_verdict(table, target, side, obstacle);
	}
}

void section_table(struct table *out, const struct result *result,
		   const struct section *section, size_t from, size_t to,
		   const char *obstacle)
{
	*out = (struct table)TABLE_INIT;
	add_columns(out, result, section);
	for (size_t i = from; i < to; i++)
		add_row(out, result, section, section->targets[i], obstacle);
}
