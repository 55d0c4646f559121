#include "suite/unit.h"

#include <string.h>
#include <strings.h>

#include "base/alloc.h"
#include "base/text.h"

static const struct {
	const char *name;
	double seconds;
} times[] = {
	{ "ns", 1e-9 },	     { "nsec", 1e-9 },	      { "nsecs", 1e-9 },
	{ "nanosecond", 1e-9 }, { "nanoseconds", 1e-9 },
	{ "us", 1e-6 },	     { "\xc2\xb5s", 1e-6 },   { "\xce\xbcs", 1e-6 },
	{ "usec", 1e-6 },    { "usecs", 1e-6 },
	{ "microsecond", 1e-6 }, { "microseconds", 1e-6 },
	{ "ms", 1e-3 },	     { "msec", 1e-3 },	      { "msecs", 1e-3 },
	{ "millisecond", 1e-3 }, { "milliseconds", 1e-3 },
	{ "s", 1 },	     { "sec", 1 },	      { "secs", 1 },
	{ "second", 1 },     { "seconds", 1 },
	{ "min", 60 },	     { "mins", 60 },	      { "minute", 60 },
	{ "minutes", 60 },   { "h", 3600 },	      { "hour", 3600 },
	{ "hours", 3600 },
};

double unit_seconds(const char *unit)
{
	for (size_t i = 0; i < ARRAY_SIZE(times); i++)
		if (!strcasecmp(times[i].name, unit))
			return times[i].seconds;
	return 0;
}

bool unit_is_rate(const char *unit)
{
	const char *slash = strrchr(unit, '/');

	return slash && unit_seconds(slash + 1) > 0;
}

/* The longest prefix that is a number; its length, 0 when there is none. */
static size_t number_len(double *value, const char *text)
{
	size_t len = strspn(text, "0123456789.eE+-");

	for (; len; len--) {
		auto_free char *number = xmemdupz(text, len);

		if (text_to_double(value, number))
			return len;
	}
	return 0;
}

bool unit_split(double *value, char **unit, const char *text)
{
	double minutes;

	if (strlen(text) > 100)
		return false;
	size_t len = number_len(value, text);
	if (!len)
		return false;
	text += len;
	const char *rest = text_skip_prefix(text, "min");
	minutes = *value;
	if (rest && (len = number_len(value, rest)) > 0 &&
	    !strcmp(rest + len, "s")) {
		*value += 60 * minutes;
		*unit = xstrdup("s");
		return true;
	}
	*value = minutes;
	auto_free char *copy = xstrdup(text);
	*unit = xstrdup(text_trim(copy));
	return true;
}
