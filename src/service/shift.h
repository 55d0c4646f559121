/*
 * shift - what one call of worker_once() holds. Private to worker.c, which
 * looks and claims, and duty.c, which does what was claimed.
 */
#ifndef SERVICE_SHIFT_H
#define SERVICE_SHIFT_H

#include "record/hub.h"
#include "record/ledger.h"
#include "service/worker.h"

struct shift {
	struct repo *repo;
	struct hub hub;
	struct worker *worker;
	struct worker_report *report;
	struct remote_refs listed; /* what the hub has, of the last look */
	bool by_name; /* claims that moved are only listed */
	struct claims claims;
	struct faces faces;
	struct ledger ledger;
	struct claim claim; /* ours, once won */
	double renewed;	    /* monotonic: when it was made or renewed */
	char *obstacle; /* why nobody may take what was claimed, or NULL */
};

void shift_say(const struct shift *shift, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* Brings what is known of ledger and history up to date. */
int shift_pull_rounds(struct shift *shift);
/*
 * The duty: shift->claim is ours, and its request is in the report. Looks
 * whether the round is still open, then brings it to its end. After an error
 * the claim is handed back, where that works.
 */
int shift_work(struct shift *shift);

#endif
