#include "proportion.h"

#include <math.h>

#define TAIL 0.025
#define STEPS 60 /* halvings: more than a double can tell apart */

/* At most `hits` of `nr`, each with chance p. */
static double at_most(size_t hits, size_t nr, double p)
{
	double sum = 0;

	for (size_t k = 0; k <= hits; k++)
		sum += exp(lgamma(nr + 1.0) - lgamma(k + 1.0) -
			   lgamma(nr - k + 1.0) + k * log(p) +
			   (nr - k) * log1p(-p));
	return sum;
}

double proportion_high(size_t hits, size_t nr)
{
	double low = 0, high = 1;

	if (hits >= nr)
		return 1;
	for (int i = 0; i < STEPS; i++) {
		double p = (low + high) / 2;

		if (at_most(hits, nr, p) > TAIL)
			low = p;
		else
			high = p;
	}
	return high;
}

double proportion_low(size_t hits, size_t nr)
{
	return hits ? 1 - proportion_high(nr - hits, nr) : 0;
}
