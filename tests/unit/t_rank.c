#include "analysis/rank.h"

#include <math.h>

#include "tap.h"

int main(void)
{
	const double low[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	const double high[] = { 11, 12, 13, 14, 15, 16, 17, 18 };
	const double mixed[] = { 1.5, 2.5, 0.5, 3.5, 5.5, 4.5, 6.5, 7.5 };

	/* U = 64 of 64: 32 / sqrt(64 * 17 / 12), and Edgeworth's term. */
	double z = 32 / sqrt(64 * 17 / 12.0);
	double lighter = 1.2 * 26 / (8 * 17);
	is_near(rank_deviate(low, high, 8), z + lighter * (z * z * z - 3 * z) / 24,
		1e-12, "no overlap at all, by hand");
	ok(rank_deviate(low, high, 8) > 3.6, "... is worth more than it seems");
	is_near(rank_deviate(high, low, 8), -rank_deviate(low, high, 8), 1e-12,
		"swapped sides change the sign");
	is_near(rank_deviate(low, low, 8), 0, 1e-12, "ties count half");
	ok(fabs(rank_deviate(low, mixed, 8)) < 1, "mixed samples say nothing");
	return done();
}
