#include "service/worker.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/id.h"
#include "git/config.h"
#include "record/keep.h"
#include "record/order.h"
#include "record/queue.h"
#include "service/choose.h"
#include "service/shift.h"
#include "suite/cachespace.h"

static const enum face_state face_states[] = {
	[ORDER_NONE] = FACE_IDLE,
	[ORDER_PAUSE] = FACE_PAUSED,
	[ORDER_DRAIN] = FACE_DRAINING,
};

void shift_say(const struct shift *shift, const char *fmt, ...)
{
	const struct worker *worker = shift->worker;
	va_list ap;

	if (!worker->say)
		return;
	va_start(ap, fmt);
	auto_free char *text = xstrvfmt(fmt, ap);
	va_end(ap);
	worker->say(worker->data, text);
}

/* ==== Looking =========================================================== */

static int told(struct shift *shift, int rc, const char *notice)
{
	if (!rc && notice)
		shift_say(shift, "%s", notice);
	return rc;
}

int shift_pull_rounds(struct shift *shift)
{
	auto_free char *notice = NULL;
	int rc = hub_pull_rounds(&shift->hub, &notice);

	return told(shift, rc, notice);
}

/* Others' claims come and go: their names tell what is free. */
static int pull_by_name(struct shift *shift)
{
	auto_free char *notice = NULL;
	int rc = hub_look(&shift->listed, &shift->hub, &notice);

	shift->by_name = !rc && shift->hub.shared;
	return told(shift, rc, notice);
}

static int pull(struct shift *shift)
{
	auto_free char *notice = NULL;
	int rc = hub_pull(&shift->hub, &notice);

	shift->by_name = false;
	return told(shift, rc, notice);
}

/* Claims first, then the ledger: a claim that is gone has its line by then. */
static int look(struct shift *shift)
{
	struct worker *w = shift->worker;
	int rc = 0;

	if (shift->by_name)
		claims_listed(&shift->claims, &shift->hub, &shift->listed);
	else
		rc = claims_read(&shift->claims, shift->repo);
	if (!rc)
		rc = faces_read(&shift->faces, shift->repo);
	if (rc)
		return rc;
	sightings_look(&w->sightings, &shift->claims, clock_monotonic());
	roster_look(&w->roster, &shift->faces, clock_monotonic());
	return ledger_read(&shift->ledger, shift->repo, LEDGER_LIVE);
}

static int look_closely(struct shift *shift)
{
	claims_release(&shift->claims);
	faces_release(&shift->faces);
	ledger_release(&shift->ledger);
	int rc = pull(shift);
	return rc ? rc : look(shift);
}

/* What this runner was told to do is done before anything is taken. */
static int obey(struct shift *shift)
{
	struct worker *w = shift->worker;
	struct worker_report *report = shift->report;
	AUTO(order) order = { 0 };
	bool was;
	int rc = order_read(&order, shift->repo, w->name);

	if (rc)
		return rc;
	/* One from before this runner began has nothing left to drain. */
	if (order.kind == ORDER_DRAIN && !w->present)
		return order_lift(&was, shift->repo, w->name);
	presence_set_state(w->presence, face_states[order.kind]);
	if (order.kind == ORDER_NONE)
		return 0;
	report->outcome = order.kind == ORDER_PAUSE ? WORKER_PAUSED :
						      WORKER_DRAINED;
	report->blocker = xstrfmt("told to %s by %s",
				  order_kind_name(order.kind), order.by);
	return order.kind == ORDER_DRAIN ?
		       order_lift(&was, shift->repo, w->name) : 0;
}

/* Under our name there is one runner, which is we. */
static int report_for_duty(struct shift *shift)
{
	struct worker *w = shift->worker;
	int rc = w->present ? 0 : presence_take(w->presence, shift->repo);

	w->refused = rc == ERR_REFUSED;
	if (!rc)
		rc = obey(shift);
	if (rc)
		return rc;
	w->present = true;
	presence_update(w->presence, shift->repo);
	w->refused = presence_is_replaced(w->presence);
	return w->refused ? presence_fail_replaced(w->presence) : 0;
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

		if (claim_is_unread(claim) ||
		    (request && request->round == claim->round))
			continue;
		if (!sightings_abandoned(sightings, claim,
					 clock_monotonic()) ||
		    claim_drop(&won, claim, shift->repo) || !won)
			continue;
		queue_drop_keep(shift->repo, claim->request, claim->round);
		if (claim->round == CLAIM_ROUND_UNKNOWN)
			shift_say(shift, "removed a claim of %s that could "
					 "not be read", claim->request);
		else
			shift_say(shift, "removed the claim of %s, whose "
					 "round %d is over",
				  claim->request, claim->round);
	}
}

/*
 * How many runners may want the same at the same moment. In a repository of
 * one's own the first request is taken whoever else wants it: a lost race
 * costs nothing there.
 */
static size_t count_rivals(const struct shift *shift, double now)
{
	size_t live = roster_live(&shift->worker->roster, now);

	return shift->hub.shared && live ? live : 1;
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

/* What nobody may take for so long will not be taken any more. */
static int choose_to_fail(struct choice *out, struct shift *shift,
			  const struct choosing *choosing)
{
	double patience;
	int rc = config_duration(&patience, shift->repo, "bench.unservable",
				 UNSERVABLE_DEFAULT);

	if (!rc)
		choose_unservable(out, &shift->obstacle, choosing,
				  &shift->faces,
				  clock_now() - (int64_t)patience);
	return rc;
}

static bool has_unread(const struct claims *claims)
{
	for (size_t i = 0; i < claims->nr; i++)
		if (claim_is_unread(&claims->items[i]))
			return true;
	return false;
}

/*
 * Where something is free, the names of the others' claims have done; but
 * not for ever, for one of them may be of a runner that is gone.
 */
static bool must_look_closely(const struct shift *shift,
			      const struct choice *choice, double now)
{
	const struct worker *w = shift->worker;

	return has_unread(&shift->claims) &&
	       (!choice->request ||
		sightings_want_reading(&w->sightings, &shift->claims,
				       w->lease / 4, now));
}

static int choose_next(struct choice *out, struct shift *shift)
{
	struct worker *w = shift->worker;
	struct worker_report *report = shift->report;
	double now = clock_monotonic();
	struct choosing choosing = {
		.ledger = &shift->ledger,
		.claims = &shift->claims,
		.sightings = &w->sightings,
		.runner = w->name,
		.labels = &w->labels,
		.only = w->only,
		.schedule = w->schedule,
		.rivals = count_rivals(shift, now),
		.now = now,
	};

	choose(out, &choosing);
	if (must_look_closely(shift, out, now)) {
		int rc = look_closely(shift);

		if (rc)
			return rc;
		choosing.now = clock_monotonic();
		choose(out, &choosing);
	}
	report->elsewhere = out->elsewhere;
	if (!out->request && out->blocked) {
		report->outcome = WORKER_BUSY;
		report->blocker_claim = out->blocker->oid;
		report->blocker = blocker_text(out->blocked, out->blocker);
	}
	return out->request || !out->elsewhere ?
		       0 :
		       choose_to_fail(out, shift, &choosing);
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
		shift_say(shift, "taking over %.*s: its runner %s is gone",
			  ID_SHORT, request->id, old->runner);
	return claim_take_over(won, &shift->claim, shift->repo, old,
			       request->round, attempt, w->name, w->lease);
}

/* ==== The call ========================================================== */

static void shift_release(struct shift *shift)
{
	remote_refs_release(&shift->listed);
	claims_release(&shift->claims);
	faces_release(&shift->faces);
	ledger_release(&shift->ledger);
	claim_release(&shift->claim);
	hub_release(&shift->hub);
	free(shift->obstacle);
}

static int take(struct shift *shift, const struct choice *choice)
{
	bool won = false;
	int rc = claim_it(&won, shift, choice);

	if (rc)
		return rc;
	if (!won) {
		shift->report->outcome = WORKER_LOST;
		return 0;
	}
	shift->renewed = clock_monotonic();
	fault_point("worker-claimed");
	request_copy(&shift->report->request, choice->request);
	return shift_work(shift);
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

	out->outcome = WORKER_IDLE;
	int rc = hub_open(&shift.hub, repo);
	if (!rc)
		rc = worker->present ? pull_by_name(&shift) : pull(&shift);
	if (!rc)
		rc = report_for_duty(&shift);
	if (rc || out->outcome != WORKER_IDLE)
		return rc;
	rc = look(&shift);
	if (rc)
		return rc;
	fault_point("worker-looked");
	sweep_orphans(&shift);
	sweep_keeps(&shift);
	rc = choose_next(&choice, &shift);
	if (rc || !choice.request)
		return rc;
	rc = cachespace_secure(repo);
	return rc ? rc : take(&shift, &choice);
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
	roster_release(&worker->roster);
	strlist_release(&worker->labels);
}
