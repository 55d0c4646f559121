/*
 * noise - what unchanged code does on one machine to one target and metric.
 *
 * A change is the logarithm of a run over the run before it, of one variant
 * on one machine. History holds them in time order; most are noise, some are
 * real changes of the code, so only their robust upper quartile is used, and
 * older ones count less: the last counts fully, the one NOISE_MEMORY before
 * it no more. Several variants may share one list, ordered by their later
 * run.
 *
 *	struct noise noise;
 *	noise_from_changes(&noise, changes, nr);
 *	if (!noise_is_known(&noise))
 *		... the looks themselves must tell: see decide.h ...
 *
 * Why the upper quartile: a program that flips between two speeds changes in
 * every second pair, which the median of the changes may miss and the
 * quartile does not; and a rare burst, which three looks in a row see
 * through, is no reason to look away from small changes, as it would be for
 * the standard deviation or the 90th percentile (docs/verdicts.md).
 */
#ifndef ANALYSIS_NOISE_H
#define ANALYSIS_NOISE_H

#include <stdbool.h>
#include <stddef.h>

#define NOISE_MEMORY 100 /* changes looked back at */
#define NOISE_ENOUGH 20	 /* with fewer, history is too short to rely on */

struct noise {
	double quartile; /* upper quartile of |change|; 0 without any */
	size_t nr;	 /* changes it was taken from, NOISE_MEMORY at most */
};

/* log(after / before); NaN unless both are finite and > 0. */
double noise_change(double before, double after);

/* `changes` in time order, the newest last; those not finite are skipped. */
void noise_from_changes(struct noise *out, const double *changes, size_t nr);
bool noise_is_known(const struct noise *noise);

#endif
