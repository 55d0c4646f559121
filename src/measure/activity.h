/*
 * activity - what else this machine does: which processes take CPU time,
 * and how much of it a hypervisor keeps for others.
 *
 *	activity_read(&before, root);
 *	... some time later:
 *	activity_read(&after, root);
 *	activity_compare(&change, &before, &after);
 */
#ifndef MEASURE_ACTIVITY_H
#define MEASURE_ACTIVITY_H

#include <stdint.h>

#include "base/strlist.h"

struct activity_task {
	int pid;
	char *name;
	int64_t ticks; /* CPU time so far */
};

/* One look. */
struct activity {
	struct activity_task *tasks; /* ascending pid */
	size_t nr;
	size_t cap;
	int64_t total; /* ticks of one CPU, whatever they went to */
	int64_t steal; /* ticks of all CPUs that others had */
	int cpus;
};

/* What two looks tell. */
struct activity_change {
	double steal; /* share of all CPU time, 0 to 1; -1 when unknown */
	/* "cc1 (93 %)", for each that took a fifth of a CPU or more. */
	struct strlist busy;
};

/* `root` as in measure/sysfile.h. This process itself is left out. */
void activity_read(struct activity *out, const char *root);
void activity_compare(struct activity_change *out,
		      const struct activity *before,
		      const struct activity *after);
void activity_release(struct activity *activity);
void activity_change_release(struct activity_change *change);

#endif
