/*
 * cpus - sets of CPUs, written as the kernel writes them: "0,2-5".
 *
 * cpu_set_t (sched.h) holds CPUs 0 to 1023; a list that names others is no
 * list. An empty set has no spelling: it is refused on the way in.
 */
#ifndef MEASURE_CPUS_H
#define MEASURE_CPUS_H

#include <sched.h>
#include <stdbool.h>

/* False, and `out` unchanged, for anything but numbers and ranges. */
bool cpus_parse(cpu_set_t *out, const char *list);
/* Shortest spelling, ascending; "" for the empty set. Owned. */
char *cpus_format(const cpu_set_t *set);
/* Those that the calling thread may use; all of 0 to 1023 if unknown. */
void cpus_usable(cpu_set_t *out);
/* Every member of `part` in `whole`? */
bool cpus_contain(const cpu_set_t *whole, const cpu_set_t *part);
/* `from` without the members of `set`. */
void cpus_subtract(cpu_set_t *out, const cpu_set_t *from,
		   const cpu_set_t *set);
/*
 * Keeps the calling thread, and what it starts, off the CPUs of a list if
 * it may use others. `before` is what it may use now, for
 * sched_setaffinity() to restore. False when nothing was changed.
 */
bool cpus_keep_off(cpu_set_t *before, const char *list);
/*
 * Keeps all other threads of this process, and what they start from now on,
 * to a set.
 */
void cpus_move_threads(const cpu_set_t *set);
/*
 * `want` where all of it is in `usable` (true), else as many of the last
 * usable ones, at most all (false).
 */
bool cpus_map(cpu_set_t *out, const cpu_set_t *want, const cpu_set_t *usable);

#endif
