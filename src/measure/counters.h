/*
 * counters - the processor's own counts of what a process did.
 *
 * Linux gives them through perf_event_open(2), on some machines only: most
 * virtual ones have none, and a strict perf_event_paranoid closes the kernel
 * (counts then cover user code only) or everything.
 *
 * Invariant: a count that was not taken is ABSENT, never zero; one that
 * shared its hardware with others is scaled to the whole time, and said.
 *
 *	In the process to be measured, before it becomes the program:
 *	counters_open(&set, NULL);	counting starts with its execve()
 *	... it runs, and is reaped, by one who holds the descriptors too:
 *	counters_read(values, &set);
 *	counters_close(&set);
 *	Anywhere later:
 *	counters_to_metrics(&metrics, &notes, values);
 */
#ifndef MEASURE_COUNTERS_H
#define MEASURE_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strlist.h"
#include "measure/metric.h"

enum counter {
	COUNTER_INSTRUCTIONS,
	COUNTER_CYCLES,
	COUNTER_BRANCH_MISSES,
	COUNTER_CACHE_MISSES,
	COUNTER_NR
};

enum counter_state {
	COUNTER_ABSENT,
	COUNTER_WHOLE, /* user code and kernel */
	COUNTER_USER,  /* user code only */
};

/* As the kernel gave it; plain data, it travels between processes. */
struct counter_value {
	uint32_t state; /* enum counter_state */
	uint32_t unused;
	uint64_t value;
	uint64_t enabled_ns; /* wanted to count for so long */
	uint64_t running_ns; /* and did so for so long */
};

struct counter_set {
	int fds[COUNTER_NR]; /* -1: not to be had */
	enum counter_state state[COUNTER_NR];
};

/* The way to the kernel: a new descriptor, or -1 with errno. */
struct perf_event_attr;
typedef int (*counter_open_fn)(struct perf_event_attr *attr);

/*
 * Opens what there is for the calling process and its future children,
 * NULL `open_event`: from the kernel. Allocates nothing.
 */
void counters_open(struct counter_set *set, counter_open_fn open_event);
void counters_read(struct counter_value values[COUNTER_NR],
		   const struct counter_set *set);
void counters_close(struct counter_set *set);
/* Does this machine count instructions for us? */
bool counters_available(void);

/*
 * Sets instructions, cycles, branch_misses and cache_misses (unit "1") in
 * `out` as far as they are there, and adds to `notes` what a reader of them
 * has to know.
 */
void counters_to_metrics(struct metrics *out, struct strlist *notes,
			 const struct counter_value values[COUNTER_NR]);

#endif
