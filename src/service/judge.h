/*
 * judge - from samples to verdicts: between looks, whether a target needs
 * another one; at the end, the targets of the result.
 *
 * Both are the same computation over the same tally, so that what ended the
 * looks, what the tables say and what the headline counts agree.
 *
 *	struct judge judge = { .tally = &tally, .past = past,
 *			       .variants = names };
 *	while (judge_wants_look(&judge, "fib"))
 *		... one more of each side ...
 *	judge_to_result(&judge, &result);
 *
 * The metric that decides is the target's own, wall seconds, or counted
 * instructions. The others that mean something (processor time, memory,
 * instructions, what the suite reports) are decided each by its own noise,
 * and stand beside it.
 */
#ifndef SERVICE_JUDGE_H
#define SERVICE_JUDGE_H

#include "record/past.h"
#include "record/result.h"
#include "service/tally.h"

struct judge {
	const struct tally *tally;
	const struct past *past; /* NULL: no history */
	const char *const *variants; /* one a side; NULL: none has one */
};

/*
 * May another look at a target change what is known of it, against any of
 * the sides? Also before the first one. True for a target not yet seen.
 */
bool judge_wants_look(const struct judge *judge, const char *target);
/*
 * Looks that are taken whatever they say: `least`, without history more, but
 * never above `most`.
 */
int judge_looks_least(const struct judge *judge, const char *target,
		      int least, int most);
/* Adds the targets to a result that has its sides, and summarises it. */
void judge_to_result(const struct judge *judge, struct result *result);
#endif
