/*
 * Small cases by hand, then what holds of all cases, then simulated
 * machines: seeded, the same figures each time. `t_decide figures` prints those
 * of docs/verdicts.md instead.
 */
#include "analysis/decide.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/rank.h"
#include "base/alloc.h"
#include "tap.h"

/* Noise whose upper quartile is `quartile`, from `nr` changes. */
static struct subject subject(double quartile, size_t nr)
{
	return (struct subject){ .wall = { quartile, nr },
				 .cpu = { quartile, nr } };
}

static void look_at(struct decision *d, size_t target, double base, double head)
{
	const struct look look = { base, head, base, head };

	decision_look(d, target, &look);
}

/* Looks at d[i] as long as the decision wants to; returns the verdict. */
static enum verdict decided(const struct subject *s, const double *ratios,
			    size_t nr, size_t *looks)
{
	AUTO(decision) d = DECISION_INIT;

	decision_add(&d, s);
	for (size_t i = 0; i < nr && decision_wants_look(&d, 0); i++)
		look_at(&d, 0, 1, ratios[i]);
	decision_finish(&d);
	if (looks)
		*looks = decision_result(&d, 0)->looks;
	return decision_result(&d, 0)->verdict;
}

#define IS(s, word, name, ...)                                            \
	do {                                                              \
		const double r_[] = { __VA_ARGS__ };                      \
		is(verdict_name(decided(s, r_, ARRAY_SIZE(r_), &looks)), \
		   word, name);                                           \
	} while (0)

static void by_hand(void)
{
	const struct subject quiet = subject(0.002, 50);
	const struct subject loud = subject(0.02, 50);
	struct subject higher = quiet;
	size_t looks;

	higher.higher_is_better = true;
	IS(&quiet, "slower", "two per cent, three times", 1.02, 1.02, 1.02);
	is_int(looks, 3, "... took three looks");
	IS(&quiet, "faster", "the other way", 1 / 1.02, 1 / 1.02, 1 / 1.02);
	IS(&higher, "faster", "more is better where it is", 1.02, 1.02, 1.02);
	IS(&quiet, "same", "nothing at all", 1.001, 9, 9);
	is_int(looks, 1, "... took one look");
	IS(&loud, "unknown", "nothing, on a loud machine", 1.001, 9, 9);
	is_int(looks, 1, "... asks for no more either");
	IS(&loud, "unknown", "two per cent there", 1.02, 1.02, 1.02);
	IS(&loud, "slower", "four per cent there", 1.04, 1.04, 1.04);
	IS(&quiet, "unknown", "what does not repeat", 1.3, 1.001, 9);
	is_int(looks, 2, "... took two looks");
	IS(&quiet, "slower", "one look that went wrong", 1.03, 1.03, 1.4);
	IS(&quiet, "unknown", "two of three", 1.03, 1.03, 1.0);
}

static void along_the_way(void)
{
	AUTO(decision) d = DECISION_INIT;
	const struct subject s = subject(0.002, 50);
	const struct decision_result *r;
	const struct look broken = { 0, 1, 1, 1 };

	is_int(decision_add(&d, &s), 0, "targets are numbered");
	is_int(decision_add(&d, &s), 1, "... from 0");
	r = decision_result(&d, 0);
	ok(isnan(r->ratio) && r->verdict == VERDICT_UNKNOWN &&
		   decision_wants_look(&d, 0),
	   "before the first look nothing is known");
	ok(!decision_look(&d, 0, &broken) && !r->looks,
	   "a time of zero is no look");
	look_at(&d, 0, 1, 1.05);
	is(decision_state_name(r->state), "suspect", "one look is a suspicion");
	ok(r->verdict == VERDICT_UNKNOWN, "... and no verdict");
	look_at(&d, 0, 1, 1.05);
	look_at(&d, 0, 1, 1.06);
	is(decision_state_name(r->state), "changed", "three are a change");
	ok(!decision_wants_look(&d, 0), "... of which nothing more is asked");
	is_near(r->ratio, 1.05, 1e-12, "ratio");
	is_near(r->bar, exp(0.013), 1e-12, "the bar on a quiet machine");
	is_near(log(r->high / r->ratio), 1.15 * 0.002 / sqrt(3), 1e-12,
		"interval");
	ok(r->low > 1, "the interval of what is slower excludes 1");
	decision_forget(&d, 0);
	ok(isnan(r->ratio) && decision_wants_look(&d, 0), "forgotten");
}

/* Two per cent where it takes three and a half: ranks see it in time. */
static void patience(void)
{
	const struct subject loud = subject(0.022, 50);

	for (int most = 3; most <= 30; most += 27) {
		AUTO(decision) d = DECISION_INIT;

		d.rules.looks_most = most;
		decision_add(&d, &loud);
		for (int n = 0; decision_wants_look(&d, 0); n++)
			look_at(&d, 0, 1 + 0.001 * (n % 3), 1.02);
		is(verdict_name(decision_result(&d, 0)->verdict),
		   most > 3 ? "slower" : "unknown",
		   most > 3 ? "a small change, with looks to spare"
			    : "a small change, without");
	}
}

static void settling(void)
{
	AUTO(decision) d = { .rules = DECISION_RULES_DEFAULT };
	const struct subject s = subject(0.011, 50);
	size_t n = 0;

	d.rules.settle = true;
	d.rules.looks_most = 20;
	decision_add(&d, &s);
	for (; decision_wants_look(&d, 0); n++)
		look_at(&d, 0, 1, 1.0 + 0.001 * (n % 2));
	is(verdict_name(decision_result(&d, 0)->verdict), "same",
	   "looks again until it is known to be the same");
	is_int(n, 2, "... and no longer");
}

static void unknown_noise(void)
{
	const struct subject none = subject(0, 0);
	const struct subject few = subject(0.05, 19);
	const double up[] = { 1.03, 1.031, 1.029, 1.03, 1.032,
			      1.03, 1.03,  1.031, 1.03 };
	const double no[] = { 1.001, 1, 0.999, 1, 1.001, 1, 1, 0.999, 1 };
	size_t looks;

	is(verdict_name(decided(&none, up, 8, NULL)), "unknown",
	   "without history eight looks are too few");
	is(verdict_name(decided(&none, up, 9, &looks)), "slower",
	   "... nine tell by themselves");
	is_int(looks, 9, "... and are asked for");
	is(verdict_name(decided(&none, no, 9, NULL)), "same",
	   "... also that nothing changed");
	is(verdict_name(decided(&few, no, 9, NULL)), "unknown",
	   "a short history that is loud is believed");
}

/* The same with an error to spend: large changes need no nine looks. */
static void alone(void)
{
	const struct subject none = subject(0, 0);
	AUTO(decision) d = { .rules = DECISION_RULES_DEFAULT };
	const struct decision_result *r;

	d.rules.looks_least = 5;
	d.rules.looks_most = 30;
	d.rules.alone_alpha = 0.01;
	for (int t = 0; t < 3; t++)
		decision_add(&d, &none);
	for (int n = 0; n < 5; n++) {
		ok(decision_result(&d, 0)->state == DECISION_FRESH,
		   "%d looks are too few", n);
		look_at(&d, 0, 1, 1.3 + 0.001 * (n % 2));
		look_at(&d, 1, 1, 1 + 0.0001 * (n % 2));
		look_at(&d, 2, 1, 1 + 0.1 * (n % 2));
	}
	r = decision_result(&d, 0);
	ok(r->verdict == VERDICT_SLOWER && r->low > 1,
	   "five tell a large change");
	ok(!decision_wants_look(&d, 0), "... and are enough");
	is(verdict_name(decision_result(&d, 1)->verdict), "same",
	   "... and that nothing changed");
	ok(decision_wants_look(&d, 2), "what scatters is looked at again");
	decision_finish(&d);
	ok(r->verdict == VERDICT_SLOWER, "one of three targets stands");
}

/* Processor time as witness. */
static void witness(void)
{
	const struct subject s = subject(0.002, 50);
	const double walls[] = { 1.02, 1.05 };
	const char *const words[] = { "unshown", "changed" };

	for (int i = 0; i < 2; i++) {
		AUTO(decision) d = DECISION_INIT;
		struct look look = { 1, walls[i], 0.9, 0.9 };

		decision_add(&d, &s);
		for (int n = 0; n < 3; n++)
			decision_look(&d, 0, &look);
		is(decision_state_name(decision_result(&d, 0)->state), words[i],
		   i ? "five per cent of wall time count alone"
		     : "two per cent need processor time to show them");
	}
	AUTO(decision) d = DECISION_INIT;
	const struct look wall_only = { 1, 1.02, 0, NAN };
	const struct look hidden = { 1, 1.0, 0.9, 0.95 };
	decision_add(&d, &s);
	for (int n = 0; n < 3; n++)
		decision_look(&d, 0, &wall_only);
	is(verdict_name(decision_result(&d, 0)->verdict), "slower",
	   "what was not measured holds nothing back");
	decision_add(&d, &s);
	decision_look(&d, 1, &hidden);
	ok(decision_wants_look(&d, 1),
	   "processor time alone may ask for another look");
}

static void many_targets(void)
{
	AUTO(decision) d = DECISION_INIT;
	const struct subject s = subject(0.002, 50);

	for (int i = 0; i < 2000; i++) {
		decision_add(&d, &s);
		for (int n = 0; n < 3 && decision_wants_look(&d, i); n++)
			look_at(&d, i, 1, i ? 1.0 : 1.015);
	}
	ok(decision_result(&d, 0)->verdict == VERDICT_SLOWER,
	   "a small change is clear by itself");
	decision_finish(&d);
	is(decision_state_name(decision_result(&d, 0)->state), "crowded",
	   "... but not as the only one of two thousand");
	decision_finish(&d);
	ok(decision_result(&d, 0)->verdict == VERDICT_UNKNOWN,
	   "... however often one asks");
	decision_forget(&d, 0);
	for (int n = 0; n < 3; n++)
		look_at(&d, 0, 1, 1.1);
	decision_finish(&d);
	ok(decision_result(&d, 0)->verdict == VERDICT_SLOWER,
	   "a large one stands there, too");
}

/* ==== What holds of all ================================================= */

/* splitmix64 (Steele, Lea, Flood, OOPSLA 2014). */
static double uniform(uint64_t *seed)
{
	uint64_t z = *seed += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	z ^= z >> 31;
	return ((z >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(uint64_t *seed)
{
	return sqrt(-2 * log(uniform(seed))) *
	       cos(6.283185307179586 * uniform(seed));
}

static void properties(void)
{
	bool scales = true, mirrors = true;
	uint64_t seed = 7;

	for (int i = 0; i < 500; i++) {
		AUTO(decision) d = DECISION_INIT;
		const struct subject s = subject(0.002 + 0.02 * uniform(&seed),
						 40);
		double drift = 0.1 * uniform(&seed) - 0.05;

		for (int t = 0; t < 3; t++)
			decision_add(&d, &s);
		for (int n = 0; n < 3; n++) {
			double b = exp(0.01 * normal(&seed));
			double h = exp(drift + 0.01 * normal(&seed));

			look_at(&d, 0, b, h);
			look_at(&d, 1, 1000 * b, 1000 * h);
			look_at(&d, 2, h, b);
		}
		const struct decision_result *r = decision_result(&d, 0);
		scales &= r[0].verdict == decision_result(&d, 1)->verdict &&
			  fabs(r->ratio - decision_result(&d, 1)->ratio) < 1e-9;
		enum verdict other = decision_result(&d, 2)->verdict;
		mirrors &= (r->verdict == VERDICT_SLOWER) ==
				   (other == VERDICT_FASTER) &&
			   (r->verdict == VERDICT_FASTER) ==
				   (other == VERDICT_SLOWER) &&
			   (r->verdict == VERDICT_SAME) ==
				   (other == VERDICT_SAME);
	}
	ok(scales, "the unit of time does not matter");
	ok(mirrors, "swapped sides swap slower and faster, nothing else");
}

static void monotone(void)
{
	bool bars = true, verdicts = true;

	for (int parallel = 0; parallel < 2; parallel++) {
		double before = 0;
		bool found = true;

		for (int i = 0; i < 60; i++) {
			AUTO(decision) d = DECISION_INIT;
			struct subject s = subject(0.001 * i, 40);

			s.parallel = parallel;
			decision_add(&d, &s);
			for (int n = 0; n < 3; n++)
				look_at(&d, 0, 1, 1.05);
			const struct decision_result *r = decision_result(&d, 0);
			bars &= r->bar >= before;
			before = r->bar;
			bool finds = r->verdict == VERDICT_SLOWER;
			verdicts &= found || !finds;
			found = finds;
		}
	}
	ok(bars, "the noisier, the higher the bar");
	ok(verdicts, "what is not found stays unfound with more noise");
}

/* ==== Simulated machines ================================================ */

struct machine {
	const char *name;
	double scatter;	 /* normal */
	double bursts;	 /* share of samples that one makes slower */
	double burst;	 /* ... by this much on average, exponential */
	double two_speeds; /* this much slower every other time, at random */
};

static const struct machine machines[] = {
	{ "quiet", 0.003, 0.03, 0.05, 0 },
	{ "virtual", 0.03, 0.1, 0.15, 0 },
	{ "busy", 0.08, 0.2, 0.3, 0 },
	{ "of two speeds", 0.002, 0.02, 0.1, 0.03 },
};

static double sample(const struct machine *m, uint64_t *seed)
{
	double x = m->scatter * normal(seed);

	if (uniform(seed) < m->bursts)
		x -= m->burst * log(uniform(seed));
	if (uniform(seed) < 0.5)
		x += m->two_speeds;
	return exp(x);
}

struct outcome {
	double called; /* share: slower or faster; of changed code slower */
	double looks;  /* on average */
};

/* One decision, with a history of its own. */
static const struct decision_result *simulate(struct decision *d,
					      const struct machine *m,
					      size_t history, double effect,
					      uint64_t *seed)
{
	double changes[NOISE_MEMORY], before = sample(m, seed);
	struct subject s = { 0 };

	for (size_t k = 0; k < history; k++) {
		double after = sample(m, seed);
		changes[k] = noise_change(before, after);
		before = after;
	}
	noise_from_changes(&s.wall, changes, history);
	decision_add(d, &s);
	while (decision_wants_look(d, 0)) {
		double base = sample(m, seed);
		struct look look = { base, sample(m, seed) * effect, 0, 0 };
		decision_look(d, 0, &look);
	}
	return decision_result(d, 0);
}

static struct outcome outcome_of(const struct machine *m, size_t looks_most,
				 size_t history, double effect, int runs)
{
	struct outcome sum = { 0 };
	uint64_t seed = 42 + looks_most;

	for (int i = 0; i < runs; i++) {
		AUTO(decision) d = { .rules = DECISION_RULES_DEFAULT };

		d.rules.looks_most = looks_most;
		const struct decision_result *r =
			simulate(&d, m, history, effect, &seed);
		sum.called += r->verdict == VERDICT_SLOWER ||
			      (effect == 1 && r->verdict == VERDICT_FASTER);
		sum.looks += r->looks;
	}
	return (struct outcome){ sum.called / runs, sum.looks / runs };
}

static double alarms(const struct machine *m, size_t looks_most,
		     size_t history, double effect)
{
	return outcome_of(m, looks_most, history, effect, 2000).called;
}

/* 30 samples a side, Mann and Whitney, 0.5 %. */
static double fixed_plan(const struct machine *m, double effect, int runs)
{
	double base[30], head[30];
	uint64_t seed = 99;
	int called = 0;

	for (int i = 0; i < runs; i++) {
		for (int n = 0; n < 30; n++) {
			base[n] = sample(m, &seed);
			head[n] = sample(m, &seed) * effect;
		}
		double z = rank_deviate(base, head, 30);
		called += effect == 1 ? fabs(z) > 2.807 : z > 2.807;
	}
	return (double)called / runs;
}

/* The table of docs/verdicts.md. */
static void figures(void)
{
	const double effects[] = { 1, 1.02, 1.03, 1.05, 1.1 };

	for (size_t i = 0; i < ARRAY_SIZE(machines); i++) {
		const struct machine *m = &machines[i];

		for (int most = 0; most <= 50; most = most ? most + 20 : 10) {
			printf("%-14s %2d:", m->name, most);
			for (size_t e = 0; e < ARRAY_SIZE(effects); e++) {
				int runs = e ? 500 : 10000;
				struct outcome o = { 0, 30 };

				if (most)
					o = outcome_of(m, most, 100,
						       effects[e], runs);
				else
					o.called = fixed_plan(m, effects[e],
							      runs);
				printf(" %6.2f %% (%4.1f)", 100 * o.called,
				       o.looks);
			}
			printf("\n");
		}
	}
}

static void simulated(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(machines); i++) {
		const struct machine *m = &machines[i];

		for (int looks = 3; looks <= 30; looks += 27) {
			double rate = alarms(m, looks, 100, 1);
			ok(rate <= 0.003, "%s machine, %d looks at most: "
			   "%.2f %% false alarms", m->name, looks, 100 * rate);
		}
		double rate = alarms(m, 30, 0, 1);
		ok(rate <= 0.003, "%s machine without history: %.2f %%",
		   m->name, 100 * rate);
	}
	double found = alarms(&machines[0], 3, 100, 1.03);
	ok(found > 0.9, "3 %% on a quiet machine: found in %.0f %%",
	   100 * found);
	found = alarms(&machines[1], 30, 100, 1.1);
	ok(found > 0.9, "10 %% on a virtual one, 30 looks at most: %.0f %%",
	   100 * found);
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "figures")) {
		figures();
		return 0;
	}
	by_hand();
	along_the_way();
	patience();
	settling();
	unknown_noise();
	alone();
	witness();
	many_targets();
	properties();
	monotone();
	simulated();
	return done();
}
