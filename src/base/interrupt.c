#include "base/interrupt.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"

static volatile sig_atomic_t arrived;

static void handle(int signo)
{
	if (!arrived)
		arrived = signo;
}

void interrupt_install(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	/* No SA_RESTART: poll() must return so that the flag is seen. */
	struct sigaction action = { .sa_handler = handle };

	for (size_t i = 0; i < ARRAY_SIZE(signals); i++) {
		struct sigaction old;

		sigaction(signals[i], NULL, &old);
		/* nohup and background jobs keep what they ignore. */
		if (old.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
	signal(SIGPIPE, SIG_IGN);
}

bool interrupt_pending(void)
{
	return arrived;
}

int interrupt_signal(void)
{
	return arrived;
}

int interrupt_check(void)
{
	return arrived ? fail(ERR_INTERRUPTED, "interrupted") : 0;
}

void interrupt_die(void)
{
	int signo = arrived ? arrived : SIGINT;

	signal(signo, SIG_DFL);
	raise(signo);
	_exit(128 + signo);
}
