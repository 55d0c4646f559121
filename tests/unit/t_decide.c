/* Small cases by hand, then what holds of all cases. */
#include "analysis/decide.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "chance.h"
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

int main(void)
{
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
	return done();
}
