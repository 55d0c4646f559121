/*
 * The half of shift.h that begins with a claim: what was measured before,
 * the job, and the three ways in which a round ends.
 */
#include "service/shift.h"

#include <poll.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/id.h"
#include "base/interrupt.h"
#include "git/object.h"
#include "service/answer.h"
#include "service/finish.h"
#include "service/heartbeat.h"
#include "service/presence.h"
#include "service/source.h"

/* How long a finished job waits for a hub that is away. */
#define FINISH_PATIENCE 86400.0 /* seconds */
#define FINISH_PAUSE 2000	/* milliseconds */
#define SUITES_MAX (1 << 20)	/* bytes */

/* The ledger may have moved since it was read: does the round still run? */
static int look_again(bool *over, struct shift *shift)
{
	AUTO(request) now = { 0 };

	int rc = shift_pull_rounds(shift);
	if (!rc)
		rc = ledger_find(&now, shift->repo, shift->claim.request);
	*over = rc == ERR_NOTFOUND ||
		(!rc && (now.round != shift->claim.round ||
			 request_has_ended(&now)));
	return rc == ERR_NOTFOUND ? 0 : rc;
}

/* ==== Working =========================================================== */

static bool is_cancelled(void *data)
{
	return heartbeat_is_over(data);
}

/* A result that was written before its runner died is not measured twice. */
static int take_found(bool *found, struct shift *shift)
{
	struct worker_report *report = shift->report;
	AUTO(result) result = RESULT_INIT;

	int rc = finish_found(&report->entry, found, shift->repo,
			      &shift->claim, &report->request);
	if (rc || !*found)
		return rc;
	rc = history_load(&result, shift->repo, report->entry.path);
	report->headline = rc ? NULL : result_headline(&result);
	report->outcome = WORKER_RESULT;
	return rc;
}

/* Between two tries to finish, never during one; if lost, the next one sees. */
static void renew(struct shift *shift)
{
	double now = clock_monotonic();
	bool won;

	if (now - shift->renewed < shift->claim.lease / 4)
		return;
	shift->renewed = now;
	if (claim_renew(&won, &shift->claim, shift->repo))
		error_clear();
}

/*
 * Hours of work are not dropped because the hub is away for a while, nor for
 * the first signal: is it worth another try?
 */
static bool wait_for_hub(struct shift *shift, int rc, double begin)
{
	if (rc != ERR_OFFLINE || interrupt_signal() ||
	    clock_monotonic() - begin > FINISH_PATIENCE)
		return false;
	shift_say(shift, "%s: trying again", error_message());
	poll(NULL, 0, FINISH_PAUSE);
	renew(shift);
	return true;
}

static int end_as_failure(struct shift *shift, const char *stage,
			  const char *reason, const char *log)
{
	struct worker_report *report = shift->report;
	double begin = clock_monotonic();
	bool ended;
	int rc;

	interrupt_defer(true);
	do
		rc = finish_failure(&ended, shift->repo, &shift->claim,
				    &report->request, stage, reason, log);
	while (wait_for_hub(shift, rc, begin));
	interrupt_defer(false);
	report->outcome = ended ? WORKER_FAILURE : WORKER_LOST;
	report->stage = xstrdup(stage);
	report->reason = xstrdup(reason);
	return rc;
}

static int end_as_result(struct shift *shift, const struct job *job)
{
	struct worker_report *report = shift->report;
	double begin = clock_monotonic();
	bool ended;
	int rc;

	interrupt_defer(true);
	do
		rc = finish_result(&report->entry, &ended, shift->repo,
				   &shift->claim, &report->request, job);
	while (wait_for_hub(shift, rc, begin));
	interrupt_defer(false);
	if (rc)
		return rc;
	report->outcome = ended ? WORKER_RESULT : WORKER_LOST;
	report->headline = ended ? result_headline(&job->result) : NULL;
	return 0;
}

/* The job, with its claim kept alive. */
static int run_job(struct job *job, struct shift *shift, bool *lost,
		   bool *over)
{
	const struct worker *w = shift->worker;
	const struct request *request = &shift->report->request;
	struct heartbeat *hb = NULL;

	presence_begin_job(w->presence, request, shift->claim.attempt);
	int rc = heartbeat_start(&hb, shift->repo, &shift->claim,
				 w->presence);
	if (rc)
		return rc;
	struct job_spec spec = {
		.request = request,
		.runner = w->name,
		.progress = presence_sink(w->presence, shift->repo,
					  w->progress),
		.cancelled = is_cancelled,
		.cancelled_data = hb,
	};
	interrupt_watch(is_cancelled, hb);
	rc = job_run(job, shift->repo, &spec);
	interrupt_watch(NULL, NULL);
	*over = heartbeat_is_over(hb);
	heartbeat_stop(hb, &shift->claim, lost);
	shift->renewed = clock_monotonic();
	presence_end_job(w->presence);
	return rc;
}

/* Nobody waits for this any more, or somebody else does it. */
static int let_go(struct shift *shift, bool lost)
{
	shift->report->outcome = WORKER_LOST;
	shift_say(shift, "%.*s: %s", ID_SHORT, shift->claim.request,
		  lost ? "another runner has taken it over" :
			 "its round has ended meanwhile");
	return lost ? interrupt_check() :
		      finish_hand_back(shift->repo, &shift->claim);
}

/* The commits to measure, and the suites as they were when it was asked. */
static bool has_sides(const struct shift *shift)
{
	const struct request *request = &shift->report->request;
	AUTO(buf) suites = BUF_INIT;
	struct oid blob;

	for (size_t i = 0; i < request->nr_sides; i++)
		if (!quarters_hold(shift->worker->quarters,
				   &request->sides[i].sha))
			return false;
	if (!request->config || !oid_parse(&blob, request->config) ||
	    !blob_read(&suites, shift->repo, &blob, SUITES_MAX))
		return true;
	error_clear();
	return false;
}

/*
 * By the refs that keep them, unless they are of the default branch; what was
 * asked for by somebody who did not have them comes from the source.
 */
static int fetch_sides(struct shift *shift)
{
	const struct request *request = &shift->report->request;
	AUTO(source) source = { 0 };
	int rc = quarters_follow(shift->worker->quarters);

	if (rc || !shift->hub.shared || has_sides(shift))
		return rc;
	rc = hub_fetch_keep(&shift->hub, shift->claim.request,
			    shift->claim.round);
	if (rc)
		return rc;
	if (source_open(&source, shift->repo))
		error_clear();
	for (size_t i = 0; source.repo && i < request->nr_sides; i++)
		source_has_commit(&source, &request->sides[i].sha);
	return 0;
}

static int work(struct shift *shift)
{
	AUTO(job) job = JOB_INIT;
	bool lost = false, over = false;

	int rc = fetch_sides(shift);
	fault_point("worker-fetched-sides");
	if (!rc)
		rc = run_job(&job, shift, &lost, &over);
	fault_point("worker-measured");
	if (lost || (rc && over && !interrupt_signal()))
		return let_go(shift, lost);
	if (!rc)
		return end_as_result(shift, &job);
	if (rc != ERR_INTERRUPTED && job.failed_stage) {
		auto_free char *reason = xstrdup(error_message());

		return end_as_failure(shift, job.failed_stage, reason,
				      job.log_tail);
	}
	return rc;
}

/* What need not, or must not, be measured ends at once. */
static int take_answer(bool *found, struct shift *shift)
{
	struct worker_report *report = shift->report;
	AUTO(answer) answer = { 0 };
	double begin = clock_monotonic();
	int rc;

	interrupt_defer(true);
	do {
		answer_release(&answer);
		rc = answer_without_work(&answer, shift->repo, &shift->claim,
					 &report->request);
	} while (wait_for_hub(shift, rc, begin));
	interrupt_defer(false);
	*found = !rc && answer.kind != ANSWER_NONE;
	if (!*found)
		return rc;
	if (answer.kind == ANSWER_RESULT)
		shift_say(shift, "%.*s: the same was measured before",
			  ID_SHORT, report->request.id);
	report->outcome = !answer.ended		       ? WORKER_LOST :
			  answer.kind == ANSWER_RESULT ? WORKER_RESULT :
							 WORKER_FAILURE;
	report->entry = answer.entry;
	answer.entry = (struct history_entry){ 0 };
	report->headline = STEAL(answer.headline);
	report->reason = STEAL(answer.reason);
	report->stage = report->reason ? xstrdup(STAGE_BUDGET) : NULL;
	return 0;
}

/* ==== The call ========================================================== */

static int work_claimed(struct shift *shift)
{
	const struct worker *w = shift->worker;
	int most = w->attempts ? w->attempts : ATTEMPTS_DEFAULT;
	bool over, found;

	int rc = look_again(&over, shift);
	fault_point("worker-looked-again");
	if (!rc && over) {
		shift->report->outcome = WORKER_LOST;
		return finish_hand_back(shift->repo, &shift->claim);
	}
	if (!rc)
		rc = take_found(&found, shift);
	if (!rc && !found)
		rc = take_answer(&found, shift);
	if (rc || found)
		return rc;
	if (shift->obstacle)
		return end_as_failure(shift, "queue", shift->obstacle, NULL);
	if (shift->claim.attempt > most) {
		auto_free char *reason =
			xstrfmt("its runner was lost %d times", most);

		return end_as_failure(shift, "runner", reason, NULL);
	}
	if (w->claimed)
		w->claimed(w->data, &shift->report->request,
			   shift->claim.attempt);
	return work(shift);
}

int shift_work(struct shift *shift)
{
	struct error error;
	int rc = work_claimed(shift);

	fault_point("worker-ended");
	if (!rc)
		return 0;
	/* Our own trouble, not the request's: somebody else may do it. */
	error_put_aside(&error);
	finish_hand_back(shift->repo, &shift->claim);
	error_bring_back(&error);
	return rc;
}
