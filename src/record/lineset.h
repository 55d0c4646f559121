/*
 * lineset - a note's text as a set of lines.
 *
 * Uniting two notes gives what git's cat_sort_uniq gives: every line once,
 * in byte order, no blank ones. Lines are bytes; what is in them is kept.
 */
#ifndef RECORD_LINESET_H
#define RECORD_LINESET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* A line inside a text, without its line feed; borrowed. */
struct line {
	const char *ptr;
	size_t len;
};

/*
 * The next line that is not blank, moving *rest behind it; false at the end.
 *	while (lineset_next(&line, &rest, end)) ...
 */
bool lineset_next(struct line *out, const char **rest, const char *end);
/* Appends the union of two texts, each line with its line feed. */
void lineset_unite(struct buf *out, const char *a, size_t a_len,
		   const char *b, size_t b_len);
/* Appends the lines of `a` that `b` does not have, in byte order, once each. */
void lineset_subtract(struct buf *out, const char *a, size_t a_len,
		      const char *b, size_t b_len);

#endif
