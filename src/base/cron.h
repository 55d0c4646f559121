/*
 * cron - when a schedule is due: five fields, UTC.
 *
 *	minute hour day-of-month month day-of-week	0 6 * * 1
 *
 * Each field is a list of "*", a number, a range "a-b", or one of these with
 * a step "/n" (a number with a step runs to the field's end). Months and
 * days of the week may be named by three letters; Sunday is 0 and 7.
 *
 * As cron has it: if day-of-month and day-of-week both do not begin with
 * "*", a day that either of them names is meant; else both must agree.
 *
 * Invariant: a cron that was parsed has slots, at most eight years apart (29
 * February around 2100). Pure functions: no clock is asked.
 *
 *	rc = cron_parse(&cron, "0 6 * * 1");
 *	slot = cron_previous(&cron, clock_now());
 */
#ifndef BASE_CRON_H
#define BASE_CRON_H

#include <stdbool.h>
#include <stdint.h>

struct cron {
	uint64_t minutes;  /* a bit each, from bit 0 on */
	uint64_t hours;
	uint64_t days;	   /* bits 1 to 31 */
	uint64_t months;   /* bits 1 to 12 */
	uint64_t weekdays; /* bits 0 (Sunday) to 6 */
	bool either;	   /* a day of `days` or of `weekdays` will do */
};

/* ERR_BADDATA says which field is off, or that there is no such date. */
int cron_parse(struct cron *out, const char *text);
/* The first slot after `when`, at a full minute. */
int64_t cron_next(const struct cron *cron, int64_t when);
/* The last slot that is not after `when`. */
int64_t cron_previous(const struct cron *cron, int64_t when);

#endif
