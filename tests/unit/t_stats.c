#include "analysis/stats.h"

#include <math.h>

#include "analysis/verdict.h"
#include "tap.h"

static void moments(void)
{
	const double x[] = { 4, 1, 3, 2, 10 };

	is_near(stats_mean(x, 5), 4, 1e-15, "mean");
	is_near(stats_median(x, 5), 3, 0, "median of an odd number");
	is_near(stats_median(x, 4), 2.5, 0, "median of an even number");
	is_near(stats_mad(x, 5), 1, 0, "median absolute deviation");
	is_near(stats_deviation(x, 5), 3.5355339059327378, 1e-14,
		"standard deviation");
	is_near(stats_min(x, 5), 1, 0, "least");
	is_near(stats_max(x, 5), 10, 0, "most");
	is_near(x[0], 4, 0, "the input keeps its order");
	is_near(stats_geomean((const double[]){ 0.5, 2, 8 }, 3), 2, 1e-15,
		"geometric mean");
	is_near(stats_median((const double[]){ 1.7e308, 1.7e308 }, 2),
		1.7e308, 0, "a median does not overflow");
}

static void nothing(void)
{
	const double zero[] = { 1, 0 };

	ok(isnan(stats_mean(NULL, 0)) && isnan(stats_median(NULL, 0)) &&
		   isnan(stats_mad(NULL, 0)) && isnan(stats_min(NULL, 0)) &&
		   isnan(stats_max(NULL, 0)) && isnan(stats_geomean(NULL, 0)),
	   "no values have no statistics");
	ok(isnan(stats_deviation(zero, 1)), "one value has no deviation");
	ok(isnan(stats_geomean(zero, 2)), "zero has no geometric mean");
}

/* Against closed forms (df 1, 2, 4) and the normal limit. */
static void quantiles(void)
{
	is_near(stats_t_quantile(0.975, 1), 12.706204736174696, 1e-9,
		"t, 1 degree: the tangent");
	is_near(stats_t_quantile(0.99953, 2), 32.593404583513696, 1e-8,
		"t, 2 degrees, far out");
	is_near(stats_t_quantile(0.975, 4), 2.7764451051977987, 1e-10,
		"t, 4 degrees");
	is_near(stats_t_quantile(0.025, 4), -2.7764451051977987, 1e-10,
		"the other tail");
	is_near(stats_t_quantile(0.975, 1e6), 1.9599663, 1e-6,
		"t, a million degrees: nearly normal");
	is_near(stats_t_quantile(1 - 1e-6, 1), 318309.886, 1e-1,
		"one in a million");
	is_near(stats_t_quantile(0.5, 3), 0, 0, "the middle");
	ok(isnan(stats_t_quantile(0, 3)) && isnan(stats_t_quantile(1, 3)) &&
		   isnan(stats_t_quantile(0.5, 0)) &&
		   isnan(stats_t_quantile(NAN, 3)),
	   "impossible arguments have no quantile");
}

static void verdicts(void)
{
	enum verdict verdict;
	int right = 0;

	for (int i = 0; i < VERDICT_NR; i++)
		right += verdict_parse(&verdict, verdict_name(i)) &&
			 (int)verdict == i;
	is_int(right, VERDICT_NR, "verdicts are read as they are written");
	ok(!verdict_parse(&verdict, "Same") && !verdict_parse(&verdict, ""),
	   "other words are no verdict");
}

int main(void)
{
	moments();
	nothing();
	quantiles();
	verdicts();
	return done();
}
