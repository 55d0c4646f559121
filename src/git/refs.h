/*
 * refs - references of this repository, moved by compare-and-swap only.
 *
 * A lost race is a value: *won is false and nothing changed. A ref's lock
 * held by a live writer is waited for (up to two seconds); one left by a
 * dead process of this machine is removed.
 */
#ifndef GIT_REFS_H
#define GIT_REFS_H

#include <stdbool.h>

#include "base/strlist.h"
#include "git/repo.h"

/* ERR_NOTFOUND when there is no such ref; symbolic refs are followed. */
int refs_read(struct oid *out, struct repo *repo, const char *name);
/*
 * Moves `name` from `old` (NULL: must not exist) to `new` (NULL: delete).
 * `message` goes into the reflog.
 */
int refs_swap(bool *won, struct repo *repo, const char *name,
	      const struct oid *old, const struct oid *new,
	      const char *message);
/* One ref with its value, as refs_each() passes it; borrowed. */
struct ref {
	const char *name;
	struct oid oid;
};
/* All refs whose names start with `prefix`, sorted; stops on non-zero. */
int refs_each(struct repo *repo, const char *prefix,
	      int (*each)(void *data, const struct ref *ref), void *data);
/* Removes the locks that dead processes left, as refs_swap() does one. */
void refs_sweep_locks(struct repo *repo);
/* May `name` be a ref's name (git check-ref-format)? */
bool refs_is_valid_name(const char *name);

#endif
