/*
 * job - one request from its commits to a result, on this machine.
 *
 *   1. the suite's configuration, the sides' variants
 *   2. the machine: one measurement at a time (waiting is shown)
 *   3. the driver builds every side, each at a path of equal length
 *   4. samples in alternation (sampling.h)
 *   5. medians, ratios, verdicts (tally.h)
 *
 * Nothing is written to a ref: record.h does that. What job_run() started
 * or laid out is gone when it returns, whatever it returns.
 */
#ifndef SERVICE_JOB_H
#define SERVICE_JOB_H

#include <jansson.h>

#include "base/strlist.h"
#include "git/repo.h"
#include "record/request.h"
#include "record/result.h"
#include "service/progress.h"

struct job_spec {
	const struct request *request; /* sides pinned; its id may be NULL */
	const char *runner;	       /* name for the result */
	struct progress_sink progress;
	bool (*cancelled)(void *data); /* asked between samples; or NULL */
	void *cancelled_data;
};

struct job {
	struct result result;
	json_t *samples; /* raw values, for bench/samples/ */
	struct strlist artifacts; /* files in artifact_dir, by name */
	char *artifact_dir;	  /* scratch.h; job_release() removes it */
	/* When job_run() failed because of the suite or its code: */
	char *failed_stage; /* "config", "build", "run"; NULL: not theirs */
	char *log_tail;	    /* last lines of the real error text, or NULL */
};

#define JOB_INIT { 0 }

/*
 * ERR_USAGE: the configuration is wrong; ERR_FAILED: nothing could be
 * measured, or the machine failed; ERR_INTERRUPTED; ERR_REFUSED: cancelled.
 */
int job_run(struct job *out, struct repo *repo, const struct job_spec *spec);
void job_release(struct job *job);

#endif
