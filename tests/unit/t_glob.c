#include "base/glob.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "tap.h"

static void table(void)
{
	static const struct {
		const char *pattern, *text;
		bool matches;
	} cases[] = {
		{ "", "", true },
		{ "", "a", false },
		{ "fib", "fib", true },
		{ "fib", "fib.40", false },
		{ "fib", "xfib", false },
		{ "fib*", "fib", true },
		{ "fib*", "fib.40", true },
		{ "*", "", true },
		{ "*", "anything / at all", true },
		{ "**", "x", true },
		{ "*.4", "quicksort.4", true },
		{ "*.4", "quicksort.44", false },
		{ "*.4", "quicksort.4.4", true },
		{ "a*b*c", "a-b-b-c", true },
		{ "a*b*c", "a-c-b", false },
		{ "a?c", "abc", true },
		{ "a?c", "a\xc3\xa9" "c", true },
		{ "a?", "a", false },
		{ "?", "", false },
		{ "a\\*c", "a*c", true },
		{ "a\\*c", "abc", false },
		{ "a\\?", "a?", true },
		{ "a\\\\", "a\\", true },
		{ "a\\", "a\\", true },
		{ "[ab]", "[ab]", true },
		{ "[ab]", "a", false },
		{ "*\\*", "x*", true },
		{ "*ab", "aab", true },
		{ "?*", "\xff", true },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		ok(glob_matches(cases[i].pattern, cases[i].text) ==
			   cases[i].matches,
		   "'%s' %s '%s'", cases[i].pattern,
		   cases[i].matches ? "matches" : "does not match",
		   cases[i].text);
}

/* What ends others' matchers: it must be over at once. */
static void hostile(void)
{
	char pattern[1001], text[1001];

	for (size_t i = 0; i < 1000; i++) {
		pattern[i] = i % 2 ? 'a' : '*';
		text[i] = 'a';
	}
	pattern[999] = 'b';
	pattern[1000] = text[1000] = '\0';
	ok(!glob_matches(pattern, text), "five hundred stars end at once");
}

int main(void)
{
	table();
	hostile();
	ok(glob_is_pattern("a*") && glob_is_pattern("a?") &&
		   glob_is_pattern("a\\b") && !glob_is_pattern("a[b]."),
	   "what is a pattern, and what a name");
	return done();
}
