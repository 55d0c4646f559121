/*
 * tally - every value that a job's samples gave, by target, side and metric.
 *
 * Invariant: the values of a series stand in the order of the looks, so
 * that base[i] and head[i] were taken side by side. A cell that failed once
 * is failed for good: its values are not used, the reason is in `missing`.
 *
 *	struct tally t = { .nr_sides = 2 };
 *	tally_add(&t, side, &reading);		after each sample
 *	tally_fail(&t, side, name, ...);	when a target gave nothing
 *	tally_to_result(&t, &result);		medians; verdicts: judge.h
 *	json_t *raw = tally_to_json(&t);	bench/samples/<name>
 */
#ifndef SERVICE_TALLY_H
#define SERVICE_TALLY_H

#include <jansson.h>
#include <stdbool.h>

#include "record/looks.h"
#include "record/result.h"
#include "suite/driver.h"

/*
 * Counted by valgrind on request. It repeats where times scatter, so it
 * decides a sequential target wherever every side has it, and is named.
 */
#define METRIC_INSTRUCTIONS "instructions.valgrind"

/* The values of one metric of one target on one side. */
struct series {
	char *name;
	char *unit;
	bool higher_is_better;
	double *values;
	size_t nr;
	size_t cap;
	/* Where each look begins: one process may give several values. */
	size_t *starts;
	size_t nr_looks, cap_looks;
};

struct tally_cell {
	struct series *series;
	size_t nr;
	size_t cap;
	/* Of the readings that say both; without a name. */
	struct series cpu;
	int retaken, disturbed; /* samples: see watch.h */
	bool apart; /* some time is not that of the whole process */
	bool failed;
};

struct tally_target {
	char *name;
	enum target_kind kind;
	int domains;
	char *primary;
	/* Planned, for the judge; the same: exactly so many. 0: not said. */
	int looks_least, looks_most;
	struct tally_cell *cells; /* one a side */
};

struct tally {
	size_t nr_sides;
	struct tally_target *targets; /* in the order first seen */
	size_t nr;
	size_t cap;
};

/* Borrowed; NULL when absent. */
struct tally_target *tally_find(const struct tally *tally, const char *name);
void tally_add(struct tally *tally, int side, const struct reading *reading);
/* Marks the cell; true when it was not marked before. */
bool tally_fail(struct tally *tally, int side, const char *target,
		enum target_kind kind, int domains);
/* A value beside those of the samples (instructions by valgrind). */
void tally_add_metric(struct tally *tally, int side, const char *target,
		      const struct metric *metric);
/* How many samples of a cell something disturbed. */
void tally_disturbed(struct tally *tally, int side, const char *target,
		     int retaken, int disturbed);
/* NULL when a side has none, or failed. METRIC_CPU is one, too. */
const struct series *tally_series(const struct tally_target *target,
				  size_t side, const char *metric);
/* The metric that decides. */
const char *tally_primary(const struct tally *tally,
			  const struct tally_target *target);
/*
 * Processor times, one for each of the cell's seconds; NULL where they are
 * not those of the same process.
 */
const double *tally_witness(const struct tally_cell *cell);
/* Adds the targets with their medians, and no comparison. */
void tally_to_result(const struct tally *tally, struct result *result);
/* New reference. */
json_t *tally_to_json(const struct tally *tally);
void tally_release(struct tally *tally);

#endif
