/*
 * packedrefs - deleting a ref, packed or not.
 *
 * Private to src/git. libgit2 deletes a loose ref without the lock of
 * packed-refs: a `git pack-refs` (a gc) at that moment brings it back. Here
 * the lock is held throughout, as git does.
 */
#ifndef GIT_PACKEDREFS_H
#define GIT_PACKEDREFS_H

#include <stdbool.h>

#include "git/repo.h"

/*
 * With the ref's own lock held: takes the ref out of packed-refs, then its
 * loose file and reflog. *held: another holds the lock of packed-refs,
 * nothing was done.
 */
int packedrefs_delete(bool *held, struct repo *repo, const char *name);
/* Once the ref's lock is gone: removes folders that it left empty. */
void packedrefs_prune(struct repo *repo, const char *name);

#endif
