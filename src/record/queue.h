/*
 * queue - what people do with requests: ask, cancel, retry; each with the
 * keep refs (refs/bench/keep/<id>/<round>/<n>) that hold its commits.
 */
#ifndef RECORD_QUEUE_H
#define RECORD_QUEUE_H

#include "git/repo.h"
#include "record/request.h"

#define KEEP_PREFIX "refs/bench/keep/"

/* Keep refs first, then the ledger: a crash leaves no request unkept. */
int queue_add(struct repo *repo, const struct request *requests, size_t nr);
/* ERR_REFUSED "already ended". */
int queue_cancel(struct repo *repo, const char *id, const char *by,
		 const char *why);
/* ERR_REFUSED "still open". The new round's number in *round. */
int queue_retry(int *round, struct repo *repo, const char *id,
		const char *by);
int queue_approve(struct repo *repo, const char *id, const char *by);
/* Drops the keep refs of a round that has ended. */
int queue_drop_keep(struct repo *repo, const char *id, int round);

#endif
