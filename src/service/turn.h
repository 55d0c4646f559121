/*
 * turn - which side comes when in a look.
 *
 * Random, so that nothing which comes and goes on the machine keeps step
 * with it, and balanced: of two looks that follow one another the second
 * goes backwards, so that each side is as often first as it is last. The
 * seed stands in the result; with it the order can be had again.
 */
#ifndef SERVICE_TURN_H
#define SERVICE_TURN_H

#include <stddef.h>
#include <stdint.h>

/* Not of security's kind; fits into a JSON number. */
uint32_t turn_seed(void);
/* `out`: the sides 0 to nr - 1 in the order of look `look` of program `at`. */
void turn_order(size_t *out, size_t nr, uint32_t seed, size_t at, int look);

#endif
