/*
 * limit - the longest that one request may take, builds and samples together.
 *
 * It may be said three times, and the least of them holds: by the request
 * (options.max_time), by the suite (max-time), and by the machine's owner
 * (bench.maxTime). Unless said there is none. A round that comes to it ends
 * as failed, in stage STAGE_TIMEOUT. Waiting for the machine does not count.
 *
 *	rc = limit_set(&limit, repo, suite, request);	it begins now
 *	rc = limit_check(&limit);			now and then
 */
#ifndef SERVICE_LIMIT_H
#define SERVICE_LIMIT_H

#include "git/repo.h"
#include "record/request.h"
#include "suite/suite.h"

struct limit {
	double seconds; /* 0: none */
	double begin;	/* clock_monotonic() */
	const char *origin; /* who set it, in words */
};

/* ERR_BADDATA when bench.maxTime is no time. */
int limit_set(struct limit *out, struct repo *repo, const struct suite *suite,
	      const struct request *request);
/* ERR_FAILED, with the reason, when it is over. */
int limit_check(const struct limit *limit);

#endif
