/*
 * rate - how often, counted by cluster, and how sure that is.
 *
 * Windows of one commit on one machine are no independent trials: they share
 * its binaries, its weeks, and most of their runs. So the interval is made
 * from the spread between clusters (linearised variance of a ratio), as
 * E. L. Korn and B. I. Graubard do for surveys (Survey Methodology 24, 1998):
 * the trials are scaled down to as many independent ones as would spread as
 * much, and E. B. Wilson's interval (JASA 22, 1927) is taken for those.
 */
#ifndef REPLAY_RATE_H
#define REPLAY_RATE_H

#include <stddef.h>

struct rate {
	double *hits, *trials; /* by cluster */
	size_t nr;
};

void rate_init(struct rate *rate, size_t nr_clusters);
/* `hits` may be more than 1: a number of extra looks. */
void rate_add(struct rate *rate, size_t cluster, double hits);
double rate_trials(const struct rate *rate);
double rate_hits(const struct rate *rate);
/* NaN without trials. */
double rate_value(const struct rate *rate);
/* 95 %. Without any hit, or of nothing but hits, trials count in full. */
void rate_interval(double *low, double *high, const struct rate *rate);
void rate_release(struct rate *rate);

#endif
