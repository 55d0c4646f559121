/*
 * work - programs of known size, for `make verdict-live`.
 *
 *	work <kind> <promille>		so many thousandths of the usual work
 *	work neighbour			for ever, all over memory
 *
 * One binary for all: what differs between base and head is the work alone,
 * and no layout of code.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNITS 500

static uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

/* Registers only. */
static uint64_t hash(long units)
{
	uint64_t x = 1;

	for (long i = 0; i < units * 4000; i++)
		x = mix(x + i);
	return x;
}

/* From one cache line to another that nobody can guess. */
static uint64_t chase(long units)
{
	static uint32_t next[1 << 18];
	const uint32_t nr = 1 << 18;
	uint32_t at = 0;

	for (uint32_t i = 0; i < nr; i++)
		next[i] = (i * 2654435761u + 12345) & (nr - 1);
	for (long i = 0; i < units * 1500; i++)
		at = next[at ^ (i & 0xff)];
	return at;
}

static int compare(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Branches that are hard to foresee, and calls. */
static uint64_t sort(long units)
{
	uint32_t values[256];
	uint64_t sum = 0;

	for (long i = 0; i < units; i++) {
		for (uint32_t k = 0; k < 256; k++)
			values[k] = (uint32_t)mix(i * 256 + k);
		qsort(values, 256, sizeof(values[0]), compare);
		sum += values[17];
	}
	return sum;
}

/* The allocator, and memory fresh from the kernel. */
static uint64_t allocate(long units)
{
	uint64_t sum = 0;

	for (long i = 0; i < units * 5; i++) {
		char *all[16];

		for (int k = 0; k < 16; k++) {
			size_t size = 64 + (mix(i * 16 + k) & 4095);

			all[k] = malloc(size);
			memset(all[k], k, size);
		}
		for (int k = 0; k < 16; k++) {
			sum += all[k][17];
			free(all[k]);
		}
	}
	return sum;
}

static uint64_t floats(long units)
{
	double x = 1, y = 0.5;

	for (long i = 0; i < units * 3000; i++) {
		x = x * 0.999999 + y;
		y = y / (1 + x * 1e-9);
	}
	return (uint64_t)x;
}

static uint64_t sieve(long units)
{
	static char composite[20000];
	uint64_t count = 0;

	for (long i = 0; i < units * 2 / 5; i++) {
		memset(composite, 0, sizeof(composite));
		for (size_t p = 2; p < sizeof(composite); p++) {
			if (composite[p])
				continue;
			count++;
			for (size_t k = 2 * p; k < sizeof(composite); k += p)
				composite[k] = 1;
		}
	}
	return count;
}

static void neighbour(void)
{
	static volatile char memory[32 << 20];

	for (uint64_t i = 0;; i++)
		memory[mix(i) % sizeof(memory)]++;
}

static const struct {
	const char *name;
	uint64_t (*run)(long units);
} kinds[] = {
	{ "hash", hash },	  { "chase", chase },	{ "sort", sort },
	{ "allocate", allocate }, { "floats", floats }, { "sieve", sieve },
};

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "neighbour"))
		neighbour();
	for (size_t i = 0; argc == 3 && i < sizeof(kinds) / sizeof(*kinds);
	     i++)
		if (!strcmp(kinds[i].name, argv[1]))
			return printf("%llu\n",
				      (unsigned long long)kinds[i].run(
					      UNITS * atol(argv[2]) / 1000)) <
			       0;
	fprintf(stderr, "usage: work <kind> <promille> | neighbour\n");
	return 2;
}
