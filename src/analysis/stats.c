/*
 * Student's t: P(T > t) = I(df / (df + t^2); df / 2, 1 / 2) / 2, where I is
 * the regularised incomplete beta function, here by its continued fraction
 * (NIST Digital Library of Mathematical Functions, 8.17.22). The quantile is
 * found by bisection: a few dozen evaluations, good far out in the tails,
 * where tests corrected for many targets need it and the usual series
 * expansions fail.
 */
#include "analysis/stats.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void stats_sort(double *x, size_t n)
{
	if (n)
		qsort(x, n, sizeof(*x), compare_doubles);
}

double stats_mean(const double *x, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	return n ? sum / n : NAN;
}

double stats_median(const double *x, size_t n)
{
	if (!n)
		return NAN;
	auto_free double *sorted = xreallocarray(NULL, n, sizeof(*sorted));
	memcpy(sorted, x, n * sizeof(*sorted));
	stats_sort(sorted, n);
	if (n % 2)
		return sorted[n / 2];
	return sorted[n / 2 - 1] / 2 + sorted[n / 2] / 2;
}

double stats_mad(const double *x, size_t n)
{
	if (!n)
		return NAN;
	double median = stats_median(x, n);
	auto_free double *away = xreallocarray(NULL, n, sizeof(*away));
	for (size_t i = 0; i < n; i++)
		away[i] = fabs(x[i] - median);
	return stats_median(away, n);
}

double stats_deviation(const double *x, size_t n)
{
	if (n < 2)
		return NAN;
	double mean = stats_mean(x, n), squares = 0;
	for (size_t i = 0; i < n; i++)
		squares += (x[i] - mean) * (x[i] - mean);
	return sqrt(squares / (n - 1));
}

double stats_min(const double *x, size_t n)
{
	double least = NAN;

	for (size_t i = 0; i < n; i++)
		least = fmin(least, x[i]);
	return least;
}

double stats_max(const double *x, size_t n)
{
	double most = NAN;

	for (size_t i = 0; i < n; i++)
		most = fmax(most, x[i]);
	return most;
}

double stats_geomean(const double *x, size_t n)
{
	double logs = 0;

	for (size_t i = 0; i < n; i++) {
		if (!(x[i] > 0))
			return NAN;
		logs += log(x[i]);
	}
	return n ? exp(logs / n) : NAN;
}

/* Coefficient k >= 1 of the continued fraction 1 / (1 + d1 / (1 + d2 / ... */
static double beta_coefficient(int k, double a, double b, double x)
{
	int m = k / 2;

	if (k % 2)
		return -(a + m) * (a + b + m) * x /
		       ((a + k - 1) * (a + k));
	return m * (b - m) * x / ((a + k - 1) * (a + k));
}

/* Converges for x < (a + 1) / (a + b + 2), in about sqrt(a + b) terms. */
static double beta_fraction(double a, double b, double x)
{
	double value = 1;

	for (int k = 60 + 4 * sqrt(a + b); k >= 1; k--)
		value = 1 + beta_coefficient(k, a, b, x) / value;
	return 1 / value;
}

/* I(x; a, b); `y` is 1 - x, given apart because it may be tiny. */
static double beta_regularised(double a, double b, double x, double y)
{
	int sign;
	double scale = exp(lgamma_r(a + b, &sign) - lgamma_r(a, &sign) -
			   lgamma_r(b, &sign) + a * log(x) + b * log(y));

	if (x < (a + 1) / (a + b + 2))
		return scale * beta_fraction(a, b, x) / a;
	return 1 - scale * beta_fraction(b, a, y) / b;
}

/* P(T > t) for t > 0. */
static double t_upper_tail(double t, double df)
{
	double square = t * t;

	return beta_regularised(df / 2, 0.5, df / (df + square),
				square / (df + square)) /
	       2;
}

double stats_t_quantile(double p, double df)
{
	if (!(p > 0 && p < 1 && df > 0))
		return NAN;
	if (p == 0.5)
		return 0;
	double tail = p < 0.5 ? p : 1 - p, low = 0, high = 1;
	while (t_upper_tail(high, df) > tail && high < 1e15) {
		low = high;
		high *= 2;
	}
	if (high >= 1e15)
		return p < 0.5 ? -INFINITY : INFINITY;
	while (high - low > 1e-13 * high) {
		double middle = low + (high - low) / 2;

		if (t_upper_tail(middle, df) > tail)
			low = middle;
		else
			high = middle;
	}
	return p < 0.5 ? -high : high;
}
