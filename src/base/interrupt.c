#include "base/interrupt.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"

/* All that a handler and its threads can share. */
static volatile sig_atomic_t arrived, again, hung_up, deferred;
static _Thread_local struct {
	bool (*stop)(void *data);
	void *data;
} watch;

static void handle(int signo)
{
	if (arrived)
		again = 1;
	else
		arrived = signo;
}

static void handle_hangup(int signo)
{
	(void)signo;
	hung_up = 1;
}

/*
 * No SA_RESTART: poll() must return so that the flag is seen. nohup and
 * background jobs keep what they ignore.
 */
static void install(int signo, void (*handler)(int))
{
	struct sigaction action = { .sa_handler = handler };
	struct sigaction old;

	sigaction(signo, NULL, &old);
	if (old.sa_handler != SIG_IGN)
		sigaction(signo, &action, NULL);
}

void interrupt_install(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

	for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
		install(signals[i], handle);
	signal(SIGPIPE, SIG_IGN);
}

bool interrupt_pending(void)
{
	return (arrived && (!deferred || again)) ||
	       (watch.stop && watch.stop(watch.data));
}

int interrupt_check(void)
{
	return interrupt_pending() ? fail(ERR_INTERRUPTED, "interrupted") : 0;
}

int interrupt_signal(void)
{
	return arrived;
}

void interrupt_die(void)
{
	int signo = arrived ? arrived : SIGINT;

	signal(signo, SIG_DFL);
	raise(signo);
	_exit(128 + signo);
}

/* ==== For a daemon ====================================================== */

void interrupt_on_hangup(void)
{
	install(SIGHUP, handle_hangup);
}

bool interrupt_take_hangup(void)
{
	bool was = hung_up;

	hung_up = 0;
	return was;
}

void interrupt_watch(bool (*stop)(void *data), void *data)
{
	watch.stop = stop;
	watch.data = data;
}

void interrupt_defer(bool defer)
{
	deferred = defer;
}

/* Signals come only while ppoll() sleeps: none slips in between. */
int interrupt_pause(double seconds)
{
	double end = clock_monotonic() + seconds;
	sigset_t ours, before;

	sigemptyset(&ours);
	sigaddset(&ours, SIGINT);
	sigaddset(&ours, SIGTERM);
	sigaddset(&ours, SIGHUP);
	pthread_sigmask(SIG_BLOCK, &ours, &before);
	for (;;) {
		double left = end - clock_monotonic();
		struct timespec wait = {
			.tv_sec = (time_t)left,
			.tv_nsec = (long)((left - (time_t)left) * 1e9),
		};

		if (left <= 0 || hung_up || interrupt_pending())
			break;
		ppoll(NULL, 0, &wait, &before);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return interrupt_check();
}
