/*
 * style - how text for people looks: its width and the colours of its parts.
 *
 * The program decides whether there is colour at all (color.bench,
 * color.ui); STYLE_PLAIN has none and no limit of columns.
 *
 *	struct style style = STYLE_PLAIN;
 *	style_colour(&style);			the default colours
 *	style_set(&style, "slower", "bold red");	color.bench.slower
 */
#ifndef REPORT_STYLE_H
#define REPORT_STYLE_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/verdict.h"
#include "base/buf.h"
#include "report/colour.h"

enum role {
	ROLE_PLAIN, /* always without colour */
	ROLE_HEADING,
	ROLE_SHA,
	ROLE_DIM,
	ROLE_RUNNING,
	ROLE_FAILED,
	ROLE_UNKNOWN,
	ROLE_SAME,
	ROLE_FASTER,
	ROLE_SLOWER,
	ROLE_NR,
};

struct style {
	size_t columns; /* 0: no limit */
	char on[ROLE_NR][COLOUR_MAX];
};

#define STYLE_PLAIN { 0 }

/* The default colours. */
void style_colour(struct style *style);
/* False when there is no such slot or the words are no colour. */
bool style_set(struct style *style, const char *slot, const char *words);
/* The slot's name, for messages; NULL for ROLE_PLAIN. */
const char *style_slot(enum role role);
enum role style_of_verdict(enum verdict verdict);
/* `text` in the colour of its role; it must be safe already. */
void style_add(struct buf *out, const struct style *style, enum role role,
	       const char *text);

#endif
