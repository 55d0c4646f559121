#include "base/clock.h"

#include <ctype.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/text.h"

double clock_monotonic(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

int64_t clock_now(void)
{
	const char *fixed = getenv("GIT_BENCH_NOW");
	int64_t when;

	if (fixed && text_to_int64(&when, fixed))
		return when;
	return time(NULL);
}

static char *format(int64_t when, const char *fmt)
{
	time_t t = when;
	struct tm tm;
	char text[64];

	if (!gmtime_r(&t, &tm) || tm.tm_year < 0 || tm.tm_year > 8099)
		return xstrdup("1970-01-01T00:00:00Z");
	strftime(text, sizeof(text), fmt, &tm);
	return xstrdup(text);
}

char *clock_format(int64_t when)
{
	return format(when, "%Y-%m-%dT%H:%M:%SZ");
}

char *clock_format_date(int64_t when)
{
	char *text = format(when, "%Y-%m-%dT%H:%M:%SZ");

	text[10] = '\0';
	return text;
}

static int two_digits(const char *p)
{
	return (p[0] - '0') * 10 + (p[1] - '0');
}

bool clock_parse(int64_t *out, const char *text)
{
	static const char shape[] = "0000-00-00T00:00:00Z";

	for (size_t i = 0; i < sizeof(shape); i++)
		if (shape[i] == '0' ? !isdigit((unsigned char)text[i]) :
				      text[i] != shape[i])
			return false;
	struct tm tm = {
		.tm_year = two_digits(text) * 100 + two_digits(text + 2) -
			   1900,
		.tm_mon = two_digits(text + 5) - 1,
		.tm_mday = two_digits(text + 8),
		.tm_hour = two_digits(text + 11),
		.tm_min = two_digits(text + 14),
		.tm_sec = two_digits(text + 17),
	};
	struct tm whole = tm;
	int64_t when = timegm(&whole);
	/* timegm() makes 03-03 of 02-31: what it changed was no time. */
	if (tm.tm_year < 0 || whole.tm_mon != tm.tm_mon ||
	    whole.tm_mday != tm.tm_mday || whole.tm_hour != tm.tm_hour ||
	    whole.tm_min != tm.tm_min || whole.tm_sec != tm.tm_sec)
		return false;
	*out = when;
	return true;
}

char *clock_ago(int64_t when, int64_t now)
{
	static const struct {
		int64_t size;
		const char *name;
	} units[] = { { 86400, "day" }, { 3600, "hour" }, { 60, "minute" } };
	int64_t age = now - when;

	if (age < 0)
		return xstrdup("in the future");
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		int64_t n = age / units[i].size;

		if (n)
			return xstrfmt("%lld %s%s ago", (long long)n,
				       units[i].name, n == 1 ? "" : "s");
	}
	return xstrfmt("%lld second%s ago", (long long)age,
		       age == 1 ? "" : "s");
}
