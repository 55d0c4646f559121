/*
 * reflock - whose is a ref's .lock file?
 *
 * Private to src/git. git's lock files do not tell, so a killed writer's
 * lock blocks its ref for ever. Ours are signed: while we hold one, a second
 * hard link to it stands in <cache>/locks, named after its owner. A lock is
 * broken only if it is the very file of such a signature and the owner is
 * surely dead; a lock of git itself, or of another machine, never is.
 *
 *	... the lock is taken ...
 *	AUTO(reflock) lock = { 0 };
 *	reflock_sign(&lock, repo, name);
 *	... the ref is written ...
 *
 *	... the lock was held by another ...
 *	reflock_break(&broken, repo, name);	then try again
 *
 * The lock of packed-refs, which deleting needs, we take ourselves; it is
 * signed from its first moment.
 */
#ifndef GIT_REFLOCK_H
#define GIT_REFLOCK_H

#include <stdbool.h>

#include "git/repo.h"

/* Stands for a ref's name where the lock of packed-refs is meant. */
#define REFLOCK_PACKED ""

struct reflock {
	char *record; /* NULL: unsigned */
	char *taken;  /* a lock file to be removed as well, or NULL */
};

/* Does its best: where signing is impossible, the lock just is unsigned. */
void reflock_sign(struct reflock *out, struct repo *repo, const char *name);
/* The lock of packed-refs; *won is false when another holds it. */
int reflock_take_packed(bool *won, struct reflock *out, struct repo *repo);
/* The signature goes, and the lock if it was taken here. */
void reflock_release(struct reflock *lock);
/* What was broken is said in repo_notices(). */
void reflock_break(bool *broken, struct repo *repo, const char *name);
/* All of them, wherever they are; nobody need be waiting. */
void reflock_sweep(struct repo *repo);
/* ERR_FAILED that names the lock file of `name` and what to do. */
int reflock_fail(struct repo *repo, const char *name);

#endif
