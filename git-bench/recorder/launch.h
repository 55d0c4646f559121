/*
 * launch - turns a request into a running program.
 *
 * The child shares our memory and descriptors until its execve() (vfork, in
 * effect): no page table is copied, what went wrong is simply written down,
 * and descriptors it opens (its counters) are ours as well. It therefore
 * allocates nothing and calls only what is a plain system call.
 */
#ifndef RECORDER_LAUNCH_H
#define RECORDER_LAUNCH_H

#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "measure/wire.h"

struct launch {
	const struct wire_request *request;
	/* Set by the caller, who also puts the outputs on its own 1 and 2. */
	cpu_set_t cpus; /* where the program runs */
	bool move;	/* we are elsewhere ourselves */
	/* Set by the child, or by the caller where it does not get so far. */
	enum wire_stage stage; /* WIRE_STARTED when all went well */
	int error;
	unsigned flags; /* WIRE_ASLR_KEPT, WIRE_NICE_KEPT */
	uint64_t start_ns;
	struct counter_set counters;
	char path[PATH_MAX]; /* what argv[0] was found to be */
};

void launch_init(struct launch *launch, const struct wire_request *request);
/*
 * Returns when the program runs or has failed to start: the child's id (to
 * be reaped in both cases), or -1 when there is none.
 */
pid_t launch(struct launch *launch);
/* Monotonic, nanoseconds. */
uint64_t launch_clock(void);

#endif
