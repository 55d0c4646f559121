/*
 * rank - are the head's samples greater than the base's, whatever noise
 * looks like?
 */
#ifndef ANALYSIS_RANK_H
#define ANALYSIS_RANK_H

#include <stddef.h>

/*
 * Mann's and Whitney's U of `n` >= 2 samples a side, as a standard normal
 * deviate: > 0 when the head's are greater. Changes sign with the sides.
 */
double rank_deviate(const double *base, const double *head, size_t n);

#endif
