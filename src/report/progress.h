/*
 * progress - what long work is doing, in one line for a terminal.
 *
 * Pure formatting: who prints it, and how often, is the program's business.
 *
 *	measuring  sample 12/60  fib.40, head  2 min 05 s  about 8 min to go
 *
 * On a narrow terminal the parts give way in this order: the middle of
 * `detail`, time to go, elapsed time, samples.
 */
#ifndef REPORT_PROGRESS_H
#define REPORT_PROGRESS_H

#include <stddef.h>

struct progress_parts {
	const char *phase;  /* "measuring" */
	const char *detail; /* from outside: a target, a side; NULL: none */
	size_t sample;	    /* from 1; 0: not in a sample */
	size_t samples;
	double elapsed; /* seconds */
	double rest;	/* seconds to go; NaN: no idea */
};

/* At most `columns` columns, no line feed; safe to print. Owned. */
char *progress_line(const struct progress_parts *parts, size_t columns);

#endif
