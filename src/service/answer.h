/*
 * answer - ends a claimed round that need not be measured, or must not.
 *
 *   - the same was measured before (reuse.h): that result is the answer
 *   - it would cost more than its requester may use (budget.h): it has
 *     failed, and where the machine's owner wants to be asked, its next
 *     round waits for an approval
 *
 * Asked after the claim was won and before anything is built.
 */
#ifndef SERVICE_ANSWER_H
#define SERVICE_ANSWER_H

#include "record/claim.h"
#include "record/history.h"
#include "record/request.h"

/* The stage of a round that was too expensive. */
#define STAGE_BUDGET "budget"

enum answer_kind {
	ANSWER_NONE, /* it is to be measured */
	ANSWER_RESULT,
	ANSWER_FAILURE,
};

struct answer {
	enum answer_kind kind;
	bool ended; /* by this; else the round had ended, or the claim went */
	struct history_entry entry; /* of ANSWER_RESULT */
	char *headline;
	char *reason; /* of ANSWER_FAILURE, whose stage is STAGE_BUDGET */
};

int answer_without_work(struct answer *out, struct repo *repo,
			const struct claim *claim,
			const struct request *request);
void answer_release(struct answer *answer);

#endif
