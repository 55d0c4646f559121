#include "report/markdown.h"

#include <string.h>

#include "base/text.h"

/* A fence must be longer than any run of its character in the text. */
static size_t longest_run(const char *text, char c)
{
	size_t longest = 0, run = 0;

	for (; *text; text++) {
		run = *text == c ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	return longest;
}

/*
 * GitHub looks for cells before it looks for code spans, and takes "\|" for
 * a pipe that is none. Where a backslash stands before the pipe already no
 * spelling survives: it is shown as its byte.
 */
static void add_without_cells(struct buf *out, const char *text)
{
	for (const char *p = text; *p; p++) {
		if (*p != '|')
			buf_addch(out, *p);
		else if (p > text && p[-1] == '\\')
			buf_addstr(out, "\\x7c");
		else
			buf_addstr(out, "\\|");
	}
}

void markdown_code(struct buf *out, enum markdown_place place,
		   const char *text)
{
	auto_free char *line = text_escape(text);
	auto_free char *safe = text_fit(line, MARKDOWN_CODE_MAX);
	size_t len = strlen(safe), fence = longest_run(safe, '`') + 1;

	if (!len)
		return;
	/* One space at each end is taken off again if both are there. */
	bool padded = fence > 1 || safe[0] == ' ' || safe[len - 1] == ' ';
	buf_addn(out, '`', fence);
	buf_addstr(out, padded ? " " : "");
	if (place == MARKDOWN_CELL)
		add_without_cells(out, safe);
	else
		buf_addstr(out, safe);
	buf_addstr(out, padded ? " " : "");
	buf_addn(out, '`', fence);
}

/*
 * Letters, digits and the marks of figures, and in them nothing that GitHub
 * makes a link of: nothing that Markdown reads.
 */
static bool is_harmless(const char *text)
{
	static const char marks[] = " .,:;+%()-/";

	for (const unsigned char *p = (const unsigned char *)text; *p; p++)
		if (!(*p >= '0' && *p <= '9') && !(*p >= 'a' && *p <= 'z') &&
		    !(*p >= 'A' && *p <= 'Z') && *p < 0x80 &&
		    !strchr(marks, *p))
			return false;
	return text_is_utf8(text, strlen(text)) && !strstr(text, "//") &&
	       !strcasestr(text, "www.") && !strcasestr(text, "GH-");
}

void markdown_word(struct buf *out, enum markdown_place place,
		   const char *text)
{
	if (is_harmless(text))
		buf_addstr(out, text);
	else
		markdown_code(out, place, text);
}
