#include "analysis/shift.h"

#include <math.h>
#include <string.h>

#include "analysis/stats.h"
#include "base/alloc.h"

/* Mean of what is left of sorted values without a third at each end. */
static double middle_third(const double *sorted, size_t n)
{
	size_t dropped = n / 3;

	return stats_mean(sorted + dropped, n - 2 * dropped);
}

static double lowest_third(const double *sorted, size_t n)
{
	return stats_mean(sorted, n < 3 ? 1 : n / 3);
}

void shift_measure(struct shift *out, const double *base, const double *head,
		   size_t n)
{
	auto_free double *b = xreallocarray(NULL, 3 * n, sizeof(*b));
	double *h = b + n, *d = h + n;

	memcpy(b, base, n * sizeof(*b));
	memcpy(h, head, n * sizeof(*h));
	for (size_t i = 0; i < n; i++)
		d[i] = head[i] - base[i];
	stats_sort(b, n);
	stats_sort(h, n);
	stats_sort(d, n);
	out->low = lowest_third(h, n) - lowest_third(b, n);
	out->middle = middle_third(h, n) - middle_third(b, n);
	out->paired = middle_third(d, n);
}

double shift_agreed(const struct shift *shift)
{
	double least = fmin(fmin(shift->low, shift->middle), shift->paired);
	double most = fmax(fmax(shift->low, shift->middle), shift->paired);

	if (least > 0)
		return least;
	return most < 0 ? most : 0;
}

double shift_greatest(const struct shift *shift)
{
	return fmax(fmax(fabs(shift->low), fabs(shift->middle)),
		    fabs(shift->paired));
}
