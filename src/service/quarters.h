/*
 * quarters - the repository that a runner works in.
 *
 * Where the queue is shared that is a store of its own (git/store.h), below
 * the folder of caches or where bench.store says; all that it needs comes
 * from the remotes. Where the queue is the repository's own, and in a shallow
 * clone (a hosted machine that is gone tomorrow), it is the repository itself.
 *
 *	rc = quarters_open(&quarters, repo);
 *	rc = quarters_settle(&quarters);	before the first look
 *	... work in quarters.repo
 *	rc = quarters_follow(&quarters);	the default branch, now and then
 *	quarters_share(&quarters);		the user's clone sees results
 *	quarters_release(&quarters);
 */
#ifndef SERVICE_QUARTERS_H
#define SERVICE_QUARTERS_H

#include "git/repo.h"

struct quarters {
	struct repo *user;  /* borrowed */
	struct repo *repo;  /* where to work */
	struct repo *store; /* the same if it is a store, else NULL */
	bool settled;
	char *branch; /* the source's default one, or NULL */
	char *notice; /* what people should hear of since settling, or NULL */
	double followed, tidied; /* monotonic */
	struct oid ledger, history; /* as last shared */
};

int quarters_open(struct quarters *out, struct repo *user);
/* The store's path, if there is one by now; else NULL. Owned. */
char *quarters_find(struct repo *user);
/*
 * Learns which branch of the source is the default one, and fetches it: it
 * tells which results form series, and has .gitbench. Errors of the remote.
 */
int quarters_settle(struct quarters *quarters);
/* Fetches it again, if it was not done within the last minute. */
int quarters_follow(struct quarters *quarters);
/*
 * Is a commit, with all that leads to it, certainly here: of the default
 * branch as last fetched into the store?
 */
bool quarters_hold(const struct quarters *quarters, const struct oid *commit);
/*
 * So that `git log bench-history` works there: does nothing unless ledger or
 * history moved since it was done last. What fails is tried again then.
 */
void quarters_share(struct quarters *quarters);
/* While nothing is measured: at most once an hour. */
void quarters_tidy(struct quarters *quarters);
/*
 * After work there has failed with `rc`: if the store is damaged that is the
 * error to tell. Returns what stands then.
 */
int quarters_explain(struct quarters *quarters, int rc);
/* The settings, as they are now. */
int quarters_reload(struct quarters *quarters);
void quarters_release(struct quarters *quarters);

#endif
