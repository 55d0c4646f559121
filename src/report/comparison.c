#include "report/comparison.h"

#include <math.h>
#include <string.h>

#include "analysis/compare.h"
#include "base/json.h"
#include "base/text.h"
#include "report/figure.h"
#include "report/markdown.h"
#include "report/section.h"
#include "report/table.h"

/* What is no terminal has neither colour nor width. */
static const struct style plain = STYLE_PLAIN;

char *comparison_headline(const struct result *result)
{
	struct result counted = *result;

	result_summarise(&counted);
	return result_headline(&counted);
}

/* ==== What text and Markdown share ==== */

static void sides_table(struct table *out, const struct result *result)
{
	*out = (struct table)TABLE_INIT;
	out->headless = true;
	table_column(out, "side", "side", TABLE_LEFT);
	table_column(out, "sha", "commit", TABLE_LEFT);
	table_column(out, "variant", "variant", TABLE_SHRINK);
	for (size_t i = 0; i < result->nr_sides; i++) {
		bool further = i && i < result->nr_sides - 1;

		table_word(out, further     ? "side" :
				i || result->nr_sides == 1 ? "head" :
							     "base");
		table_value(out, NULL, figure_sha(&result->sides[i].sha));
		table_role(out, ROLE_SHA);
		table_text(out, result->sides[i].variant);
	}
}

static void missing_table(struct table *out, const struct result *result)
{
	*out = (struct table)TABLE_INIT;
	table_column(out, "name", "not measured", TABLE_SHRINK);
	table_column(out, "side", "side", TABLE_SHRINK);
	table_column(out, "stage", "stage", TABLE_SHRINK);
	table_column(out, "reason", "reason", TABLE_LEFT);
	for (size_t i = 0; i < result->nr_missing; i++) {
		const struct result_missing *missing = &result->missing[i];
		bool known = missing->side >= 0 &&
			     (size_t)missing->side < result->nr_sides;
		auto_free char *side = known ? section_side(result,
							    missing->side) :
					       NULL;
		auto_free char *last = text_tail(missing->reason, 1, 1000);

		if (*missing->name)
			table_text(out, missing->name);
		else
			table_word(out, "everything");
		table_text(out, side);
		table_text(out, missing->stage);
		table_text(out, last);
	}
}

/* Why verdicts are unknown, and what would settle them: docs/SCHEMA.md. */
static const struct reason {
	const char *why;
	const char *sentence; /* behind "3 unknown" */
} reasons[] = {
	{ "suspect", ": something speaks for a change; more samples would "
		     "tell" },
	{ "unshown", ": wall time moved and processor time did not" },
	{ "crowded", ": too likely to be luck among so many targets" },
	{ "control", ": the same code, measured twice, differed too" },
	{ "unsettled", ": nothing speaks for a change; 'same' takes more "
		       "samples" },
	{ "quiet", ": nothing speaks for a change; for 'same' it is too "
		   "noisy here" },
	{ "fresh", ": without history on this machine a verdict takes more "
		   "samples" },
	/* Results that do not say why, and those measured apart: */
	{ "few", " for want of samples: a verdict takes 3 of each side" },
	{ "wide", " because the interval leaves open whether there is a "
		  "change; more samples make it narrower" },
};

/* NULL: there is nothing to explain. */
static const char *why_unknown(const struct result *result,
			       const struct result_target *target)
{
	const struct result_cell *base = &target->cells[0];
	int samples = target->cells[result->nr_sides - 1].samples;

	if (!result_is_compared(result, target) ||
	    base->verdict != VERDICT_UNKNOWN)
		return NULL;
	if (base->why)
		return base->why;
	samples = base->samples < samples ? base->samples : samples;
	if (isfinite(base->low))
		return "wide";
	return samples && samples < COMPARISON_PAIRS_MIN ? "few" : NULL;
}

static void undecided(struct strlist *out, const struct result *result)
{
	size_t counts[ARRAY_SIZE(reasons)] = { 0 };

	for (size_t i = 0; i < result->nr_targets; i++) {
		const char *why = why_unknown(result, &result->targets[i]);

		for (size_t k = 0; why && k < ARRAY_SIZE(reasons); k++)
			counts[k] += !strcmp(reasons[k].why, why);
	}
	for (size_t k = 0; k < ARRAY_SIZE(reasons); k++)
		if (counts[k])
			strlist_addf(out, "%zu unknown%s", counts[k],
				     reasons[k].sentence);
}

static void all_notes(struct strlist *out, const struct result *result,
		      const char *obstacle)
{
	for (size_t i = 0; i < result->notes.nr; i++)
		strlist_add(out, result->notes.items[i]);
	if (!obstacle)
		undecided(out, result);
}

/*
 * "geometric mean 1.001", against each side; NULL where there is none to
 * speak of. Not safe yet: a side may be named by its variant. Owned.
 */
static char *mean_line(const struct result *result,
		       const struct section *section)
{
	AUTO(buf) line = BUF_INIT;
	size_t head = result->nr_sides - 1;

	for (size_t side = 0; section->nr > 1 && side < head; side++) {
		double mean = section_geomean(section, side);
		auto_free char *ratio = figure_ratio(mean);
		auto_free char *label = section_side(result, side);

		if (!isfinite(mean))
			continue;
		buf_addf(&line, "%s%s", line.len ? ", " : "geometric mean ",
			 ratio);
		if (head > 1)
			buf_addf(&line, " (/ %s)", label);
	}
	return line.len ? buf_detach(&line) : NULL;
}

/* ==== Terminal ==== */

static void text_section(struct buf *out, const struct result *result,
			 const struct section *section, const char *obstacle,
			 const struct style *style)
{
	AUTO(table) table = TABLE_INIT;
	auto_free char *title = section_title(result, section);
	auto_free char *mean = obstacle ? NULL : mean_line(result, section);

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

void comparison_text(struct buf *out, const struct result *result,
		     const char *obstacle, const struct style *style)
{
	AUTO(sections) sections;
	AUTO(table) sides = TABLE_INIT;
	AUTO(strlist) notes = STRLIST_INIT;
	auto_free char *headline = comparison_headline(result);

	style_add(out, style, ROLE_HEADING, headline);
	buf_addstr(out, "\n\n");
	sides_table(&sides, result);
	table_print(out, &sides, TABLE_AS_TEXT, style);
	sections_of(&sections, result);
	for (size_t i = 0; i < SECTIONS_NR; i++)
		if (sections.items[i].nr)
			text_section(out, result, &sections.items[i],
				     obstacle, style);
	if (result->nr_missing) {
		AUTO(table) missing = TABLE_INIT;

		buf_addch(out, '\n');
		missing_table(&missing, result);
		table_print(out, &missing, TABLE_AS_TEXT, style);
	}
	all_notes(&notes, result, obstacle);
	for (size_t i = 0; i < notes.nr; i++) {
		auto_free char *note = text_escape(notes.items[i]);

		buf_addf(out, "%snote: %s\n", i ? "" : "\n", note);
	}
}

/* ==== Markdown ==== */

static void fold(struct buf *out, const struct table *table,
		 const char *summary)
{
	buf_addf(out, "<details><summary>%s</summary>\n\n", summary);
	table_print(out, table, TABLE_AS_MARKDOWN, &plain);
	buf_addstr(out, "\n</details>\n\n");
}

/* Uses up *left rows (SIZE_MAX: no limit). */
static void markdown_section(struct buf *out, const struct result *result,
			     const struct section *section,
			     const char *obstacle, size_t *left)
{
	auto_free char *title = section_title(result, section);
	auto_free char *mean = obstacle ? NULL : mean_line(result, section);
	size_t to = section->nr < *left ? section->nr : *left;
	size_t open = section->nr_changed < to ? section->nr_changed : to;

	*left -= to;
	buf_addf(out, "#### %s\n\n", title);
	if (open) {
		AUTO(table) changed = TABLE_INIT;

		section_table(&changed, result, section, 0, open, obstacle);
		table_print(out, &changed, TABLE_AS_MARKDOWN, &plain);
		buf_addch(out, '\n');
	}
	if (open < to) {
		AUTO(table) others = TABLE_INIT;
		auto_free char *summary =
			xstrfmt("%zu %s%s", to - open,
				open ? "other" : "target",
				to - open == 1 ? "" : "s");

		section_table(&others, result, section, open, to, obstacle);
		fold(out, &others, summary);
	}
	if (to < section->nr)
		buf_addf(out, "%zu more are not listed here.\n\n",
			 section->nr - to);
	if (mean) {
		markdown_word(out, MARKDOWN_TEXT, mean);
		buf_addstr(out, "\n\n");
	}
}

static void markdown_end(struct buf *out, const struct result *result,
			 const char *obstacle, size_t left)
{
	AUTO(strlist) notes = STRLIST_INIT;

	if (result->nr_missing) {
		AUTO(table) missing = TABLE_INIT;
		auto_free char *summary = xstrfmt("%zu not measured",
						  result->nr_missing);

		missing_table(&missing, result);
		if (table_rows(&missing) <= left)
			fold(out, &missing, summary);
		else
			buf_addf(out, "%s.\n\n", summary);
	}
	all_notes(&notes, result, obstacle);
	for (size_t i = 0; i < notes.nr; i++) {
		buf_addstr(out, "* ");
		markdown_word(out, MARKDOWN_TEXT, notes.items[i]);
		buf_addch(out, '\n');
	}
}

void comparison_markdown(struct buf *out, const struct result *result,
			 const char *obstacle, size_t max_rows)
{
	AUTO(sections) sections;
	AUTO(table) sides = TABLE_INIT;
	auto_free char *headline = comparison_headline(result);
	size_t left = max_rows ? max_rows : SIZE_MAX;

	buf_addstr(out, "**");
	markdown_word(out, MARKDOWN_TEXT, headline);
	buf_addstr(out, "**\n\n");
	sides_table(&sides, result);
	table_print(out, &sides, TABLE_AS_MARKDOWN, &plain);
	buf_addch(out, '\n');
	sections_of(&sections, result);
	for (size_t i = 0; i < SECTIONS_NR; i++)
		if (sections.items[i].nr)
			markdown_section(out, result, &sections.items[i],
					 obstacle, &left);
	markdown_end(out, result, obstacle, left);
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
