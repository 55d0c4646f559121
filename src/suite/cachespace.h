/*
 * cachespace - how much disk the caches take, and the room they leave.
 *
 * What counts are the built trees (buildcache.h) and the files that rules of
 * Sandmark made (dataset.h). What was used least recently goes first; what is
 * in use, by this process or another, stays. What crashes left behind goes in
 * any case.
 *
 *	bench.buildCache	the most that the caches take ("20g")
 *	bench.diskFloor		the least that stays free on their disk ("1g")
 */
#ifndef SUITE_CACHESPACE_H
#define SUITE_CACHESPACE_H

#include <stdint.h>

#include "git/repo.h"

struct cachespace {
	int64_t used;  /* bytes that the caches take */
	int64_t most;  /* bench.buildCache */
	int64_t free;  /* bytes free on their disk; -1: unknown */
	int64_t floor; /* bench.diskFloor */
};

/* ERR_BADDATA when a key holds no size. */
int cachespace_read(struct cachespace *out, struct repo *repo);
/* Evicts until the caches take at most `max_bytes`. */
int cachespace_evict(struct repo *repo, int64_t max_bytes);
/* Evicts to bench.buildCache. */
int cachespace_tidy(struct repo *repo);
/*
 * Evicts until bench.diskFloor is free. ERR_FULL when that is not enough: the
 * message says how much is missing.
 */
int cachespace_secure(struct repo *repo);

#endif
