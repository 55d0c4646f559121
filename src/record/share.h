/*
 * share - makes a remote the hub of this repository.
 *
 * What is here joins what is there: ledgers are united, a history that only
 * one side has goes to the other.
 */
#ifndef RECORD_SHARE_H
#define RECORD_SHARE_H

#include <stdbool.h>

#include "git/repo.h"

struct share_report {
	/* It cannot move several refs at once, so that others may see a
	 * request half made or half finished for a moment. */
	bool one_by_one;
	/* It takes no refs but branches and tags: bench.notesRef and the
	 * like were set to names that are branches. */
	bool only_branches;
};

/*
 * Sets bench.remote to `where` (a remote's name or address) once it was
 * reached, finds out what it can do (probe.h), and publishes ledger and
 * history there. ERR_REFUSED also when both sides have results that the
 * other lacks. Else errors as in git/remote.h.
 */
int share_begin(struct share_report *out, struct repo *repo,
		const char *where);

#endif
