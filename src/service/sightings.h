/*
 * sightings - how long each claim has been seen unchanged.
 *
 * Clocks of machines are never compared: a claim counts as abandoned only
 * when this process itself has seen it unchanged for a whole lease, in
 * successful looks no further apart than a third of the lease; a longer gap
 * starts the count anew. Times are the caller's monotonic seconds, so the
 * rule can be tested without waiting.
 *
 * A claim that was only listed is seen as well, and is nobody's to take.
 *
 *	sightings_look(&s, &claims, now);	after each successful look
 *	if (sightings_expired(&s, &claim, now)) ...take it over
 */
#ifndef SERVICE_SIGHTINGS_H
#define SERVICE_SIGHTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "record/claim.h"

struct sighting {
	struct oid oid; /* of the claim, as last seen */
	char *request;
	double lease;
	double since; /* first look of the unbroken row */
	double last;  /* newest look */
	double gap;   /* the longest in the row between two looks */
};

struct sightings {
	struct sighting *items;
	size_t nr;
	size_t cap;
};

#define SIGHTINGS_INIT { 0 }

/* Claims that are gone are forgotten. */
void sightings_look(struct sightings *sightings, const struct claims *claims,
		    double now);
bool sightings_expired(const struct sightings *sightings,
		       const struct claim *claim, double now);
/*
 * May it be taken over? Expired, or of a process that is gone, or left over
 * by this one, when the hub was away: it works on nothing now.
 */
bool sightings_abandoned(const struct sightings *sightings,
			 const struct claim *claim, double now);
/*
 * Is there an unread claim that has not changed for `patience` seconds? It
 * may be a dead runner's, which only what it says can tell.
 */
bool sightings_want_reading(const struct sightings *sightings,
			    const struct claims *claims, double patience,
			    double now);
void sightings_release(struct sightings *sightings);

#endif
