#include "service/turn.h"

#include <sys/random.h>

#include "base/clock.h"

uint32_t turn_seed(void)
{
	uint32_t seed;

	if (getrandom(&seed, sizeof(seed), GRND_NONBLOCK) == sizeof(seed))
		return seed;
	return (uint32_t)(clock_monotonic() * 1e9);
}

/* splitmix64: G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014. */
static uint64_t next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static void swap(size_t *a, size_t *b)
{
	size_t kept = *a;

	*a = *b;
	*b = kept;
}

void turn_order(size_t *out, size_t nr, uint32_t seed, size_t at, int look)
{
	uint64_t state = (uint64_t)seed << 32 ^ (uint64_t)at << 16 ^
			 (uint64_t)(look / 2);

	for (size_t i = 0; i < nr; i++)
		out[i] = i;
	for (size_t i = nr; i > 1; i--)
		swap(&out[i - 1], &out[next(&state) % i]);
	for (size_t i = 0; look % 2 && i < nr / 2; i++)
		swap(&out[i], &out[nr - 1 - i]);
}
