/*
 * d[i] = log(head[i] / base[i]) is one look's opinion. Where the code is the
 * same, swapping the two samples of a look changes nothing, so d is
 * symmetric about 0 whatever the noise looks like; and for long-tailed
 * symmetric values Student's interval errs on the safe side (Y. Benjamini,
 * "Is the t test really conservative when the parent distribution is
 * long-tailed?", JASA 78, 1983).
 *
 * From 8 pairs on, the smallest and largest eighth of d are dropped and the
 * interval is Tukey's and McLaughlin's for trimmed means (Sankhya A 25,
 * 1963): with g dropped at each end and h = n - 2g left,
 *
 *	trimmed mean +- t(1 - alpha / 2, h - 1) * sqrt(SSW / (h (h - 1)))
 *
 * where SSW is the sum of squares of the winsorised values (those dropped
 * replaced by the nearest one kept) about their mean. With g = 0 that is
 * Student's own. One disturbed sample in ten then no longer hides a change,
 * which it does to a plain mean; with fewer pairs dropping two costs more
 * than it gains, and ranks (Wilcoxon, Hodges-Lehmann) have no interval at
 * all at the levels that many targets ask for.
 *
 * alpha is divided by the number of targets (Bonferroni), so that the
 * chance of any false `slower` or `faster` in a whole run is at most alpha.
 */
#include "analysis/compare.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/stats.h"
#include "base/alloc.h"

static const struct comparison nothing = {
	.ratio = NAN,
	.low = NAN,
	.high = NAN,
	.verdict = VERDICT_UNKNOWN,
};

static void decide(struct comparison *c, const struct comparison_rules *rules)
{
	double most = 1 + rules->smallest_effect, least = 1 / most;

	c->verdict = VERDICT_UNKNOWN;
	if (!isfinite(c->low) || !isfinite(c->high))
		return;
	if (c->low >= least && c->high <= most)
		c->verdict = VERDICT_SAME;
	else if (c->low > 1 && c->ratio > most)
		c->verdict = rules->higher_is_better ? VERDICT_FASTER
						     : VERDICT_SLOWER;
	else if (c->high < 1 && c->ratio < least)
		c->verdict = rules->higher_is_better ? VERDICT_SLOWER
						     : VERDICT_FASTER;
}

static bool is_positive(double x)
{
	return isfinite(x) && x > 0;
}

/* Sorted log ratios of the pairs; false if a value has no logarithm. */
static bool log_ratios(double *d, const double *base, const double *head,
		       size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!is_positive(base[i]) || !is_positive(head[i]))
			return false;
		d[i] = log(head[i]) - log(base[i]);
	}
	stats_sort(d, n);
	return true;
}

/* Standard error of the trimmed mean; `d` is sorted and gets winsorised. */
static double trimmed_error(double *d, size_t n, size_t dropped)
{
	size_t kept = n - 2 * dropped;

	for (size_t i = 0; i < dropped; i++) {
		d[i] = d[dropped];
		d[n - 1 - i] = d[n - 1 - dropped];
	}
	double deviation = stats_deviation(d, n);
	return deviation * sqrt((n - 1.0) / (kept * (kept - 1.0)));
}

void compare_samples(struct comparison *out, const double *base,
		     size_t nr_base, const double *head, size_t nr_head,
		     const struct comparison_rules *rules)
{
	size_t n = nr_base < nr_head ? nr_base : nr_head;
	size_t dropped = n / 8, kept = n - 2 * dropped;

	*out = nothing;
	if (!n)
		return;
	auto_free double *d = xreallocarray(NULL, n, sizeof(*d));
	if (!log_ratios(d, base, head, n))
		return;
	double middle = stats_mean(d + dropped, kept);
	out->ratio = exp(middle);
	if (n < COMPARISON_PAIRS_MIN)
		return;
	size_t nr = rules->nr_targets ? rules->nr_targets : 1;
	double tail = rules->alpha / 2 / nr;
	double reach = stats_t_quantile(1 - tail, kept - 1.0) *
		       trimmed_error(d, n, dropped);
	out->low = exp(middle - reach);
	out->high = exp(middle + reach);
	decide(out, rules);
}

void compare_exact(struct comparison *out, double base, double head,
		   const struct comparison_rules *rules)
{
	*out = nothing;
	if (!is_positive(base) || !is_positive(head))
		return;
	out->ratio = out->low = out->high = head / base;
	decide(out, rules);
}

/*
 * The interval of a difference (of logarithms) from those of its two terms:
 * G. Y. Zou and A. Donner, "Construction of confidence limits about effect
 * measures: a general approach", Statistics in Medicine 27, 2008.
 */
void compare_through_base(struct comparison *out, const struct comparison *a,
			  const struct comparison *b,
			  const struct comparison_rules *rules)
{
	*out = nothing;
	if (!is_positive(a->ratio) || !is_positive(b->ratio))
		return;
	double middle = log(b->ratio) - log(a->ratio);
	out->ratio = exp(middle);
	if (!is_positive(a->low) || !is_positive(a->high) ||
	    !is_positive(b->low) || !is_positive(b->high))
		return;
	double down = hypot(log(b->ratio / b->low), log(a->high / a->ratio));
	double up = hypot(log(b->high / b->ratio), log(a->ratio / a->low));
	out->low = exp(middle - down);
	out->high = exp(middle + up);
	decide(out, rules);
}
