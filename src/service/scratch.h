/*
 * scratch - the folder where a job keeps its files until they are recorded.
 *
 * repo_cache_dir()/jobs/<owner>, named after its process (base/owner.h), so
 * that the next start clears away what a killed one left behind.
 */
#ifndef SERVICE_SCRATCH_H
#define SERVICE_SCRATCH_H

#include "git/repo.h"

/* Removes the folders of dead processes. */
void scratch_sweep(struct repo *repo);
/* An empty folder for this process; owned path. Sweeps first. */
int scratch_make(char **out, struct repo *repo);
/* Frees the path as well; NULL is fine. */
void scratch_remove(char *path);

#endif
