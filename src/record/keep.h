/*
 * keep - the refs that hold the commits of a round's sides, also after a
 * force push: refs/bench/keep/<request>/<round>/<n>.
 *
 * They are made with the round, in the publication that opens it, and go
 * with its end, or by whoever sees that it has ended.
 */
#ifndef RECORD_KEEP_H
#define RECORD_KEEP_H

#include "record/publication.h"
#include "record/request.h"

/*
 * A ref for each side that is in this repository; in a shared hub one more,
 * <n> being the number of sides, for the suites as they were when asked.
 */
int keep_prepare(struct publication *pub, const struct request *request,
		 int round);
/* They go, whatever they hold, and if they are still there. */
void keep_prepare_drop(struct publication *pub,
		       const struct request *request, int round);

/*
 * Drops those of rounds that have ended: where refs move one by one, whoever
 * ends a round may die before they are gone. Of requests that the ledger does
 * not know they are left alone: one may be about to be made. In a shared hub
 * its refs are listed for it, once.
 */
int keep_sweep(struct repo *repo);

#endif
