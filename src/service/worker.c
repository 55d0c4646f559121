#include "service/worker.h"

#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/id.h"
#include "base/interrupt.h"
#include "git/config.h"
#include "git/refs.h"
#include "record/hub.h"
#include "record/keep.h"
#include "record/ledger.h"
#include "record/queue.h"
#include "service/answer.h"
#include "service/choose.h"
#include "service/finish.h"
#include "service/heartbeat.h"

/* How long a finished job waits for a hub that is away. */
#define FINISH_PATIENCE 86400.0 /* seconds */
#define FINISH_PAUSE 2000	/* milliseconds */

/* What one call holds. */
struct shift {
	struct repo *repo;
	struct hub hub;
	struct worker *worker;
	struct worker_report *report;
	struct claims claims;
	struct ledger ledger;
	struct claim claim; /* ours, once won */
};

static void say(const struct worker *worker, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void say(const struct worker *worker, const char *fmt, ...)
{
	va_list ap;

	if (!worker->say)
		return;
	va_start(ap, fmt);
	auto_free char *text = xstrvfmt(fmt, ap);
	va_end(ap);
	worker->say(worker->data, text);
}

/* ==== Choosing ========================================================== */

/* A claim whose round has ended or is unknown, and that nobody renews. */
static void sweep_orphans(struct shift *shift)
{
	const struct sightings *sightings = &shift->worker->sightings;

	for (size_t i = 0; i < shift->claims.nr; i++) {
		const struct claim *claim = &shift->claims.items[i];
		const struct request *request =
			choose_find_request(&shift->ledger, claim->request);
		bool won;

		if (request && request->round == claim->round)
			continue;
		if (!sightings_abandoned(sightings, claim,
					 clock_monotonic()) ||
		    claim_drop(&won, claim, shift->repo) || !won)
			continue;
		queue_drop_keep(shift->repo, claim->request, claim->round);
		if (claim->round == CLAIM_ROUND_UNKNOWN)
			say(shift->worker, "removed a claim of %s that could "
					   "not be read", claim->request);
		else
			say(shift->worker, "removed the claim of %s, whose "
					   "round %d is over",
			    claim->request, claim->round);
	}
}

static int count_ref(void *data, const struct ref *ref)
{
	(void)ref;
	++*(size_t *)data;
	return 0;
}

/*
 * How many runners may want the same at the same moment. In a repository of
 * one's own the first request is taken whoever else wants it: a lost race
 * costs nothing there.
 */
static size_t count_rivals(struct shift *shift)
{
	auto_free char *prefix = hub_kept(&shift->hub, RUNNER_PREFIX);
	size_t runners = 0, claims = shift->claims.nr + 1;

	if (!shift->hub.shared)
		return 1;
	if (refs_each(shift->repo, prefix, count_ref, &runners))
		error_clear();
	return runners > claims ? runners : claims;
}

static char *blocker_text(const struct request *request,
			  const struct claim *claim)
{
	if (claim->round == CLAIM_ROUND_UNKNOWN)
		return xstrfmt("%.*s has a claim that cannot be read; it "
			       "goes if it stays as it is for %.0f s",
			       ID_SHORT, request->id, claim->lease);
	return xstrfmt("%.*s is claimed by %s (pid %lld)", ID_SHORT,
		       request->id, claim->runner,
		       (long long)claim->owner.pid);
}

static void choose_next(struct choice *out, struct shift *shift)
{
	struct worker_report *report = shift->report;
	struct choosing choosing = {
		.ledger = &shift->ledger,
		.claims = &shift->claims,
		.sightings = &shift->worker->sightings,
		.only = shift->worker->only,
		.schedule = shift->worker->schedule,
		.rivals = count_rivals(shift),
		.now = clock_monotonic(),
	};

	choose(out, &choosing);
	if (out->request || !out->blocked)
		return;
	report->outcome = WORKER_BUSY;
	report->blocker_claim = out->blocker->oid;
	report->blocker = blocker_text(out->blocked, out->blocker);
}

/* Keep refs whose round ended without them; once a lease is often enough. */
static void sweep_keeps(struct shift *shift)
{
	struct worker *worker = shift->worker;
	double now = clock_monotonic();

	if (worker->swept && now - worker->swept < worker->lease)
		return;
	worker->swept = now;
	if (keep_sweep(shift->repo))
		error_clear();
}

/* ==== Claiming ========================================================== */

static int claim_it(bool *won, struct shift *shift,
		    const struct choice *choice)
{
	const struct request *request = choice->request;
	const struct claim *old = choice->old;
	const struct worker *w = shift->worker;

	if (!old)
		return claim_take(won, &shift->claim, shift->repo,
				  request->id, request->round, 1, w->name,
				  w->lease);
	int attempt = old->round != request->round ? 1 :
		      claim_is_own(old)	       ? old->attempt :
						 old->attempt + 1;
	if (!claim_is_own(old))
		say(w, "taking over %.*s: its runner %s is gone", ID_SHORT,
		    request->id, old->runner);
	return claim_take_over(won, &shift->claim, shift->repo, old,
			       request->round, attempt, w->name, w->lease);
}

static int pull(struct shift *shift)
{
	auto_free char *notice = NULL;
	int rc = hub_pull(&shift->hub, &notice);

	if (!rc && notice)
		say(shift->worker, "%s", notice);
	return rc;
}

/* The ledger may have moved since it was read: does the round still run? */
static int look_again(bool *over, struct shift *shift)
{
	AUTO(request) now = { 0 };

	int rc = pull(shift);
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

/*
 * Hours of work are not dropped because the hub is away for a while, nor for
 * the first signal: is it worth another try?
 */
static bool wait_for_hub(struct shift *shift, int rc, double begin)
{
	if (rc != ERR_OFFLINE || interrupt_signal() ||
	    clock_monotonic() - begin > FINISH_PATIENCE)
		return false;
	say(shift->worker, "%s: trying again", error_message());
	poll(NULL, 0, FINISH_PAUSE);
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
	struct heartbeat *hb = NULL;

	int rc = heartbeat_start(&hb, shift->repo, &shift->claim);
	if (rc)
		return rc;
	struct job_spec spec = {
		.request = &shift->report->request,
		.runner = shift->worker->name,
		.progress = shift->worker->progress,
		.cancelled = is_cancelled,
		.cancelled_data = hb,
	};
	interrupt_watch(is_cancelled, hb);
	rc = job_run(job, shift->repo, &spec);
	interrupt_watch(NULL, NULL);
	*over = heartbeat_is_over(hb);
	heartbeat_stop(hb, &shift->claim, lost);
	return rc;
}

/* Nobody waits for this any more, or somebody else does it. */
static int let_go(struct shift *shift, bool lost)
{
	shift->report->outcome = WORKER_LOST;
	say(shift->worker, "%.*s: %s", ID_SHORT, shift->claim.request,
	    lost ? "another runner has taken it over" :
		   "its round has ended meanwhile");
	return lost ? interrupt_check() :
		      finish_hand_back(shift->repo, &shift->claim);
}

static int work(struct shift *shift)
{
	AUTO(job) job = JOB_INIT;
	bool lost = false, over = false;

	int rc = hub_fetch_keep(&shift->hub, shift->claim.request,
				shift->claim.round);
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

	do {
		answer_release(&answer);
		rc = answer_without_work(&answer, shift->repo, &shift->claim,
					 &report->request);
	} while (wait_for_hub(shift, rc, begin));
	*found = !rc && answer.kind != ANSWER_NONE;
	if (!*found)
		return rc;
	if (answer.kind == ANSWER_RESULT)
		say(shift->worker, "%.*s: the same was measured before",
		    ID_SHORT, report->request.id);
	report->outcome = !answer.ended			? WORKER_LOST :
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

/* Our own trouble, not the request's: somebody else may do it. */
static int give_up(struct shift *shift, int rc)
{
	auto_free char *why = xstrdup(error_message());
	auto_free char *hint = xstrdup(error_hint());

	finish_hand_back(shift->repo, &shift->claim);
	fail(rc, "%s", why);
	if (*hint)
		fail_hint("%s", hint);
	return rc;
}

static void shift_release(struct shift *shift)
{
	claims_release(&shift->claims);
	ledger_release(&shift->ledger);
	claim_release(&shift->claim);
	hub_release(&shift->hub);
}

int worker_once(struct worker_report *out, struct repo *repo,
		struct worker *worker)
{
	AUTO(shift) shift = {
		.repo = repo,
		.worker = worker,
		.report = out,
	};
	struct choice choice;
	bool won = false;

	out->outcome = WORKER_IDLE;
	int rc = hub_open(&shift.hub, repo);
	if (!rc)
		rc = pull(&shift);
	if (!rc)
		rc = claims_read(&shift.claims, repo);
	if (rc)
		return rc;
	sightings_look(&worker->sightings, &shift.claims, clock_monotonic());
	rc = ledger_read(&shift.ledger, repo, LEDGER_LIVE);
	if (rc)
		return rc;
	fault_point("worker-looked");
	sweep_orphans(&shift);
	sweep_keeps(&shift);
	choose_next(&choice, &shift);
	if (!choice.request)
		return 0;
	rc = claim_it(&won, &shift, &choice);
	if (rc)
		return rc;
	if (!won) {
		out->outcome = WORKER_LOST;
		return 0;
	}
	fault_point("worker-claimed");
	request_copy(&out->request, choice.request);
	rc = work_claimed(&shift);
	fault_point("worker-ended");
	return rc ? give_up(&shift, rc) : 0;
}

void worker_report_release(struct worker_report *report)
{
	request_release(&report->request);
	history_entry_release(&report->entry);
	free(report->headline);
	free(report->stage);
	free(report->reason);
	free(report->blocker);
	*report = (struct worker_report){ 0 };
}

void worker_release(struct worker *worker)
{
	sightings_release(&worker->sightings);
}

char *worker_name(struct repo *repo)
{
	char host[256] = "localhost";

	gethostname(host, sizeof(host) - 1);
	return config_string(repo, "bench.runnerName", host);
}
