/*
 * Verdicts on known samples, then on simulated ones. The simulation is
 * seeded: it gives the same figures each time. `t_compare figures` prints
 * the tables of docs/verdicts.md instead of testing.
 */
#include "analysis/compare.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "tap.h"

static const struct comparison_rules rules = COMPARISON_RULES_DEFAULT;
static const struct comparison_rules exact = COMPARISON_RULES_EXACT;

#define VERDICT(c) verdict_name((c).verdict)

static void known_samples(void)
{
	struct comparison c;
	const double base[] = { 1.00, 1.02, 0.98, 1.01, 0.99 };
	double head[5], drift[5], base_drift[5];

	for (int i = 0; i < 5; i++)
		head[i] = base[i] * (1.1 + i * 0.001);
	compare_samples(&c, base, 5, head, 5, &rules);
	is(VERDICT(c), "slower", "ten percent more with little scatter");
	is_near(c.ratio, 1.102, 1e-3, "the ratio is head / base");
	ok(c.low < c.ratio && c.ratio < c.high && c.low > 1.09 &&
		   c.high < 1.12,
	   "the interval lies around the ratio");
	compare_samples(&c, head, 5, base, 5, &rules);
	is(VERDICT(c), "faster", "the other way round");
	struct comparison_rules higher = rules;
	higher.higher_is_better = true;
	compare_samples(&c, base, 5, head, 5, &higher);
	is(VERDICT(c), "faster", "more is better where the suite says so");
	is_near(c.ratio, 1.102, 1e-3, "... and the ratio stays head / base");

	for (int i = 0; i < 5; i++) {
		base_drift[i] = 1 + 0.2 * i;
		drift[i] = base_drift[i] * (1.05 + 0.001 * (i % 2));
	}
	compare_samples(&c, base_drift, 5, drift, 5, &rules);
	is(VERDICT(c), "slower", "a machine that drifts hides nothing");
	compare_samples(&c, base, 5, base, 5, &rules);
	is(VERDICT(c), "same", "equal samples are evidence of equality");
}

/* Student's interval by hand: d = 0.1, 0.2, 0.3, t(2, 0.975) = 4.302653. */
static void known_interval(void)
{
	struct comparison c;
	const double base[] = { 1, 1, 1 };
	const double head[] = { exp(0.1), exp(0.2), exp(0.3) };
	double reach = 4.3026527297 * 0.1 / sqrt(3);

	compare_samples(&c, base, 3, head, 3, &rules);
	is_near(log(c.ratio), 0.2, 1e-12, "mean of the logarithms");
	is_near(log(c.low), 0.2 - reach, 1e-8, "lower end");
	is_near(log(c.high), 0.2 + reach, 1e-8, "upper end");
	struct comparison_rules many = rules;
	many.nr_targets = 10;
	compare_samples(&c, base, 3, head, 3, &many);
	reach = 14.0890472756 * 0.1 / sqrt(3); /* t(2, 0.9975) */
	is_near(log(c.high), 0.2 + reach, 1e-8, "wider for ten targets");
}

/* Tukey and McLaughlin by hand: 8 pairs, one dropped at each end. */
static void trimmed_interval(void)
{
	struct comparison c;
	double base[8], head[8];
	const double d[] = { 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 9 };

	for (int i = 0; i < 8; i++) {
		base[i] = 1;
		head[i] = exp(d[i]);
	}
	compare_samples(&c, base, 8, head, 8, &rules);
	is_near(log(c.ratio), 0.045, 1e-12, "one wild pair is dropped");
	/* winsorised: .02 .02 .03 .04 .05 .06 .07 .07, SSW = 0.003 */
	double reach = 2.5705818366 * sqrt(0.003 / (6 * 5)); /* t(5) */
	is_near(log(c.high), 0.045 + reach, 1e-8, "winsorised upper end");
	is_near(log(c.low), 0.045 - reach, 1e-8, "winsorised lower end");
}

static void no_evidence(void)
{
	struct comparison c;
	const double base[] = { 1, 1, 1, 1 }, head[] = { 2, 2, 2, 2 };
	const double zero[] = { 1, 0, 1, 1 }, odd[] = { 1, NAN, 1, 1 };

	compare_samples(&c, base, 2, head, 2, &rules);
	is(VERDICT(c), "unknown", "two looks are no evidence");
	is_near(c.ratio, 2, 1e-12, "... but a ratio");
	ok(isnan(c.low) && isnan(c.high), "... without an interval");
	compare_samples(&c, base, 1, base, 1, &rules);
	is(VERDICT(c), "unknown", "never `same` on one look");
	compare_samples(&c, base, 4, head, 2, &rules);
	ok(isnan(c.low) && c.ratio == 2, "samples without partner are left");
	compare_samples(&c, NULL, 0, NULL, 0, &rules);
	ok(isnan(c.ratio) && c.verdict == VERDICT_UNKNOWN,
	   "nothing is unknown");
	compare_samples(&c, zero, 4, head, 4, &rules);
	ok(isnan(c.ratio) && c.verdict == VERDICT_UNKNOWN,
	   "a zero has no ratio");
	compare_samples(&c, base, 4, odd, 4, &rules);
	ok(isnan(c.ratio) && c.verdict == VERDICT_UNKNOWN,
	   "nor has what is no number");
}

static void small_effects(void)
{
	struct comparison c;
	const double base[] = { 1, 1, 1, 1 };
	const double little[] = { 1.005, 1.0051, 1.0049, 1.005 };
	const double edge[] = { 1.009, 1.0095, 1.0098, 1.0101 };

	compare_samples(&c, base, 4, little, 4, &rules);
	is(VERDICT(c), "same", "half a percent, sure, does not matter");
	compare_samples(&c, base, 4, edge, 4, &rules);
	is(VERDICT(c), "unknown", "an interval across the limit says nothing");
}

static void counts(void)
{
	struct comparison c;

	compare_exact(&c, 1000000, 1000500, &exact);
	is(VERDICT(c), "same", "0.05 % more instructions do not matter");
	compare_exact(&c, 1000000, 1002000, &exact);
	is(VERDICT(c), "slower", "0.2 % more do");
	ok(c.ratio == 1.002 && c.low == c.ratio && c.high == c.ratio,
	   "the ratio is exact");
	compare_exact(&c, 1002000, 1000000, &exact);
	is(VERDICT(c), "faster", "0.2 % fewer as well");
	compare_exact(&c, 0, 5, &exact);
	ok(isnan(c.ratio) && c.verdict == VERDICT_UNKNOWN,
	   "nothing counted is unknown");
}

static void through_base(void)
{
	struct comparison a = { 1.0, 0.98, 1.02, VERDICT_UNKNOWN };
	struct comparison b = { 1.2, 1.15, 1.25, VERDICT_SLOWER };
	struct comparison c;

	compare_through_base(&c, &a, &b, &rules);
	is(VERDICT(c), "slower", "two heads meet through their base");
	is_near(c.ratio, 1.2, 1e-12, "ratio of the ratios");
	is_near(log(c.high / c.ratio), hypot(log(1.25 / 1.2), log(1 / .98)),
		1e-12, "the interval has the doubt of both");
	compare_through_base(&c, &b, &b, &rules);
	is(VERDICT(c), "unknown", "two wide intervals do not make `same`");
	a.low = NAN;
	compare_through_base(&c, &a, &b, &rules);
	ok(c.verdict == VERDICT_UNKNOWN && isnan(c.low) && c.ratio == 1.2,
	   "without one interval there is no verdict");
}

/* ==== Simulation ==== */

static uint64_t state;

/* Uniform in (0, 1), by Weyl sequence and mixing (splitmix64). */
static double uniform(void)
{
	uint64_t z = state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return (((z ^ z >> 31) >> 11) + 0.5) / 9007199254740992.0;
}

/*
 * A sample's time is 1 s, times what the machine does to a whole look, times
 * normal scatter of its own, and now and then a disturbance that only ever
 * makes it slower.
 */
static const struct machine {
	const char *name;
	double scatter, often, disturbance;
} machines[] = {
	{ "quiet (0.5 %)", 0.005, 0, 0 },
	{ "tuned (1 %, 5 in 100 disturbed by 10 %)", 0.01, 0.05, 0.1 },
	{ "virtual (3 %, 10 in 100 disturbed by 15 %)", 0.03, 0.10, 0.15 },
	{ "busy (8 %, 20 in 100 disturbed by 30 %)", 0.08, 0.20, 0.3 },
};

static double noise(const struct machine *m)
{
	double x = m->scatter * sqrt(-2 * log(uniform())) *
		   cos(2 * M_PI * uniform());
	double u = uniform(), v = uniform();

	return u < m->often ? x - m->disturbance * log(v) : x;
}

/* Share of verdicts among `runs` comparisons of a head times `effect`. */
struct share {
	double of[VERDICT_NR];
	double covered; /* intervals that hold the truth */
};

static struct share simulate(const struct machine *m, double effect,
			     size_t looks, size_t nr_targets, int runs)
{
	struct share share = { 0 };
	struct comparison_rules r = rules;
	double base[64], head[64];

	r.nr_targets = nr_targets;
	state = 20261130 + looks;
	for (int run = 0; run < runs; run++) {
		struct comparison c;

		for (size_t i = 0; i < looks; i++) {
			double look = 0.2 * uniform();

			base[i] = exp(look + noise(m));
			head[i] = effect * exp(look + noise(m));
		}
		compare_samples(&c, base, looks, head, looks, &r);
		share.of[c.verdict] += 1.0 / runs;
		share.covered += (c.low <= effect && effect <= c.high) /
				 (double)runs;
	}
	return share;
}

static double alarms(const struct share *share)
{
	return share->of[VERDICT_SLOWER] + share->of[VERDICT_FASTER];
}

static void does_not_cry_wolf(void)
{
	static const size_t looks[] = { 3, 5, 10 };

	for (size_t m = 0; m < 4; m++) {
		double one = 0, ten = 0, same = 0;

		for (size_t i = 0; i < 3; i++) {
			struct share a = simulate(&machines[m], 1, looks[i],
						  1, 1000);
			struct share b = simulate(&machines[m], 1, looks[i],
						  10, 1000);
			struct share c = simulate(&machines[m], 1.03,
						  looks[i], 1, 1000);

			one = fmax(one, alarms(&a));
			ten = fmax(ten, alarms(&b));
			same = fmax(same, c.of[VERDICT_SAME]);
		}
		/* 0.05 and two standard errors of the simulation above it */
		ok(one <= 0.064, "unchanged code on a machine %s: %.3f",
		   machines[m].name, one);
		ok(ten <= 0.01, "... among ten targets: %.3f each", ten);
		ok(same <= 0.002, "3 %% slower is not called same: %.3f",
		   same);
	}
}

static void finds(void)
{
	static const struct {
		size_t machine, looks, targets;
		double effect, at_least;
	} cases[] = {
		{ 0, 5, 1, 1.05, 0.99 },  { 0, 5, 50, 1.05, 0.95 },
		{ 1, 5, 1, 1.05, 0.75 },  { 1, 10, 10, 1.05, 0.90 },
		{ 1, 10, 10, 1.10, 0.95 }, { 2, 10, 1, 1.10, 0.90 },
		{ 2, 10, 10, 1.10, 0.75 }, { 3, 10, 1, 1.50, 0.90 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct share s = simulate(&machines[cases[i].machine],
					  cases[i].effect, cases[i].looks,
					  cases[i].targets, 500);

		ok(s.of[VERDICT_SLOWER] >= cases[i].at_least,
		   "%+.0f %%, %zu looks, %zu targets, %s: found %.2f",
		   100 * (cases[i].effect - 1), cases[i].looks,
		   cases[i].targets, machines[cases[i].machine].name,
		   s.of[VERDICT_SLOWER]);
	}
	struct share s = simulate(&machines[0], 1, 10, 1, 500);
	ok(s.of[VERDICT_SAME] >= 0.9, "unchanged code on a quiet machine "
	   "with ten looks is called same: %.2f", s.of[VERDICT_SAME]);
}

static void figures(void)
{
	static const size_t looks[] = { 3, 5, 8, 10, 15, 20 };
	static const size_t targets[] = { 1, 10, 50 };
	static const double effects[] = { 1.03, 1.05, 1.10, 1.30 };
	const int runs = 20000;

	for (size_t m = 0; m < 4; m++) {
		printf("\n%s\n\n| targets | samples | false alarm | +3 %% | "
		       "+5 %% | +10 %% | +30 %% | same | covered |\n"
		       "|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
		       machines[m].name);
		for (size_t t = 0; t < 3; t++) {
			for (size_t i = 0; i < 6; i++) {
				struct share s = simulate(&machines[m], 1,
							  looks[i],
							  targets[t], runs);

				printf("| %zu | %zu | %.2f %% |", targets[t],
				       looks[i], 100 * alarms(&s));
				for (size_t e = 0; e < 4; e++) {
					struct share f = simulate(
						&machines[m], effects[e],
						looks[i], targets[t], runs);
					printf(" %.0f %% |",
					       100 * f.of[VERDICT_SLOWER]);
				}
				printf(" %.0f %% | %.2f %% |\n",
				       100 * s.of[VERDICT_SAME],
				       100 * s.covered);
			}
		}
	}
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "figures")) {
		figures();
		return 0;
	}
	known_samples();
	known_interval();
	trimmed_interval();
	no_evidence();
	small_effects();
	counts();
	through_base();
	does_not_cry_wolf();
	finds();
	return done();
}
