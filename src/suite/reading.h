/*
 * reading - what one finished sample says of a target: a value, or why there
 * is none.
 *
 * A program that measured several times by itself gives several readings of
 * one target: as many samples. The target "total" of kind "build", where there
 * is one, is the time of everything: the result's total_seconds.
 */
#ifndef SUITE_READING_H
#define SUITE_READING_H

#include "measure/metric.h"
#include "measure/sample.h"
#include "suite/target.h"

/* The words for where a measurement ended: `stage` in result documents. */
#define STAGE_CONFIG "config"	/* what is asked for cannot be done here */
#define STAGE_BUILD "build"	/* its side was not built */
#define STAGE_ABSENT "absent"	/* built, but there is no such program */
#define STAGE_TIMEOUT "timeout" /* a sample took too long */
#define STAGE_CRASH "crash"	/* ended by a signal */
#define STAGE_EXIT "exit"	/* ended with a status other than 0 */
#define STAGE_OUTPUT "output"	/* what it printed holds no value */
#define STAGE_STALE "stale"	/* its output file is older than the run */
#define STAGE_ERROR "error"	/* the program itself reported a failure */

struct reading {
	char *target;
	enum target_kind kind;
	int domains;
	char *primary;	/* NULL: wall seconds */
	double seconds; /* NaN: not a time */
	bool again; /* of the same process as the target's last one */
	bool whole; /* of all that the metrics' processor time is of */
	struct metrics metrics;
	char *failure; /* NULL: fine; else the stage, reason in `reason` */
	char *reason;
};

struct readings {
	struct reading *items;
	size_t nr;
	size_t cap;
};

#define READINGS_INIT { 0 }

/* Sequential, no time, no metrics; valid until the next one is added. */
struct reading *readings_add(struct readings *readings, const char *target);
struct reading *readings_add_failure(struct readings *readings,
				     const char *target, const char *stage,
				     const char *reason);
/*
 * If the sample did not end well, adds that as a failure of `target` (the
 * reason ends with the last lines of its error output) and returns true.
 */
bool readings_add_failed_sample(struct readings *readings, const char *target,
				const struct sample *sample);
bool readings_has(const struct readings *readings, const char *target);
/* Removes those whose target `keep` refuses. */
void readings_filter(struct readings *readings,
		     bool (*keep)(const void *data, const char *target),
		     const void *data);
void readings_clear(struct readings *readings);
void readings_release(struct readings *readings);

#endif
