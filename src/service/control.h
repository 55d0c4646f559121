/*
 * control - the same code, measured twice in the same run.
 *
 * In each look the base has one more sample, as if it were a further side;
 * base and control are decided like base and head. Where they differ, the
 * machine makes differences, and no verdict of that run counts: they become
 * `unknown`, with "control" as the reason. Counts that come out the same
 * again, as valgrind's, are left alone.
 */
#ifndef SERVICE_CONTROL_H
#define SERVICE_CONTROL_H

#include "service/judge.h"

/*
 * The document's `control`: how many `targets`, the names of those that
 * `changed`, the `geomean` of the ratios. `judge` is over the tally whose two
 * sides are base and control. New reference.
 */
json_t *control_conclude(const struct judge *judge);
/* Takes the verdicts back if the result's own control says so; a note. */
void control_apply(struct result *result);

#endif
