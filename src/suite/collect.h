/*
 * collect - from a finished sample to readings.
 */
#ifndef SUITE_COLLECT_H
#define SUITE_COLLECT_H

#include "suite/format.h"
#include "suite/reading.h"
#include "suite/run.h"
#include "suite/target.h"

/*
 * A target's own sample: its wall time, or the number that its `value`
 * pattern finds in the output (stdout, else stderr), or a failure. What was
 * measured of the process goes along as metrics, and beside a value that is
 * a time, the wall time as "wall_seconds".
 */
void collect_target(struct readings *out, const struct target *target,
		    const struct sample *sample);

/* A program that reports targets of its own. */
struct report {
	const char *name; /* of the program: what failures are put down to */
	const struct format *format;
	const char *dir;  /* where it ran */
	const char *file; /* its output file, from there; NULL: stdout */
	const struct filter *filter; /* over what it reports */
};

/*
 * Reads what the program reported. A program that ended badly is a failure
 * of `name`, but what it reported before stays. ERR_FAILED when the file
 * cannot be read.
 */
int collect_report(struct readings *out, const struct report *report,
		   const struct sample *sample);

#endif
