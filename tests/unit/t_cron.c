/* Cron lines: which are read, and when they are due. */
#include "base/cron.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/strlist.h"
#include "tap.h"

static int64_t at(const char *text)
{
	int64_t when = 0;

	if (!clock_parse(&when, text))
		ok(false, "%s is a time", text);
	return when;
}

static void is_time(int64_t got, const char *want, const char *fmt,
		    const char *text)
{
	auto_free char *time = clock_format(got);
	auto_free char *name = xstrfmt(fmt, text, want);

	is(time, want, name);
}

/* The slots before (or at) and after a time. */
static void slots(const char *text, const char *now, const char *previous,
		  const char *next)
{
	struct cron cron;

	if (!works(cron_parse(&cron, text), text))
		return;
	is_time(cron_previous(&cron, at(now)), previous,
		"'%s' was due last at %s", text);
	is_time(cron_next(&cron, at(now)), next, "'%s' is due next at %s",
		text);
}

static void refuses(const char *text, const char *message)
{
	struct cron cron;

	is_int(cron_parse(&cron, text), ERR_BADDATA, text);
	is(error_message(), message, "in these words");
}

/* A Wednesday. */
#define NOW "2026-12-02T15:30:20Z"

static void plain(void)
{
	slots("0 6 * * 1", NOW, "2026-11-30T06:00:00Z",
	      "2026-12-07T06:00:00Z");
	slots("* * * * *", NOW, "2026-12-02T15:30:00Z",
	      "2026-12-02T15:31:00Z");
	slots("30 15 * * *", NOW, "2026-12-02T15:30:00Z",
	      "2026-12-03T15:30:00Z");
	slots("31 15 * * *", NOW, "2026-12-01T15:31:00Z",
	      "2026-12-02T15:31:00Z");
	slots("0 0 1 1 *", NOW, "2026-01-01T00:00:00Z",
	      "2027-01-01T00:00:00Z");
	slots("59 23 31 12 *", NOW, "2025-12-31T23:59:00Z",
	      "2026-12-31T23:59:00Z");
	slots(" 0\t6  * * 1 ", NOW, "2026-11-30T06:00:00Z",
	      "2026-12-07T06:00:00Z");
	slots("0 6 * * 1", "2026-11-30T06:00:00Z", "2026-11-30T06:00:00Z",
	      "2026-12-07T06:00:00Z");
	slots("0 6 * * 1", "2026-11-30T05:59:59Z", "2026-11-23T06:00:00Z",
	      "2026-11-30T06:00:00Z");
}

static void lists_ranges_steps(void)
{
	slots("0 6,18 * * *", NOW, "2026-12-02T06:00:00Z",
	      "2026-12-02T18:00:00Z");
	slots("*/15 * * * *", NOW, "2026-12-02T15:30:00Z",
	      "2026-12-02T15:45:00Z");
	slots("10-20/5 * * * *", NOW, "2026-12-02T15:20:00Z",
	      "2026-12-02T16:10:00Z");
	slots("50/5 * * * *", NOW, "2026-12-02T14:55:00Z",
	      "2026-12-02T15:50:00Z");
	slots("0 9-17 * * 1-5", "2026-12-04T20:00:00Z",
	      "2026-12-04T17:00:00Z", "2026-12-07T09:00:00Z");
	slots("5,1-3,59 0 * * *", NOW, "2026-12-02T00:59:00Z",
	      "2026-12-03T00:01:00Z");
	slots("0 0 */10 * *", NOW, "2026-12-01T00:00:00Z",
	      "2026-12-11T00:00:00Z");
}

static void names(void)
{
	slots("0 6 * * mon", NOW, "2026-11-30T06:00:00Z",
	      "2026-12-07T06:00:00Z");
	slots("0 6 * JAN,feb Sun", NOW, "2026-02-22T06:00:00Z",
	      "2027-01-03T06:00:00Z");
	slots("0 6 * * 7", NOW, "2026-11-29T06:00:00Z",
	      "2026-12-06T06:00:00Z");
	slots("0 6 * * 0", NOW, "2026-11-29T06:00:00Z",
	      "2026-12-06T06:00:00Z");
	slots("0 6 * * fri-sun", NOW, "2026-11-29T06:00:00Z",
	      "2026-12-04T06:00:00Z");
	slots("0 6 * mar-may *", NOW, "2026-05-31T06:00:00Z",
	      "2027-03-01T06:00:00Z");
}

/* Both restricted: either will do; one with a star: both must agree. */
static void either_day(void)
{
	slots("0 0 13 * fri", NOW, "2026-11-27T00:00:00Z",
	      "2026-12-04T00:00:00Z");
	slots("0 0 13 * fri", "2026-12-12T00:00:00Z", "2026-12-11T00:00:00Z",
	      "2026-12-13T00:00:00Z");
	slots("0 0 */2 * mon", "2026-12-02T00:00:00Z", "2026-11-23T00:00:00Z",
	      "2026-12-07T00:00:00Z");
	slots("0 0 30 2 mon", NOW, "2026-02-23T00:00:00Z",
	      "2027-02-01T00:00:00Z");
}

static void odd_dates(void)
{
	slots("0 0 29 2 *", NOW, "2024-02-29T00:00:00Z",
	      "2028-02-29T00:00:00Z");
	slots("0 0 29 2 *", "2098-01-01T00:00:00Z", "2096-02-29T00:00:00Z",
	      "2104-02-29T00:00:00Z");
	slots("0 0 31 * *", NOW, "2026-10-31T00:00:00Z",
	      "2026-12-31T00:00:00Z");
	slots("0 0 1 * *", "1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z",
	      "1970-02-01T00:00:00Z");
	struct cron cron;
	works(cron_parse(&cron, "0 12 * * *"), "noon");
	is_int(cron_previous(&cron, 0), -43200, "before the epoch, too");
}

/* One after the other, slots meet no gap and none comes twice. */
static void there_and_back(void)
{
	static const char *const lines[] = { "*/7 3-5 * * *", "0 6 * * 1",
					     "15 10 1,15 * sat",
					     "0 0 29 2 *" };

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		struct cron cron;
		int64_t when = at(NOW);
		bool good = !cron_parse(&cron, lines[i]);

		for (int j = 0; j < 200 && good; j++) {
			int64_t next = cron_next(&cron, when);

			good = next > when &&
			       cron_previous(&cron, next) == next &&
			       cron_next(&cron, next - 1) == next &&
			       (j == 0 ||
				cron_previous(&cron, next - 1) == when);
			when = next;
		}
		ok(good, "'%s' there and back, 200 times", lines[i]);
	}
}

static void refusals(void)
{
	refuses("", "has 0 fields, not 5");
	refuses("@weekly", "has 1 field, not 5");
	refuses("0 6 * * 1 2026", "has 6 fields, not 5");
	refuses("60 6 * * 1", "minute '60' is not from 0 to 59");
	refuses("0 24 * * 1", "hour '24' is not from 0 to 23");
	refuses("0 0 0 * *", "day of month '0' is not from 1 to 31");
	refuses("0 0 32 * *", "day of month '32' is not from 1 to 31");
	refuses("0 0 * 13 *", "month '13' is not from 1 to 12");
	refuses("0 0 * * 8", "day of week '8' is not from 0 to 7");
	refuses("0 0 * * monday", "day of week 'monday' is not from 0 to 7");
	refuses("mon 0 * * *", "minute 'mon' is not from 0 to 59");
	refuses("-1 0 * * *", "minute '' is not from 0 to 59");
	refuses("+1 0 * * *", "minute '+1' is not from 0 to 59");
	refuses("1- 0 * * *", "minute '' is not from 0 to 59");
	refuses("1-2-3 0 * * *", "minute '2-3' is not from 0 to 59");
	refuses("20-10 0 * * *", "minute '20-10' runs backwards");
	refuses("*/0 0 * * *", "minute: the step '0' is not from 1 to 59");
	refuses("*/ 0 * * *", "minute: the step '' is not from 1 to 59");
	refuses("*/5/5 0 * * *",
		"minute: the step '5/5' is not from 1 to 59");
	refuses("*/99999999999999999999 0 * * *",
		"minute: the step '99999999999999999999' is not from 1 to "
		"59");
	refuses("1,,2 0 * * *", "minute '1,,2' has an empty part");
	refuses("1, 0 * * *", "minute '1,' has an empty part");
	refuses(", 0 * * *", "minute ',' has an empty part");
	refuses("** 0 * * *", "minute '**' is not from 0 to 59");
	refuses("0 0 30 2 *", "no month that it names has that day");
	refuses("0 0 31 2,4,6,9,11 *", "no month that it names has that day");
}

int main(void)
{
	plain();
	lists_ranges_steps();
	names();
	either_day();
	odd_dates();
	there_and_back();
	refusals();
	return done();
}
