#include "base/glob.h"

#include <string.h>

/* Behind the character that starts at `s`, whatever its length in UTF-8. */
static const char *next_character(const char *s)
{
	s++;
	while ((*s & 0xc0) == 0x80)
		s++;
	return s;
}

/* The byte that a pattern stands for here; *p moves behind it. */
static char literal(const char **p)
{
	if (**p == '\\' && (*p)[1])
		(*p)++;
	return *(*p)++;
}

/*
 * Only the last star is ever tried again: what an earlier one matched could
 * as well be as short as it was.
 */
bool glob_matches(const char *pattern, const char *text)
{
	const char *star = NULL, *resume = NULL;

	while (*text || *pattern == '*') {
		const char *after = pattern;

		if (*pattern == '*') {
			star = ++pattern;
			resume = text;
		} else if (*pattern == '?') {
			pattern++;
			text = next_character(text);
		} else if (*pattern && literal(&after) == *text) {
			pattern = after;
			text++;
		} else if (star) {
			pattern = star;
			text = ++resume;
		} else {
			return false;
		}
	}
	return !*pattern;
}

bool glob_is_pattern(const char *pattern)
{
	return pattern[strcspn(pattern, "*?\\")];
}
