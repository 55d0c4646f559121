/*
 * sampling - the loop that takes a job's samples.
 *
 * Sides are measured in alternation: within one look every side of a target
 * is sampled once, right after one another, in a random order that the next
 * look turns around (turn.h), so that a machine which drifts or warms up
 * favours none. Each sample is a process of its own. All targets get their
 * first look before any gets its second.
 *
 * How many looks: where somebody chose a number of samples (request, target,
 * suite), so many. Else each target gets those that it needs: the suite's
 * least in any case, then one at a time as long as judge.h wants another,
 * up to the suite's most, while the budget lasts. What something disturbed
 * is taken anew (watch.h).
 */
#ifndef SERVICE_SAMPLING_H
#define SERVICE_SAMPLING_H

#include "record/past.h"
#include "record/result.h"
#include "service/progress.h"
#include "service/tally.h"
#include "suite/driver.h"

struct sampling {
	struct run *run;
	const struct programs *programs;
	struct tally *tally;
	const struct past *past;     /* the machine's noise; may be NULL */
	const char *const *variants; /* names, one a side */
	int samples;	  /* a side; 0: as program or suite say */
	double budget;	  /* seconds for looks that need not be; 0: no limit */
	bool control;	  /* sample the base twice: control.h */
	bool local;	  /* samples run on the machine whose /proc we see */
	const char *cpus; /* for pinned suites; NULL: not pinned */
	const struct result *earlier; /* what it measured is left out */
	struct progress_sink progress;
	double begin; /* clock_monotonic() when the job began */
	int (*wanted)(void *data); /* asked between samples; may be NULL */
	void *wanted_data;
};

/*
 * `out`: the document's `sampling`, a new reference. What `wanted` returned;
 * else what the run's recorder did while a sample ran. A target that fails is
 * no error: it is in `missing`.
 */
int sampling_run(json_t **out, const struct sampling *sampling);

#endif
