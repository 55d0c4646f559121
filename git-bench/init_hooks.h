/*
 * init_hooks - what `git bench init --hooks` installs.
 *
 * In a repository that others push to (a bare one, or one whose
 * receive.denyCurrentBranch is set): update and post-receive, and
 * receive.advertisePushOptions. In one with a work tree: pre-push.
 */
#ifndef GIT_BENCH_INIT_HOOKS_H
#define GIT_BENCH_INIT_HOOKS_H

#include <jansson.h>

#include "base/buf.h"
#include "git/repo.h"

/*
 * Adds a line for people about each hook to `text`, an object to `list`.
 * Idempotent. Errors as in git/hookdir.h; what was installed before one stays.
 */
int init_hooks(struct buf *text, json_t *list, struct repo *repo);

#endif
