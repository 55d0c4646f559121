/*
 * job_work - what a job holds while it runs. Private to job_start.c, which
 * sets it up, job.c, which runs it, and job_result.c, which makes its
 * document.
 */
#ifndef SERVICE_JOB_WORK_H
#define SERVICE_JOB_WORK_H

#include "measure/cpulock.h"
#include "measure/machine.h"
#include "record/past.h"
#include "service/job.h"
#include "service/limit.h"
#include "service/launcher.h"
#include "service/tally.h"
#include "suite/driver.h"

/* Everything that lives as long as the job does. */
struct work {
	struct job *job;
	struct repo *repo;
	const struct job_spec *spec;
	double begin;
	struct limit limit;
	struct suites suites;
	const struct suite *suite;
	struct variant *variants; /* one a side */
	struct side *sides;
	size_t nr_sides;
	struct strlist launcher; /* its words; none: everything runs here */
	bool waiting; /* for it, and that was told */
	struct recorder *recorder;
	struct machine machine; /* where the recorder runs things */
	struct cpulock *lock;
	double load_before;
	double load_after;
	char *cpus; /* where pinned samples run */
	struct result earlier; /* of --continue */
	bool has_earlier;
	struct run run;
	bool opened;
	struct programs programs;
	struct programs same; /* what is not run, being identical */
	struct tally tally;
	struct past *past; /* noise; NULL until measuring */
	const char **variant_names; /* one a side; borrowed from the result */
	double stage_begin;
	json_t *stages; /* wall time by stage, for the document */
};

/* In job_start.c: the configuration and the sides; then all else needed. */
int job_configure(struct work *work);
int job_prepare(struct work *work);
void job_tell(struct work *work, enum job_phase phase, const char *detail);
/* Books the time since the last call under `name`. */
void job_end_stage(struct work *work, const char *name);
/* Asked every second while a program runs, and between samples. */
int job_still_wanted(void *work);

/* What the request says, as soon as its sides are known. */
void job_begin_result(struct work *work);
/* Where and with what it is measured, as far as that is known. */
void job_describe(struct work *work);
/* What the machine, the driver and the samples say, at the end. */
void job_conclude(struct work *work);

#endif
