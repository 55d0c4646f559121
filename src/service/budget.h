/*
 * budget - machine hours that somebody may use a day.
 *
 *	git config bench.budget 8h
 *	git config --add bench.budget "ada@example.org = 20h"
 *	git config --add bench.budget "A Bot = 30m"
 *
 * A value is a time for everybody, or one for whom it names: by e-mail
 * address, by name, or by both as the ledger has them. What names somebody
 * goes before what is for everybody, and a later value before an earlier one.
 * Where nothing speaks of somebody there is no limit.
 *
 * A day is one of UTC. What counts is what runners said that they spent on
 * requests which ended in it, and an estimate (estimate.h) for those that
 * are open and come before the one in question. What a schedule asks for has
 * no budget, and neither has a round that was approved. Where past results
 * allow no estimate, only what was spent already counts.
 *
 * bench.overBudget says what becomes of a request that would be too much:
 * `approve` (the default): it waits until somebody approves it; `refuse`.
 * Both keys are of the machine that asks and decides for itself, and once
 * more of the runner, which decides before it begins.
 */
#ifndef SERVICE_BUDGET_H
#define SERVICE_BUDGET_H

#include <stdbool.h>

#include "git/repo.h"
#include "record/request.h"

struct budget {
	bool exceeded; /* by this request */
	double wanted; /* seconds that it is expected to take; 0: no idea */
	bool refuse;   /* rather than wait for an approval */
	/* "Ada has used or asked for 7 h 30 min of today's 8 h ...";
	 * NULL where it is not exceeded. */
	char *sentence;
};

/*
 * `more`: seconds that its requester asks for in the same breath. ERR_BADDATA
 * when one of the keys cannot be read.
 */
int budget_check(struct budget *out, struct repo *repo,
		 const struct request *request, double more);
void budget_release(struct budget *budget);

#endif
