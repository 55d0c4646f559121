/*
 * tree - reading and growing trees of blobs by path.
 */
#ifndef GIT_TREE_H
#define GIT_TREE_H

#include "git/repo.h"

/* One blob of a tree, as tree_each() passes it; borrowed. */
struct tree_entry {
	const char *path; /* from the root of the walk */
	struct oid oid;
};

/* The blob at `path` in a commit's or tree's tree; ERR_NOTFOUND. */
int tree_find(struct oid *out, struct repo *repo, const struct oid *treeish,
	      const char *path);
/*
 * Every blob below `dir` ("" for all) in git's order; a missing `dir` is an
 * empty walk. Stops on non-zero and returns that.
 */
int tree_each(struct repo *repo, const struct oid *treeish, const char *dir,
	      int (*each)(void *data, const struct tree_entry *entry),
	      void *data);

/* A set of changes to a tree; paths are validated (no "..", ".git", ...). */
struct tree_edit;
/* `base`: NULL for an empty tree. */
int tree_edit_new(struct tree_edit **out, struct repo *repo,
		  const struct oid *base);
int tree_edit_put(struct tree_edit *edit, const char *path,
		  const struct oid *blob);
/* A missing path is fine. */
int tree_edit_remove(struct tree_edit *edit, const char *path);
int tree_edit_write(struct oid *out, struct tree_edit *edit);
void tree_edit_free(struct tree_edit *edit);
AUTO_PTR_DEFINE(tree_edit)

#endif
