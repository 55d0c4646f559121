/*
 * changes - what has happened to requests since the last look, a line each.
 *
 *	12ab34cd measuring  turing: building
 *
 * For where nothing can be redrawn: logs, pipes, programs.
 *
 *	struct changes changes = { .file = stderr };
 *	changes_print(&changes, repo, &listing);	as often as need be
 *	changes_release(&changes);
 */
#ifndef GIT_BENCH_CHANGES_H
#define GIT_BENCH_CHANGES_H

#include <stdbool.h>
#include <stdio.h>

#include "base/strlist.h"
#include "listing.h"

struct changes {
	FILE *file;
	bool json; /* the objects of `status --json` in place of lines */
	/* Ids of the last look, and how each stood then. */
	struct strlist ids, states;
	/* Why the hub is away, said already; NULL: it is there. */
	char *away;
};

/* What was there and is not in the listing any more has ended. */
int changes_print(struct changes *changes, struct repo *repo,
		  const struct listing *listing);
/* The hub went away (why), or is back (NULL): one remark on stderr each. */
void changes_away(struct changes *changes, const char *why);
void changes_release(struct changes *changes);

#endif
