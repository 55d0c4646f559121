/*
 * valgrind - instructions counted by valgrind's cachegrind, for machines
 * without hardware counters. Exact for single-threaded programs, 10 to 50
 * times slower than the program itself: one run a side.
 */
#ifndef MEASURE_VALGRIND_H
#define MEASURE_VALGRIND_H

#include <stdbool.h>

#include "measure/sample.h"

/* What a timeout of the program is multiplied with. */
#define VALGRIND_SLOWDOWN 50

/* ERR_NOTFOUND, with what to install, when there is no valgrind. */
int valgrind_check(void);
/*
 * Runs `spec` under valgrind, without address-space randomisation and with
 * a timeout VALGRIND_SLOWDOWN times as long. If the program ended by itself,
 * the only metric in `out` is "instructions.valgrind" (unit "1"): those of
 * its processes, all together; else there is none. `seconds` is what the run
 * took, not what the program takes. Errors as of valgrind_check() and
 * sample_take().
 */
int valgrind_count(struct sample *out, struct recorder *recorder,
		   const struct sample_spec *spec);
/* The sum at the end of what cachegrind writes; false when it is not there. */
bool valgrind_parse_summary(double *out, const char *text);

#endif
