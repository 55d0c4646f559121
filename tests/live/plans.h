/*
 * plans - one run of real processes, of which two plans see the samples:
 *
 *	fixed	all 30 looks; Mann and Whitney, Benjamini and Hochberg
 *	ours	those looks that judge.h asks for, weighed against the noise
 *		that the runs before left in a repository's bench-history
 *
 * A sample that was disturbed is taken anew for ours alone, and counted.
 */
#ifndef LIVE_PLANS_H
#define LIVE_PLANS_H

#include "git/repo.h"
#include "log.h"
#include "measure/recorder.h"

#define FIXED_LOOKS 30

struct live {
	struct repo *repo;
	struct recorder *recorder;
	const char *work; /* path of the program */
	char *class;	  /* of the machine */
	char *cpu;	  /* where samples run */
	struct oid commits[2];
};

/* Fills in names and the fixed promille; 1000 is the base's work. */
void live_run_plan(struct live_run *run);
/* Takes the samples and decides. Runs of unchanged code become history. */
int live_run_take(struct live_run *run, const struct live *live);

#endif
