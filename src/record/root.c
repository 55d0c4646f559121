#include "record/root.h"

#include "git/object.h"

/* 2026-01-01T00:00:00Z. Any change here makes other roots: never. */
#define ROOT_DATE 1767225600

int root_write(struct oid *out, struct repo *repo, const struct oid *tree,
	       const struct oid *parent, const char *message)
{
	const struct signature who = {
		.name = (char *)"git-bench",
		.email = (char *)"git-bench@localhost",
		.when = ROOT_DATE,
	};

	return commit_write(out, repo, tree, parent, parent ? 1 : 0, &who,
			    message);
}
