/*
 * finish - from a finished job to what git holds.
 *
 * A claimed round ends in one publication: the history grows by the document,
 * the ledger by the event, the claim and the keep refs go. It is prepared
 * anew for each tip that it meets, so that it says what is true there:
 *
 *	the document stands already	the event points to it
 *	the round has ended		only our claim goes
 *	the claim is no longer ours	nothing: the result is dropped
 */
#ifndef SERVICE_FINISH_H
#define SERVICE_FINISH_H

#include "record/claim.h"
#include "record/history.h"
#include "service/job.h"
#include "service/reuse.h"

/* Appends a job's result to bench-history, its samples beside it. */
int finish_record(struct history_entry *out, struct repo *repo,
		  const struct job *job, const char *runner);

/*
 * Ends a claimed round with a result. *ended is false when the round had
 * ended otherwise, or the claim was lost; else `out` says where the document
 * stands.
 */
int finish_result(struct history_entry *out, bool *ended, struct repo *repo,
		  const struct claim *claim, const struct request *request,
		  const struct job *job);
/*
 * The same for a document that a lost runner left on the branch. *found is
 * false when there is none, and then nothing is done.
 */
int finish_found(struct history_entry *out, bool *found, struct repo *repo,
		 const struct claim *claim, const struct request *request);
/* The same with an older result: the branch does not move. */
int finish_reused(bool *ended, struct repo *repo, const struct claim *claim,
		  const struct request *request, const struct reuse *reuse);
/* Ends a claimed round as a failure; `log` may be NULL. */
int finish_failure(bool *ended, struct repo *repo, const struct claim *claim,
		   const struct request *request, const char *stage,
		   const char *reason, const char *log);
/*
 * The same, and opens the next round, which waits for an approval because of
 * `reason`.
 */
int finish_postponed(bool *ended, struct repo *repo,
		     const struct claim *claim, const struct request *request,
		     const char *stage, const char *reason);
/* Drops the claim; the round goes on (or has ended elsewhere). */
int finish_hand_back(struct repo *repo, const struct claim *claim);

#endif
