#include "report/csv.h"

#include <string.h>

#include "base/text.h"

static bool is_formula(const char *text)
{
	static const char *const starts[] = {
		"=", "+", "-", "@",
		"\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d", "\xef\xbc\xa0",
	};

	while (*text == ' ')
		text++;
	for (size_t i = 0; i < ARRAY_SIZE(starts); i++)
		if (text_starts_with(text, starts[i]))
			return true;
	return false;
}

void csv_text(struct buf *out, bool first, const char *text)
{
	auto_free char *safe = text_escape(text);
	size_t len = strlen(safe);
	bool quoted = strpbrk(safe, ",\"") ||
		      (len && (safe[0] == ' ' || safe[len - 1] == ' '));

	buf_addf(out, "%s%s%s", first ? "" : ",", quoted ? "\"" : "",
		 is_formula(safe) ? "'" : "");
	for (const char *p = safe; *p; p++) {
		if (*p == '"')
			buf_addch(out, '"');
		buf_addch(out, *p);
	}
	buf_addstr(out, quoted ? "\"" : "");
}

void csv_number(struct buf *out, bool first, const char *number)
{
	buf_addf(out, "%s%s", first ? "" : ",", number);
}

void csv_end(struct buf *out)
{
	buf_addstr(out, "\r\n");
}
