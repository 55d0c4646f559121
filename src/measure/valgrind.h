/*
 * valgrind - instructions counted by valgrind's cachegrind, for machines
 * without hardware counters. Exact for single-threaded programs, 10 to 50
 * times slower than the program itself: one run a side.
 */
#ifndef MEASURE_VALGRIND_H
#define MEASURE_VALGRIND_H

#include "measure/sample.h"

/* ERR_NOTFOUND, with what to install, when there is no valgrind. */
int valgrind_check(void);
/*
 * Runs `spec` under valgrind and sets metric "instructions.valgrind"
 * (unit "1") in `out`; times in `out` are valgrind's own and not to be used.
 */
int valgrind_count(struct sample *out, struct recorder *recorder,
		   const struct sample_spec *spec);

#endif
