/*
 * hookdir - the folder of a repository's hooks, where ours join those that
 * are there.
 *
 * It is what core.hooksPath says, else hooks/ in the common git folder. A
 * hook of somebody else's is kept beside ours as "<name>.before-bench"; ours
 * run it first. What is installed is known by its second line's "# git-bench"
 * and may be installed again, newer or not.
 */
#ifndef GIT_HOOKDIR_H
#define GIT_HOOKDIR_H

#include "git/repo.h"

enum hook_outcome {
	HOOK_MADE,
	HOOK_CHAINED, /* another's hook is there, and runs first */
	HOOK_RENEWED, /* ours was there, of another version */
	HOOK_SAME,
};

/* The folder; owned. ERR_REFUSED when hooks are switched off. */
int hookdir_find(char **out, struct repo *repo);
/*
 * Installs `text`, a script, as `name` in a folder that hookdir_find() gave.
 * No moment is without a hook, if there was one. ERR_REFUSED when there is a
 * foreign hook and an earlier one is kept already.
 */
int hookdir_install(enum hook_outcome *out, const char *dir,
		    const char *name, const char *text);

#endif
