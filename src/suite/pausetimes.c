#include "suite/pausetimes.h"

#include <math.h>

#include "base/alloc.h"
#include "base/json.h"
#include "base/text.h"

#define MILLI 1e-3
#define NANO 1e-9

/* What the positions of the two array shapes stand for. */
static const double percentiles_18[] = {
	25, 50, 60, 70, 75, 80, 85, 90, 95, 96, 97, 98, 99,
	99.9, 99.99, 99.999, 99.9999, 100,
};
static const double percentiles_11[] = {
	10, 20, 30, 40, 50, 60, 70, 80, 90, 99, 99.9,
};

static void read_map(struct pause_row *row, const json_t *map)
{
	const char *key;
	json_t *value;

	row->points = xcalloc(json_object_size(map) + 1, sizeof(*row->points));
	json_object_foreach((json_t *)map, key, value) {
		double percentile;

		if (!json_is_number(value) ||
		    !text_to_double(&percentile, key) || percentile < 0 ||
		    percentile > 100)
			continue;
		row->points[row->nr_points++] = (struct pause_point){
			.percentile = percentile,
			.seconds = json_number_value(value) * MILLI,
		};
	}
}

static void read_array(struct pause_row *row, const json_t *array,
		       const double *percentiles, double unit)
{
	size_t n = json_array_size(array);

	row->points = xcalloc(n, sizeof(*row->points));
	for (size_t i = 0; i < n; i++) {
		const json_t *value = json_array_get(array, i);

		if (!json_is_number(value))
			continue;
		row->points[row->nr_points++] = (struct pause_point){
			.percentile = percentiles[i],
			.seconds = json_number_value(value) * unit,
		};
	}
}

/* False when the distribution has none of the known shapes. */
static bool read_row(struct pause_row *row, const json_t *object)
{
	const json_t *distr = json_object_get(object, "distr_latency");
	size_t n = json_array_size(distr);
	double unit = n == ARRAY_SIZE(percentiles_11) ? NANO : MILLI;

	*row = (struct pause_row){
		.mean = json_get_number(object, "mean_latency", NAN) * unit,
		.max = json_get_number(object, "max_latency", NAN) * unit,
	};
	if (json_is_object(distr))
		read_map(row, distr);
	else if (n == ARRAY_SIZE(percentiles_11))
		read_array(row, distr, percentiles_11, unit);
	else if (n == ARRAY_SIZE(percentiles_18))
		read_array(row, distr, percentiles_18, unit);
	return row->nr_points > 0;
}

static void release_row(struct pause_row *row)
{
	free(row->name);
	free(row->points);
}

static void add_row(struct pausetimes *out, const json_t *object, int line)
{
	const char *name = json_get_string(object, "name", NULL);
	struct pause_row row;

	if (!name) {
		bench_damages_add(&out->damages, DAMAGE_NO_NAME, line);
		return;
	}
	if (!read_row(&row, object)) {
		bench_damages_add(&out->damages, DAMAGE_NO_VALUE, line);
		release_row(&row);
		return;
	}
	row.name = xstrdup(name);
	ARRAY_GROW(out->rows, out->nr + 1, out->cap);
	out->rows[out->nr++] = row;
}

void pausetimes_parse(struct pausetimes *out, const char *text, size_t len)
{
	struct bench_lines lines = { .text = text,
				     .len = len,
				     .damages = &out->damages };
	bool any = false;

	for (json_t *o; (o = bench_lines_next(&lines)); json_decref(o)) {
		if (any || !bench_header_read(&out->header, o))
			add_row(out, o, lines.line);
		any = true;
	}
	bench_damages_of_file(&out->damages, any, out->header.version,
			      out->nr);
}

void pausetimes_release(struct pausetimes *pausetimes)
{
	for (size_t i = 0; i < pausetimes->nr; i++)
		release_row(&pausetimes->rows[i]);
	free(pausetimes->rows);
	bench_header_release(&pausetimes->header);
	bench_damages_release(&pausetimes->damages);
	*pausetimes = (struct pausetimes){ 0 };
}
