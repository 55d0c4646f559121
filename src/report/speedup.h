/*
 * speedup - how much faster parallel targets are on more domains.
 *
 * Targets that differ in their number of domains only, as in
 * "fib_multicore.4_40" and "fib_multicore.8_40", are one benchmark. Its
 * speed-up on n domains is its best sequential time divided by the time on n,
 * on each side by the side's own times: with one domain, or as the program
 * without "_multicore" ("fib.40"), whichever is faster.
 */
#ifndef REPORT_SPEEDUP_H
#define REPORT_SPEEDUP_H

#include "record/result.h"
#include "report/table.h"

/*
 * One row for each benchmark and number of domains from 2 on; none where
 * there is no sequential time. `name` has "*" for the number of domains.
 */
void speedup_table(struct table *out, const struct result *result);
/*
 * A parallel target's name with "*" in place of its number of domains, the
 * first number in it that is that; NULL when there is none. Owned.
 */
char *speedup_family(const char *name, int domains);
/* What the family is called as a sequential program: "fib.40"; owned. */
char *speedup_sequential(const char *family);

#endif
