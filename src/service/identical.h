/*
 * identical - what is the same on all sides need not be run.
 *
 * A program that executes the same bytes on the same input on every side is
 * taken out of those to be sampled; its verdict is `same`, and the result
 * says that it was not run, and why (`identical`). Whether it is so, the
 * driver knows (driver.h).
 *
 * Not for schedules nor for requests that are `fresh`: what unchanged code
 * does is how noise is learnt.
 *
 *	struct programs same = PROGRAMS_INIT;
 *	identical_take(&same, &programs, &run);		before sampling
 *	identical_report(&result, &same);		before it is summed up
 */
#ifndef SERVICE_IDENTICAL_H
#define SERVICE_IDENTICAL_H

#include "record/request.h"
#include "record/result.h"
#include "suite/driver.h"

/* May this request go without running what is identical? */
bool identical_is_wanted(const struct request *request);
/* Moves them from `programs` to `same`. */
void identical_take(struct programs *same, struct programs *programs,
		    const struct run *run);
void identical_report(struct result *result, const struct programs *same);

#endif
