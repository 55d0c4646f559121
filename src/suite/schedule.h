/*
 * schedule - one [schedule "name"] of .gitbench: what is asked for by itself,
 * and when.
 *
 *	[schedule "weekly"]
 *		cron = 0 6 * * 1
 *		suite = proofs
 *
 * Read with the suites (suite.h): `suites.schedules`, in the order in which
 * they are first named. What comes of one: service/schedule.h.
 *
 * Invariant: refs are whole names, a pattern is one with '*' in it; every
 * suite that is named is there.
 */
#ifndef SUITE_SCHEDULE_H
#define SUITE_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cron.h"
#include "base/strlist.h"
#include "git/configfile.h"

struct suites;

/* What the head is compared with; SCHEDULE_BASE_SIDE: `base`. */
enum schedule_base {
	SCHEDULE_BASE_USUAL, /* by suite and ref: see service/schedule.h */
	SCHEDULE_BASE_PREVIOUS,
	SCHEDULE_BASE_PARENT,
	SCHEDULE_BASE_MERGE,
	SCHEDULE_BASE_NONE,
	SCHEDULE_BASE_SIDE,
};

struct schedule {
	char *name;
	bool has_cron; /* without it only by hand */
	struct cron cron;
	struct strlist suites; /* empty: the default one */
	struct strlist refs;   /* empty: the default branch */
	struct strlist pools;  /* empty: any runner */
	enum schedule_base base_kind;
	char *base; /* a side, as `git bench request --base` takes it */
	struct strlist versus; /* further sides */
	char *variant, *filter;
	int samples; /* 0: as the suite says */
	int priority;
	int64_t expires; /* no slot from then on; INT64_MAX: never */
	double max_age;  /* seconds, of a ref's newest commit; 0: any; not
			  * set: -1 */
	bool is_local;	 /* from git config, not from .gitbench */
};

/* Reads one entry of the section. */
int schedule_read(struct suites *suites, const struct config_entry *entry);
/* What needs all suites to be read. */
int schedules_check(const struct suites *suites);
/* NULL name: the only one. ERR_NOTFOUND lists the names there are. */
int schedules_find(const struct schedule **out, const struct suites *suites,
		   const char *name);
void schedule_release(struct schedule *schedule);

bool schedule_ref_is_pattern(const char *ref);
/* Does the whole name of a ref fit? '*' stands for anything, '/' too. */
bool schedule_ref_fits(const char *pattern, const char *ref);

#endif
