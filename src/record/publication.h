/*
 * publication - the one way in which anything of ours becomes visible.
 *
 * A set of refs to move, by compare-and-swap. In a shared hub: one push, all
 * or none. In this repository, or where a server cannot move several refs at
 * once: one after the other, in the order in which they were added, so that
 * what comes first must make sense alone (docs/design.md, "The life of a
 * request", says which order that is). What is exactly so already counts as
 * done, so that a publication may be sent again; but not a branch to be moved
 * forward, which is LOST then: whoever prepares it anew sees what to do.
 *
 *	static int prepare(void *data, struct publication *pub)
 *	{
 *		...read the tips, decide, write objects
 *		publication_add(pub, LEDGER_REF, PUSH_FORWARD, &tip, &new);
 *		return 0;		nothing added: nothing to do
 *	}
 *	rc = publish(repo, prepare, data, "ledger");
 */
#ifndef RECORD_PUBLICATION_H
#define RECORD_PUBLICATION_H

#include "git/push.h"
#include "git/repo.h"
#include "record/hub.h"

enum publication_outcome {
	PUBLISHED,
	PUBLICATION_LOST,   /* a ref was not what we thought: look again */
	PUBLICATION_UNSURE, /* as LOST, but it may have been done */
};

struct publication {
	struct hub hub;
	struct push push; /* by our names for the refs */
	const char *message; /* for reflogs; borrowed */
	enum publication_outcome outcome;
	bool one_by_one; /* the hub could not do all or none */
	/* The try before this one may have succeeded: look for its traces. */
	bool unsure;
	/* Set by `prepare` with ERR_LOST: a tip moved while it looked. */
	bool outdated;
};

int publication_open(struct publication *out, struct repo *repo,
		     const char *message);
/* `rule`, `old` and `new` as in git/push.h. */
void publication_add(struct publication *pub, const char *ref,
		     enum push_rule rule, const struct oid *old,
		     const struct oid *new);
/*
 * Moves the refs. ERR_REFUSED when the hub does not want one of them, else
 * errors as in git/remote.h; after all of these nothing has moved in a
 * shared hub that can do all or none.
 */
int publication_send(struct publication *pub);
void publication_release(struct publication *pub);

/*
 * Prepares and sends until it is not lost; pulls in between. `what` names
 * the thing in messages. ERR_LOST when others kept being faster. An error of
 * `prepare` ends it, but for one that `outdated` explains; refs that were made until then are taken back.
 */
int publish(struct repo *repo, const char *what,
	    int (*prepare)(void *data, struct publication *pub), void *data);

#endif
