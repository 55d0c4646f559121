/*
 * shift - how far the head's samples lie from the base's, said three ways.
 *
 * Samples are logarithms, base[i] and head[i] taken next to each other.
 * Each way fails under another disturbance, so what all three say is
 * hardly ever noise:
 *
 *	low	the fastest third of each side: blind to whatever makes
 *		samples slower, which is most of what happens to a machine
 *	middle	the middle third of each side: blind to one-sided luck
 *	paired	the middle third of head[i] - base[i]: blind to drift
 *
 * All three change sign when the sides are swapped, and grow by log(x) when
 * every head sample is multiplied by x.
 */
#ifndef ANALYSIS_SHIFT_H
#define ANALYSIS_SHIFT_H

#include <stddef.h>

struct shift {
	double low;
	double middle;
	double paired;
};

/* Means of the thirds named above, of `n` >= 1 finite pairs. */
void shift_measure(struct shift *out, const double *base, const double *head,
		   size_t n);
/* The least of the three where all have one sign, else 0. */
double shift_agreed(const struct shift *shift);
/* The greatest absolute value. */
double shift_greatest(const struct shift *shift);

#endif
