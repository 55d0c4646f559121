/*
 * result - one result document (docs/SCHEMA.md is the contract).
 *
 * Unknown members are kept: `extra` holds the whole document as it was read
 * and result_to_json() writes over it.
 *
 *	AUTO(result) result = RESULT_INIT;	then fill in the plain members
 *	result_add_target(&result, "fib");	...
 *	result_summarise(&result);
 *	result_to_text(&result);		as it is committed
 *
 * Reading is bounded: texts of RESULT_NAME_MAX bytes, RESULT_LIST_MAX
 * targets, metrics or missing ones, documents of RESULT_SIZE_MAX bytes.
 */
#ifndef RECORD_RESULT_H
#define RECORD_RESULT_H

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "analysis/verdict.h"
#include "base/jsonview.h"
#include "base/strlist.h"
#include "git/oid.h"
#include "measure/metric.h"

#define RESULT_VERSION 1
#define RESULT_NAME_MAX 4096
#define RESULT_REASON_MAX 65536
#define RESULT_LIST_MAX 100000
#define RESULT_METRICS_MAX 1000
#define RESULT_SIDES_MAX 64
#define RESULT_SIZE_MAX (16 << 20)

/* Head against one side, in one metric beside the one that decides. */
struct result_opinion {
	char *metric;
	double ratio, low, high; /* NaN: not known */
	double threshold;
	/* VERDICT_SLOWER: more, VERDICT_FASTER: less, whatever is better. */
	enum verdict verdict;
};

/* What one side did on one target. */
struct result_cell {
	bool measured;	/* false: the side is in `missing` for this target */
	double seconds; /* wall, median of samples; NaN: not known */
	int samples;	/* 0: not said */
	struct metrics metrics; /* medians */
	int retaken; /* samples taken anew, because they were disturbed */
	int disturbed; /* samples that count although they were */
	/* Head against this side; on the head's own cell unused. */
	double ratio, low, high; /* NaN: not known */
	enum verdict verdict;
	double threshold; /* the ratio, > 1, that makes a change; NaN */
	char *why; /* why it is unknown: decision_state_name(); or NULL */
	struct result_opinion *opinions; /* one a metric, by name */
	size_t nr_opinions;
};

struct result_target {
	char *name;
	char *kind;    /* "sequential", "parallel", "build" */
	int domains;   /* 0: null */
	char *status;  /* "ok" when the head was measured, else its outcome */
	char *primary; /* metric that decides; "seconds" unless told */
	/* What would run is the same on all sides: `same` without a sample.
	 * Its cells count as measured, and hold nothing. */
	bool identical;
	struct result_cell *cells; /* one a side: baseline first, head last */
};

struct result_missing {
	char *name;   /* target; "" for a whole side */
	int side;     /* index into sides */
	char *stage;  /* "build", "run", "timeout", "crash", "absent", ... */
	char *reason; /* last lines of the real error text */
};

struct result_side {
	struct oid sha;
	char *variant; /* NULL: none */
};

struct result_summary {
	int count[VERDICT_NR]; /* head against baseline */
	double geomean;	       /* of the ratios; NaN when there are none */
};

struct result {
	char *date; /* UTC end of measuring, "2026-11-30T17:00:00Z" */
	char *suite;
	char *ref, *pr, *schedule; /* NULL when absent */
	char *request;		   /* NULL for `git bench run` */
	int round;
	char *continues; /* path of the older document, or NULL */
	json_t *runner;	   /* machine_to_json() and the runner's name */
	json_t *toolchain; /* what the driver said of its tools */
	char *suite_sha;
	char *config;	 /* blob id of .gitbench */
	json_t *options; /* samples, filter, ... in force */
	struct result_side *sides;
	size_t nr_sides;
	/* Head's targets added up, or its build "total"; NaN: none. */
	double total_seconds;
	struct result_target *targets;
	size_t nr_targets, cap_targets;
	struct result_missing *missing;
	size_t nr_missing, cap_missing;
	struct result_summary summary;
	struct strlist notes; /* sentences a reader must know: "no chrt" */
	json_t *stages;	   /* object: wall seconds of each; NULL: not known */
	json_t *sampling;  /* object: plan and seed; NULL: not known */
	json_t *artifacts; /* object: what was made, by name; NULL: none */
	json_t *extra;
	/* Read by result_read() into an arena: nothing of it can be changed. */
	bool in_arena;
};

#define RESULT_INIT { .total_seconds = NAN, .summary.geomean = NAN }

/* Of the head, and of the baseline (NULL when there is one side only). */
const struct result_side *result_head(const struct result *result);
const struct result_side *result_base(const struct result *result);
/* Borrowed; NULL when absent. */
struct result_target *result_find(const struct result *result,
				  const char *target);
/*
 * Adds an empty target with nr_sides cells ("ok", "seconds" decides);
 * valid until the next one. The sides must be there before.
 */
struct result_target *result_add_target(struct result *result,
					const char *name);
/* A cell in which nothing is known. */
void result_cell_init(struct result_cell *cell);
/* A metric decided apart: an empty opinion, valid until the next one. */
struct result_opinion *result_add_opinion(struct result_cell *cell,
					  const char *metric);
/* A copy of all that a cell holds. */
void result_cell_copy(struct result_cell *out, const struct result_cell *cell);
/* NULL when there is none on that metric; borrowed. */
const struct result_opinion *result_opinion(const struct result_cell *cell,
					    const char *metric);
/* Of a long `reason` the end is kept. */
void result_add_missing(struct result *result, const char *name, int side,
			const char *stage, const char *reason);
/* Derives total_seconds and summary from the targets. */
void result_summarise(struct result *result);
/* Were head and baseline both measured on this target? */
bool result_is_compared(const struct result *result,
			const struct result_target *target);
/* "1 slower (fib +31%), 4 same": the headline of a result; owned. */
char *result_headline(const struct result *result);

/* New reference. */
json_t *result_to_json(const struct result *result);
/* The document as it is committed: a line for each member, target and
 * missing one, so that `git log -p` and `git diff` can be read; owned. */
char *result_to_text(const struct result *result);
/*
 * ERR_BADDATA names the member; ERR_REFUSED for a newer schema_version.
 * `what` names the document in messages.
 */
int result_parse(struct result *out, const char *text, size_t len,
		 const char *what);
/*
 * The JSON parts of a result (runner, toolchain, ...) as they were met last.
 * Documents read one after the other share equal ones, which are then
 * neither parsed nor written anew. All zero bits are valid.
 */
#define RESULT_PARTS 6
struct result_parts {
	struct {
		char *text; /* compact or not: as it stood */
		json_t *value;
	} last[RESULT_PARTS];
};
void result_parts_release(struct result_parts *parts);
/*
 * A document that was parsed already, without `extra`: for reading many.
 * What it shares with the one before is in `parts`; all else goes into
 * `arena` (NULL: the heap), which must outlive the result.
 */
int result_read(struct result *out, const struct jsonview *view,
		const char *what, struct result_parts *parts,
		struct arena *arena);
void result_release(struct result *result);

#endif
