/*
 * listing - the queue as it is seen now: requests, who works on them, which
 * runners there are, and what to expect.
 *
 *	AUTO(listing) listing = { 0 };
 *	rc = listing_read(&listing, repo, LEDGER_LIVE, NULL);
 *	if (listing.away)
 *		...the hub could not be reached: this is as last seen
 */
#ifndef GIT_BENCH_LISTING_H
#define GIT_BENCH_LISTING_H

#include "record/ledger.h"
#include "report/runners.h"
#include "report/status.h"
#include "service/forecast.h"

struct listing {
	int64_t now;
	char *away; /* why the hub could not be reached; NULL: it was */
	char *notice; /* what was odd there (hub.h), or NULL */
	struct claims claims;
	struct faces faces;
	struct ledger queue; /* all that has not ended */
	struct forecast *forecasts; /* one for each of the queue */
	size_t *positions;	    /* likewise */
	struct ledger other; /* shown in place of the queue, if asked for */
	const struct ledger *shown;
	struct status_entry *entries; /* one for each of what is shown */
	struct runner_entry *runners; /* one for each face */
};

/* `ids` (ends with NULL): those requests, in that order; NULL: `scope`. */
int listing_read(struct listing *out, struct repo *repo,
		 enum ledger_scope scope, char *const *ids);
/* All that is shown? */
bool listing_has_ended(const struct listing *listing);
/* Is some runner there to work off the queue? */
bool listing_has_runner(const struct listing *listing);
void listing_release(struct listing *listing);

#endif
