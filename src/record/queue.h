/*
 * queue - what people do with requests: ask, approve, cancel, retry; each
 * with the keep refs (refs/bench/keep/<id>/<round>/<n>) that hold the
 * commits of its sides, also after a force push.
 *
 * Keep refs come first and the ledger's line second, so that a crash leaves
 * no request unkept; what fails leaves neither. A side that this repository
 * does not have (the code lives elsewhere) gets no keep ref.
 *
 * Ids may be cut short as in ledger_find(). All of these are "no" answers
 * (ERR_REFUSED), decided again before each try to write: to cancel or
 * approve what has ended, to retry what is open, to approve what waits for
 * no approval.
 */
#ifndef RECORD_QUEUE_H
#define RECORD_QUEUE_H

#include "git/repo.h"
#include "record/request.h"

#define KEEP_PREFIX "refs/bench/keep/"

/* All in one commit of the ledger. Ids are random, so nobody has them. */
int queue_add(struct repo *repo, const struct request *requests, size_t nr);
/*
 * The same for ids derived from what caused them (a schedule's slot, a
 * comment): requests that the ledger knows already are left out.
 */
int queue_add_derived(size_t *added, struct repo *repo,
		      const struct request *requests, size_t nr);
int queue_approve(struct repo *repo, const char *id, const char *by);
/* `why` may be NULL. */
int queue_cancel(struct repo *repo, const char *id, const char *by,
		 const char *why);
/* The new round's number in *round. */
int queue_retry(int *round, struct repo *repo, const char *id,
		const char *by);
/* Drops the keep refs of a round that has ended. */
int queue_drop_keep(struct repo *repo, const char *id, int round);

#endif
