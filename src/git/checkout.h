/*
 * checkout - a branch that somebody has checked out.
 *
 * When a ref moves under a work tree, git shows there the reverse of the new
 * commits as changes waiting to be committed. So a branch that is checked
 * out is moved by git itself, in that work tree: ref, index and files
 * together, and not at all where local changes are in the way.
 *
 *	checkout_find(&path, repo, "refs/heads/x");	NULL: go on, refs_swap()
 *	checkout_advance(&won, repo, path, "refs/heads/x", &old, &new);
 */
#ifndef GIT_CHECKOUT_H
#define GIT_CHECKOUT_H

#include <stdbool.h>

#include "git/repo.h"

/* The work tree (of this repository or linked) on that branch, or NULL. */
int checkout_find(char **path, struct repo *repo, const char *ref);
/*
 * Brings work tree and branch from `old` to its descendant `new`. *won is
 * false when the branch had moved. ERR_REFUSED, with a hint, when changes in
 * the work tree are in the way.
 */
int checkout_advance(bool *won, struct repo *repo, const char *path,
		     const char *ref, const struct oid *old,
		     const struct oid *new);

#endif
