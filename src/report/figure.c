#include "report/figure.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"

#define INTERVAL_WIDEST 5 /* both ends as numbers would say less */

char *figure_ratio(double ratio)
{
	if (!isfinite(ratio))
		return xstrdup("-");
	if (ratio >= 1000)
		return xstrfmt("%.4g", ratio);
	return ratio < 0.01 ? xstrfmt("%.2g", ratio) : xstrfmt("%.3f", ratio);
}

char *figure_interval(double low, double high)
{
	if (!isfinite(low) || !isfinite(high))
		return xstrdup("-");
	if (!(low > 0) || high / low > INTERVAL_WIDEST)
		return xstrdup("too wide");
	auto_free char *from = figure_ratio(low), *to = figure_ratio(high);
	return xstrfmt("%s \xe2\x80\x93 %s", from, to);
}

/* Three digits and a prefix: "5.5 MiB", "12.3M", "999". */
static char *scaled(double value, double step, const char *const *prefixes)
{
	size_t i = 0;

	/* From 999.5 on there would be four digits. */
	while (fabs(value) >= 999.5 && prefixes[i + 1]) {
		value /= step;
		i++;
	}
	return xstrfmt("%.3g%s", value, prefixes[i]);
}

char *figure_value(double value, const char *unit)
{
	static const char *const bytes[] = { " B",   " KiB", " MiB",
					     " GiB", " TiB", NULL };
	static const char *const counts[] = { "",  "k", "M", "G",
					      "T", "P", NULL };
	static const struct {
		const char *unit;
		double seconds;
	} times[] = { { "s", 1 }, { "ms", 1e-3 }, { "us", 1e-6 },
		      { "ns", 1e-9 } };

	if (!isfinite(value))
		return xstrdup("-");
	for (size_t i = 0; i < ARRAY_SIZE(times); i++)
		if (!strcmp(unit, times[i].unit))
			return text_from_seconds(value * times[i].seconds);
	if (!strcmp(unit, "B"))
		return scaled(value, 1024, bytes);
	auto_free char *count = scaled(value, 1000, counts);
	if (!strcmp(unit, "1") || !*unit)
		return STEAL(count);
	return xstrfmt("%s %s", count, unit);
}

char *figure_sha(const struct oid *sha)
{
	return oid_is_none(sha) ? xstrdup("-") : xstrfmt("%.10s", sha->hex);
}

char *figure_side(const struct oid *sha, const char *variant)
{
	auto_free char *digits = figure_sha(sha);

	return variant && *variant ? xstrfmt("%s %s", digits, variant) :
				     STEAL(digits);
}

char *figure_bar(double value, double least, double most, int columns)
{
	AUTO(buf) bar = BUF_INIT;

	if (!isfinite(value) || !isfinite(least) || !isfinite(most))
		return xstrdup("");
	double share = most > least ? (value - least) / (most - least) : 0;
	share = fmin(fmax(share, 0), 1);
	int eighths = 1 + lround(share * (columns * 8 - 1));
	for (; eighths >= 8; eighths -= 8)
		buf_addstr(&bar, "\xe2\x96\x88");
	/* U+2588 is the full block, U+2589 seven eighths, ... */
	if (eighths > 0)
		buf_addf(&bar, "\xe2\x96%c", 0x88 + 8 - eighths);
	return buf_detach(&bar);
}
