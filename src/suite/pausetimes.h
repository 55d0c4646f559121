/*
 * pausetimes - Sandmark's `*.pausetimes*.summary.bench`: how long a program
 * was stopped, per row {name, mean_latency, max_latency, distr_latency}.
 *
 * Three shapes were written over the years: percentiles as a map (values in
 * milliseconds), as an array of 18 (milliseconds), as an array of 11
 * (nanoseconds, 2021). All come out in seconds with their percentiles.
 */
#ifndef SUITE_PAUSETIMES_H
#define SUITE_PAUSETIMES_H

#include <stddef.h>

#include "suite/bench_lines.h"

struct pause_point {
	double percentile; /* 0 to 100 */
	double seconds;
};

struct pause_row {
	char *name;
	double mean; /* seconds; NaN: absent. olly writes a constant 0 */
	double max;
	struct pause_point *points; /* in the order of the file */
	size_t nr_points;
};

struct pausetimes {
	struct bench_header header;
	struct pause_row *rows;
	size_t nr;
	size_t cap;
	struct bench_damages damages;
};

void pausetimes_parse(struct pausetimes *out, const char *text, size_t len);
void pausetimes_release(struct pausetimes *pausetimes);

#endif
