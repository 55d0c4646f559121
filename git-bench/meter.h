/*
 * meter - the one line on stderr that says what a job is doing.
 *
 * Only on a terminal, redrawn in place, at most ten times a second; it is
 * wiped before anything else is written. Elsewhere one line says that, and
 * for whom, the job waits.
 *
 *	struct meter meter;
 *	meter_init(&meter);
 *	spec.progress = meter_sink(&meter);
 *	...
 *	meter_wipe(&meter);
 */
#ifndef GIT_BENCH_METER_H
#define GIT_BENCH_METER_H

#include <stdbool.h>

#include "service/progress.h"

struct meter {
	bool shown;   /* something stands on the line */
	bool enabled; /* stderr is a terminal that can be redrawn */
	double last;  /* when it was drawn */
	enum job_phase phase;
	bool told_wait; /* where it cannot be redrawn */
};

void meter_init(struct meter *meter);
struct progress_sink meter_sink(struct meter *meter);
void meter_wipe(struct meter *meter);

#endif
