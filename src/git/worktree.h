/*
 * worktree - a commit's files laid out in a folder.
 *
 * Made by `git worktree` (filters, LFS, attributes, partial clones work),
 * with the user's hooks and sparse checkout off. Each ends as one of:
 * removed, or detached (the files stay as a plain folder, git forgets it).
 * Only worktrees below repo_cache_dir() are ever touched (ERR_USAGE else);
 * each has a record of its owner there, by which worktree_sweep() knows those
 * that a dead process left. After a failure to add or adopt, the folder is
 * gone.
 */
#ifndef GIT_WORKTREE_H
#define GIT_WORKTREE_H

#include "base/strlist.h"
#include "git/repo.h"

/* Lays `commit` out at `path`, which must not exist. */
int worktree_add(struct repo *repo, const char *path,
		 const struct oid *commit);
/*
 * Brings a folder that already holds another commit's files (a copied,
 * built tree) to `commit`, touching only the files that differ, so that
 * `make` rebuilds no more than it must; untracked files stay. `from` is the
 * commit whose files it holds. The folder becomes a registered worktree.
 */
int worktree_adopt(struct repo *repo, const char *path,
		   const struct oid *from, const struct oid *commit);
/* Git forgets it (its .git file and registration go); the files stay. */
int worktree_detach(struct repo *repo, const char *path);
/* Files and registration go; fine when either is gone already. */
int worktree_remove(struct repo *repo, const char *path);
/* The folders that worktree_sweep() would remove. */
int worktree_strays(struct strlist *out, struct repo *repo);
/* Removes what dead processes of this machine left; never a user's own. */
int worktree_sweep(struct repo *repo);

#endif
