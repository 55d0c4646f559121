/*
 * outfile - a file that a program leaves its results in.
 *
 * A file that the last run, or the repository itself, left there must not be
 * taken for this run's: it is aged before the run (its time set to 1970),
 * and one that is still as old afterwards was not written.
 *
 *	outfile_age(dir, name);		before each sample
 *	outfile_read(&text, &state, dir, name);
 */
#ifndef SUITE_OUTFILE_H
#define SUITE_OUTFILE_H

#include <stdbool.h>

#include "base/buf.h"

#define OUTFILE_MAX (64 << 20)

enum outfile_state { OUTFILE_FRESH, OUTFILE_STALE, OUTFILE_ABSENT };

/* Is `name` a path that stays below the folder it is taken from? */
bool outfile_name_is_inside(const char *name);
/* A missing file is fine. */
int outfile_age(const char *dir, const char *name);
/* Appends the file's bytes when it is fresh; ERR_BADDATA: too large. */
int outfile_read(struct buf *out, enum outfile_state *state, const char *dir,
		 const char *name);

#endif
