/*
 * chance - numbers by chance for test programs, the same each time.
 */
#ifndef TESTS_CHANCE_H
#define TESTS_CHANCE_H

#include <math.h>
#include <stdint.h>

/* splitmix64 (Steele, Lea, Flood, OOPSLA 2014). */
static inline double uniform(uint64_t *seed)
{
	uint64_t z = *seed += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	z ^= z >> 31;
	return ((z >> 11) + 0.5) / 9007199254740992.0;
}

static inline double normal(uint64_t *seed)
{
	return sqrt(-2 * log(uniform(seed))) *
	       cos(6.283185307179586 * uniform(seed));
}

#endif
