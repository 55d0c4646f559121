#include "report/show.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "report/comparison.h"
#include "report/figure.h"
#include "report/section.h"
#include "report/table.h"

#define LABEL_WIDTH 10
#define ENTRY_CHANGES 10 /* of a kind, listed below an entry */

/* ==== Members, one a line ==== */

static void add_line(struct buf *out, const char *label, const char *text)
{
	auto_free char *safe = text_escape(text);

	buf_addf(out, "%-*s %s\n", LABEL_WIDTH, label, safe);
}

static void add_optional(struct buf *out, const char *label, const char *text)
{
	if (text && *text)
		add_line(out, label, text);
}

static void add_side(struct buf *out, const char *label,
		     const struct result_side *side, const struct style *style)
{
	auto_free char *padded = xstrfmt("%-*s ", LABEL_WIDTH, label);

	buf_addstr(out, padded);
	style_add(out, style, ROLE_SHA, side->sha.hex);
	if (side->variant && *side->variant) {
		auto_free char *variant = text_escape(side->variant);

		buf_addf(out, "  %s", variant);
	}
	buf_addch(out, '\n');
}

static void add_sides(struct buf *out, const struct result *result,
		      const struct style *style)
{
	size_t head = result->nr_sides - 1;

	for (size_t i = 0; i <= head; i++)
		add_side(out, i == head ? "head:" : i ? "side:" : "base:",
			 &result->sides[i], style);
}

static void add_request(struct buf *out, const struct result *result)
{
	if (!result->request)
		return;
	auto_free char *text = xstrfmt("%s, round %d", result->request,
				       result->round);
	add_line(out, "request:", text);
}

/* A member as people read it; owned. */
static char *member_text(const char *key, const json_t *value)
{
	if (json_is_string(value))
		return xstrdup(json_string_value(value));
	if (json_is_boolean(value))
		return xstrdup(json_is_true(value) ? "yes" : "no");
	if (json_is_number(value) && !strcmp(key, "memory"))
		return figure_value(json_number_value(value), "B");
	if (json_is_real(value))
		return xstrfmt("%.4g", json_real_value(value));
	return json_line(value);
}

/* What a list of names and values says, below its title, by name. */
static void add_object(struct buf *out, const char *title,
		       const json_t *object, const struct style *style)
{
	AUTO(table) table = TABLE_INIT;
	AUTO(strlist) keys = STRLIST_INIT;
	const char *key;
	json_t *value;

	if (!json_object_size(object))
		return;
	json_object_foreach((json_t *)object, key, value)
		strlist_add(&keys, key);
	strlist_sort(&keys);
	table.headless = true;
	table.indent = 2;
	table_column(&table, "key", "key", TABLE_SHRINK);
	table_column(&table, "value", "value", TABLE_SHRINK);
	for (size_t i = 0; i < keys.nr; i++) {
		key = keys.items[i];
		auto_free char *text =
			member_text(key, json_object_get(object, key));

		table_text(&table, key);
		table_text(&table, text);
	}
	buf_addf(out, "%s\n", title);
	table_print(out, &table, TABLE_AS_TEXT, style);
}

/* The lines that the short and the long form begin with. */
static void add_head(struct buf *out, const char *path,
		     const struct result *result, const struct style *style)
{
	auto_free char *where = text_escape(path ? path : "(not recorded)");
	auto_free char *title = xstrfmt("result %s", where);

	style_add(out, style, ROLE_SHA, title);
	buf_addch(out, '\n');
	add_line(out, "suite:", result->suite);
	add_line(out, "date:", result->date);
	add_sides(out, result, style);
	add_optional(out, "ref:", result->ref);
	add_optional(out, "pr:", result->pr);
	add_optional(out, "runner:",
		     json_get_string(result->runner, "name", NULL));
}

/* ==== Every metric ==== */

static bool is_first_of_name(const struct result_target *target, size_t side,
			     size_t metric)
{
	const char *name = target->cells[side].metrics.items[metric].name;

	for (size_t i = 0; i < side; i++)
		if (metrics_find(&target->cells[i].metrics, name))
			return false;
	return true;
}

static void metric_row(struct table *table, const struct result_target *target,
		       size_t nr_sides, const struct metric *metric,
		       bool first)
{
	double base = NAN, head = NAN;

	if (first)
		table_text(table, target->name);
	else
		table_word(table, "");
	table_text(table, metric->name);
	for (size_t i = 0; i < nr_sides; i++) {
		const struct metric *found = metrics_find(
			&target->cells[i].metrics, metric->name);
		double value = found ? found->value : NAN;

		base = i ? base : value;
		head = value;
		table_number(table, value,
			     figure_value(value, metric->unit));
	}
	if (nr_sides > 1)
		table_number(table, head / base, base > 0 && head > 0 ?
				     figure_ratio(head / base) :
				     xstrdup("-"));
}

static void metric_rows(struct table *table,
			const struct result_target *target, size_t nr_sides)
{
	bool first = true;

	for (size_t side = 0; side < nr_sides; side++) {
		const struct metrics *metrics = &target->cells[side].metrics;

		for (size_t i = 0; i < metrics->nr; i++) {
			if (!is_first_of_name(target, side, i))
				continue;
			metric_row(table, target, nr_sides,
				   &metrics->items[i], first);
			first = false;
		}
	}
}

static void add_metrics(struct buf *out, const struct result *result,
			const struct style *style)
{
	AUTO(table) table = TABLE_INIT;

	table_column(&table, "name", "target", TABLE_SHRINK);
	table_column(&table, "metric", "metric", TABLE_SHRINK);
	for (size_t i = 0; i < result->nr_sides; i++) {
		auto_free char *label = section_side(result, i);

		table_column(&table, "value", label, TABLE_RIGHT);
	}
	if (result->nr_sides > 1)
		table_column(&table, "ratio", "head / base", TABLE_RIGHT);
	for (size_t i = 0; i < result->nr_targets; i++)
		metric_rows(&table, &result->targets[i], result->nr_sides);
	if (!table_rows(&table))
		return;
	buf_addch(out, '\n');
	style_add(out, style, ROLE_HEADING, "Metrics (medians)");
	buf_addstr(out, "\n\n");
	table_print(out, &table, TABLE_AS_TEXT, style);
}

/* ==== What went wrong ==== */

static void add_indented(struct buf *out, const char *text)
{
	AUTO(strlist) lines = STRLIST_INIT;
	auto_free char *safe = text_escape_lines(text);

	strlist_split(&lines, safe, "\n");
	for (size_t i = 0; i < lines.nr; i++)
		buf_addf(out, "    %s\n", lines.items[i]);
}

static bool is_same_failure(const struct result_missing *a,
			    const struct result_missing *b)
{
	return !strcmp(a->stage, b->stage) && !strcmp(a->reason, b->reason);
}

/* "menhir, alt-ergo (base, build):", for all of one reason in a row. */
static size_t add_failure(struct buf *out, const struct result *result,
			  size_t first)
{
	const struct result_missing *missing = &result->missing[first];
	auto_free char *side = section_side(result, missing->side);
	auto_free char *where = xstrfmt(" (%s, %s):", side, missing->stage);
	auto_free char *safe = text_escape(where);
	size_t i = first;

	for (; i < result->nr_missing &&
	       result->missing[i].side == missing->side &&
	       is_same_failure(&result->missing[i], missing);
	     i++) {
		const char *name = result->missing[i].name;
		auto_free char *escaped =
			text_escape(*name ? name : "everything");

		buf_addf(out, "%s%s", i > first ? ", " : "", escaped);
	}
	buf_addf(out, "%s\n", safe);
	add_indented(out, missing->reason);
	return i;
}

/* The table of what is missing has the last lines only: here are all. */
static void add_failures(struct buf *out, const struct result *result,
			 const struct style *style)
{
	bool more = false;

	for (size_t i = 0; i < result->nr_missing; i++)
		more = more || strchr(result->missing[i].reason, '\n');
	if (!more)
		return;
	buf_addch(out, '\n');
	style_add(out, style, ROLE_HEADING, "Why not measured");
	buf_addstr(out, "\n\n");
	for (size_t i = 0; i < result->nr_missing;)
		i = add_failure(out, result, i);
}

/* ==== Whole ==== */

void show_circumstances(struct buf *out, const char *path,
			const struct result *result,
			const struct style *style)
{
	buf_addch(out, '\n');
	add_head(out, path, result, style);
	add_request(out, result);
	add_optional(out, "schedule:", result->schedule);
	add_optional(out, "continues:", result->continues);
	add_optional(out, "revision:", result->suite_sha);
	add_optional(out, "config:", result->config);
	add_object(out, "machine:", result->runner, style);
	add_object(out, "toolchain:", result->toolchain, style);
	add_object(out, "options:", result->options, style);
	add_object(out, "artifacts:", result->artifacts, style);
}

void show_result(struct buf *out, const struct result *result, bool metrics,
		 const struct style *style)
{
	comparison_text(out, result, NULL, style);
	add_failures(out, result, style);
	if (metrics)
		add_metrics(out, result, style);
}

/* ==== One entry of a log ==== */

static void add_changes(struct table *table, const struct section *section)
{
	for (size_t i = 0; i < section->nr_changed && i < ENTRY_CHANGES;
	     i++) {
		const struct result_target *target = section->targets[i];
		const struct result_cell *base = &target->cells[0];
		auto_free char *change = text_from_ratio(base->ratio);
		auto_free char *interval =
			figure_interval(base->low, base->high);

		table_verdict(table, base->verdict);
		table_text(table, target->name);
		table_word(table, change);
		table_word(table, interval);
	}
}

void show_entry(struct buf *out, const char *path,
		const struct result *result, const struct style *style)
{
	AUTO(sections) sections;
	AUTO(table) table = TABLE_INIT;
	auto_free char *headline = comparison_headline(result);
	size_t more = 0;

	add_head(out, path, result, style);
	buf_addf(out, "\n    %s\n", headline);
	table.headless = true;
	table.indent = 4;
	table_column(&table, "verdict", "verdict", TABLE_LEFT);
	table_column(&table, "name", "target", TABLE_SHRINK);
	table_column(&table, "change", "change", TABLE_RIGHT);
	table_column(&table, "interval", "interval", TABLE_LEFT);
	sections_of(&sections, result);
	for (size_t i = 0; i < SECTIONS_NR; i++) {
		size_t changed = sections.items[i].nr_changed;

		add_changes(&table, &sections.items[i]);
		more += changed > ENTRY_CHANGES ? changed - ENTRY_CHANGES : 0;
	}
	if (table_rows(&table)) {
		buf_addch(out, '\n');
		table_print(out, &table, TABLE_AS_TEXT, style);
	}
	if (more)
		buf_addf(out, "    ... and %zu more\n", more);
	buf_addch(out, '\n');
}

json_t *show_json(const char *path, const struct result *result)
{
	json_t *json = comparison_json(result, NULL);

	if (path)
		json_set_string(json, "path", path);
	return json;
}
