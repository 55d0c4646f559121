/*
 * buildcache - built trees, kept by what went into them.
 *
 * An entry is the folder repo_cache_dir()/builds/<16 hex digits>, the digits
 * being a hash of tree, options, environment and toolchain, so that paths of
 * all sides are equally long and equal inputs find the same build. While it
 * is filled it is locked and a git worktree; when complete, a plain folder.
 *
 *	buildcache_get(&entry, repo, &key);
 *	if (!entry.complete) {
 *		... build in entry.tree ...
 *		buildcache_complete(&entry);	or buildcache_discard()
 *	}
 *	buildcache_put(&entry);			unlock
 */
#ifndef SUITE_BUILDCACHE_H
#define SUITE_BUILDCACHE_H

#include <stdbool.h>

#include "git/repo.h"

struct build_key {
	struct oid commit;	/* its tree is what counts */
	const char *recipe;	/* build command, options, variant, ... */
	const char *toolchain;	/* what compiles it, with versions */
	bool incremental; /* may start from the nearest entry's copy */
};

struct build_entry {
	struct repo *repo;
	char *dir;  /* <cache>/builds/<hash> */
	char *tree; /* <dir>/tree: the sources, and what was built in them */
	char *prefix; /* <dir>/prefix: for what is installed; may be absent */
	bool complete; /* built before: use it as it is */
	bool adopted;  /* the tree began as a copy of a nearby build */
	int lock;
};

/*
 * Waits for the lock of another process that builds the same (progress is
 * the caller's), lays the commit out (a copy of the nearest complete entry
 * of the same recipe and toolchain brought to it, when incremental).
 */
int buildcache_get(struct build_entry *out, struct repo *repo,
		   const struct build_key *key);
int buildcache_complete(struct build_entry *entry);
/* Removes the entry's folder and worktree. */
int buildcache_discard(struct build_entry *entry);
/* Unlocks and frees; an incomplete entry is discarded. */
void buildcache_put(struct build_entry *entry);
/* Least recently used complete entries go until `max_bytes` are kept. */
int buildcache_evict(struct repo *repo, int64_t max_bytes);

#endif
