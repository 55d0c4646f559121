/*
 * perf_stat - the text that `perf stat -o` writes, one block a program.
 *
 *	# started on Tue Jul  9 03:04:40 2024
 *
 *	 Performance counter stats for 'taskset --cpu-list 5 ./owl_gc.exe':
 *
 *	    5,88,21,67,738      cycles       #    1.599 GHz   (83.32%)
 *	   <not supported>      instructions
 *
 *	       3.681198326 seconds time elapsed
 *
 * Digits are grouped by locale (also in twos, also by dots, quotes or narrow
 * spaces): the decimal mark is told by the block's own "seconds time
 * elapsed", which always has one. A counter that was not counted is absent.
 * A block names no benchmark, only the command.
 */
#ifndef SUITE_PERF_STAT_H
#define SUITE_PERF_STAT_H

#include <stddef.h>

#include "suite/bench_lines.h"

struct perf_counter {
	char *event;	/* "instructions", "task-clock", "cycles:u" */
	double value;	/* as printed: "task-clock" is in msec */
	char *unit;	/* "msec", "Joules", ...; NULL: a count */
	double running; /* % of the time it was counted; 100: all of it */
};

struct perf_block {
	char *command;
	char *started; /* as printed; NULL: not said */
	struct perf_counter *counters;
	size_t nr;
	size_t cap;
	double elapsed; /* seconds; NaN: not said */
	double user;
	double sys;
};

struct perf_stat {
	struct bench_header header;
	struct perf_block *blocks;
	size_t nr;
	size_t cap;
	struct bench_damages damages;
};

/* A block without its elapsed time is damage (cut), and left out. */
void perf_stat_parse(struct perf_stat *out, const char *text, size_t len);
/* Borrowed; NULL when it was not counted. */
const struct perf_counter *perf_block_find(const struct perf_block *block,
					   const char *event);
void perf_stat_release(struct perf_stat *stat);

#endif
