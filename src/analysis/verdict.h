/*
 * verdict - the word a comparison ends in.
 */
#ifndef ANALYSIS_VERDICT_H
#define ANALYSIS_VERDICT_H

#include <stdbool.h>

enum verdict {
	VERDICT_UNKNOWN, /* no evidence either way, or none at all */
	VERDICT_SAME,	 /* the interval lies within what does not matter */
	VERDICT_FASTER,
	VERDICT_SLOWER,
	VERDICT_NR,
};

/* "unknown", "same", "faster", "slower". */
const char *verdict_name(enum verdict verdict);
bool verdict_parse(enum verdict *out, const char *name);

#endif
