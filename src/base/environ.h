/*
 * environ - the environment a child process gets, as an owned list.
 *
 * Invariant: one "NAME=value" an entry, no name twice.
 */
#ifndef BASE_ENVIRON_H
#define BASE_ENVIRON_H

#include <stdbool.h>

#include "base/strlist.h"

/* A copy of this process's own. */
void environ_copy(struct strlist *out);
/* Sets or replaces; a NULL value removes the name. */
void environ_set(struct strlist *env, const char *name, const char *value);
/* "NAME=value" as one string; false when there is no '=' or no name. */
bool environ_put(struct strlist *env, const char *assignment);
/* Borrowed; NULL when absent. */
const char *environ_get(const struct strlist *env, const char *name);
/*
 * Removes what must not reach a stranger's code: names that end in or hold
 * TOKEN, SECRET, PASSWORD, CREDENTIAL, API_KEY, PRIVATE_KEY, ACCESS_KEY,
 * agents' sockets (SSH_AUTH_SOCK, GPG_AGENT_INFO), GIT_ASKPASS and the like,
 * http.extraHeader in GIT_CONFIG_*, and git's own GIT_DIR family.
 */
void environ_scrub(struct strlist *env);
/* Removes git's repository variables (git rev-parse --local-env-vars). */
void environ_scrub_git(struct strlist *env);

#endif
