/*
 * trailers - what the commits of a range say in their trailers.
 *
 * Git itself reads them: only what stands in the block that ends a message
 * is a trailer, whatever looks like one elsewhere.
 *
 *	AUTO(trailers) found = TRAILERS_INIT;
 *	trailers_between(&found, repo, "Bench-Accept", &base, &head);
 */
#ifndef GIT_TRAILERS_H
#define GIT_TRAILERS_H

#include <stdbool.h>
#include <stddef.h>

#include "git/repo.h"

/* Commits of a range that are looked at, and trailers kept of all. */
#define TRAILERS_COMMITS_MAX 1000
#define TRAILERS_MAX 1000

struct trailer {
	struct oid commit;
	char *author; /* "Name <email>", as the commit has it */
	char *value;  /* unfolded into one line */
};

struct trailers {
	struct trailer *items; /* the newest commit's first */
	size_t nr, cap;
	bool truncated; /* there are more commits or trailers */
};

#define TRAILERS_INIT { 0 }

/*
 * The trailers named `key` of all commits that `head` holds and `base` does
 * not. ERR_NOTFOUND when one of the two is not here.
 */
int trailers_between(struct trailers *out, struct repo *repo,
		     const char *key, const struct oid *base,
		     const struct oid *head);
/*
 * Does git vouch for the commit's signature, with the keys that this user
 * trusts? (git verify-commit)
 */
int commit_is_signed(bool *out, struct repo *repo, const struct oid *commit);
void trailers_release(struct trailers *trailers);

#endif
