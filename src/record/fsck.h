/*
 * fsck - does what is recorded hold together?
 *
 * Every invariant of docs/design.md is looked at, and each breach told with
 * what to do about it. Whatever is damaged, the rest is looked at all the
 * same. Refs are read before the ledger and that before the history, as
 * runners do, so that work in progress is no problem.
 *
 *	struct fsck_args args = { .each = show, .data = data };
 *	rc = fsck(&report, repo, &args);
 *	if (!rc && report.problems > report.mended) ...
 *
 * Only what cannot lose anything is mended: refs and folders that are left
 * over, and caches. A shared hub is pulled first; when it is away, which is
 * told, its refs are looked at as last seen.
 */
#ifndef RECORD_FSCK_H
#define RECORD_FSCK_H

#include <stdbool.h>
#include <stddef.h>

#include "git/repo.h"

/* One breach, lent for the call. */
struct fsck_problem {
	const char *kind;  /* one of git-bench-fsck(1)'s words */
	const char *where; /* a ref, a note, a path, a request's id */
	const char *what;  /* one sentence */
	const char *mend;  /* what to do */
	bool mended;	   /* done already */
};

struct fsck_args {
	bool repair;
	const char *store; /* the runner's (git/store.h), or NULL */
	void (*each)(void *data, const struct fsck_problem *problem);
	void *data;
};

struct fsck_report {
	size_t problems;
	size_t mended;
	/* What was looked at. */
	size_t notes, events, requests, documents, refs;
	size_t newer; /* lines of a version that we do not know */
	char *notice; /* what was odd at the hub (hub.h), or NULL */
};

int fsck(struct fsck_report *out, struct repo *repo,
	 const struct fsck_args *args);
void fsck_report_release(struct fsck_report *report);

#endif
