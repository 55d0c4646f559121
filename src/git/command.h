/*
 * command - runs the git program: for what libgit2 cannot do (worktrees,
 * fetch, push, credential, notes merge).
 *
 * Always: LC_ALL=C, no terminal prompt, git's repository variables unset,
 * no hooks (core.hooksPath=/dev/null), no pager, no maintenance.
 */
#ifndef GIT_COMMAND_H
#define GIT_COMMAND_H

#include "base/process.h"
#include "git/repo.h"

/* Fills argv ("git", "-c", ..., "--git-dir=…") and env for `repo`. */
void git_command_init(struct process *out, struct repo *repo);
/* As `git -c` would, but out of sight, and with any bytes in the name. */
void git_command_set(struct strlist *env, const char *key,
		     const char *value);
/* Runs "git <args…>"; ERR_FAILED with git's last line unless it exits 0. */
int git_run(struct repo *repo, const char *const *args);

#endif
