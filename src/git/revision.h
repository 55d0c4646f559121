/*
 * revision - what people call commits, and how commits lie to each other.
 *
 * Revisions come from strangers: any bytes, any length, leading dashes.
 * libgit2 answers where it can; spellings that it does not know, and shallow
 * clones, whose borders it does not heed, are put to the git program.
 */
#ifndef GIT_REVISION_H
#define GIT_REVISION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strlist.h"
#include "git/repo.h"

/*
 * The commit that a revision means (any of git's spellings; tags are
 * peeled). ERR_NOTFOUND "unknown revision"; an abbreviation of two commits
 * is ERR_USAGE.
 */
int commit_resolve(struct oid *out, struct repo *repo, const char *revision);
/* The full ref name a revision was spelled with, or NULL; owned. */
char *commit_ref_of(struct repo *repo, const char *revision);
/* ERR_NOTFOUND when they have none (a shallow clone: the message says so). */
int commit_merge_base(struct oid *out, struct repo *repo,
		      const struct oid *a, const struct oid *b);
/* Is `ancestor` reachable from `commit` (or the same)? */
int commit_is_ancestor(bool *out, struct repo *repo,
		       const struct oid *ancestor, const struct oid *commit);
/* The commits without parent that are reachable from `tip`; their names. */
int commit_roots(struct strlist *out, struct repo *repo,
		 const struct oid *tip);
/* Number of files that differ between two commits' trees. */
int commit_distance(size_t *out, struct repo *repo, const struct oid *a,
		    const struct oid *b);
/*
 * bench.defaultBranch, else the remote's HEAD, else a bare repository's own,
 * else init.defaultBranch, main or master, whichever exists, as a full ref
 * name; owned. Of a branch that is both here and at the remote, the one here
 * if it holds all of the other, else the remote's. Else ERR_NOTFOUND with
 * one clear sentence.
 */
int default_branch(char **out, struct repo *repo);
/* The remote the code comes from: bench.source, origin, or the only one;
 * NULL when there is none of these. Owned. */
char *source_remote(struct repo *repo);
/*
 * The newest of a commit's first parents (itself included) that is no
 * younger than `when`. ERR_NOTFOUND: history begins later; *known is false
 * if that is only where a shallow clone ends, or too far away to look.
 */
int commit_at(struct oid *out, bool *known, struct repo *repo,
	      const struct oid *tip, int64_t when);

#endif
