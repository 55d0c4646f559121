/*
 * stats - order statistics and moments of small arrays. None but
 * stats_sort() changes its input; with no values the result is NaN.
 */
#ifndef ANALYSIS_STATS_H
#define ANALYSIS_STATS_H

#include <stddef.h>

/* Ascending, in place. */
void stats_sort(double *x, size_t n);
double stats_mean(const double *x, size_t n);
/* Of an even number of values the mean of the middle two. */
double stats_median(const double *x, size_t n);
/* Median absolute deviation from the median, not scaled. */
double stats_mad(const double *x, size_t n);
/* Sample standard deviation (n - 1); NaN for n < 2. */
double stats_deviation(const double *x, size_t n);
double stats_min(const double *x, size_t n);
double stats_max(const double *x, size_t n);
/* Exponential of the mean logarithm; NaN unless all values are > 0. */
double stats_geomean(const double *x, size_t n);
/*
 * Quantile of Student's t with `df` > 0 degrees of freedom, 0 < p < 1, to
 * nine digits; infinite where it is beyond 1e15. NaN for other arguments.
 */
double stats_t_quantile(double p, double df);

#endif
