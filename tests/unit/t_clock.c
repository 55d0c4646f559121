#include "base/clock.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "tap.h"

static void parses(const char *text, int64_t want)
{
	int64_t when = -1;

	ok(clock_parse(&when, text) && when == want, "%s is a time", text);
	auto_free char *again = clock_format(when);
	is(again, text, "and is written so");
}

static void refuses(const char *text)
{
	int64_t when = -1;

	ok(!clock_parse(&when, text) && when == -1, "'%s' is none", text);
}

int main(void)
{
	parses("2026-11-30T17:00:00Z", 1796058000);
	parses("1970-01-01T00:00:00Z", 0);
	parses("2024-02-29T23:59:59Z", 1709251199);
	parses("9999-12-31T23:59:59Z", 253402300799);
	refuses("2026-02-29T00:00:00Z");
	refuses("2026-11-31T00:00:00Z");
	refuses("2026-00-01T00:00:00Z");
	refuses("2026-13-01T00:00:00Z");
	refuses("2026-11-30T24:00:00Z");
	refuses("2026-11-30T17:60:00Z");
	refuses("2026-11-30T17:00:60Z");
	refuses("1899-12-31T00:00:00Z");
	refuses("2026-11-30 17:00:00Z");
	refuses("2026-11-30T17:00:00");
	refuses("2026-11-30T17:00:00Z ");
	refuses("2026-11-30T 7:00:00Z");
	refuses("");
	setenv("GIT_BENCH_NOW", "1796058000", 1);
	is_int(clock_now(), 1796058000, "tests may fix the time");
	return done();
}
