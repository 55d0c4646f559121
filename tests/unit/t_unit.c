#include "suite/unit.h"

#include "base/alloc.h"
#include "tap.h"

static void splits(const char *text, double value, const char *unit)
{
	auto_free char *got = NULL;
	double number = -1;

	ok(unit_split(&number, &got, text), "'%s' is a value", text);
	is_near(number, value, 1e-12, "its number");
	is(got, unit, "its unit");
}

static void refuses(const char *text)
{
	auto_free char *unit = NULL;
	double value;

	ok(!unit_split(&value, &unit, text), "'%s' is none", text);
}

int main(void)
{
	splits("1.2ms", 1.2, "ms");
	splits("42", 42, "");
	splits("-1e3 ops/s", -1000, "ops/s");
	splits("2min3.5s", 123.5, "s");
	splits("2min", 2, "min");
	splits("3minutes", 3, "minutes");
	splits("1.2e", 1.2, "e");
	refuses("");
	refuses("ms");
	refuses(" 1");
	refuses("nan");
	is_near(unit_seconds("us"), 1e-6, 0, "microseconds");
	is_near(unit_seconds("\xc2\xb5s"), 1e-6, 0, "with the micro sign");
	is_near(unit_seconds("Seconds"), 1, 0, "capitals do not matter");
	is_near(unit_seconds("B"), 0, 0, "bytes are no time");
	ok(unit_is_rate("ops/s") && unit_is_rate("MB/sec"), "rates");
	ok(!unit_is_rate("s") && !unit_is_rate("ops") && !unit_is_rate("a/b"),
	   "and what is none");
	return done();
}
