#include "analysis/alone.h"

#define GROWTH_FIFTHS 7 /* of five: two fifths more */

static size_t next_test(const struct alone_plan *plan, size_t test)
{
	size_t next = (test * GROWTH_FIFTHS + 4) / 5;

	return next < plan->looks_most ? next : plan->looks_most;
}

size_t alone_test_at(const struct alone_plan *plan, size_t looks)
{
	size_t at = plan->looks_least;

	if (!at || looks < at)
		return 0;
	while (at < plan->looks_most && next_test(plan, at) <= looks)
		at = next_test(plan, at);
	return at;
}

size_t alone_tests(const struct alone_plan *plan)
{
	size_t count = 1;

	for (size_t at = plan->looks_least; at && at < plan->looks_most;
	     at = next_test(plan, at))
		count++;
	return count;
}

void alone_judge(struct comparison *out, const struct alone_plan *plan,
		 const double *base, const double *head, size_t looks)
{
	const struct comparison_rules rules = {
		.smallest_effect = plan->smallest_effect,
		.alpha = plan->alpha / alone_tests(plan),
		.nr_targets = plan->nr_targets,
	};
	size_t nr = alone_test_at(plan, looks);

	compare_samples(out, base, nr, head, nr, &rules);
}
