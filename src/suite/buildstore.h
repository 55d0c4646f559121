/*
 * buildstore - the folder of builds on disk: locks, marks, sizes. The part
 * of buildcache that knows nothing of what is built.
 */
#ifndef SUITE_BUILDSTORE_H
#define SUITE_BUILDSTORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strlist.h"
#include "git/oid.h"

#define BUILD_HASH_LEN 16

/* What the mark of a complete entry says. */
struct build_mark {
	struct oid commit;
	char *family;
	int64_t bytes;
	int64_t used; /* UTC seconds, when it was last taken */
};

/* Writes the mark, after everything else of `dir` has reached the disk. */
int build_mark_write(const char *dir, const struct oid *commit,
		     const char *family);
/* False when the entry is not complete. */
bool build_mark_read(struct build_mark *out, const char *dir);
void build_mark_touch(const char *dir);
void build_mark_release(struct build_mark *mark);

/* What a folder takes of the disk. */
int64_t buildstore_bytes(const char *dir);
/* Names (hashes) of all entries below `root`, complete or not. */
int buildstore_list(struct strlist *out, const char *root);

/*
 * Locks <dir>.lock, shared or exclusive, and leaves a file descriptor in
 * *fd (given one, changes its lock). Without `wait` a lock held by others is
 * *fd = -1 and 0; with it, waiting() is called once and then waited for:
 * ERR_INTERRUPTED when a signal ends that.
 */
int buildstore_lock(int *fd, const char *dir, bool exclusive, bool wait,
		    void (*waiting)(void *data), void *data);
/* Removes the lock's file too: the caller holds it exclusively. */
void buildstore_unlock_and_remove(int fd, const char *dir);

#endif
