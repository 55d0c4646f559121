#include "rate.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/stats.h"
#include "base/alloc.h"

void rate_init(struct rate *rate, size_t nr_clusters)
{
	rate->nr = nr_clusters;
	rate->hits = xcalloc(nr_clusters + 1, sizeof(double));
	rate->trials = xcalloc(nr_clusters + 1, sizeof(double));
}

void rate_add(struct rate *rate, size_t cluster, double hits)
{
	rate->hits[cluster] += hits;
	rate->trials[cluster]++;
}

static double total(const double *x, size_t nr)
{
	double sum = 0;

	for (size_t i = 0; i < nr; i++)
		sum += x[i];
	return sum;
}

double rate_trials(const struct rate *rate)
{
	return total(rate->trials, rate->nr);
}

double rate_hits(const struct rate *rate)
{
	return total(rate->hits, rate->nr);
}

double rate_value(const struct rate *rate)
{
	return rate_hits(rate) / rate_trials(rate);
}

/* Variance of the value; `clusters` gets how many have trials. */
static double variance(const struct rate *rate, size_t *clusters)
{
	double n = rate_trials(rate), p = rate_value(rate), sum = 0;

	*clusters = 0;
	for (size_t i = 0; i < rate->nr; i++) {
		double off = rate->hits[i] - p * rate->trials[i];

		sum += off * off;
		*clusters += rate->trials[i] > 0;
	}
	if (*clusters < 2)
		return NAN;
	return sum / (n * n) * *clusters / (*clusters - 1.0);
}

void rate_interval(double *low, double *high, const struct rate *rate)
{
	size_t clusters;
	double p = rate_value(rate), n = rate_trials(rate);
	double spread = variance(rate, &clusters);
	double z = clusters > 1 ? stats_t_quantile(0.975, clusters - 1.0) : NAN;

	if (p > 1) { /* a mean, no share */
		*low = p - z * sqrt(spread);
		*high = p + z * sqrt(spread);
		return;
	}
	if (spread > 0 && p * (1 - p) / spread < n)
		n = p * (1 - p) / spread;
	double z2n = z * z / n;
	double middle = (p + z2n / 2) / (1 + z2n);
	double reach = sqrt(z2n * (p * (1 - p) + z2n / 4)) / (1 + z2n);
	*low = fmax(middle - reach, 0);
	*high = fmin(middle + reach, 1);
}

void rate_release(struct rate *rate)
{
	free(rate->hits);
	free(rate->trials);
	*rate = (struct rate){ 0 };
}
