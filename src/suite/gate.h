/*
 * gate - what a change may cost: the [gate] sections of .gitbench.
 *
 *	[gate]				every target of every suite
 *		limit = 5%		of the metric that decides
 *		limit = maxrss 10%	of one that is measured beside it
 *	[gate "micro"]			of a suite
 *		limit = gc.* none
 *	[gate "micro/fib*"]		of some of its targets
 *		limit = 8%
 *		missing = allow
 *
 * Sections are read as lines of .gitattributes are: in order, and of all that
 * match the last one counts, for each metric by itself. Names of suites,
 * targets and metrics are glob patterns (base/glob.h). Local git config comes
 * after the file.
 *
 *	AUTO(gates) gates = GATES_INIT;
 *	int rc = gates_read(&gates, &suites);
 *	rule = gates_limit(&gates, "micro", "fib.40", "maxrss", false);
 */
#ifndef SUITE_GATE_H
#define SUITE_GATE_H

#include <stdbool.h>
#include <stddef.h>

#include "suite/suite.h"

enum gate_key {
	GATE_LIMIT,	   /* "5%", "maxrss 10%", "gc.* none" */
	GATE_MISSING,	   /* fail (the default) or allow */
	GATE_UNKNOWN,	   /* allow (the default) or fail */
	GATE_ACCEPT,	   /* who may accept a change by a trailer */
	GATE_ACCEPT_LIMIT, /* and how much of it */
	GATE_NR,
};

/* Whose trailer counts. */
enum gate_accept { ACCEPT_ANYONE, ACCEPT_SIGNED, ACCEPT_NOBODY };

struct gate_rule {
	enum gate_key key;
	char *suite;  /* glob; NULL: any */
	char *target; /* glob; NULL: any */
	char *metric; /* glob, of a limit; NULL: the one that decides */
	double most;  /* of limits: 0.05 is 5 %; INFINITY: none */
	int word;     /* of the others: 0 is the default */
	char *where;  /* ".gitbench, line 12" or "git config gate.limit" */
};

struct gates {
	struct gate_rule *items;
	size_t nr, cap;
};

#define GATES_INIT { 0 }

/* ERR_BADDATA names line and key; so does a suite that there is not. */
int gates_read(struct gates *out, const struct suites *suites);
/*
 * The limit of a metric of a target; NULL when none speaks of it. `decides`:
 * it is the target's primary metric. Wall seconds are called "wall", too.
 */
const struct gate_rule *gates_limit(const struct gates *gates,
				    const char *suite, const char *target,
				    const char *metric, bool decides);
/* The rule of another key that counts for a target; NULL: the default. */
const struct gate_rule *gates_find(const struct gates *gates,
				   enum gate_key key, const char *suite,
				   const char *target);
/* Has any rule of that key that word? */
bool gates_has(const struct gates *gates, enum gate_key key, int word);
void gates_release(struct gates *gates);

#endif
