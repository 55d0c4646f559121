/*
 * repo - an open repository; the way to everything else in src/git.
 *
 * repo_open() says in one clear sentence what cannot be worked with: no
 * repository, SHA-256 object names, reftable, another owner's folder.
 * A struct repo belongs to one thread.
 */
#ifndef GIT_REPO_H
#define GIT_REPO_H

#include <stdbool.h>

#include "base/strlist.h"
#include "git/oid.h"

struct repo;
struct git_repository; /* libgit2's; only src/git looks inside */

/* From `path` upwards; NULL: $GIT_DIR or the current folder. */
int repo_open(struct repo **out, const char *path);
/* The same one once more, for another thread. */
int repo_reopen(struct repo **out, const struct repo *repo);
void repo_free(struct repo *repo);
AUTO_PTR_DEFINE(repo)
struct git_repository *repo_raw(struct repo *repo);

/* All borrowed, absolute, without slash at the end. */
const char *repo_git_dir(const struct repo *repo);
const char *repo_common_dir(const struct repo *repo);
/* NULL in a bare repository. */
const char *repo_work_tree(const struct repo *repo);
/*
 * Where relative addresses and paths of the configuration count from: the
 * work tree's top, else the git dir; a store has that of its lender.
 */
const char *repo_base_dir(const struct repo *repo);
/* $GIT_COMMON_DIR/git-bench: caches only, made on first use by its users. */
const char *repo_cache_dir(const struct repo *repo);
bool repo_is_shallow(const struct repo *repo);
/*
 * What was put right on the way and people should hear of (a dead writer's
 * lock was removed), one sentence each, for the program to show; borrowed.
 */
const struct strlist *repo_notices(const struct repo *repo);

#endif
