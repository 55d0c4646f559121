/*
 * progress - what a job is doing right now, for whoever shows it.
 *
 * The job calls `report` at each change of phase and before each sample;
 * the struct is borrowed for the call.
 */
#ifndef SERVICE_PROGRESS_H
#define SERVICE_PROGRESS_H

#include <stddef.h>

struct judge;

enum job_phase {
	PHASE_WAIT,    /* for the machine: another measurement runs */
	PHASE_PREPARE, /* what all sides share */
	PHASE_BUILD,
	PHASE_MEASURE,
	PHASE_RECORD,
};

struct progress {
	enum job_phase phase;
	const char *detail; /* a target, a side, a build step; or NULL */
	size_t sample;	    /* from 1, in PHASE_MEASURE; else 0 */
	size_t samples;	    /* of the whole job, warm-ups included */
	double elapsed;	    /* seconds since the job began */
	double rest;	    /* seconds to go; NaN: no idea */
	/* In PHASE_MEASURE: */
	size_t targets_done, targets_total; /* with all their samples taken */
	const struct judge *judge;	    /* of what there is so far */
};

struct progress_sink {
	void (*report)(void *data, const struct progress *progress);
	void *data;
};

/* "waiting", "preparing", "building", "measuring", "recording". */
const char *job_phase_name(enum job_phase phase);

#endif
