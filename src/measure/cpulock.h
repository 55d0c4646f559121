/*
 * cpulock - who measures on a CPU has it for himself.
 *
 * One lock a CPU, for all users of the machine; a measurement that is not
 * pinned takes all it may run on. The locks are flock()s on empty files in a
 * folder that every user may write to (/run/lock, /var/lock or /tmp; or
 * $GIT_BENCH_LOCK_DIR): they end with the process that holds them, however
 * that ends, and what the files hold is never read. A file that is a link,
 * or no file, was put there by somebody to mislead: it is refused.
 *
 * CPUs are taken in ascending order and kept while waiting for the next, so
 * that no two can wait for each other. A process that asks for a CPU it has
 * already waits for itself: take the lock in one place.
 *
 *	AUTO_PTR(cpulock) lock = NULL;
 *	int rc = cpulock_acquire(&lock, cpus, waiting, data);
 */
#ifndef MEASURE_CPULOCK_H
#define MEASURE_CPULOCK_H

#include "base/alloc.h"

struct cpulock;

/*
 * Called when there is something new to tell of the wait: the first time,
 * and when the holder changes. `sentence`: "CPU 1 is in use by process 123
 * (git-bench)".
 */
typedef void (*cpulock_waiting_fn)(void *data, const char *sentence);

/*
 * Waits for the CPUs of the list, NULL for all usable ones; `waiting` may
 * be NULL. ERR_INTERRUPTED, ERR_REFUSED (a file in the way), ERR_FAILED.
 */
int cpulock_acquire(struct cpulock **out, const char *cpus,
		    cpulock_waiting_fn waiting, void *data);
void cpulock_free(struct cpulock *lock);

AUTO_PTR_DEFINE(cpulock)

#endif
