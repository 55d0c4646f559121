/*
 * follow - waits until requests have ended, and says how.
 *
 * Made for a step of a pipeline: what happens goes to stderr, a line each;
 * what came of it to stdout. A hub that cannot be reached is waited for, an
 * hour at most.
 *
 *	struct follow follow = { .repo = repo, .json = args.json };
 *	strlist_add(&follow.ids, id); ...
 *	rc = follow_run(&follow);
 */
#ifndef GIT_BENCH_FOLLOW_H
#define GIT_BENCH_FOLLOW_H

#include <stdbool.h>

#include "base/strlist.h"
#include "git/repo.h"

struct follow {
	struct repo *repo;
	struct strlist ids; /* beginnings of them will do */
	bool json;	    /* the objects of `status --json` at the end */
	double patience;    /* seconds to wait at most; 0: for ever */
};

/*
 * 0: all ended with a result and nothing is slower. COMMAND_NO: something
 * is, or was cancelled or refused for its cost. ERR_FAILED: one failed, or
 * has not ended in time. ERR_OFFLINE: the hub stayed away.
 */
int follow_run(struct follow *follow);
void follow_release(struct follow *follow);
/* Seconds between two looks at the queue, for whoever watches it. */
int follow_pause(double *out, struct repo *repo);

#endif
