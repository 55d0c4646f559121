/*
 * heartbeat - keeps a claim alive while its job runs.
 *
 * A thread with a repository handle of its own renews the claim at every
 * quarter of its lease, also during a sample, and looks whether the round
 * has ended meanwhile (a cancel). heartbeat_stop() joins it, so that a
 * renewal and the finish of one claim are never in flight together. It
 * brings the runner's face up to date, and reads its orders, as well.
 *
 *	heartbeat_start(&hb, repo, &claim, presence);
 *	... heartbeat_is_over(hb) between samples ...
 *	heartbeat_stop(hb, &claim);	claim->oid is the newest renewal
 */
#ifndef SERVICE_HEARTBEAT_H
#define SERVICE_HEARTBEAT_H

#include <stdbool.h>

#include "record/claim.h"
#include "service/presence.h"

struct heartbeat;

/* `claim` is copied, `presence` borrowed. */
int heartbeat_start(struct heartbeat **out, struct repo *repo,
		    const struct claim *claim, struct presence *presence);
/* The claim was lost, or its round has ended: the work is for nothing. */
bool heartbeat_is_over(struct heartbeat *heartbeat);
/* *lost: the claim is no longer ours. Frees; NULL is fine. */
void heartbeat_stop(struct heartbeat *heartbeat, struct claim *claim,
		    bool *lost);

#endif
