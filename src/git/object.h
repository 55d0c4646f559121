/*
 * object - blobs and commits: read and write.
 *
 * Objects are written without moving any ref; what they form becomes
 * visible by refs_swap(). Naming and relating commits is revision.h.
 */
#ifndef GIT_OBJECT_H
#define GIT_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "git/repo.h"
#include "git/revision.h"

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

/*
 * More than `max` bytes is ERR_BADDATA; a missing blob ERR_NOTFOUND (in a
 * partial clone, one that cannot be fetched either).
 */
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

#endif
