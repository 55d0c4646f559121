/*
 * speedup - how parallel targets grow with their domains.
 *
 * Targets that are one program with different numbers of domains, as
 * "nbody.1_512" and "nbody.4_512" are, belong together: their names differ in
 * the number of domains alone. The speed-up is the time on one domain over
 * that on so many, both of the same side, so that a variant which is faster
 * everywhere does not look as if it scaled better.
 */
#ifndef REPORT_SPEEDUP_H
#define REPORT_SPEEDUP_H

#include "record/result.h"
#include "report/table.h"

/*
 * A row for each target on more than one domain whose program was measured
 * on one domain, too: program, domains, time on one domain and speed-up of
 * base and head. Empty where there is none such.
 */
void speedup_table(struct table *out, const struct result *result);

#endif
