#include "report/table.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "report/csv.h"
#include "report/markdown.h"

#define GAP 2	   /* columns between two columns */
#define LEAST 8	   /* a column that gives way keeps so many */
#define WIDEST 100 /* of a column that others follow */
#define LEFT_OUT SIZE_MAX

struct table_column {
	char *key;
	char *title;
	int flags;
};

struct table_cell {
	char *shown;   /* safe for a terminal; never NULL */
	json_t *value; /* NULL: absent */
	enum role role;
	bool foreign;
};

/* ==== Building ==== */

void table_column(struct table *table, const char *key, const char *title,
		  int flags)
{
	assert(!table->nr_cells);
	ARRAY_GROW(table->columns, table->nr_columns + 1,
		   table->cap_columns);
	table->columns[table->nr_columns++] = (struct table_column){
		.key = xstrdup(key),
		.title = xstrdup(title),
		.flags = flags,
	};
}

size_t table_rows(const struct table *table)
{
	return table->nr_columns ? table->nr_cells / table->nr_columns : 0;
}

static void add(struct table *table, json_t *value, const char *shown,
		bool foreign)
{
	ARRAY_GROW(table->cells, table->nr_cells + 1, table->cap_cells);
	table->cells[table->nr_cells++] = (struct table_cell){
		.shown = text_escape(shown),
		.value = value,
		.foreign = foreign,
	};
}

void table_text(struct table *table, const char *text)
{
	add(table, text ? json_text(text) : NULL, text ? text : "", true);
}

void table_word(struct table *table, const char *word)
{
	add(table, json_text(word), word, false);
}

void table_value(struct table *table, json_t *value, char *shown)
{
	add(table, value, shown, false);
	free(shown);
}

void table_number(struct table *table, double value, char *shown)
{
	table_value(table, isfinite(value) ? json_real(value) : NULL, shown);
}

void table_count(struct table *table, long long count)
{
	table_value(table, json_integer(count), xstrfmt("%lld", count));
}

void table_verdict(struct table *table, enum verdict verdict)
{
	table_word(table, verdict_name(verdict));
	table_role(table, style_of_verdict(verdict));
}

void table_role(struct table *table, enum role role)
{
	table->cells[table->nr_cells - 1].role = role;
}

static const struct table_cell *cell(const struct table *table, size_t row,
				     size_t column)
{
	return &table->cells[row * table->nr_columns + column];
}

static bool is_shown(const struct table_column *column)
{
	return !(column->flags & TABLE_DATA);
}

/* ==== On a terminal ==== */

static size_t natural_width(const struct table *table, size_t c)
{
	size_t widest = 0;

	if (!table->headless)
		widest = text_width(table->columns[c].title);
	for (size_t r = 0; r < table_rows(table); r++) {
		size_t width = text_width(cell(table, r, c)->shown);

		widest = width > widest ? width : widest;
	}
	return widest;
}

/* One absurd name must not pad every row with its length. */
static void natural_widths(size_t *widths, const struct table *table)
{
	bool followed = false;

	for (size_t c = table->nr_columns; c-- > 0;) {
		widths[c] = natural_width(table, c);
		if (followed && widths[c] > WIDEST)
			widths[c] = WIDEST;
		followed = followed || is_shown(&table->columns[c]);
	}
}

/* The widest column that gives way; NULL when none can any more. */
static size_t *find_widest(size_t *widths, const struct table *table)
{
	size_t *found = NULL;

	for (size_t c = 0; c < table->nr_columns; c++)
		if (is_shown(&table->columns[c]) &&
		    table->columns[c].flags & TABLE_SHRINK &&
		    widths[c] > LEAST && (!found || widths[c] > *found))
			found = &widths[c];
	return found;
}

/* A column that was left out has no width, and the whole no gap for it. */
static size_t total_width(const size_t *widths, const struct table *table)
{
	size_t total = 0;

	for (size_t c = 0; c < table->nr_columns; c++)
		if (is_shown(&table->columns[c]) && widths[c] != LEFT_OUT)
			total += widths[c] + (total ? GAP : 0);
	return total;
}

static void shrink(size_t *widths, const struct table *table, size_t limit)
{
	size_t total = total_width(widths, table);

	for (size_t c = table->nr_columns; total > limit && c > 0; c--)
		if (table->columns[c - 1].flags & TABLE_SPARE) {
			widths[c - 1] = LEFT_OUT;
			total = total_width(widths, table);
		}
	for (; total > limit; total--) {
		size_t *wide = find_widest(widths, table);

		if (!wide)
			return;
		--*wide;
	}
}

/*
 * Spaces owed are written before the next text, so that no line ends in
 * blanks.
 */
static void print_field(struct buf *out, size_t *owed, const char *text,
			size_t width, int flags, enum role role,
			const struct style *style)
{
	auto_free char *fit = text_fit(text, width);
	size_t pad = width - text_width(fit);

	if (flags & TABLE_RIGHT)
		*owed += pad;
	if (*fit) {
		buf_addn(out, ' ', *owed);
		*owed = 0;
	}
	style_add(out, style, role, fit);
	*owed += GAP + (flags & TABLE_RIGHT ? 0 : pad);
}

static void print_text(struct buf *out, const struct table *table,
		       const struct style *style)
{
	auto_free size_t *widths = xcalloc(table->nr_columns, sizeof(*widths));
	size_t first = table->headless ? 1 : 0;

	natural_widths(widths, table);
	if (style->columns)
		shrink(widths, table,
		       style->columns > table->indent ?
			       style->columns - table->indent :
			       1);
	for (size_t line = first; line <= table_rows(table); line++) {
		size_t owed = table->indent;

		for (size_t c = 0; c < table->nr_columns; c++) {
			const struct table_column *column =
				&table->columns[c];
			const struct table_cell *field =
				line ? cell(table, line - 1, c) : NULL;

			if (is_shown(column) && widths[c] != LEFT_OUT)
				print_field(out, &owed,
					    field ? field->shown :
						    column->title,
					    widths[c], column->flags,
					    field ? field->role :
						    ROLE_HEADING,
					    style);
		}
		buf_addch(out, '\n');
	}
}

/* ==== Markdown ==== */

static void print_markdown(struct buf *out, const struct table *table)
{
	for (size_t c = 0; c < table->nr_columns; c++)
		if (is_shown(&table->columns[c])) {
			buf_addstr(out, "| ");
			markdown_word(out, MARKDOWN_CELL,
				      table->columns[c].title);
			buf_addch(out, ' ');
		}
	buf_addstr(out, "|\n");
	for (size_t c = 0; c < table->nr_columns; c++)
		if (is_shown(&table->columns[c]))
			buf_addstr(out, table->columns[c].flags & TABLE_RIGHT ?
						"|--:" :
						"|:--");
	buf_addstr(out, "|\n");
	for (size_t r = 0; r < table_rows(table); r++) {
		for (size_t c = 0; c < table->nr_columns; c++) {
			const struct table_cell *field = cell(table, r, c);

			if (!is_shown(&table->columns[c]))
				continue;
			buf_addstr(out, "| ");
			if (field->foreign)
				markdown_code(out, MARKDOWN_CELL,
					      field->shown);
			else
				markdown_word(out, MARKDOWN_CELL,
					      field->shown);
			buf_addch(out, ' ');
		}
		buf_addstr(out, "|\n");
	}
}

/* ==== For programs ==== */

static void print_csv_value(struct buf *out, bool first, const json_t *value)
{
	if (json_is_number(value)) {
		auto_free char *number = json_line(value);

		csv_number(out, first, number);
	} else if (json_is_string(value)) {
		csv_text(out, first, json_string_value(value));
	} else if (json_is_boolean(value)) {
		csv_text(out, first, json_is_true(value) ? "true" : "false");
	} else {
		csv_text(out, first, "");
	}
}

static void print_csv(struct buf *out, const struct table *table)
{
	bool first = true;

	for (size_t c = 0; c < table->nr_columns; c++) {
		if (table->columns[c].flags & TABLE_LOOKS)
			continue;
		csv_text(out, first, table->columns[c].key);
		first = false;
	}
	csv_end(out);
	for (size_t r = 0; r < table_rows(table); r++) {
		first = true;
		for (size_t c = 0; c < table->nr_columns; c++) {
			if (table->columns[c].flags & TABLE_LOOKS)
				continue;
			print_csv_value(out, first, cell(table, r, c)->value);
			first = false;
		}
		csv_end(out);
	}
}

static void print_json(struct buf *out, const struct table *table)
{
	for (size_t r = 0; r < table_rows(table); r++) {
		json_auto_t *row = json_object();

		for (size_t c = 0; c < table->nr_columns; c++) {
			json_t *value = cell(table, r, c)->value;

			if (value && !json_is_null(value) &&
			    !(table->columns[c].flags & TABLE_LOOKS))
				json_object_set(row, table->columns[c].key,
						value);
		}
		auto_free char *line = json_line(row);
		buf_addf(out, "%s\n", line);
	}
}

void table_print(struct buf *out, const struct table *table,
		 enum table_format format, const struct style *style)
{
	assert(table->nr_columns &&
	       table->nr_cells % table->nr_columns == 0);
	switch (format) {
	case TABLE_AS_TEXT:
		print_text(out, table, style);
		break;
	case TABLE_AS_MARKDOWN:
		print_markdown(out, table);
		break;
	case TABLE_AS_CSV:
		print_csv(out, table);
		break;
	case TABLE_AS_JSON:
		print_json(out, table);
		break;
	}
}

void table_release(struct table *table)
{
	for (size_t c = 0; c < table->nr_columns; c++) {
		free(table->columns[c].key);
		free(table->columns[c].title);
	}
	for (size_t i = 0; i < table->nr_cells; i++) {
		free(table->cells[i].shown);
		json_decref(table->cells[i].value);
	}
	free(table->columns);
	free(table->cells);
	*table = (struct table)TABLE_INIT;
}
