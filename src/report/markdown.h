/*
 * markdown - text from outside inside GitHub's Markdown, without effect.
 *
 * Nothing in a name or a log may become a link, a mention, a reference, an
 * image, HTML or a table's next cell. The one place where all of these are
 * off is a code span, so everything from outside goes into one; entities and
 * backslashes do not do it (mentions are looked for after they are undone).
 */
#ifndef REPORT_MARKDOWN_H
#define REPORT_MARKDOWN_H

#include "base/buf.h"

/* Columns kept of one code span; the middle of a longer text is left out. */
#define MARKDOWN_CODE_MAX 300

/* A pipe ends a table's cell, and only there it may be escaped. */
enum markdown_place { MARKDOWN_TEXT, MARKDOWN_CELL };

/* `text` as a code span in one line; nothing for an empty text. */
void markdown_code(struct buf *out, enum markdown_place place,
		   const char *text);
/* A word of our own as it is if it is harmless, else as a code span. */
void markdown_word(struct buf *out, enum markdown_place place,
		   const char *text);

#endif
