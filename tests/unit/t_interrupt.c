#include "base/interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "base/clock.h"
#include "base/error.h"
#include "tap.h"

static bool is_void(void *data)
{
	return *(bool *)data;
}

static void test_watch(void)
{
	bool stop = false;

	interrupt_watch(is_void, &stop);
	ok(!interrupt_pending(), "work that is wanted goes on");
	stop = true;
	is_int(interrupt_check(), ERR_INTERRUPTED, "void work stops");
	is_int(interrupt_signal(), 0, "without any signal");
	interrupt_watch(NULL, NULL);
	ok(!interrupt_pending(), "unwatched, nothing stops");
}

static void test_hangup(void)
{
	double begin = clock_monotonic();

	interrupt_on_hangup();
	ok(!interrupt_take_hangup(), "no hangup came");
	raise(SIGHUP);
	ok(!interrupt_pause(600) && clock_monotonic() - begin < 300,
	   "a hangup ends a pause, and nothing else");
	ok(interrupt_take_hangup(), "it is told");
	ok(!interrupt_take_hangup(), "once");
}

static void *send_later(void *data)
{
	struct timespec wait = { .tv_nsec = 50000000 };

	nanosleep(&wait, NULL);
	pthread_kill(*(pthread_t *)data, SIGTERM);
	return NULL;
}

static void test_signal(void)
{
	pthread_t self = pthread_self(), sender;

	is_int(interrupt_pause(0.001), 0, "a pause ends by itself");
	pthread_create(&sender, NULL, send_later, &self);
	is_int(interrupt_pause(600), ERR_INTERRUPTED, "a signal ends it");
	pthread_join(sender, NULL);
	is_int(interrupt_signal(), SIGTERM, "it is remembered");
	interrupt_defer(true);
	ok(!interrupt_pending(), "what must be done is done first");
	is_int(interrupt_signal(), SIGTERM, "but who asks is told");
	raise(SIGTERM);
	ok(interrupt_pending(), "a second signal means it");
	interrupt_defer(false);
	is_int(interrupt_pause(600), ERR_INTERRUPTED, "no pause after that");
}

int main(void)
{
	interrupt_install();
	test_watch();
	test_hangup();
	test_signal();
	return done();
}
