/*
 * clock - time. Instants are UTC seconds since the epoch (int64_t) for
 * records, monotonic seconds (double) for durations; the two never mix.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Monotonic, for durations. */
double clock_monotonic(void);
/* UTC seconds; GIT_BENCH_NOW (epoch seconds) overrides it in tests. */
int64_t clock_now(void);
/* "2026-11-30T17:00:00Z", always 20 characters; owned. */
char *clock_format(int64_t when);
/* "2026-11-30"; owned. */
char *clock_format_date(int64_t when);
/* Reads what clock_format() writes, nothing else. */
bool clock_parse(int64_t *out, const char *text);
/* "3 minutes ago", for people; owned. */
char *clock_ago(int64_t when, int64_t now);

#endif
