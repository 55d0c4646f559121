/*
 * table - rows and columns, once, for people and for programs.
 *
 * A cell has a value (JSON: for programs) and a text (for people), so every
 * listing is built once and printed in any format:
 *
 *	AUTO(table) t = TABLE_INIT;
 *	table_column(&t, "name", "target", TABLE_SHRINK);
 *	table_column(&t, "seconds", "time", TABLE_RIGHT);
 *	table_text(&t, target);
 *	table_number(&t, 1.5, xstrdup("1.5 s"));
 *	table_print(&out, &t, TABLE_AS_TEXT, &style);
 *
 * Invariant: all columns come before the first cell, cells row after row;
 * printing needs whole rows. Texts may be of any bytes: each format
 * makes them safe for where it is read.
 */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "report/style.h"

enum table_flags {
	TABLE_LEFT = 0,
	TABLE_RIGHT = 1,  /* numbers */
	TABLE_SHRINK = 2, /* gives way when the terminal is narrow */
	TABLE_DATA = 4,	  /* for programs only: CSV and JSON */
	TABLE_LOOKS = 8,  /* for people only: terminal and Markdown */
	TABLE_SPARE = 16, /* left out before others give way */
};

enum table_format {
	TABLE_AS_TEXT,	   /* aligned, coloured, cut to style->columns */
	TABLE_AS_MARKDOWN, /* GitHub's tables; foreign texts as code spans */
	TABLE_AS_CSV,	   /* RFC 4180, keys as header */
	TABLE_AS_JSON,	   /* one compact object a line; null is left out */
};

struct table_column;
struct table_cell;

struct table {
	struct table_column *columns;
	size_t nr_columns, cap_columns;
	struct table_cell *cells; /* row after row */
	size_t nr_cells, cap_cells;
	bool headless; /* as text without the row of titles */
	size_t indent; /* columns of blanks before each line of text */
};

#define TABLE_INIT { 0 }

/* `key` names the column to programs, `title` to people; both copied. */
void table_column(struct table *table, const char *key, const char *title,
		  int flags);
size_t table_rows(const struct table *table);

/* Text from outside; NULL: an empty cell. */
void table_text(struct table *table, const char *text);
/* A word or figure of our own making, plain in Markdown if harmless. */
void table_word(struct table *table, const char *word);
/* `shown` is taken; a value that is no number is absent for programs. */
void table_number(struct table *table, double value, char *shown);
void table_count(struct table *table, long long count);
/* Takes both: a value of any kind (NULL: absent) and how it is shown. */
void table_value(struct table *table, json_t *value, char *shown);
void table_verdict(struct table *table, enum verdict verdict);
/* Colours the cell added last. */
void table_role(struct table *table, enum role role);

/* `style` matters to TABLE_AS_TEXT only. */
void table_print(struct buf *out, const struct table *table,
		 enum table_format format, const struct style *style);
void table_release(struct table *table);

#endif
