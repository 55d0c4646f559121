#include "report/since.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "report/figure.h"
#include "report/markdown.h"
#include "report/section.h"
#include "report/table.h"

/* ==== What changed most ================================================= */

struct change {
	const struct result_target *target;
	double ratio;
	bool timed;
	double seconds; /* of a timed one: head less base */
};

/* A build's own total is no target among others. */
static bool is_total(const struct result_target *target)
{
	return !strcmp(target->kind, "build") &&
	       !strcmp(target->name, "total");
}

static bool find_change(struct change *out, const struct result_target *target)
{
	const struct result_cell *base = &target->cells[0];
	const struct result_cell *head = &target->cells[1];

	*out = (struct change){
		.target = target,
		.ratio = base->measured ? base->ratio : NAN,
		.timed = !strcmp(target->primary, "seconds"),
		.seconds = head->seconds - base->seconds,
	};
	return !is_total(target) && isfinite(out->ratio) && out->ratio > 0 &&
	       out->ratio != 1;
}

/* Greatest first: seconds of times, then ratios of all else. */
static int by_size(const void *a, const void *b)
{
	const struct change *x = a, *y = b;
	double size_x = x->timed ? fabs(x->seconds) : fabs(log(x->ratio));
	double size_y = y->timed ? fabs(y->seconds) : fabs(log(y->ratio));

	if (x->timed != y->timed)
		return x->timed ? -1 : 1;
	if (size_x != size_y)
		return size_x > size_y ? -1 : 1;
	return strcmp(x->target->name, y->target->name);
}

static void rank(struct since *since)
{
	const struct result *result = &since->pair.result;
	auto_free struct change *changes =
		xcalloc(result->nr_targets + 1, sizeof(*changes));
	size_t nr = 0;

	for (size_t i = 0; i < result->nr_targets; i++)
		nr += find_change(&changes[nr], &result->targets[i]);
	qsort(changes, nr, sizeof(*changes), by_size);
	for (size_t i = 0; i < nr; i++) {
		if (changes[i].ratio > 1 && since->nr_more < SINCE_MOST)
			since->more[since->nr_more++] = changes[i].target;
		if (changes[i].ratio < 1 && since->nr_less < SINCE_MOST)
			since->less[since->nr_less++] = changes[i].target;
	}
}

/*
 * The build's own total where both have one; otherwise what the targets add
 * up to that both have: one that is missing on a side makes nothing faster.
 */
static void find_totals(struct since *since)
{
	const struct result *result = &since->pair.result;
	double sums[2] = { 0, 0 }, totals[2] = { NAN, NAN };

	for (size_t i = 0; i < result->nr_targets; i++) {
		const struct result_cell *cells = result->targets[i].cells;
		double *into = is_total(&result->targets[i]) ? totals : sums;

		for (size_t side = 0; side < 2; side++) {
			if (into == totals)
				into[side] = cells[side].seconds;
			else if (isfinite(cells[0].seconds) &&
				 isfinite(cells[1].seconds))
				into[side] += cells[side].seconds;
		}
	}
	since->before = isfinite(totals[0]) ? totals[0] : sums[0];
	since->after = isfinite(totals[0]) ? totals[1] : sums[1];
}

void since_make(struct since *out, const char *path,
		const struct result *previous, const struct result *result)
{
	*out = (struct since)SINCE_INIT;
	out->path = xstrdup(path);
	out->date = xstrdup(previous->date);
	pair_make(&out->pair, previous, result);
	find_totals(out);
	rank(out);
}

/* ==== For people ======================================================== */

static const char *obstacle_of(const struct since *since)
{
	return since->pair.obstacle ? since->pair.obstacle : "measured apart";
}

char *since_headline(const struct since *since)
{
	double ratio = since->after / since->before;
	auto_free char *change = text_from_ratio(ratio);
	auto_free char *before = figure_value(since->before, "s");
	auto_free char *after = figure_value(since->after, "s");
	bool known = isfinite(ratio) && since->before > 0;

	if (!known)
		return xstrfmt("since %.10s: no total to compare",
			       since->date);
	return xstrfmt("total %s since %.10s (%s, then %s): unknown (%s)",
		       change, since->date, before, after,
		       obstacle_of(since));
}

static void add_rows(struct table *table, const struct since *since,
		     const struct result_target *const *targets, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		const struct result_cell *base = &targets[i]->cells[0];
		const char *obstacle = since->pair.obstacle;
		const char *verdict = verdict_name(base->verdict), *unit;
		double before = section_value(&unit, targets[i], 0);
		double after = section_value(&unit, targets[i], 1);

		table_text(table, targets[i]->name);
		table_value(table, NULL, figure_value(before, unit));
		table_value(table, NULL, figure_value(after, unit));
		table_value(table, NULL, text_from_ratio(base->ratio));
		table_value(table, NULL,
			    obstacle ? xstrfmt("%s (%s)", verdict, obstacle) :
				       xstrdup(verdict));
		table_role(table, style_of_verdict(base->verdict));
	}
}

static void make_table(struct table *out, const struct since *since)
{
	*out = (struct table)TABLE_INIT;
	table_column(out, "name", "target", TABLE_SHRINK);
	table_column(out, "before", "before", TABLE_RIGHT);
	table_column(out, "after", "after", TABLE_RIGHT);
	table_column(out, "change", "change", TABLE_RIGHT);
	table_column(out, "verdict", "verdict", TABLE_LEFT);
	add_rows(out, since, since->more, since->nr_more);
	add_rows(out, since, since->less, since->nr_less);
}

void since_text(struct buf *out, const struct since *since,
		const struct style *style)
{
	AUTO(table) table = TABLE_INIT;
	auto_free char *raw = since_headline(since);
	auto_free char *headline = text_escape(raw);

	style_add(out, style, ROLE_HEADING, headline);
	buf_addch(out, '\n');
	make_table(&table, since);
	if (!table_rows(&table))
		return;
	buf_addch(out, '\n');
	table_print(out, &table, TABLE_AS_TEXT, style);
}

void since_markdown(struct buf *out, const struct since *since)
{
	static const struct style plain = STYLE_PLAIN;
	AUTO(table) table = TABLE_INIT;
	auto_free char *headline = since_headline(since);

	buf_addstr(out, "**");
	markdown_word(out, MARKDOWN_TEXT, headline);
	buf_addstr(out, "**\n");
	make_table(&table, since);
	if (!table_rows(&table))
		return;
	buf_addch(out, '\n');
	table_print(out, &table, TABLE_AS_MARKDOWN, &plain);
}

/* ==== For programs ====================================================== */

static json_t *changes_to_json(const struct result_target *const *targets,
			       size_t nr)
{
	json_t *list = json_array();

	for (size_t i = 0; i < nr; i++) {
		const struct result_cell *base = &targets[i]->cells[0];
		json_t *change = json_object();
		const char *unit;

		json_set_string(change, "name", targets[i]->name);
		json_set_string(change, "metric", targets[i]->primary);
		json_set_number(change, "before",
				section_value(&unit, targets[i], 0));
		json_set_number(change, "after",
				section_value(&unit, targets[i], 1));
		json_set_string(change, "unit", unit);
		json_set_number(change, "ratio", base->ratio);
		json_set_string(change, "verdict",
				verdict_name(base->verdict));
		json_array_append_new(list, change);
	}
	return list;
}

json_t *since_json(const struct since *since)
{
	json_t *json = json_object();

	json_set_string(json, "path", since->path);
	json_set_string(json, "date", since->date);
	json_set_string(json, "sha", since->pair.result.sides[0].sha.hex);
	if (isfinite(since->before))
		json_set_number(json, "total_before", since->before);
	if (isfinite(since->after))
		json_set_number(json, "total_after", since->after);
	if (since->pair.obstacle)
		json_set_string(json, "obstacle", since->pair.obstacle);
	json_object_set_new(json, "more",
			    changes_to_json(since->more, since->nr_more));
	json_object_set_new(json, "less",
			    changes_to_json(since->less, since->nr_less));
	return json;
}

void since_release(struct since *since)
{
	free(since->path);
	free(since->date);
	pair_release(&since->pair);
	*since = (struct since)SINCE_INIT;
}
