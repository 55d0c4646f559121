/*
 * offer - which runner may take a request.
 *
 * A request may name a pool, which must be among the runner's labels, and
 * the runner itself; one that names neither may be taken by any.
 */
#ifndef RECORD_OFFER_H
#define RECORD_OFFER_H

#include "record/face.h"
#include "record/request.h"

/* May a runner of that name and those labels take it? */
bool offer_fits(const char *runner, const struct strlist *labels,
		const struct request *request);
/*
 * Why none of the runners may take it, in words; owned. NULL: one may, or
 * any could. Faces that were written before `not_before` do not count.
 */
char *offer_obstacle(const struct faces *faces, int64_t not_before,
		     const struct request *request);

#endif
