#include "analysis/noise.h"

#include <math.h>

/* A change of the last NOISE_MEMORY, and how much it counts. */
struct weighed {
	double size;
	double weight;
};

double noise_change(double before, double after)
{
	if (!isfinite(before) || !isfinite(after) || before <= 0 || after <= 0)
		return NAN;
	return log(after) - log(before);
}

/* Newest first; returns how many. */
static size_t recent(struct weighed *out, const double *changes, size_t nr)
{
	size_t n = 0;

	for (size_t i = nr; i && n < NOISE_MEMORY; i--) {
		if (!isfinite(changes[i - 1]))
			continue;
		out[n] = (struct weighed){
			.size = fabs(changes[i - 1]),
			.weight = 1 - n / (double)NOISE_MEMORY,
		};
		n++;
	}
	return n;
}

/* Insertion: a hundred at most, and stable, so that the result is one. */
static void sort(struct weighed *items, size_t nr)
{
	for (size_t i = 1; i < nr; i++) {
		struct weighed item = items[i];
		size_t at = i;

		for (; at && items[at - 1].size > item.size; at--)
			items[at] = items[at - 1];
		items[at] = item;
	}
}

void noise_from_changes(struct noise *out, const double *changes, size_t nr)
{
	struct weighed items[NOISE_MEMORY];
	double total = 0, sum = 0;

	*out = (struct noise){ .nr = recent(items, changes, nr) };
	sort(items, out->nr);
	for (size_t i = 0; i < out->nr; i++)
		total += items[i].weight;
	for (size_t i = 0; i < out->nr && sum < 0.75 * total; i++) {
		sum += items[i].weight;
		out->quartile = items[i].size;
	}
}

bool noise_is_known(const struct noise *noise)
{
	return noise->nr >= NOISE_ENOUGH;
}
