/*
 * ask - from what somebody typed to a request with every side pinned.
 *
 * The head is a revision with perhaps a variant; the base is, unless told,
 *
 *   - none, for suites that compare with nothing (driver lake),
 *   - the merge base of the head with the default branch,
 *   - on that branch itself, the head's first parent.
 *
 * Further sides may be written REV, REV+variant, or +variant alone, which
 * stands for the head's own commit; a variant that sweeps over values gives
 * one side for each. Order: base, further sides, head; the first of them is
 * the baseline.
 *
 *	struct ask ask = { .suite = "micro", .revision = "HEAD" };
 *	int rc = ask_request(&request, repo, &suites, &ask);
 */
#ifndef SERVICE_ASK_H
#define SERVICE_ASK_H

#include "git/repo.h"
#include "record/request.h"
#include "suite/suite.h"

/* Everything borrowed; all zero bits mean "as usual". */
struct ask {
	const char *revision; /* the head; NULL: HEAD */
	const char *suite;    /* NULL: the default one */
	const char *variant;  /* of the head; NULL: none */
	const char *base;     /* a side as above; NULL: found */
	bool no_base;	      /* nothing to compare with */
	const struct strlist *versus; /* further sides; NULL: none */
	const char *filter;	      /* PCRE2 over targets; NULL: all */
	/* A result whose missing targets alone are asked for; its sides are
	 * taken, so that revision, variant, base and versus must be unset. */
	const char *continues;
	int priority;
	bool fresh;  /* an older result will not do */
	double max_time; /* seconds it may take at most; 0: not said */
	int samples; /* 0: as the suite says */
	double budget; /* seconds for further looks; 0: as the suite says */
	bool control; /* measure the base twice: control.h */
};

/*
 * A new request with an id, not added to any ledger. ERR_NOTFOUND: an
 * unknown revision, suite, variant or result, no base can be found, or the
 * filter matches none of the targets that .gitbench tells; ERR_USAGE: a
 * filter or a combination that cannot be; ERR_REFUSED: the result to
 * continue misses nothing.
 */
int ask_request(struct request *out, struct repo *repo,
		const struct suites *suites, const struct ask *ask);

#endif
