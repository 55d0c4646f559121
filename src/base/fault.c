#include "base/fault.h"

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/text.h"

void fault_point(const char *name)
{
	/* Times that the one point which is set was passed by this process. */
	static atomic_long passed;
	const char *set = getenv("GIT_BENCH_FAULT");
	const char *rest = set ? text_skip_prefix(set, name) : NULL;

	if (set && *set == '?')
		dprintf(STDERR_FILENO, "fault point %s\n", name);
	if (!rest || (*rest && *rest != ':' && *rest != '='))
		return;
	if (*rest == '=') {
		poll(NULL, 0, atoi(rest + 1));
		return;
	}
	long wanted = *rest ? atol(rest + 1) : 1;
	if (atomic_fetch_add(&passed, 1) + 1 == wanted)
		raise(SIGKILL);
}
