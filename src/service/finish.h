/*
 * finish - from a finished job to what git holds.
 *
 * Local order: history, ledger, claim, keep refs; each step may be repeated
 * after a crash, and a document that stands already is found, not rewritten.
 */
#ifndef SERVICE_FINISH_H
#define SERVICE_FINISH_H

#include "record/claim.h"
#include "record/history.h"
#include "service/job.h"

/* Appends a job's result to bench-history, its samples beside it. */
int finish_record(struct history_entry *out, struct repo *repo,
		  const struct job *job, const char *runner);

/*
 * Ends a claimed round with a result that stands at `entry`. *ended is true
 * when the round had ended already by a result: then nothing is added.
 */
int finish_result(struct repo *repo, const struct claim *claim,
		  const struct request *request,
		  const struct history_entry *entry,
		  const struct result *result);
/* Ends a claimed round as a failure; `log` may be NULL. */
int finish_failure(struct repo *repo, const struct claim *claim,
		   const struct request *request, const char *stage,
		   const char *reason, const char *log);
/* Drops the claim; the round goes on (or has ended elsewhere). */
int finish_hand_back(struct repo *repo, const struct claim *claim);

#endif
