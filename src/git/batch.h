/*
 * batch - many blobs at once, through one `git cat-file --batch`.
 *
 * For reading thousands: git keeps the bases of deltas that it has unpacked,
 * which libgit2 mostly unpacks anew, and it works while its answers are
 * being parsed here. For a few blob_read() is faster.
 */
#ifndef GIT_BATCH_H
#define GIT_BATCH_H

#include <stddef.h>

#include "git/repo.h"

/* From this number on it pays. */
#define BATCH_MIN 100

/*
 * Calls back for each blob, in their order, with its number and bytes (lent
 * for the call; a NUL stands behind them). NULL bytes: there is no such
 * blob, or it is larger than `max`; `len` says how large (0: missing or
 * damaged). Stops on non-zero and returns that.
 */
int batch_read(struct repo *repo, const struct oid *blobs, size_t nr,
	       size_t max,
	       int (*each)(void *data, size_t at, const char *bytes,
			   size_t len),
	       void *data);

#endif
