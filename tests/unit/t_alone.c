#include "analysis/alone.h"

#include <math.h>

#include "tap.h"

static const struct alone_plan plan = {
	.looks_least = 5,
	.looks_most = 30,
	.alpha = 0.01,
	.nr_targets = 10,
	.smallest_effect = 0.01,
};

static void tests(void)
{
	struct alone_plan fixed = plan;

	is_int(alone_test_at(&plan, 4), 0, "no test before the least");
	is_int(alone_test_at(&plan, 5), 5, "then one");
	is_int(alone_test_at(&plan, 6), 5, "... which stands");
	is_int(alone_test_at(&plan, 7), 7, "... until the next");
	is_int(alone_test_at(&plan, 10), 10, "two fifths more each time");
	is_int(alone_test_at(&plan, 29), 28, "up to");
	is_int(alone_test_at(&plan, 31), 30, "... the most");
	is_int(alone_tests(&plan), 7, "5 7 10 14 20 28 30");
	fixed.looks_least = fixed.looks_most = 6;
	is_int(alone_tests(&fixed), 1, "a fixed plan has one test");
	is_int(alone_test_at(&fixed, 5), 0, "... at its end");
	is_int(alone_test_at(&fixed, 9), 6, "... and no later one");
	fixed.looks_least = fixed.looks_most = 1;
	is_int(alone_test_at(&fixed, 1), 1, "even of one look");
}

static void judged(void)
{
	const double base[] = { 1, 1.001, 0.999, 1, 1.001, 1.002 };
	const double head[] = { 1.3, 1.3, 1.31, 1.3, 1.31, 0.5 };
	struct comparison c;

	alone_judge(&c, &plan, base, head, 4);
	ok(isnan(c.low) && c.verdict == VERDICT_UNKNOWN,
	   "four looks say nothing");
	alone_judge(&c, &plan, base, head, 5);
	is(verdict_name(c.verdict), "slower", "five of them do");
	is_near(c.ratio, 1.304, 0.002, "by so much");
	double low = c.low;
	alone_judge(&c, &plan, base, head, 6);
	ok(c.verdict == VERDICT_SLOWER && c.low == low,
	   "what comes between two tests changes nothing");
	alone_judge(&c, &plan, base, base, 5);
	is(verdict_name(c.verdict), "same", "unchanged");
}

int main(void)
{
	tests();
	judged();
	return done();
}
