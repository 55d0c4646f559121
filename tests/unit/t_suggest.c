#include "base/suggest.h"

#include "base/alloc.h"
#include "tap.h"

int main(void)
{
	static const char *const known[] = { "samples", "timeout", "target" };
	char longest[200];

	is_int(suggest_distance("sampels", "samples"), 1, "a swap is one edit");
	is_int(suggest_distance("", "abc"), 3, "from nothing");
	is_int(suggest_distance("kitten", "sitting"), 3, "three edits");
	is(suggest_nearest("sampels", known, ARRAY_SIZE(known)), "samples",
	   "the nearest word is found");
	is(suggest_nearest("tiemout", known, ARRAY_SIZE(known)), "timeout",
	   "the nearest of several");
	is(suggest_nearest("colour", known, ARRAY_SIZE(known)), NULL,
	   "nothing near is nothing");
	is(suggest_nearest("", known, ARRAY_SIZE(known)), NULL,
	   "an empty word is near nothing");
	for (size_t i = 0; i < sizeof(longest) - 1; i++)
		longest[i] = 's';
	longest[sizeof(longest) - 1] = '\0';
	is(suggest_nearest(longest, known, ARRAY_SIZE(known)), NULL,
	   "a word of 199 letters is near nothing");
	return done();
}
