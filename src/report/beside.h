/*
 * beside - what was measured beside the metric that decides: processor time,
 * instructions, memory, the garbage collector, the size of the code, the
 * suite's own. Each metric stays by itself; no number is made of several.
 *
 * Head against base. Where the result has a verdict on a metric (made of its
 * own noise) it is shown as a change, "more" or "less", for what is worse
 * depends on the metric; else there are but two medians and their ratio.
 *
 *	AUTO(beside) beside;
 *	beside_of(&beside, &result);
 *	beside_summary(&table, &beside);	one row a metric
 *	beside_moved(&table, &beside, kind, 20);	what moved most
 */
#ifndef REPORT_BESIDE_H
#define REPORT_BESIDE_H

#include "record/result.h"
#include "report/table.h"

enum beside_kind {
	BESIDE_CPU,
	BESIDE_INSTRUCTIONS,
	BESIDE_MEMORY,
	BESIDE_GC,
	BESIDE_SIZE,
	BESIDE_OWN,    /* of the suite */
	BESIDE_SYSTEM, /* what the kernel counts: faults, switches */
	BESIDE_NR,
};

/* A metric of a target that both sides have. */
struct beside_value {
	const struct result_target *target;
	const char *metric;
	const char *unit;
	double base, head, ratio;
	const struct result_opinion *opinion; /* NULL: medians only */
};

struct beside {
	struct {
		/* Metric by metric, in each the biggest change first. */
		struct beside_value *items;
		size_t nr, cap;
	} kinds[BESIDE_NR];
	bool decided; /* there are verdicts on some */
};

/* "processor time", "memory", ... */
const char *beside_kind_name(enum beside_kind kind);
/* Of all that head and base were both measured on. Borrows the result. */
void beside_of(struct beside *out, const struct result *result);
/*
 * One row for each metric that moved on some target: on how many, geometric
 * mean, least and most. Gives the number of metrics that did not move (1 % at
 * most, everywhere), which have none. What the kernel counts is left out: it
 * moves always.
 */
size_t beside_summary(struct table *out, const struct beside *beside);
/* How many values of a kind moved. */
size_t beside_count_moved(const struct beside *beside, enum beside_kind kind);
/* Those, the biggest change first, `most` at the most. */
void beside_moved(struct table *out, const struct beside *beside,
		  enum beside_kind kind, size_t most);
/* All targets, by one metric; ERR_NOTFOUND when none has it. */
int beside_metric(struct table *out, const struct beside *beside,
		  const char *metric);
void beside_release(struct beside *beside);

#endif
