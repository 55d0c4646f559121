#include "suite/build_error.h"

#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/strlist.h"
#include "base/text.h"

#define REASON_MAX 500
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

static bool states_error(const char *line)
{
	static const char *const parts[] = {
		": error:",	    ": fatal error:", ": undefined reference",
		"collect2: error:", "No rule to make target",
	};

	if (text_starts_with(line, "Error:") ||
	    text_starts_with(line, "Fatal error:"))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		if (strstr(line, parts[i]))
			return true;
	return false;
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
	if (out.len > REASON_MAX)
		buf_truncate(&out, REASON_MAX);
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
	return text_tail(text, TAIL_LINES, REASON_MAX);
}

char *build_error_find(const char *output)
{
	AUTO(strlist) lines = STRLIST_INIT;

	strlist_split(&lines, output, "\r\n");
	for (size_t i = 0; i < lines.nr; i++)
		if (states_error(lines.items[i]))
			return join_from(&lines, i);
	/* "make: *** No rule …" may be all there is. */
	auto_free char *tail = last_lines(&lines);
	return *tail ? STEAL(tail) : text_tail(output, 1, REASON_MAX);
}

/* Error: Library "zarith" not found. */
static char *missing_library(const char *output)
{
	const char *at = strstr(output, "Library \"");

	if (!at)
		return NULL;
	at += strlen("Library \"");
	size_t len = strcspn(at, "\"\n");
	return at[len] == '"' ? xmemdupz(at, len) : NULL;
}

/*
 * "/usr/lib/ocaml/zarith/z.cmi" is not a compiled interface for this …;
 * The file "/usr/lib/ocaml/zarith/zarith.cmxa" is not a …: the folder.
 */
static char *foreign_library(const char *output)
{
	static const char *const endings[] = {
		".cmi\"", ".cmxa\"", ".cmx\"", ".cmxs\"", ".cma\"",
	};

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		const char *end = strstr(output, endings[i]);
		const char *file = end;

		while (file && file > output && file[-1] != '/' &&
		       file[-1] != '"')
			file--;
		if (!file || file == output || file[-1] != '/')
			continue;
		const char *dir = file - 1;
		while (dir > output && dir[-1] != '/' && dir[-1] != '"')
			dir--;
		const char *rest = end + strlen(endings[i]);
		rest += strspn(rest, " \r\n");
		if (dir < file - 1 && text_starts_with(rest, "is not a "))
			return xmemdupz(dir, file - 1 - dir);
	}
	return NULL;
}

char *build_error_library(const char *output)
{
	char *name = missing_library(output);

	return name ? name : foreign_library(output);
}
