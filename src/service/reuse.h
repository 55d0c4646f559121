/*
 * reuse - an older result that answers a request as well as a new one would.
 *
 * Identical work is done once. A result will do when all of this is the same:
 * suite, sides with their variants and order, filter and options, the blob of
 * .gitbench, and what a machine's times depend on (class, kernel, governor,
 * turbo, SMT); when nothing is missing in it, and when it is no older
 * than bench.reuse (REUSE_AGE seconds unless said; 0: never).
 *
 * Some always measure: those made by a schedule, for noise is learnt from
 * unchanged code measured again; those that say `fresh`; a retry, for whoever
 * asks again is not content with what there is; a continuation; and those
 * without a .gitbench in the repository, for nothing pins what they do.
 *
 *	AUTO(reuse) reuse = REUSE_INIT;
 *	rc = reuse_find(&reuse, repo, &request, &machine);
 *	if (!rc && reuse.path)
 *		...
 */
#ifndef SERVICE_REUSE_H
#define SERVICE_REUSE_H

#include "git/repo.h"
#include "measure/machine.h"
#include "record/request.h"
#include "record/result.h"

#define REUSE_AGE (7 * 86400.0)

struct reuse {
	char *path; /* of the document; NULL: there is none that will do */
	struct oid commit; /* of bench-history, with the document in it */
	struct result result;
};

#define REUSE_INIT { .result = RESULT_INIT }

/*
 * The newest that will do. `machine` NULL: measured on any, for whoever does
 * not know yet which runner will take the request.
 */
int reuse_find(struct reuse *out, struct repo *repo,
	       const struct request *request, const struct machine *machine);
void reuse_release(struct reuse *reuse);

#endif
