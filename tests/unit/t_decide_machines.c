/*
 * Decisions on simulated machines: seeded, the same figures each time.
 * `t_decide_machines figures` prints those of docs/verdicts.md instead.
 */
#include "analysis/decide.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/rank.h"
#include "base/alloc.h"
#include "chance.h"
#include "tap.h"

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
	if (argc == 2 && !strcmp(argv[1], "figures"))
		figures();
	else
		simulated();
	return argc == 2 ? 0 : done();
}
