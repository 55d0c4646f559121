/*
 * choose - which request a runner takes next.
 *
 * The first in queue order that is free or whose claim was given up, among
 * those that this runner may take; any of the first as many as there are
 * rivals, so that those who wake together do not all want the same one, but
 * none that is less urgent than the first.
 *
 *	struct choosing choosing = { .ledger = &ledger, ... };
 *	choose(&choice, &choosing);
 *	if (choice.request) ...claim it, in the place of choice.old if any
 *	else if (choice.blocked) ...all there is to do is claimed by others
 */
#ifndef SERVICE_CHOOSE_H
#define SERVICE_CHOOSE_H

#include "record/claim.h"
#include "record/face.h"
#include "record/ledger.h"
#include "service/sightings.h"

/* All borrowed. */
struct choosing {
	const struct ledger *ledger;
	const struct claims *claims;
	const struct sightings *sightings;
	const char *runner; /* this one's name */
	const struct strlist *labels; /* that it offers */
	const char *only; /* a request's id; NULL: any */
	const char *schedule; /* a schedule's name; NULL: any */
	size_t rivals;	  /* runners that may want the same now; at least 1 */
	double now;	  /* clock_monotonic() */
};

/* Points into what was given. */
struct choice {
	const struct request *request; /* NULL: nothing to take */
	const struct claim *old;       /* what it is taken from; NULL: free */
	const struct request *blocked; /* the first one that others hold */
	const struct claim *blocker;   /* by this claim */
	size_t elsewhere; /* open, but for other runners */
};

void choose(struct choice *out, const struct choosing *choosing);
/*
 * One that was opened before `limit` (UTC seconds), that nobody works on and
 * that no runner known by a face as new as that may take. *obstacle, owned,
 * says why; NULL when there is none.
 */
void choose_unservable(struct choice *out, char **obstacle,
		       const struct choosing *choosing,
		       const struct faces *faces, int64_t limit);

/* By its whole id; NULL when it is not among them. */
const struct request *choose_find_request(const struct ledger *ledger,
					  const char *id);

#endif
