/*
 * raw - what the files of src/git share: libgit2's types at our borders.
 *
 * Private to src/git, the only folder that includes git2.h. A function here
 * takes libgit2's text of an error at once, on the same thread, since the
 * next call into libgit2 may replace it.
 *
 *	AUTO_GIT(git_tree) tree = NULL;		git_tree_free() at scope end
 *	if (git_tree_lookup(&tree, repo_raw(repo), &id))
 *		return fail_git("cannot read tree %s", hex);
 */
#ifndef GIT_RAW_H
#define GIT_RAW_H

#include <git2.h>

#include "base/error.h"
#include "git/oid.h"
#include "git/repo.h"

void oid_from_raw(struct oid *out, const git_oid *raw);
/* "none" gives all zeroes. */
void oid_to_raw(git_oid *out, const struct oid *oid);

/* fail() with ": <libgit2's last error>" behind it; returns ERR_FAILED. */
int fail_git(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Adds to repo_notices(). */
void repo_notice(struct repo *repo, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Borrowed from the repository. */
git_odb *repo_odb(const struct repo *repo);
git_config *repo_config(const struct repo *repo);
/* All of the repository's configuration files, as git stacks them. */
int config_open(git_config **out, struct repo *repo);
/* Configuration in the environment: empty unless opened from there. */
struct configenv;
const struct configenv *repo_configenv(const struct repo *repo);
/*
 * Settings that go before its own, for git's children as well, and where
 * they count from; both are taken over. See store.h.
 */
void repo_borrow(struct repo *repo, struct configenv *settings,
		 char *base_dir);
bool repo_has_borrowed(const struct repo *repo);
/* Was it opened without a path, so that git's environment speaks of it? */
bool repo_is_from_environment(const struct repo *repo);

/*
 * The tree of a commit, tag or tree. ERR_NOTFOUND when there is no such
 * object or it has no tree.
 */
int raw_tree(git_tree **out, struct repo *repo, const struct oid *treeish);
int raw_commit(git_commit **out, struct repo *repo, const struct oid *oid);

#define AUTO_GIT(type) __attribute__((cleanup(type##_auto))) type *
#define AUTO_GIT_DEFINE(type)                     \
	static inline void type##_auto(type **ptr) \
	{                                          \
		type##_free(*ptr);                 \
	}
AUTO_GIT_DEFINE(git_commit)
AUTO_GIT_DEFINE(git_config)
AUTO_GIT_DEFINE(git_config_entry)
AUTO_GIT_DEFINE(git_config_iterator)
AUTO_GIT_DEFINE(git_diff)
AUTO_GIT_DEFINE(git_object)
AUTO_GIT_DEFINE(git_odb)
AUTO_GIT_DEFINE(git_odb_object)
AUTO_GIT_DEFINE(git_reference)
AUTO_GIT_DEFINE(git_reference_iterator)
AUTO_GIT_DEFINE(git_signature)
AUTO_GIT_DEFINE(git_transaction)
AUTO_GIT_DEFINE(git_tree)
AUTO_GIT_DEFINE(git_tree_entry)

#endif
