/*
 * store - a bare repository of a runner's own, with another's settings.
 *
 * What is fetched, claimed and laid out goes there, so that the lender's
 * hooks, garbage collection, partial or shallow clone and worktrees do not
 * matter, and nothing of it gets into his way. Its settings go before the
 * store's own: remotes, bench.*, credentials, url.insteadOf; not those that
 * say how a repository is built (core.*, extensions.*, branch.* ...). They
 * are lent when it is opened, and never written into the store: some of them
 * are secrets.
 *
 * The store may be deleted whenever nobody works in it; nothing is lost.
 */
#ifndef GIT_STORE_H
#define GIT_STORE_H

#include "git/repo.h"

/* What to do about one that is damaged. */
#define STORE_MEND                                                       \
	"remove that folder while no runner works in it: nothing is lost, " \
	"the next one makes it anew"

/* Makes it where there is none. */
int store_open(struct repo **out, struct repo *lender, const char *path);
/* Has the lender's settings as they are now. */
int store_borrow(struct repo *store, struct repo *lender);
/*
 * Packs what lies loose if that is much. For a moment in which nobody
 * measures: git never does so by itself here.
 */
int store_tidy(struct repo *store);

#endif
