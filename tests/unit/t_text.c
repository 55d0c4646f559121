#include "base/text.h"

#include <math.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "tap.h"

/* Short numbers go a way of their own; strtod() is the oracle. */
static void test_short_numbers(void)
{
	unsigned seed = 5;
	int wrong = 0;

	for (int i = 0; i < 100000; i++) {
		auto_free char *s =
			i % 3 ? xstrfmt("%s%d.%0*d", i % 2 ? "-" : "",
					rand_r(&seed) % 1000,
					1 + rand_r(&seed) % 14,
					rand_r(&seed)) :
				xstrfmt("%.*g", 1 + rand_r(&seed) % 17,
					rand_r(&seed) /
						(1.0 + rand_r(&seed)));
		double got;

		if (!text_to_double(&got, s) || got != strtod(s, NULL)) {
			printf("# %s\n", s);
			wrong++;
		}
	}
	is_int(wrong, 0, "numbers are read as strtod() reads them");
}

int main(void)
{
	test_short_numbers();
	auto_free char *a = text_escape("a\x1b[31m\n\xff\xc3\xa9");
	is(a, "a\\x1b[31m\\n\\xff\xc3\xa9", "controls and bad UTF-8 escape");
	auto_free char *b = text_escape_lines("x\n\xe2\x80\xae");
	is(b, "x\n\\xe2\\x80\\xae", "lines stay, direction overrides do not");
	auto_free char *c = text_tail("one\ntwo\nthree\n", 2, 100);
	is(c, "two\nthree", "the tail is whole lines");
	int64_t n;
	double d;
	ok(text_to_int64(&n, "-42") && n == -42, "negative integer");
	ok(!text_to_int64(&n, "9223372036854775808"), "overflow is refused");
	ok(!text_to_int64(&n, " 1"), "leading space is refused");
	ok(text_to_double(&d, "1e3") && d == 1000, "exponent");
	ok(!text_to_double(&d, "nan") && !text_to_double(&d, "0x1p3") &&
		   !text_to_double(&d, "1e999"),
	   "nan, hexadecimal and overflow are refused");
	ok(text_to_duration(&d, "1.5m") && d == 90, "minutes");
	ok(!text_to_duration(&d, "-1") && !text_to_duration(&d, "1w"),
	   "negative and unknown durations are refused");
	ok(text_to_size(&n, "2k") && n == 2048, "kibibytes");
	is_int(text_width("e\xcc\x81\xe6\xbc\xa2"), 3, "columns");
	auto_free char *fit = text_fit("abcdefgh", 8);
	is(fit, "abcdefgh", "what fits is left alone");
	auto_free char *cut = text_fit("abcdefghi", 8);
	is(cut, "abcd\xe2\x80\xa6ghi", "what does not loses its middle");
	auto_free char *wide = text_fit("\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2", 5);
	is(wide, "\xe6\xbc\xa2\xe2\x80\xa6\xe6\xbc\xa2",
	   "wide characters stay whole");
	auto_free char *accent = text_fit("abe\xcc\x81xye\xcc\x81", 4);
	is(accent, "ab\xe2\x80\xa6" "e\xcc\x81", "so do combined ones");
	auto_free char *none = text_fit("abc", 0), *one = text_fit("abc", 1);
	is(none, "", "no room");
	is(one, "\xe2\x80\xa6", "room for the ellipsis only");
	static const struct {
		double ratio;
		const char *text;
	} changes[] = { { 1.031, "+3.1%" },  { 0.88, "-12%" },
			{ 12.5, "12.5x" },   { 1.0004, "0.0%" },
			{ 0.9996, "0.0%" },  { 0.004, "-99.6%" },
			{ 1.0996, "+10%" },  { NAN, "?" } };
	for (size_t i = 0; i < ARRAY_SIZE(changes); i++) {
		auto_free char *text = text_from_ratio(changes[i].ratio);

		is(text, changes[i].text, "a ratio as a change");
	}
	auto_free char *e = text_from_seconds(125);
	is(e, "2 min 05 s", "minutes for people");
	auto_free char *f = text_from_seconds(13.5e-9);
	is(f, "13.5 ns", "nanoseconds keep their digits");
	return done();
}
