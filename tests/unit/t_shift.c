#include "analysis/shift.h"

#include <math.h>

#include "tap.h"

static const double base[] = { 0.00, 0.02, 0.01, 0.30, 0.03, 0.01 };
static const double head[] = { 0.10, 0.11, 0.13, 0.12, 0.50, 0.11 };

static struct shift of(const double *b, const double *h, size_t n)
{
	struct shift shift;

	shift_measure(&shift, b, h, n);
	return shift;
}

static void by_hand(void)
{
	struct shift s = of(base, head, 1);

	ok(s.low == s.middle && s.low == s.paired, "one look says one thing");
	is_near(s.paired, 0.1, 1e-12, "... the difference");
	s = of(base, head, 2);
	is_near(s.low, 0.10, 1e-12, "of two the faster");
	is_near(s.middle, 0.095, 1e-12, "of two the mean");
	is_near(s.paired, 0.095, 1e-12, "of two the mean difference");
	s = of(base, head, 3);
	is_near(s.low, 0.10, 1e-12, "of three the fastest");
	is_near(s.middle, 0.10, 1e-12, "of three the median");
	is_near(s.paired, 0.10, 1e-12, "of three the median difference");
	s = of(base, head, 6);
	is_near(s.low, 0.105 - 0.005, 1e-12, "of six the fastest two");
	is_near(s.middle, 0.115 - 0.015, 1e-12, "of six the middle two");
	is_near(s.paired, 0.10, 1e-12, "of six the middle differences");
}

static void properties(void)
{
	double more[6];
	bool swaps = true, adds = true;

	for (int i = 0; i < 6; i++)
		more[i] = head[i] + 0.05;
	for (int n = 1; n <= 6; n++) {
		struct shift a = of(base, head, n), b = of(head, base, n);
		struct shift c = of(base, more, n);

		swaps &= fabs(a.low + b.low) < 1e-12 &&
			 fabs(a.middle + b.middle) < 1e-12 &&
			 fabs(a.paired + b.paired) < 1e-12 &&
			 fabs(shift_agreed(&a) + shift_agreed(&b)) < 1e-12;
		adds &= fabs(c.low - a.low - 0.05) < 1e-12 &&
			fabs(c.middle - a.middle - 0.05) < 1e-12 &&
			fabs(c.paired - a.paired - 0.05) < 1e-12;
	}
	ok(swaps, "swapping the sides changes the sign");
	ok(adds, "a slower head is so much slower in all three ways");
}

static void agreement(void)
{
	const struct shift up = { 0.03, 0.02, 0.05 };
	const struct shift down = { -0.03, -0.02, -0.05 };
	const struct shift split = { 0.03, -0.02, 0.05 };

	is_near(shift_agreed(&up), 0.02, 0, "the least of three that agree");
	is_near(shift_agreed(&down), -0.02, 0, "... in either direction");
	is_near(shift_agreed(&split), 0, 0, "nothing where they do not");
	is_near(shift_greatest(&split), 0.05, 0, "the greatest of them");
}

/* What each way is there for: three looks, one disturbance. */
static void blindness(void)
{
	const double quiet[] = { 0, 0, 0 };
	const double bursts[] = { 0.3, 0, 0.3 };
	const double early[] = { 0, 0, 0.1 }, late[] = { 0, 0.1, 0.1 };

	struct shift s = of(quiet, bursts, 3);
	is_near(shift_agreed(&s), 0, 1e-12, "two bursts on one side are none");
	s = of(early, late, 3);
	is_near(shift_agreed(&s), 0, 1e-12, "a machine that slows down is none");
}

int main(void)
{
	by_hand();
	properties();
	agreement();
	blindness();
	return done();
}
