#include "report/figure.h"

#include <math.h>

#include "base/alloc.h"
#include "base/text.h"
#include "tap.h"

static void takes(char *text, const char *want, const char *name)
{
	is(text, want, name);
	free(text);
}

int main(void)
{
	struct oid sha, none = { "" };

	oid_parse(&sha, "0123456789abcdef0123456789abcdef01234567");
	takes(figure_ratio(1.0312), "1.031", "a ratio has three decimals");
	takes(figure_ratio(0.00123), "0.0012", "a tiny one two digits");
	takes(figure_ratio(123456), "1.235e+05", "a huge one stays short");
	takes(figure_ratio(NAN), "-", "what is not known is a dash");
	takes(figure_interval(1.02, 1.03), "1.020 \xe2\x80\x93 1.030",
	      "an interval");
	takes(figure_interval(NAN, 1), "-", "half an interval is none");

	takes(figure_value(1.2345, "s"), "1.23 s", "seconds");
	takes(figure_value(12, "ms"), "12 ms", "milliseconds");
	takes(figure_value(1.5e9, "ns"), "1.5 s", "many nanoseconds");
	takes(figure_value(5763072, "B"), "5.5 MiB", "bytes");
	takes(figure_value(1000, "B"), "0.977 KiB", "bytes before a step");
	takes(figure_value(12345678, "1"), "12.3M", "a count");
	takes(figure_value(999.7, "1"), "1k", "a count before a step");
	takes(figure_value(40, "words"), "40 words", "another unit");
	takes(figure_value(4e4, "words"), "40k words", "many of it");
	takes(figure_value(-5, "%"), "-5 %", "less than nothing");
	takes(figure_value(1e300, "1"), "1e+285P", "beyond all prefixes");
	takes(figure_value(1e300, "s"), "1e+300 s", "beyond all time");
	takes(figure_value(INFINITY, "s"), "-", "no number");

	takes(figure_sha(&sha), "0123456789", "ten digits");
	takes(figure_sha(&none), "-", "no commit");
	takes(figure_side(&sha, NULL), "0123456789", "a side");
	takes(figure_side(&sha, "+flambda"), "0123456789 +flambda",
	      "a side with its variant");

	takes(figure_bar(0, 0, 8, 2), "\xe2\x96\x8f", "the least is a sliver");
	takes(figure_bar(8, 0, 8, 2), "\xe2\x96\x88\xe2\x96\x88",
	      "the most is full");
	takes(figure_bar(5, 5, 5, 2), "\xe2\x96\x8f", "all the same");
	takes(figure_bar(NAN, 0, 8, 2), "", "no value, no bar");
	takes(figure_bar(99, 0, 8, 2), "\xe2\x96\x88\xe2\x96\x88",
	      "never more than its columns");
	auto_free char *half = figure_bar(4, 0, 8, 4);
	is_int(text_width(half), 3, "a bar counts its columns");
	return done();
}
