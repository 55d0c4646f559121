/*
 * object - blobs and commits: read, write, name, relate.
 */
#ifndef GIT_OBJECT_H
#define GIT_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "git/repo.h"

/* Author and committer of the commits that git-bench writes. */
struct signature {
	char *name;
	char *email;
	int64_t when; /* UTC seconds */
};

struct commit {
	struct oid oid;
	struct oid tree;
	struct oid *parents;
	size_t nr_parents;
	struct signature author;
	struct signature committer;
	char *subject;
	char *message; /* whole */
};

/* More than `max` bytes is ERR_BADDATA; a missing blob ERR_NOTFOUND. */
int blob_read(struct buf *out, struct repo *repo, const struct oid *oid,
	      size_t max);
int blob_write(struct oid *out, struct repo *repo, const void *bytes,
	       size_t len);

int commit_read(struct commit *out, struct repo *repo, const struct oid *oid);
void commit_release(struct commit *commit);
/*
 * Writes a commit object; moves no ref. `who` is author and committer.
 * The message is cleaned of NULs.
 */
int commit_write(struct oid *out, struct repo *repo, const struct oid *tree,
		 const struct oid *parents, size_t nr_parents,
		 const struct signature *who, const char *message);
/*
 * user.name and user.email as git would take them (environment, config);
 * where there are none, "git-bench" <git-bench@localhost>. `when` is now.
 */
void signature_default(struct signature *out, struct repo *repo);
void signature_release(struct signature *who);

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
/* Number of files that differ between two commits' trees. */
int commit_distance(size_t *out, struct repo *repo, const struct oid *a,
		    const struct oid *b);
/*
 * bench.defaultBranch, else the remote's HEAD, else init.defaultBranch, main
 * or master, whichever exists, as a full ref name; owned. Else ERR_NOTFOUND
 * with one clear sentence.
 */
int default_branch(char **out, struct repo *repo);

#endif
