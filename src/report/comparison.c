#include "report/comparison.h"

#include <stdint.h>

#include "base/json.h"
#include "base/text.h"
#include "report/beside.h"
#include "report/comparison_parts.h"
#include "report/missing.h"
#include "report/speedup.h"

/* What is no terminal has neither colour nor width. */
static const struct style plain = STYLE_PLAIN;

char *comparison_headline(const struct result *result)
{
	struct result counted = *result;

	result_summarise(&counted);
	return result_headline(&counted);
}

/* ==== Terminal ==== */

static void text_section(struct buf *out, const struct result *result,
			 const struct section *section, const char *obstacle,
			 const struct style *style)
{
	AUTO(table) table = TABLE_INIT;
	auto_free char *title = section_title(result, section);
	auto_free char *mean = obstacle ? NULL : comparison_mean(result, section);

	buf_addch(out, '\n');
	style_add(out, style, ROLE_HEADING, title);
	buf_addstr(out, "\n\n");
	section_table(&table, result, section, 0, section->nr, obstacle);
	table_print(out, &table, TABLE_AS_TEXT, style);
	if (mean) {
		auto_free char *safe = text_escape(mean);

		style_add(out, style, ROLE_DIM, safe);
		buf_addch(out, '\n');
	}
}

static void text_speedup(struct buf *out, const struct result *result,
			 const struct style *style)
{
	AUTO(table) table = TABLE_INIT;

	speedup_table(&table, result);
	if (!table_rows(&table))
		return;
	buf_addch(out, '\n');
	style_add(out, style, ROLE_HEADING,
		  "Speed-up, parallel (best sequential time / time)");
	buf_addstr(out, "\n\n");
	table_print(out, &table, TABLE_AS_TEXT, style);
}

static void text_missing(struct buf *out, const struct result *result,
			 const struct style *style)
{
	AUTO(table) missing = TABLE_INIT;

	if (!result->nr_missing)
		return;
	buf_addch(out, '\n');
	missing_table(&missing, result, SIZE_MAX);
	table_print(out, &missing, TABLE_AS_TEXT, style);
}

/* Below what matters more: what was measured beside it. */
static void text_beside(struct buf *out, const struct result *result,
			const struct style *style)
{
	AUTO(beside) beside;
	AUTO(table) table = TABLE_INIT;

	beside_of(&beside, result);
	size_t still = beside_summary(&table, &beside);
	if (!table_rows(&table))
		return;
	buf_addch(out, '\n');
	style_add(out, style, ROLE_HEADING,
		  "Other metrics (head / base, each by itself)");
	buf_addstr(out, "\n\n");
	table_print(out, &table, TABLE_AS_TEXT, style);
	if (still)
		buf_addf(out, "%zu more did not move\n", still);
}

static void text_notes(struct buf *out, const struct result *result,
		       const char *obstacle)
{
	AUTO(strlist) notes = STRLIST_INIT;

	comparison_notes(&notes, result, obstacle);
	for (size_t i = 0; i < notes.nr; i++) {
		auto_free char *note = text_escape(notes.items[i]);

		buf_addf(out, "%snote: %s\n", i ? "" : "\n", note);
	}
}

void comparison_text(struct buf *out, const struct result *result,
		     const char *obstacle, const struct style *style)
{
	AUTO(sections) sections;
	AUTO(table) sides = TABLE_INIT;
	auto_free char *title = comparison_title(result);
	auto_free char *safe = text_escape(title);
	auto_free char *warning = comparison_warning(obstacle);

	style_add(out, style, ROLE_HEADING, safe);
	buf_addf(out, "\n%s%s\n", warning ? warning : "",
		 warning ? "\n" : "");
	comparison_sides(&sides, result);
	table_print(out, &sides, TABLE_AS_TEXT, style);
	sections_of(&sections, result);
	for (size_t i = 0; i < SECTIONS_NR; i++)
		if (sections.items[i].nr)
			text_section(out, result, &sections.items[i],
				     obstacle, style);
	text_speedup(out, result, style);
	text_missing(out, result, style);
	if (!obstacle)
		text_beside(out, result, style);
	text_notes(out, result, obstacle);
}

/* ==== For programs ==== */

static void csv_columns(struct table *table)
{
	static const char *const keys[] = {
		"name",	     "kind",	     "domains",	   "metric",
		"unit",	     "side",	     "side_variant", "side_value",
		"side_samples", "value",     "samples",	   "ratio",
		"low",	     "high",	     "verdict",
	};

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		table_column(table, keys[i], keys[i], TABLE_DATA);
}

static void csv_nothing(struct table *table, size_t count)
{
	while (count--)
		table_text(table, NULL);
}

static void csv_side(struct table *table, const struct result *result,
		     const struct result_target *target, size_t side)
{
	const struct result_cell *cell = &target->cells[side];
	const char *unit;

	table_text(table, result->sides[side].sha.hex);
	table_text(table, result->sides[side].variant);
	table_number(table, section_value(&unit, target, side), xstrdup(""));
	table_count(table, cell->samples);
}

static void csv_verdict(struct table *table, const struct result_cell *cell)
{
	table_number(table, cell->ratio, xstrdup(""));
	table_number(table, cell->low, xstrdup(""));
	table_number(table, cell->high, xstrdup(""));
	table_verdict(table, cell->verdict);
}

/* `side` is the head itself when there is nothing to compare with. */
static void csv_row(struct table *table, const struct result *result,
		    const struct result_target *target, size_t side)
{
	size_t head = result->nr_sides - 1;
	bool compared = side != head && target->cells[side].measured;
	const char *unit;
	double value = section_value(&unit, target, head);

	table_text(table, target->name);
	table_text(table, target->kind);
	if (target->domains)
		table_count(table, target->domains);
	else
		table_text(table, NULL);
	table_text(table, target->primary);
	table_text(table, unit);
	if (compared)
		csv_side(table, result, target, side);
	else
		csv_nothing(table, 4);
	table_number(table, value, xstrdup(""));
	table_count(table, target->cells[head].samples);
	if (compared)
		csv_verdict(table, &target->cells[side]);
	else
		csv_nothing(table, 4);
}

void comparison_csv(struct buf *out, const struct result *result)
{
	AUTO(sections) sections;
	AUTO(table) table = TABLE_INIT;
	size_t head = result->nr_sides - 1;

	sections_of(&sections, result);
	csv_columns(&table);
	for (size_t i = 0; i < SECTIONS_NR; i++) {
		const struct section *section = &sections.items[i];

		for (size_t t = 0; t < section->nr; t++)
			for (size_t side = 0; side < (head ? head : 1); side++)
				csv_row(&table, result, section->targets[t],
					side);
	}
	table_print(out, &table, TABLE_AS_CSV, &plain);
}

json_t *comparison_json(const struct result *result, const char *obstacle)
{
	json_t *json = result_to_json(result);
	auto_free char *headline = comparison_headline(result);

	json_set_string(json, "headline", headline);
	if (obstacle)
		json_set_string(json, "obstacle", obstacle);
	return json;
}
