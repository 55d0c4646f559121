/*
 * U counts the pairs of samples in which the head's is the greater; ties
 * count half. H. B. Mann and D. R. Whitney, Annals of Mathematical Statistics
 * 18, 1947. On unchanged code its tails are lighter than the normal
 * distribution's, so much that eight samples a side that do not overlap at
 * all would seem to be worth 3.4 deviations and are worth 3.8; the first
 * term of Edgeworth's series puts most of that right (E. Fix and J. L.
 * Hodges, same journal 26, 1955).
 */
#include "analysis/rank.h"

#include <math.h>

static double greater(const double *base, const double *head, size_t n)
{
	double pairs = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++)
			pairs += (head[i] > base[k]) +
				 0.5 * (head[i] == base[k]);
	return pairs;
}

double rank_deviate(const double *base, const double *head, size_t n)
{
	double m = n;
	double z = (greater(base, head, n) - m * m / 2) /
		   sqrt(m * m * (2 * m + 1) / 12);
	double lighter = 1.2 * (3 * m + 2) / (m * (2 * m + 1));

	return z + lighter * (z * z * z - 3 * z) / 24;
}
