/*
 * leftovers - what processes that were killed left in this repository.
 *
 * Worktrees and their registrations, locks of refs, folders of jobs: each is
 * signed by its owner (base/owner.h), and goes when that one is surely dead.
 * Called at each start of a runner; what the hub holds of the dead (claims,
 * keep refs) is the worker's to clear away, for it has looked there.
 */
#ifndef SERVICE_LEFTOVERS_H
#define SERVICE_LEFTOVERS_H

#include "git/repo.h"

int leftovers_sweep(struct repo *repo);

#endif
