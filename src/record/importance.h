/*
 * importance - which of a result's targets a reader should see first.
 *
 * Slower before faster before unknown before same, and what was not compared
 * last. Within a verdict a time of milliseconds comes after the longer ones
 * (20 % of nothing is nothing), and the biggest change first. The headline
 * names the first of this order and tables stand in it: they cannot disagree.
 */
#ifndef RECORD_IMPORTANCE_H
#define RECORD_IMPORTANCE_H

#include "record/result.h"

/* Shorter times are brief. */
#define IMPORTANCE_BRIEF 0.05

/* Wall time decides for the target, and there is little of it. */
bool importance_is_brief(const struct result_target *target);
/* Under 0: `a` comes before `b`. Never 0 for two targets of one result. */
int importance_compare(const struct result_target *a,
		       const struct result_target *b);

#endif
