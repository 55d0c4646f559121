#include "base/cron.h"

#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/error.h"
#include "base/strlist.h"
#include "base/text.h"

#define DAY 86400
#define TEXT_MAX 1000
/* A 29 February may be eight years away: 1896 to 1904, 2096 to 2104. */
#define DAYS_MAX (9 * 366)

static const char *const month_names[] = { "jan", "feb", "mar", "apr",
					   "may", "jun", "jul", "aug",
					   "sep", "oct", "nov", "dec" };
static const char *const weekday_names[] = { "sun", "mon", "tue", "wed",
					     "thu", "fri", "sat" };

struct field {
	const char *name;
	int low, high;
	const char *const *names; /* of `low` and on; NULL: none */
	size_t nr_names;
};

enum { MINUTE, HOUR, DAY_OF_MONTH, MONTH, DAY_OF_WEEK, FIELDS_NR };

static const struct field fields[FIELDS_NR] = {
	[MINUTE] = { "minute", 0, 59, NULL, 0 },
	[HOUR] = { "hour", 0, 23, NULL, 0 },
	[DAY_OF_MONTH] = { "day of month", 1, 31, NULL, 0 },
	[MONTH] = { "month", 1, 12, month_names, ARRAY_SIZE(month_names) },
	[DAY_OF_WEEK] = { "day of week", 0, 7, weekday_names,
			  ARRAY_SIZE(weekday_names) },
};

/* ==== Reading =========================================================== */

static int parse_value(int *out, const struct field *field, const char *text)
{
	int64_t number;

	for (size_t i = 0; i < field->nr_names; i++) {
		if (!strcasecmp(text, field->names[i])) {
			*out = field->low + (int)i;
			return 0;
		}
	}
	if (strspn(text, "0123456789") != strlen(text) ||
	    !text_to_int64(&number, text) || number < field->low ||
	    number > field->high)
		return fail(ERR_BADDATA, "%s '%s' is not from %d to %d",
			    field->name, text, field->low, field->high);
	*out = (int)number;
	return 0;
}

static int parse_step(int *out, const struct field *field, const char *text)
{
	int64_t number;

	if (strspn(text, "0123456789") != strlen(text) ||
	    !text_to_int64(&number, text) || number < 1 ||
	    number > field->high)
		return fail(ERR_BADDATA, "%s: the step '%s' is not from 1 to "
					 "%d", field->name, text, field->high);
	*out = (int)number;
	return 0;
}

/* What stands before a step: "*", "a" or "a-b". */
static int parse_range(int *first, int *last, const struct field *field,
		       char *text, bool has_step)
{
	char *dash = strchr(text, '-');
	int rc;

	*first = field->low;
	*last = field->high;
	if (!strcmp(text, "*"))
		return 0;
	if (dash)
		*dash = '\0';
	rc = parse_value(first, field, text);
	if (!rc && dash)
		rc = parse_value(last, field, dash + 1);
	if (rc)
		return rc;
	if (!dash && !has_step)
		*last = *first;
	/* "fri-sun" */
	if (dash && field->high == 7 && *last == 0)
		*last = 7;
	if (*first > *last)
		return fail(ERR_BADDATA, "%s '%s-%s' runs backwards",
			    field->name, text, dash + 1);
	return 0;
}

static int parse_item(uint64_t *bits, const struct field *field, char *text)
{
	char *slash = strchr(text, '/');
	int first = 0, last = 0, step = 1, rc = 0;

	if (slash) {
		*slash = '\0';
		rc = parse_step(&step, field, slash + 1);
	}
	if (!rc)
		rc = parse_range(&first, &last, field, text, slash);
	if (rc)
		return rc;
	for (int i = first; i <= last; i += step)
		*bits |= UINT64_C(1) << i;
	return 0;
}

static int parse_field(uint64_t *bits, const struct field *field,
		       const char *text)
{
	AUTO(strlist) items = STRLIST_INIT;
	size_t len = strlen(text);
	int rc = 0;

	if (text[0] == ',' || text[len - 1] == ',' || strstr(text, ",,"))
		return fail(ERR_BADDATA, "%s '%s' has an empty part",
			    field->name, text);
	strlist_split(&items, text, ",");
	for (size_t i = 0; !rc && i < items.nr; i++)
		rc = parse_item(bits, field, items.items[i]);
	return rc;
}

/* Is there any such date: not the 31st of months that have 30 days? */
static bool has_date(const struct cron *cron)
{
	static const int lengths[] = { 31, 29, 31, 30, 31, 30,
				       31, 31, 30, 31, 30, 31 };

	for (int month = 1; month <= 12; month++) {
		uint64_t there = (UINT64_C(2) << lengths[month - 1]) - 1;

		if (cron->months >> month & 1 && cron->days & there)
			return true;
	}
	return false;
}

int cron_parse(struct cron *out, const char *text)
{
	AUTO(strlist) parts = STRLIST_INIT;
	uint64_t bits[FIELDS_NR] = { 0 };

	if (strlen(text) > TEXT_MAX)
		return fail(ERR_BADDATA, "more than %d bytes", TEXT_MAX);
	strlist_split(&parts, text, " \t");
	if (parts.nr != FIELDS_NR) {
		fail(ERR_BADDATA, "has %zu field%s, not 5", parts.nr,
		     parts.nr == 1 ? "" : "s");
		fail_hint("minute hour day-of-month month day-of-week, such "
			  "as '0 6 * * 1': Mondays at 06:00 UTC");
		return ERR_BADDATA;
	}
	for (size_t i = 0; i < FIELDS_NR; i++) {
		int rc = parse_field(&bits[i], &fields[i], parts.items[i]);

		if (rc)
			return rc;
	}
	if (bits[DAY_OF_WEEK] >> 7 & 1)
		bits[DAY_OF_WEEK] |= 1;
	struct cron cron = {
		.minutes = bits[MINUTE],
		.hours = bits[HOUR],
		.days = bits[DAY_OF_MONTH],
		.months = bits[MONTH],
		.weekdays = bits[DAY_OF_WEEK] & 0x7f,
		.either = parts.items[DAY_OF_MONTH][0] != '*' &&
			  parts.items[DAY_OF_WEEK][0] != '*',
	};
	if (!cron.either && !has_date(&cron))
		return fail(ERR_BADDATA, "no month that it names has that "
					 "day");
	*out = cron;
	return 0;
}

/* ==== Finding =========================================================== */

static bool has_day(const struct cron *cron, int64_t day)
{
	time_t midnight = day * DAY;
	struct tm tm;

	if (!gmtime_r(&midnight, &tm) ||
	    !(cron->months >> (tm.tm_mon + 1) & 1))
		return false;
	bool date = cron->days >> tm.tm_mday & 1;
	bool weekday = cron->weekdays >> tm.tm_wday & 1;
	return cron->either ? date || weekday : date && weekday;
}

static bool has_minute(const struct cron *cron, int minute)
{
	return cron->hours >> minute / 60 & 1 &&
	       cron->minutes >> minute % 60 & 1;
}

/* The full minute before or at `when`, as a day and a minute of it. */
static void split(int64_t *day, int *minute, int64_t when)
{
	*day = when / DAY - (when % DAY < 0);
	*minute = (int)((when - *day * DAY) / 60);
}

/* From a minute on, forwards or backwards, to the first slot. */
static int64_t seek(const struct cron *cron, int64_t when, int direction)
{
	int64_t day;
	int minute;

	split(&day, &minute, when);
	for (int i = 0; i < DAYS_MAX; i++) {
		if (has_day(cron, day))
			for (; minute >= 0 && minute < DAY / 60;
			     minute += direction)
				if (has_minute(cron, minute))
					return day * DAY + minute * 60;
		day += direction;
		minute = direction > 0 ? 0 : DAY / 60 - 1;
	}
	/* The invariant keeps us from coming here. */
	return when;
}

int64_t cron_next(const struct cron *cron, int64_t when)
{
	return seek(cron, when + 60, 1);
}

int64_t cron_previous(const struct cron *cron, int64_t when)
{
	return seek(cron, when, -1);
}
