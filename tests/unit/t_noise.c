#include "analysis/noise.h"

#include <math.h>

#include "tap.h"

static struct noise of(const double *changes, size_t nr)
{
	struct noise noise;

	noise_from_changes(&noise, changes, nr);
	return noise;
}

static void one_change(void)
{
	is_near(noise_change(2, 2.2), log(1.1), 1e-12, "a change is a logarithm");
	is_near(noise_change(2.2, 2), -log(1.1), 1e-12, "... and has a sign");
	ok(isnan(noise_change(0, 1)) && isnan(noise_change(1, -1)) &&
		   isnan(noise_change(NAN, 1)) && isnan(noise_change(1, INFINITY)),
	   "there is none where a value has no logarithm");
}

static void the_quartile(void)
{
	double changes[40] = { 0 };
	struct noise noise = of(changes, 0);

	ok(!noise.nr && noise.quartile == 0 && !noise_is_known(&noise),
	   "no history, no noise");
	for (int i = 0; i < 40; i++)
		changes[i] = (i % 2 ? -0.001 : 0.001) * (i * 7 % 40 + 1);
	noise = of(changes, 40);
	is_near(noise.quartile, 0.03, 0.0021, "three of four are smaller");
	is_int(noise.nr, 40, "all were counted");
	ok(noise_is_known(&noise), "forty are enough");
	noise = of(changes, NOISE_ENOUGH - 1);
	ok(!noise_is_known(&noise), "nineteen are too few");
	for (int i = 0; i < 40; i++)
		changes[i] = i % 10 ? 0.001 : 0.5;
	is_near(of(changes, 40).quartile, 0.001, 1e-12,
		"one burst in ten changes nothing");
	for (int i = 0; i < 40; i++)
		changes[i] = i % 2 ? 0 : i % 4 ? 0.02 : -0.02;
	is_near(of(changes, 40).quartile, 0.02, 1e-12,
		"a program with two speeds is seen to have them");
}

static void what_is_old(void)
{
	double changes[3 * NOISE_MEMORY];

	for (int i = 0; i < 3 * NOISE_MEMORY; i++)
		changes[i] = i < 2 * NOISE_MEMORY ? 0.5 : 0.01;
	struct noise noise = of(changes, 3 * NOISE_MEMORY);
	is_near(noise.quartile, 0.01, 1e-12, "a noisy past is forgotten");
	is_int(noise.nr, NOISE_MEMORY, "as many as are remembered");
	for (int i = 0; i < NOISE_MEMORY; i++)
		changes[i] = i < 60 ? 0.01 : 0.05;
	is_near(of(changes, NOISE_MEMORY).quartile, 0.05, 1e-12,
		"forty new ones count for more than sixty old ones");
	changes[50] = NAN;
	changes[51] = -INFINITY;
	is_int(of(changes, NOISE_MEMORY).nr, NOISE_MEMORY - 2,
	       "what is no number is skipped");
}

static void in_proportion(void)
{
	double changes[30], larger[30];
	bool grows = true;

	for (int i = 0; i < 30; i++) {
		changes[i] = sin(i * 12.9898) * 0.01;
		larger[i] = 3 * changes[i];
	}
	is_near(of(larger, 30).quartile, 3 * of(changes, 30).quartile, 1e-12,
		"thrice the noise, thrice the quartile");
	for (int i = 0; i < 30; i++) {
		double before = of(changes, 30).quartile;
		changes[i] *= 10;
		grows &= of(changes, 30).quartile >= before;
	}
	ok(grows, "no change that grows makes the noise smaller");
}

int main(void)
{
	one_change();
	the_quartile();
	what_is_old();
	in_proportion();
	return done();
}
