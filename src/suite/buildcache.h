/*
 * buildcache - built trees, kept by what went into them.
 *
 * An entry is the folder repo_cache_dir()/builds/<16 hex digits>, the digits
 * being a hash of tree, recipe and toolchain, so that paths of all sides are
 * equally long and equal inputs find the same build. While it is filled it
 * is locked and a git worktree; when complete, a plain folder.
 *
 *	buildcache_get(&entry, repo, &key);
 *	if (!entry.complete) {
 *		... build in entry.tree ...
 *		buildcache_complete(&entry);	or buildcache_put() alone
 *	}
 *	... use it ...
 *	buildcache_put(&entry);			unlock
 *
 * Locks are flock() on builds/<hash>.lock: exclusive while it is filled,
 * shared by all who use it afterwards, so that two sides of one job, or two
 * jobs, may hold the same entry. The file "complete" in the entry is written
 * last, after everything else has reached the disk: what a crash leaves
 * behind lacks it, and the next user starts over.
 */
#ifndef SUITE_BUILDCACHE_H
#define SUITE_BUILDCACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "git/repo.h"

struct build_key {
	struct oid commit;	/* its tree is what counts */
	const char *recipe;	/* build command, options, variant, ... */
	const char *toolchain;	/* what compiles it, with versions */
	bool incremental; /* may start from the nearest entry's copy */
	/* Called once when another process holds the entry; or NULL. */
	void (*waiting)(void *data);
	void *waiting_data;
};

struct build_entry {
	struct repo *repo;
	struct oid commit;
	char *family; /* hash of recipe and toolchain */
	char *dir;  /* <cache>/builds/<hash> */
	char *tree; /* <dir>/tree: the sources, and what was built in them */
	char *prefix; /* <dir>/prefix: for what is installed; may be absent */
	bool complete; /* built before: use it as it is */
	bool adopted;  /* the tree began as a copy of a nearby build */
	int lock;      /* file descriptor */
};

#define BUILD_ENTRY_INIT { .lock = -1 }

/*
 * Waits for the lock of another process that builds the same, lays the
 * commit out (a copy of the nearest complete entry of the same recipe and
 * toolchain brought to it, when incremental). ERR_INTERRUPTED while waiting;
 * after an error there is nothing to put back.
 */
int buildcache_get(struct build_entry *out, struct repo *repo,
		   const struct build_key *key);
/* Lays the commit out anew, for an adopted tree that did not build. */
int buildcache_restart(struct build_entry *entry);
int buildcache_complete(struct build_entry *entry);
/* Counts its bytes anew, after more was built beside the tree. */
int buildcache_recount(const struct build_entry *entry);
/* Unlocks and frees; an incomplete entry is removed with its worktree. */
void buildcache_put(struct build_entry *entry);

#endif
