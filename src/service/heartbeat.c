#include "service/heartbeat.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/fault.h"
#include "record/hub.h"
#include "record/ledger.h"
#include "record/order.h"
#include "service/poll.h"

struct heartbeat {
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t wake;
	struct repo *repo; /* the thread's own */
	struct claim claim;
	struct presence *presence;
	double look_interval; /* seconds */
	bool stop;
	bool lost;
	bool ended;
};

static void sleep_until_woken(struct heartbeat *hb, double seconds)
{
	struct timespec when;

	clock_gettime(CLOCK_MONOTONIC, &when);
	when.tv_sec += (time_t)seconds;
	when.tv_nsec += (long)((seconds - (time_t)seconds) * 1e9);
	if (when.tv_nsec >= 1000000000) {
		when.tv_sec++;
		when.tv_nsec -= 1000000000;
	}
	pthread_cond_timedwait(&hb->wake, &hb->mutex, &when);
}

/*
 * The claim is this thread's alone while it runs, so nobody who asks how
 * things stand has to wait for an answer of the hub's.
 */
static void set(struct heartbeat *hb, bool *flag)
{
	pthread_mutex_lock(&hb->mutex);
	*flag = true;
	pthread_mutex_unlock(&hb->mutex);
}

/* False when it failed, and is to be tried again soon. */
static bool renew(struct heartbeat *hb)
{
	bool won = true;
	int rc = claim_renew(&won, &hb->claim, hb->repo);

	if (!rc && !won)
		set(hb, &hb->lost);
	return !rc;
}

/* "drain" shows at once, though the runner obeys when it has finished. */
static void look_for_orders(struct heartbeat *hb)
{
	AUTO(order) order = { 0 };

	if (order_read(&order, hb->repo, hb->claim.runner))
		return;
	presence_set_state(hb->presence,
			   order.kind == ORDER_DRAIN ? FACE_DRAINING :
						       FACE_WORKING);
}

static void look(struct heartbeat *hb)
{
	AUTO(request) request = { 0 };
	AUTO(hub) hub = { 0 };

	if (hub_open(&hub, hb->repo) || hub_pull(&hub, NULL) ||
	    ledger_find(&request, hb->repo, hb->claim.request))
		return;
	if (request.round != hb->claim.round || request_has_ended(&request))
		set(hb, &hb->ended);
	look_for_orders(hb);
}

/* False when it is time to end. */
static bool wait_for(struct heartbeat *hb, double seconds)
{
	pthread_mutex_lock(&hb->mutex);
	if (!hb->stop && seconds > 0)
		sleep_until_woken(hb, seconds);
	bool go_on = !hb->stop && !hb->lost;
	pthread_mutex_unlock(&hb->mutex);
	return go_on;
}

static void *beat(void *data)
{
	struct heartbeat *hb = data;
	double interval = hb->claim.lease / 4;
	double next = clock_monotonic() + interval;

	presence_update(hb->presence, hb->repo);
	for (;;) {
		double pause = next - clock_monotonic();

		if (pause > hb->look_interval)
			pause = hb->look_interval;
		if (!wait_for(hb, pause))
			break;
		if (clock_monotonic() >= next)
			next = clock_monotonic() +
			       (renew(hb) ? interval : hb->look_interval);
		if (!hb->ended && !hb->lost)
			look(hb);
		presence_update(hb->presence, hb->repo);
		fault_point("heartbeat-looked");
	}
	error_clear();
	return NULL;
}

static void claim_copy(struct claim *out, const struct claim *claim)
{
	*out = *claim;
	out->request = xstrdup(claim->request);
	out->runner = xstrdup_or_null(claim->runner);
	out->nonce = xstrdup_or_null(claim->nonce);
	out->owner.machine = xstrdup_or_null(claim->owner.machine);
	out->owner.boot = xstrdup_or_null(claim->owner.boot);
}

static void free_all(struct heartbeat *hb)
{
	pthread_cond_destroy(&hb->wake);
	pthread_mutex_destroy(&hb->mutex);
	claim_release(&hb->claim);
	repo_free(hb->repo);
	free(hb);
}

/* The thread takes no signals: they are for the one that measures. */
static int start_thread(struct heartbeat *hb)
{
	sigset_t all, old;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	int error = pthread_create(&hb->thread, NULL, beat, hb);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return error ? fail(ERR_FAILED, "cannot start a thread") : 0;
}

int heartbeat_start(struct heartbeat **out, struct repo *repo,
		    const struct claim *claim, struct presence *presence)
{
	struct heartbeat *hb = xcalloc(1, sizeof(*hb));
	pthread_condattr_t attr;

	pthread_mutex_init(&hb->mutex, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&hb->wake, &attr);
	pthread_condattr_destroy(&attr);
	claim_copy(&hb->claim, claim);
	hb->presence = presence;
	int rc = repo_reopen(&hb->repo, repo);
	if (!rc)
		rc = poll_interval(&hb->look_interval, hb->repo,
				   claim->lease);
	if (!rc)
		rc = start_thread(hb);
	if (rc)
		free_all(hb);
	else
		*out = hb;
	return rc;
}

bool heartbeat_is_over(struct heartbeat *hb)
{
	pthread_mutex_lock(&hb->mutex);
	bool over = hb->lost || hb->ended;
	pthread_mutex_unlock(&hb->mutex);
	return over;
}

void heartbeat_stop(struct heartbeat *hb, struct claim *claim, bool *lost)
{
	if (!hb)
		return;
	pthread_mutex_lock(&hb->mutex);
	hb->stop = true;
	pthread_cond_signal(&hb->wake);
	pthread_mutex_unlock(&hb->mutex);
	pthread_join(hb->thread, NULL);
	claim->oid = hb->claim.oid;
	*lost = hb->lost;
	free_all(hb);
}
