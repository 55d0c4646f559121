#include "record/importance.h"

#include <string.h>

/* What was not compared with the baseline comes last. */
static int rank(const struct result_target *target)
{
	static const int ranks[VERDICT_NR] = {
		[VERDICT_SLOWER] = 0,
		[VERDICT_FASTER] = 1,
		[VERDICT_UNKNOWN] = 2,
		[VERDICT_SAME] = 3,
	};
	const struct result_cell *base = &target->cells[0];

	return base->measured && isfinite(base->ratio) ? ranks[base->verdict] :
							 VERDICT_NR;
}

static double change(const struct result_target *target)
{
	double ratio = target->cells[0].ratio;

	return ratio > 0 ? fabs(log(ratio)) : 0;
}

bool importance_is_brief(const struct result_target *target)
{
	return !strcmp(target->primary, "seconds") &&
	       target->cells[0].seconds < IMPORTANCE_BRIEF;
}

int importance_compare(const struct result_target *a,
		       const struct result_target *b)
{
	int order = rank(a) - rank(b);
	double more = change(b) - change(a);

	if (!order)
		order = importance_is_brief(a) - importance_is_brief(b);
	if (order)
		return order;
	if (more > 0 || more < 0)
		return more > 0 ? 1 : -1;
	return strcmp(a->name, b->name);
}
