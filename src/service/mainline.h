/*
 * mainline - which results belong to the default branch.
 *
 * Only these form series and move latest.json; what was measured for a pull
 * request never does, nor does a commit that is not on that branch (now: one
 * that was merged since is).
 *
 *	struct mainline mainline;
 *	mainline_init(&mainline, repo);
 *	if (mainline_has(&mainline, &result)) ...
 *	mainline_release(&mainline);
 */
#ifndef SERVICE_MAINLINE_H
#define SERVICE_MAINLINE_H

#include "git/repo.h"
#include "record/result.h"

struct mainline {
	struct repo *repo; /* borrowed */
	char *branch;	   /* NULL: there is none, and nothing is on it */
	char *branch_there; /* its name at the remote it comes from */
	struct oid tip;
};

void mainline_init(struct mainline *out, struct repo *repo);
bool mainline_has(const struct mainline *mainline,
		  const struct result *result);
void mainline_release(struct mainline *mainline);

#endif
