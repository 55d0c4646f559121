#include "report/trend.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "record/comparability.h"
#include "report/figure.h"

#define BAR_COLUMNS 10

/* The head's value of a metric (NULL: the one that decides), NaN if none. */
static double find_value(const char **metric, const char **unit,
			 const struct result_target *target,
			 const struct result_cell *cell)
{
	if (!*metric)
		*metric = target->primary;
	const struct metric *found = metrics_find(&cell->metrics, *metric);
	*unit = found ? found->unit : "s";
	if (!strcmp(*metric, "seconds"))
		return cell->seconds;
	return found ? found->value : NAN;
}

bool trend_add(struct trend *trend, const char *path,
	       const struct result *result)
{
	const struct result_target *target = result_find(result, trend->target);
	const struct result_side *head = result_head(result);
	const char *metric = trend->metric, *unit;

	if (!target)
		return false;
	const struct result_cell *cell =
		&target->cells[result->nr_sides - 1];
	double value = find_value(&metric, &unit, target, cell);
	if (!cell->measured || !isfinite(value))
		return false;
	const char *class = json_get_string(result->runner, "class", NULL);
	ARRAY_GROW(trend->points, trend->nr + 1, trend->cap);
	trend->points[trend->nr++] = (struct trend_point){
		.path = xstrdup(path),
		.date = xstrdup(result->date),
		.suite = xstrdup(result->suite),
		.suite_sha = xstrdup_or_null(result->suite_sha),
		.machine = xstrdup_or_null(class),
		.runner = json_incref(result->runner),
		.variant = xstrdup_or_null(head->variant),
		.sha = head->sha,
		.metric = xstrdup(metric),
		.unit = xstrdup(unit),
		.value = value,
		.samples = cell->samples,
	};
	return true;
}

static bool is_same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : !a && !b;
}

static bool is_comparable(const struct trend_point *a,
			  const struct trend_point *b)
{
	return is_same(a->machine, b->machine) &&
	       is_same(a->suite, b->suite) &&
	       is_same(a->suite_sha, b->suite_sha) &&
	       is_same(a->variant, b->variant) &&
	       is_same(a->metric, b->metric) && is_same(a->unit, b->unit);
}

static const struct trend_point *previous(const struct trend *trend, size_t i)
{
	for (size_t j = i; j-- > 0;)
		if (is_comparable(&trend->points[j], &trend->points[i]))
			return &trend->points[j];
	return NULL;
}

static bool is_one_machine(const struct trend *trend)
{
	for (size_t i = 1; i < trend->nr; i++)
		if (!is_same(trend->points[i].machine,
			     trend->points[0].machine))
			return false;
	return true;
}

/* Why the change from the one before says little; NULL: nothing. */
static const char *obstacle(const struct trend *trend, size_t i)
{
	const struct trend_point *before = previous(trend, i);

	return before && !comparability_is_one_machine(
				 before->runner, trend->points[i].runner) ?
		       comparability_name(OBSTACLE_MACHINE) :
		       NULL;
}

static bool has_obstacle(const struct trend *trend)
{
	for (size_t i = 0; i < trend->nr; i++)
		if (obstacle(trend, i))
			return true;
	return false;
}

/* Least and most of the values in the same metric and unit as the newest. */
static void find_range(double *least, double *most, const struct trend *trend)
{
	const struct trend_point *newest = &trend->points[trend->nr - 1];

	*least = *most = newest->value;
	for (size_t i = 0; i < trend->nr; i++) {
		const struct trend_point *point = &trend->points[i];

		if (!is_same(point->metric, newest->metric) ||
		    !is_same(point->unit, newest->unit))
			continue;
		*least = fmin(*least, point->value);
		*most = fmax(*most, point->value);
	}
}

/* ==== The table ==== */

static void add_columns(struct table *table, const struct trend *trend)
{
	const int machine = is_one_machine(trend) ? TABLE_DATA : TABLE_SHRINK;
	const int verdict = has_obstacle(trend) ? TABLE_SHRINK : TABLE_DATA;

	table_column(table, "name", "target", TABLE_DATA);
	table_column(table, "date", "date", TABLE_LEFT);
	table_column(table, "sha", "commit", TABLE_LEFT);
	table_column(table, "variant", "variant", TABLE_DATA);
	table_column(table, "suite", "suite", TABLE_DATA);
	table_column(table, "metric", "metric", TABLE_DATA);
	table_column(table, "value", "value", TABLE_RIGHT);
	table_column(table, "unit", "unit", TABLE_DATA);
	table_column(table, "samples", "n", TABLE_RIGHT);
	table_column(table, "change", "change", TABLE_RIGHT);
	table_column(table, "bar", "", TABLE_LOOKS);
	table_column(table, "machine", "machine", machine);
	table_column(table, "path", "path", TABLE_DATA);
	table_column(table, "previous", "previous", TABLE_DATA);
	table_column(table, "obstacle", "", verdict);
}

static void add_change(struct table *table, const struct trend_point *point,
		       const struct trend_point *before)
{
	double ratio = before ? point->value / before->value : NAN;

	table_number(table, ratio,
		     isfinite(ratio) ? text_from_ratio(ratio) : xstrdup(""));
}

static void add_obstacle(struct table *table, const char *obstacle)
{
	table_value(table, obstacle ? json_string(obstacle) : NULL,
		    obstacle ? xstrfmt("unknown (%s)", obstacle) :
			       xstrdup(""));
	table_role(table, ROLE_UNKNOWN);
}

static void add_point(struct table *table, const struct trend *trend,
		      size_t i, double least, double most)
{
	const struct trend_point *point = &trend->points[i];
	const struct trend_point *newest = &trend->points[trend->nr - 1];
	const struct trend_point *before = previous(trend, i);
	bool in_range = is_same(point->metric, newest->metric) &&
			is_same(point->unit, newest->unit);
	auto_free char *bar = figure_bar(in_range ? point->value : NAN, least,
					 most, BAR_COLUMNS);

	table_text(table, trend->target);
	table_value(table, json_text(point->date),
		    xstrfmt("%.10s", point->date));
	table_value(table, json_text(point->sha.hex),
		    figure_sha(&point->sha));
	table_role(table, ROLE_SHA);
	table_text(table, point->variant);
	table_text(table, point->suite);
	table_text(table, point->metric);
	table_number(table, point->value,
		     figure_value(point->value, point->unit));
	table_text(table, point->unit);
	table_value(table, point->samples ? json_integer(point->samples) : NULL,
		    point->samples ? xstrfmt("%d", point->samples) :
				     xstrdup("-"));
	add_change(table, point, before);
	table_word(table, bar);
	table_role(table, ROLE_DIM);
	table_text(table, point->machine);
	table_text(table, point->path);
	table_text(table, before ? before->path : NULL);
	add_obstacle(table, obstacle(trend, i));
}

void trend_table(struct table *out, const struct trend *trend)
{
	bool cut = trend->most && trend->most < trend->nr;
	size_t oldest = cut ? trend->nr - trend->most : 0;
	double least, most;

	*out = (struct table)TABLE_INIT;
	add_columns(out, trend);
	if (!trend->nr)
		return;
	find_range(&least, &most, trend);
	for (size_t i = trend->nr; i-- > oldest;)
		add_point(out, trend, i, least, most);
}

void trend_release(struct trend *trend)
{
	for (size_t i = 0; i < trend->nr; i++) {
		struct trend_point *point = &trend->points[i];

		free(point->path);
		free(point->date);
		free(point->suite);
		free(point->suite_sha);
		free(point->machine);
		json_decref(point->runner);
		free(point->variant);
		free(point->metric);
		free(point->unit);
	}
	free(trend->points);
	trend->points = NULL;
	trend->nr = trend->cap = 0;
}
