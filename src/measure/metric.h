/*
 * metric - a measured value with its name, unit and direction.
 *
 * Invariant: what was not measured is absent from the list, never zero.
 * Units: "s", "B", "1" (a count), "words", "%", or what the suite says.
 */
#ifndef MEASURE_METRIC_H
#define MEASURE_METRIC_H

#include <stdbool.h>
#include <stddef.h>

struct metric {
	char *name; /* "user_seconds", "maxrss", "gc.minor_collections" */
	double value;
	char *unit;
	bool higher_is_better;
};

struct metrics {
	struct metric *items;
	size_t nr;
	size_t cap;
};

#define METRICS_INIT { 0 }

/*
 * Adds, or replaces value and unit (the direction stays). A value that is
 * not finite is left out: NULL, and what stood there stays. The pointer is
 * borrowed until the next call.
 */
struct metric *metrics_set(struct metrics *metrics, const char *name,
			   double value, const char *unit);
/* Borrowed; NULL when absent. */
struct metric *metrics_find(const struct metrics *metrics, const char *name);
/* Sets in `out` all that `metrics` holds. */
void metrics_copy(struct metrics *out, const struct metrics *metrics);
void metrics_release(struct metrics *metrics);

#endif
