/*
 * disturbance - did something else than the program decide what its sample
 * took?
 *
 * What there is to see: time in which a sequential program neither ran nor
 * had the kernel run for it (wall - user - system), and time that a
 * hypervisor gave to others while it ran. A program may wait by its nature,
 * so waiting counts only beyond the least that the same program has shown.
 *
 *	struct calm calm = CALM_INIT;		one a program and side
 *	moment_read(&before, root);
 *	... the sample runs ...
 *	moment_read(&after, root);
 *	circumstance_of(&c, &before, &after, wall, cpu);
 *	why = disturbance_of(&c, &calm, parallel);
 *	calm_note(&calm, &c);
 *
 * That wall - user - system beyond 5 % of wall marks a disturbed run was
 * measured on quiet hosts (0.3 % of runs) and busy virtual ones (9 to 61 %).
 */
#ifndef MEASURE_DISTURBANCE_H
#define MEASURE_DISTURBANCE_H

#include <stdbool.h>
#include <stdint.h>

/* The machine at one time. Unknown: -1. */
struct moment {
	int64_t steal; /* ticks of all CPUs that others had, so far */
	int64_t ticks; /* of all CPUs, whatever they went to */
	int64_t khz;   /* the fastest CPU's frequency */
	int64_t millicelsius; /* the hottest zone */
};

/* `root` as in measure/sysfile.h; NULL: the machine is not to be seen. */
void moment_read(struct moment *out, const char *root);

/* While one sample ran. */
struct circumstance {
	double wall;  /* seconds */
	double idle;  /* share of it in which the program did not run */
	double busy;  /* CPUs that it kept busy */
	double steal; /* share of the machine's time; 0 also when unknown */
};

void circumstance_of(struct circumstance *out, const struct moment *before,
		     const struct moment *after, double wall, double cpu);

/* What a program is like when nothing disturbs it. */
struct calm {
	double idle; /* the least seen */
};

#define CALM_INIT { .idle = 1 }

/*
 * A word ("steal", "waiting") or NULL. A parallel program's waiting is its
 * own business.
 */
const char *disturbance_of(const struct circumstance *c,
			   const struct calm *calm, bool parallel);
void calm_note(struct calm *calm, const struct circumstance *c);

#endif
