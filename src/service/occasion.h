/*
 * occasion - the requests that a schedule makes at one time: a slot of its
 * cron, or when somebody dispatches it by hand.
 *
 * One for each ref, suite and pool. What is asked for:
 *
 *   head	the ref's tip, as the source has it now
 *   base	`base` of the schedule; unless said none for a suite that
 *		compares with nothing, the merge base for refs by pattern,
 *		else the head of the schedule's previous result of that ref
 *		and suite (none, if that is the same commit, or cannot be had)
 *
 * An id is derived from schedule, slot, ref, suite and pool, so that any
 * number of runners make one request; where a pattern found the ref, its
 * head takes the place of the slot: each head is asked for once. What is
 * dispatched by hand has random ids, and is asked for again.
 *
 *	AUTO(bundle) bundle = { 0 };
 *	AUTO(strlist) problems = STRLIST_INIT;
 *	rc = occasion_requests(&bundle, &problems, &occasion);
 */
#ifndef SERVICE_OCCASION_H
#define SERVICE_OCCASION_H

#include "service/bundle.h"
#include "service/source.h"
#include "suite/suite.h"

/* How old a ref's newest commit may be where a pattern found it. */
#define OCCASION_MAX_AGE (30 * 86400.0)

/* So many refs of one pattern are served at the most. */
#define OCCASION_REFS_MAX 1000

/* All borrowed. */
struct occasion {
	struct repo *repo;
	const struct suites *suites;
	const struct schedule *schedule;
	const struct source *source;
	int64_t slot; /* UTC seconds; by hand: now */
	bool by_hand;
};

/*
 * Makes them, and adds them to no ledger; those that the ledger knows, or
 * that were made by hand since the slot, are left out. One that cannot be
 * made leaves a sentence in `problems` and the others go on.
 */
int occasion_requests(struct bundle *out, struct strlist *problems,
		      const struct occasion *occasion);

#endif
