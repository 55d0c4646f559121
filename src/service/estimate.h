/*
 * estimate - what a request will take, from results of its suite.
 *
 * The newest result that says how long its stages took is scaled by the
 * number of sides and samples asked for; one measured on the same machine
 * class goes before newer ones of others, and of those one that measured
 * everything asked for before newer ones of a part of it. Results before the
 * last ESTIMATE_LOOKS are not asked: they say little of today.
 */
#ifndef SERVICE_ESTIMATE_H
#define SERVICE_ESTIMATE_H

#include <stdbool.h>

#include "git/repo.h"
#include "record/request.h"

struct estimate {
	bool known;	/* false: no result of this suite says */
	double seconds; /* builds included, as if none were cached */
	size_t targets;
	int samples; /* a side */
	char *path;  /* of the result it comes from */
};

#define ESTIMATE_LOOKS 1000

/* One of several that are estimated together; all borrowed. */
struct estimate_query {
	const struct request *request;
	const char *class; /* of the machine that will run it */
};

/* `out` has one for each query, zeroed; the history is read once. */
int estimate_all(struct estimate *out, struct repo *repo,
		 const struct estimate_query *queries, size_t nr);
/* Of one request on this machine. */
int estimate_request(struct estimate *out, struct repo *repo,
		     const struct request *request);
void estimate_release(struct estimate *estimate);

#endif
