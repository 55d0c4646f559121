/*
 * guard - may this push move that ref? For the hook `update` of a repository
 * that others push to, in which the new objects are not yet let in.
 *
 * The hook itself sees to what git alone can tell (that no line is lost);
 * here is what takes reading them. All of these: ERR_REFUSED with a sentence
 * for whoever pushes; any other error means that it could not be found out.
 */
#ifndef RECORD_GUARD_H
#define RECORD_GUARD_H

#include "git/repo.h"

/*
 * Every line that `new` has and `old` ("none": nothing) has not is an event,
 * or of a version or kind that this program does not know.
 */
int guard_ledger(struct repo *repo, const struct oid *old,
		 const struct oid *new);
/*
 * `new` is a claim of `request`; and unless it only renews `old` or moves it
 * on within the round, that round is open.
 */
int guard_claim(struct repo *repo, const char *request,
		const struct oid *old, const struct oid *new);

#endif
