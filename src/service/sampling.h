/*
 * sampling - the loop that takes a job's samples.
 *
 * Sides are measured in alternation: within one look every side of a target
 * is sampled once, right after one another, and the order turns with each
 * look, so that a machine which drifts or warms up favours none. All targets
 * get their first look before any gets its second.
 */
#ifndef SERVICE_SAMPLING_H
#define SERVICE_SAMPLING_H

#include "record/result.h"
#include "service/progress.h"
#include "service/tally.h"
#include "suite/driver.h"

struct sampling {
	struct run *run;
	const struct programs *programs;
	struct tally *tally;
	int samples;	  /* a side; 0: as program or suite say */
	const char *cpus; /* for pinned suites; NULL: not pinned */
	const struct result *earlier; /* what it measured is left out */
	struct progress_sink progress;
	double begin; /* clock_monotonic() when the job began */
	int (*wanted)(void *data); /* asked between samples; may be NULL */
	void *wanted_data;
};

/*
 * What `wanted` returned; else what the run's recorder did while a sample
 * ran. A target that fails is no error: it is in `missing`.
 */
int sampling_run(const struct sampling *sampling);

#endif
