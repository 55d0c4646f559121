#include "service/answer.h"

#include "measure/machine.h"
#include "service/budget.h"
#include "service/finish.h"
#include "service/reuse.h"

static int give_older(struct answer *out, struct repo *repo,
		      const struct claim *claim,
		      const struct request *request)
{
	AUTO(machine) machine = { 0 };
	AUTO(reuse) reuse = REUSE_INIT;

	machine_read(&machine);
	int rc = reuse_find(&reuse, repo, request, &machine);
	if (rc || !reuse.path)
		return rc;
	out->kind = ANSWER_RESULT;
	out->headline = result_headline(&reuse.result);
	out->entry.path = xstrdup(reuse.path);
	out->entry.commit = reuse.commit;
	return finish_reused(&out->ended, repo, claim, request, &reuse);
}

static int heed_budget(struct answer *out, struct repo *repo,
		       const struct claim *claim,
		       const struct request *request)
{
	AUTO(budget) budget = { 0 };

	int rc = budget_check(&budget, repo, request, 0);
	if (rc || !budget.exceeded)
		return rc;
	out->kind = ANSWER_FAILURE;
	out->reason = STEAL(budget.sentence);
	return budget.refuse ?
		       finish_failure(&out->ended, repo, claim, request,
				      STAGE_BUDGET, out->reason, NULL) :
		       finish_postponed(&out->ended, repo, claim, request,
					STAGE_BUDGET, out->reason);
}

int answer_without_work(struct answer *out, struct repo *repo,
			const struct claim *claim,
			const struct request *request)
{
	*out = (struct answer){ 0 };
	int rc = give_older(out, repo, claim, request);

	return rc || out->kind ? rc : heed_budget(out, repo, claim, request);
}

void answer_release(struct answer *answer)
{
	history_entry_release(&answer->entry);
	free(answer->headline);
	free(answer->reason);
	*answer = (struct answer){ 0 };
}
