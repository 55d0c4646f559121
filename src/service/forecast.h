/*
 * forecast - what to expect of the requests that have not ended: when each
 * will begin, and how long it takes.
 *
 * Runners that were seen lately take the queue in its order, each request by
 * the one that is free first among those that may take it; how long each
 * takes is estimated from past results (estimate.h). Where no runner has
 * shown itself yet, one that takes everything is assumed. Nothing is
 * promised: what nobody knows is NaN.
 *
 *	struct forecast *f = xcalloc(ledger.nr, sizeof(*f));
 *	rc = forecast_queue(f, repo, &ledger, &claims, &faces, clock_now());
 *	f[i] is about ledger.requests[i]
 *	forecasts_free(f, ledger.nr);
 */
#ifndef SERVICE_FORECAST_H
#define SERVICE_FORECAST_H

#include "record/claim.h"
#include "record/face.h"
#include "record/ledger.h"

/* A face that was not renewed for so long is of a runner that is gone. */
#define FORECAST_GONE 7200 /* seconds */

struct forecast {
	double seconds; /* from its claim to its end */
	double wait;	/* until it is claimed */
	char *obstacle; /* why no known runner may take it; NULL: one may */
};

/* Is that runner still there, as far as its face tells? */
bool forecast_is_there(const struct face *face, int64_t now);
/* `out` is zeroed; only requests that have not ended get figures. */
int forecast_queue(struct forecast *out, struct repo *repo,
		   const struct ledger *ledger, const struct claims *claims,
		   const struct faces *faces, int64_t now);
void forecasts_free(struct forecast *forecasts, size_t nr);

#endif
