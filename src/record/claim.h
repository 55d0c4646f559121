/*
 * claim - refs/bench/claims/<request>: the one exclusive thing.
 *
 * A claim is a commit without parent whose tree holds claim.json: runner,
 * random nonce, round, attempt, lease, machine id, boot id, pid and start
 * time of the process. Created, renewed, taken over and deleted by
 * compare-and-swap only; the nonce makes every claim object unique.
 *
 *	claim_take(&won, &claim, repo, ...);
 *	claim_renew(&won, &claim, repo);	every quarter of a lease
 *	claim_drop(&won, &claim, repo);
 */
#ifndef RECORD_CLAIM_H
#define RECORD_CLAIM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/owner.h"
#include "git/repo.h"
#include "record/hub.h"

#define CLAIM_PREFIX "refs/bench/claims/"

struct claim {
	struct oid oid; /* the claim commit that we know */
	char *request;
	int round;
	int attempt; /* from 1 */
	char *runner;
	char *nonce;
	double lease; /* seconds */
	struct owner owner; /* the process that runs the request */
	int64_t at;
	/* clock_monotonic() when this process took it; 0: it did not. */
	double taken;
};

/* Must not exist. *won says whether it is ours. */
int claim_take(bool *won, struct claim *out, struct repo *repo,
	       const char *request, int round, int attempt,
	       const char *runner, double lease);
/* In place of `old` (a dead or expired one). */
int claim_take_over(bool *won, struct claim *out, struct repo *repo,
		    const struct claim *old, int round, int attempt,
		    const char *runner, double lease);
int claim_renew(bool *won, struct claim *claim, struct repo *repo);
int claim_drop(bool *won, const struct claim *claim, struct repo *repo);
int claim_read(struct claim *out, struct repo *repo, const char *request);
/* The claim that a commit holds, wherever it stands; ERR_BADDATA. */
int claim_load(struct claim *out, struct repo *repo, const struct oid *commit);
/*
 * All claims there are. One that cannot be read, or is another request's, is
 * in the way all the same: of a runner "unknown" and of no round, so that it
 * goes, as any claim does, when nobody has renewed it for a lease.
 */
#define CLAIM_ROUND_UNKNOWN (-1)
/* Of one that was listed and never fetched: it is there, that is all. */
#define CLAIM_ROUND_UNREAD (-2)
struct claims {
	struct claim *items;
	size_t nr;
	size_t cap;
};
int claims_read(struct claims *out, struct repo *repo);
/* Those of a shared hub's listing (hub_look()). */
void claims_listed(struct claims *out, const struct hub *hub,
		   const struct remote_refs *refs);
bool claim_is_unread(const struct claim *claim);
void claims_release(struct claims *claims);
/* Is its process, one of this very machine, certainly gone (owner.h)? */
bool claim_is_dead(const struct claim *claim);
/* Is this process the one that it names? */
bool claim_is_own(const struct claim *claim);
void claim_release(struct claim *claim);

#endif
