/*
 * decide - look by look, which targets changed, and which need another look.
 *
 * Pure and deterministic: numbers in, words out. A decision knows the looks
 * so far and what the machine does to unchanged code (noise.h); neither
 * names nor dates. After each look a target is `slower`, `faster`, `same`, or
 * not decided; only where something speaks for a change is another look
 * asked for.
 *
 *	AUTO(decision) d = DECISION_INIT;
 *	for each target:
 *		decision_add(&d, &subject);
 *	while some decision_wants_look(&d, target):
 *		measure base and head next to each other
 *		decision_look(&d, target, &look);
 *	decision_finish(&d);
 *	... decision_result(&d, target)->verdict ...
 *
 * The caller may stop at any time (budget, shutdown): what is undecided is
 * `unknown`. No way of stopping or going on raises the rate of false alarms
 * above what is promised, because that is the rate of crossing the bar at
 * *any* look. docs/verdicts.md has rule, sources and measured rates.
 *
 * Wall time decides. Processor time may ask for another look, holds back a
 * change of wall time that it does not show until that is twice as clear, and
 * a `same` that it contradicts. Other metrics (size, instructions) are
 * decided each in a decision of its own, with its own noise: they go in as
 * `wall`.
 *
 * Where noise is not known, nine looks tell by their ranks; with
 * `alone_alpha` also fewer, by the test of alone.h.
 *
 * `looks_most` is what the caller can afford in the worst case, not what is
 * taken: with 3, unchanged code takes 1.07 looks on average; with more, noisy
 * targets get a chance, and take more looks to be let go.
 */
#ifndef ANALYSIS_DECIDE_H
#define ANALYSIS_DECIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/evidence.h"
#include "analysis/verdict.h"

struct decision_rules {
	double smallest_effect; /* relative; 0.01 = 1 % */
	double false_share;	/* expected at most, among the findings */
	size_t looks_most; /* >= 3; 9 at least where noise is not known */
	/* Also look again where that may tell `same` from `unknown`. */
	bool settle;
	/*
	 * Where noise is not known looks tell alone (alone.h), first after
	 * `looks_least`, at this error for the whole run; 0: only by ranks.
	 */
	double alone_alpha;
	size_t looks_least;
	size_t together; /* targets decided together; 0: those added */
};

#define DECISION_RULES_DEFAULT \
	{ .smallest_effect = 0.01, .false_share = 0.1, .looks_most = 3 }

/* Base and head taken next to each other. */
struct look {
	double base_wall, head_wall; /* > 0 */
	double base_cpu, head_cpu;   /* user + system; 0 or NaN: not known */
};

enum decision_state {
	DECISION_FRESH,	  /* too few looks to say anything */
	DECISION_SUSPECT, /* something speaks for a change */
	DECISION_UNSETTLED, /* nothing does; `same` takes more looks */
	DECISION_QUIET,	  /* nothing does, but too noisy for `same` */
	DECISION_UNSHOWN, /* wall time changed, processor time did not */
	DECISION_CROWDED, /* clear alone, not among so many targets */
	DECISION_SAME,
	DECISION_CHANGED,
};

struct decision_result {
	enum verdict verdict;
	enum decision_state state; /* why it is `unknown` */
	size_t looks;
	double ratio;	  /* head / base; NaN before the first look */
	double low, high; /* four of five times the truth lies within */
	double bar;	  /* the ratio that it takes to be a change, > 1 */
	double noise;	  /* upper quartile it was reckoned with, as ratio - 1 */
};

struct decision_target {
	struct subject subject;
	double *wall; /* as in struct turns */
	double *cpu;
	size_t nr;
	size_t cap;
	bool cpu_known; /* of all looks */
	double luck;
	struct decision_result result;
};

struct decision {
	struct decision_rules rules;
	struct decision_target *targets;
	size_t nr;
	size_t cap;
};

#define DECISION_INIT { .rules = DECISION_RULES_DEFAULT }

/* Returns its number: 0, 1, 2 ... */
size_t decision_add(struct decision *d, const struct subject *subject);
/* False, and nothing is noted, when a wall time is not finite and > 0. */
bool decision_look(struct decision *d, size_t target, const struct look *look);
bool decision_wants_look(const struct decision *d, size_t target);
/*
 * Weighs the findings against the number of targets. May be called at any
 * time and again after more looks. Until then a result is that of the target
 * alone.
 */
void decision_finish(struct decision *d);
/* Borrowed, until the next decision_add(). */
const struct decision_result *decision_result(const struct decision *d,
					      size_t target);
/* Forgets a target's looks. */
void decision_forget(struct decision *d, size_t target);
void decision_release(struct decision *d);

/* "fresh", "suspect", ..., for people and documents. */
const char *decision_state_name(enum decision_state state);

#endif
