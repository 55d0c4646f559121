/*
 * A comment has room for so many bytes. What is left out first is what
 * matters least: speed-ups and other metrics, then row after row, those of targets
 * that did not change before what is missing, and that before changes. How
 * many rows there is room for is found by trying.
 */
#include "report/comparison.h"

#include <stdint.h>

#include "base/text.h"
#include "report/beside.h"
#include "report/comparison_parts.h"
#include "report/markdown.h"
#include "report/missing.h"
#include "report/speedup.h"

#define BESIDE_ROWS 10 /* of a kind */
#define NOTES_MAX 20
#define NOTE_WIDTH 300 /* columns */

/* What is no terminal has neither colour nor width. */
static const struct style plain = STYLE_PLAIN;

/* A document to be written, and how much of it. */
struct page {
	const struct result *result;
	const char *obstacle;
	const struct sections *sections;
	size_t changed, missing, others; /* rows of each that are wanted */
	bool extras; /* speed-ups and the other metrics, too */
};

static size_t take(size_t *left, size_t most)
{
	size_t taken = *left < most ? *left : most;

	*left -= taken;
	return taken;
}

/* Of `rows` rows the first are changes, then what is missing. */
static void page_rows(struct page *page, size_t rows)
{
	size_t changed = 0;

	for (size_t i = 0; i < SECTIONS_NR; i++)
		changed += page->sections->items[i].nr_changed;
	page->changed = take(&rows, changed);
	page->missing = take(&rows, page->result->nr_missing);
	page->others = rows;
}

/* ==== Parts ==== */

static void add_fold(struct buf *out, const struct table *table,
		     const char *summary)
{
	buf_addf(out, "<details><summary>%s</summary>\n\n", summary);
	table_print(out, table, TABLE_AS_MARKDOWN, &plain);
	buf_addstr(out, "\n</details>\n\n");
}

static void add_changed(struct buf *out, const struct page *page,
			const struct section *section, size_t to)
{
	AUTO(table) table = TABLE_INIT;

	if (!to)
		return;
	section_table(&table, page->result, section, 0, to, page->obstacle);
	table_print(out, &table, TABLE_AS_MARKDOWN, &plain);
	buf_addch(out, '\n');
}

static void add_others(struct buf *out, const struct page *page,
		       const struct section *section, size_t nr)
{
	AUTO(table) table = TABLE_INIT;
	size_t from = section->nr_changed;
	auto_free char *summary = xstrfmt("%zu %s%s", nr,
					  from ? "other" : "target",
					  nr == 1 ? "" : "s");

	if (!nr)
		return;
	section_table(&table, page->result, section, from, from + nr,
		      page->obstacle);
	add_fold(out, &table, summary);
}

static void add_left_out(struct buf *out, size_t nr)
{
	if (nr)
		buf_addf(out, "%zu more %s not listed here.\n\n", nr,
			 nr == 1 ? "is" : "are");
}

static void add_section(struct buf *out, struct page *page,
			const struct section *section)
{
	auto_free char *title = section_title(page->result, section);
	auto_free char *mean = page->obstacle ?
				       NULL :
				       comparison_mean(page->result, section);
	size_t changed = take(&page->changed, section->nr_changed);
	size_t others = take(&page->others,
			     section->nr - section->nr_changed);

	buf_addf(out, "#### %s\n\n", title);
	add_changed(out, page, section, changed);
	add_others(out, page, section, others);
	add_left_out(out, section->nr - changed - others);
	if (mean) {
		markdown_word(out, MARKDOWN_TEXT, mean);
		buf_addstr(out, "\n\n");
	}
}

static void add_speedup(struct buf *out, const struct page *page)
{
	AUTO(table) table = TABLE_INIT;

	speedup_table(&table, page->result);
	if (table_rows(&table))
		add_fold(out, &table,
			 "Speed-up, parallel (best sequential time / time)");
}

static void add_missing(struct buf *out, const struct page *page)
{
	AUTO(table) table = TABLE_INIT;
	size_t left_out = missing_table(&table, page->result, page->missing);
	size_t rows = table_rows(&table);
	auto_free char *summary = xstrfmt("%zu not measured", rows + left_out);

	if (rows)
		add_fold(out, &table, summary);
	else if (left_out)
		buf_addf(out, "%s.\n\n", summary);
	if (rows)
		add_left_out(out, left_out);
}

/* Of each kind what moved most, folded. */
static void add_beside(struct buf *out, const struct page *page)
{
	AUTO(beside) beside;

	beside_of(&beside, page->result);
	for (int kind = 0; kind < BESIDE_SYSTEM; kind++) {
		AUTO(table) table = TABLE_INIT;
		size_t moved = beside_count_moved(&beside, kind);
		auto_free char *summary =
			xstrfmt("%s: %zu moved", beside_kind_name(kind),
				moved);

		if (!moved)
			continue;
		beside_moved(&table, &beside, kind, BESIDE_ROWS);
		add_fold(out, &table, summary);
		add_left_out(out, moved - table_rows(&table));
	}
}

static void add_notes(struct buf *out, const struct page *page)
{
	AUTO(strlist) notes = STRLIST_INIT;

	comparison_notes(&notes, page->result, page->obstacle);
	for (size_t i = 0; i < notes.nr && i < NOTES_MAX; i++) {
		auto_free char *note = text_fit(notes.items[i], NOTE_WIDTH);

		buf_addstr(out, "* ");
		markdown_word(out, MARKDOWN_TEXT, note);
		buf_addch(out, '\n');
	}
	if (notes.nr > NOTES_MAX)
		buf_addf(out, "* and %zu more\n", notes.nr - NOTES_MAX);
}

static void add_title(struct buf *out, const struct page *page)
{
	auto_free char *title = comparison_title(page->result);
	auto_free char *warning = comparison_warning(page->obstacle);

	buf_addstr(out, "**");
	markdown_word(out, MARKDOWN_TEXT, title);
	buf_addstr(out, "**\n\n");
	if (warning)
		buf_addf(out, "%s\n\n", warning);
}

/* ==== Whole ==== */

static void render(struct buf *out, const struct page *wanted, size_t rows)
{
	AUTO(table) sides = TABLE_INIT;
	struct page page = *wanted;

	buf_clear(out);
	page_rows(&page, rows);
	add_title(out, &page);
	comparison_sides(&sides, page.result);
	table_print(out, &sides, TABLE_AS_MARKDOWN, &plain);
	buf_addch(out, '\n');
	for (size_t i = 0; i < SECTIONS_NR; i++)
		if (page.sections->items[i].nr)
			add_section(out, &page, &page.sections->items[i]);
	if (page.extras)
		add_speedup(out, &page);
	add_missing(out, &page);
	if (page.extras && !page.obstacle)
		add_beside(out, &page);
	add_notes(out, &page);
}

/* The most rows whose page has at most `max` bytes; 0 may have more. */
static void render_within(struct buf *out, const struct page *page, size_t max)
{
	size_t low = 0, high = page->result->nr_missing;

	for (size_t i = 0; i < SECTIONS_NR; i++)
		high += page->sections->items[i].nr;
	while (low < high) {
		size_t middle = low + (high - low + 1) / 2;

		render(out, page, middle);
		if (out->len <= max)
			low = middle;
		else
			high = middle - 1;
	}
	render(out, page, low);
	if (out->len <= max)
		return;
	buf_clear(out);
	add_title(out, page);
}

void comparison_markdown(struct buf *out, const struct result *result,
			 const char *obstacle, size_t max_bytes)
{
	AUTO(sections) sections;
	AUTO(buf) text = BUF_INIT;
	struct page page = { .result = result,
			     .obstacle = obstacle,
			     .sections = &sections,
			     .extras = true };

	sections_of(&sections, result);
	render(&text, &page, SIZE_MAX);
	page.extras = false;
	if (max_bytes && text.len > max_bytes)
		render_within(&text, &page, max_bytes);
	buf_add(out, text.ptr, text.len);
}
