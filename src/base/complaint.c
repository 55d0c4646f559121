#include "base/complaint.h"

#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/strlist.h"
#include "base/text.h"

#define TAIL_LINES 5

/* What make and dune say about themselves. */
static bool is_chatter(const char *line)
{
	static const char *const starts[] = {
		"make: ", "make[", "Entering directory ", "Leaving directory ",
	};

	for (size_t i = 0; i < ARRAY_SIZE(starts); i++)
		if (text_starts_with(line, starts[i]))
			return true;
	return false;
}

static bool has_any(const char *line, const char *const *parts, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (strstr(line, parts[i]))
			return true;
	return false;
}

/* What nobody prints but about an error that ends it. */
static bool states_error(const char *line)
{
	static const char *const parts[] = {
		": error:",	    ": fatal error:", ": undefined reference",
		"collect2: error:", "No rule to make target",
	};

	return text_starts_with(line, "Error:") ||
	       text_starts_with(line, "Fatal error:") ||
	       text_starts_with(line, "error:") ||
	       text_starts_with(line, "error[") ||
	       has_any(line, parts, ARRAY_SIZE(parts));
}

/* What may also be said in passing: the last such line is the one. */
static bool complains(const char *line)
{
	static const char *const parts[] = {
		"Error: ",	  "ERROR: ",	       "error: ",
		"Exception: ",	  "Exception in ",     "panicked at ",
		"fatal: ",	  "command not found", ": not found",
		"Assertion `",	  "ssertion failed",   "No such file or dir",
		"Out of memory",  "out of memory",     "Permission denied",
		"Stack overflow", "Segmentation fault",
	};

	return has_any(line, parts, ARRAY_SIZE(parts));
}

/* The line and its continuation as one, blanks between them single. */
static char *join_from(const struct strlist *lines, size_t at)
{
	AUTO(buf) out = BUF_INIT;

	buf_addstr(&out, lines->items[at]);
	for (size_t i = at + 1; i < lines->nr && lines->items[i][0] == ' ';
	     i++) {
		const char *more = lines->items[i];

		buf_addch(&out, ' ');
		buf_addstr(&out, more + strspn(more, " "));
	}
	if (out.len > COMPLAINT_MAX)
		buf_truncate(&out, COMPLAINT_MAX);
	return buf_detach(&out);
}

static char *last_lines(const struct strlist *lines)
{
	AUTO(strlist) kept = STRLIST_INIT;
	size_t first = lines->nr;

	for (size_t found = 0; first > 0 && found < TAIL_LINES; first--)
		found += !is_chatter(lines->items[first - 1]);
	for (size_t i = first; i < lines->nr; i++)
		if (!is_chatter(lines->items[i]))
			strlist_add(&kept, lines->items[i]);
	auto_free char *text = strlist_join(&kept, "\n");
	return text_tail(text, TAIL_LINES, COMPLAINT_MAX);
}

char *complaint_find(const char *output)
{
	AUTO(strlist) lines = STRLIST_INIT;

	strlist_split(&lines, output, "\r\n");
	for (size_t i = 0; i < lines.nr; i++)
		if (states_error(lines.items[i]))
			return join_from(&lines, i);
	for (size_t i = lines.nr; i > 0; i--)
		if (!is_chatter(lines.items[i - 1]) &&
		    complains(lines.items[i - 1]))
			return join_from(&lines, i - 1);
	/* "make: *** No rule …" may be all there is. */
	auto_free char *tail = last_lines(&lines);
	return *tail ? STEAL(tail) : text_tail(output, 1, COMPLAINT_MAX);
}

char *complaint_line(const char *output)
{
	auto_free char *found = complaint_find(output);

	return text_tail(found, 1, COMPLAINT_MAX);
}
