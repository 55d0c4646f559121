/*
 * hub - where machines meet: this repository, or the remote that
 * bench.remote names.
 *
 * Everybody speaks of refs by the names that docs/design.md gives them. In a
 * shared hub they are the remote's, under names that may be set for servers
 * which take only heads and tags, and what was last seen of them is kept
 * below refs/bench-remote/:
 *
 *	refs/notes/bench	bench.notesRef		refs/heads/bench-notes
 *	refs/bench/claims/	bench.claimPrefix	refs/heads/bench-claims/
 *	refs/bench/keep/	bench.keepPrefix	refs/heads/bench-keep/
 *	refs/bench/runners/	bench.runnerPrefix	refs/heads/bench-runners/
 *	refs/bench/orders/	bench.orderPrefix	refs/heads/bench-orders/
 *
 * Ledger and history have refs of our own besides, so that git shows them;
 * hub_pull() brings those up to the remote's.
 */
#ifndef RECORD_HUB_H
#define RECORD_HUB_H

#include <stdbool.h>

#include "base/strlist.h"
#include "git/remote.h"
#include "git/repo.h"

#define RUNNER_PREFIX "refs/bench/runners/"
#define ORDER_PREFIX "refs/bench/orders/"

/* The table above. */
struct hub_setting {
	const char *ref; /* ours: a name, or a prefix that ends in '/' */
	const char *key;
	const char *branch; /* for servers that take only branches */
};
enum { HUB_LEDGER, HUB_CLAIMS, HUB_KEEP, HUB_RUNNERS, HUB_ORDERS, HUB_NR };
extern const struct hub_setting hub_settings[HUB_NR];

struct hub {
	struct repo *repo; /* borrowed */
	bool shared;
	struct remote remote; /* of a shared one */
	struct strlist names; /* ours, the remote's; ours, the remote's … */
};

/* ERR_USAGE when a setting is no ref's name, ERR_NOTFOUND when a remote is. */
int hub_open(struct hub *out, struct repo *repo);
void hub_release(struct hub *hub);
/* What a ref, or a prefix that ends in '/', is called on the remote; owned. */
char *hub_name(const struct hub *hub, const char *ref);
/* Where this repository holds what the hub says of it; owned. */
char *hub_kept(const struct hub *hub, const char *ref);
/* The hub's value of a ref, as last seen; ERR_NOTFOUND. */
int hub_read(struct oid *out, struct repo *repo, const char *ref);

/*
 * Looks at the remote and fetches what moved of ledger, history, claims,
 * runners and orders; then ours follow. Does nothing in a hub that is not
 * shared. Errors as in git/remote.h and of hub_follow().
 *
 * *notice, owned, says in words what was odd in what moved (a remote that
 * was rewritten under us), else it is NULL; may be NULL itself.
 */
int hub_pull(const struct hub *hub, char **notice);
/*
 * The same, but claims are only listed, in *out: that a request is claimed
 * can be seen by the name. claims_listed() makes claims of it.
 */
int hub_look(struct remote_refs *out, const struct hub *hub, char **notice);
/*
 * The same of ledger and history alone, which say what has become of a round:
 * others' claims move all the time, and are not to be fetched for it.
 */
int hub_pull_rounds(const struct hub *hub, char **notice);
/* What became of our own ref where the remote's had moved. */
enum hub_move {
	HUB_FOLLOWED, /* it is the remote's, or ahead of it */
	HUB_UNITED,   /* ledgers that had gone apart are one */
	HUB_APART,    /* histories have: ours stays as it is */
	HUB_PURGED,   /* the remote's is of a newer epoch (epoch.h): taken */
};
/*
 * Brings our own ref up to what is kept of the hub's: the ledger is united
 * with it, bench-history goes forward unless somebody has it checked out.
 * Other refs are not ours. ERR_REFUSED when the remote's is of an older
 * epoch than ours.
 */
int hub_follow(enum hub_move *out, const struct hub *hub, const char *ref);
/* The same with what somebody else had there. */
int hub_follow_commit(enum hub_move *out, const struct hub *hub,
		      const char *ref, const struct oid *theirs);
/* Fetches the commits that a round's keep refs hold. */
int hub_fetch_keep(const struct hub *hub, const char *request, int round);

#endif
