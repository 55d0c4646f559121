/*
 * check - results held against what their project allows.
 *
 * For each target that head and base were both measured on, the metric that
 * decides is held against its limit by the verdict: what is not shown to be
 * slower is not worse, whatever two medians say. Every other metric that a
 * limit speaks of is held against it likewise where the result has a verdict
 * on it, else by its medians. A target that the base has and the head lacks
 * is missing. Where no limit is set, nothing may be slower.
 *
 *	AUTO(check) check = CHECK_INIT;
 *	check_add(&check, &result, obstacle, &gates, &acceptances, strict);
 *	check_finish(&check);
 *	if (check.failed) ...			exit 1
 *
 * Findings borrow from the results, gates and acceptances they were made of.
 */
#ifndef REPORT_CHECK_H
#define REPORT_CHECK_H

#include "record/acceptance.h"
#include "record/result.h"
#include "suite/gate.h"

/* In the order in which they are listed. */
enum outcome {
	OUTCOME_WORSE,	  /* than allowed */
	OUTCOME_MISSING,  /* at the head only */
	OUTCOME_UNKNOWN,  /* it cannot be said */
	OUTCOME_ACCEPTED, /* worse or missing, and a commit says so */
	OUTCOME_ALLOWED,  /* worse, within its limit; or may be missing */
	OUTCOME_FINE,
	OUTCOME_NR,
};

struct finding {
	const struct result *result;
	const char *target, *metric; /* "": everything; of a missing one */
	const char *unit;
	double base, head;	 /* values; NaN: not known */
	double ratio, low, high; /* head / base; NaN: not known */
	double worse; /* 0.31: by 31 % worse, whichever way that is; NaN */
	double most;  /* what is allowed: 0.05; INFINITY: anything */
	const struct gate_rule *rule; /* that says so; NULL: the default */
	const struct acceptance *accepted;
	const char *reason; /* why missing or unknown; NULL */
	enum outcome outcome;
	bool fails;
};

struct check {
	struct finding *items;
	size_t nr, cap;
	size_t count[OUTCOME_NR];
	size_t nr_results;
	bool failed;
};

#define CHECK_INIT { 0 }

/* "worse", "missing", "unknown", "accepted", "allowed", "fine". */
const char *outcome_name(enum outcome outcome);
/*
 * An `obstacle` ("another machine") makes all unknown; NULL: none. `strict`:
 * what is unknown fails, where the gate does not say otherwise. The result
 * has a base.
 */
void check_add(struct check *check, const struct result *result,
	       const char *obstacle, const struct gates *gates,
	       const struct acceptances *acceptances, bool strict);
/* Puts the findings in order: by outcome, the worst first. */
void check_finish(struct check *check);
void check_release(struct check *check);

#endif
