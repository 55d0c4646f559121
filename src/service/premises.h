/*
 * premises - what belongs to a machine that serves: room for caches, the
 * launcher and where it leads, the unit that keeps a runner up. As findings
 * of `git bench doctor`.
 */
#ifndef SERVICE_PREMISES_H
#define SERVICE_PREMISES_H

#include "git/repo.h"
#include "measure/fitness.h"

/*
 * Nothing is said of what the machine does not have: no launcher, no unit. A
 * launcher is tried out, for half a minute at most; where it leads to another
 * machine, doctor looks at that one too.
 */
void premises_examine(struct findings *out, struct repo *repo);

#endif
