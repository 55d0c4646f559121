/*
 * acceptance - a known change, accepted by a commit that brings it.
 *
 *	Bench-Accept: fib.* 10% needs a lock since the race was fixed
 *	Bench-Accept: fib.40 maxrss:25% the table is kept in memory now
 *	Bench-Accept: old_sort missing was removed
 *
 * A trailer: target or glob pattern, how much (of the metric that decides,
 * or of another one before a colon), and why. It stands in a commit between
 * base and head, and is bounded: what is worse than it says is not accepted.
 *
 * Whoever writes a commit can write its trailers. Whether that is enough is
 * for the gate to say (accept and accept-limit in git-bench-config(5)).
 */
#ifndef RECORD_ACCEPTANCE_H
#define RECORD_ACCEPTANCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strlist.h"
#include "git/repo.h"

#define ACCEPTANCE_KEY "Bench-Accept"

struct acceptance {
	char *target; /* glob */
	bool missing; /* the target may be gone; else: */
	char *metric; /* glob; NULL: the one that decides */
	double most;  /* 0.1: up to 10 % worse */
	char *reason;
	struct oid commit;
	char *author; /* "Name <email>", as the commit has it */
	bool is_signed; /* git vouches for it; false also when not asked */
};

struct acceptances {
	struct acceptance *items; /* the newest commit's first */
	size_t nr, cap;
	struct strlist notes; /* what could not be read, a sentence each */
};

#define ACCEPTANCES_INIT { 0 }

/* False, with the rest of the sentence "... has no ..." in *why. */
bool acceptance_parse(struct acceptance *out, const char **why,
		      const char *text);
/*
 * From all commits that `head` holds and `base` does not; signatures are
 * looked at only if `verify`. Commits that are not here have none: a note
 * says so. A trailer that cannot be read is a note, too.
 */
int acceptances_read(struct acceptances *out, struct repo *repo,
		     const struct oid *base, const struct oid *head,
		     bool verify);
/* Adds one of another origin (tests); a copy. */
void acceptances_add(struct acceptances *acceptances,
		     const struct acceptance *acceptance);
void acceptance_release(struct acceptance *acceptance);
void acceptances_release(struct acceptances *acceptances);

#endif
