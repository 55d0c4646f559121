/*
 * config - git's own configuration of a repository: system, global, local,
 * of the worktree, and (for a repository opened without a path) what
 * `git -c key=value` and GIT_CONFIG_COUNT add, in the order git reads them.
 * Files that changed are read anew.
 *
 * An absent key is not an error: the `otherwise` comes back. A value that
 * cannot be read as the type asked for is ERR_BADDATA, with key and value.
 */
#ifndef GIT_CONFIG_H
#define GIT_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strlist.h"
#include "git/repo.h"

/* Owned; NULL when absent and `otherwise` is NULL. */
char *config_string(struct repo *repo, const char *key,
		    const char *otherwise);
int config_bool(bool *out, struct repo *repo, const char *key,
		bool otherwise);
int config_int(int64_t *out, struct repo *repo, const char *key,
	       int64_t otherwise);
/* "90s", "5m", ... in seconds. */
int config_duration(double *out, struct repo *repo, const char *key,
		    double otherwise);
/* All values of a key, in order. */
int config_all(struct strlist *out, struct repo *repo, const char *key);
/* Writes to the repository's own config file; all older values go. */
int config_set(struct repo *repo, const char *key, const char *value);
/*
 * All values of a key, in the place of older ones; none: the key goes. In
 * `file` instead of the repository's own configuration unless it is NULL.
 */
int config_replace(struct repo *repo, const char *file, const char *key,
		   const struct strlist *values);
/*
 * Calls back for every "<section>.…" entry, in order; stops on non-zero. The
 * key's section and name are in lower case; "true" for a key without "=".
 */
int config_each(struct repo *repo, const char *section,
		int (*each)(void *data, const char *key, const char *value),
		void *data);

#endif
