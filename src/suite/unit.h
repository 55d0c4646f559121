/*
 * unit - units of time, and values that are written with their unit.
 */
#ifndef SUITE_UNIT_H
#define SUITE_UNIT_H

#include <stdbool.h>

/* Seconds in one "ns", "us", "ms", "s", "min", "h" (in their many
 * spellings); 0 when `unit` is none of time. */
double unit_seconds(const char *unit);
/* Is it so much per time ("ops/s", "MB/sec"): more is better? */
bool unit_is_rate(const char *unit);
/*
 * "1.2ms", "1.2 ms", "2min3.5s" or a bare number. *unit is owned, "" when
 * there is none.
 */
bool unit_split(double *value, char **unit, const char *text);

#endif
