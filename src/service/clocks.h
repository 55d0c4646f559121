/*
 * clocks - which runners' clocks disagree with ours, and who fires a slot.
 *
 * A stamp tells of a clock only when it was seen to change: then it was
 * written between the last look and this one, by a clock that should have
 * shown a time between ours then and ours now. One that is off by more than
 * CLOCKS_TOLERANCE disagrees; a stamp that did not change says nothing, for
 * nobody knows when it was written.
 *
 * Where clocks disagree, the runner whose clock reaches a slot later fires
 * it: late is safe, for the request's id follows from the slot. So a slot
 * that our clock has reached is left to a runner whose clock has not, as long
 * as that one is seen alive and idle.
 *
 *	clocks_look(&clocks, &faces, our_name, clock_now(), monotonic);
 *	name = clocks_later(&clocks, slot, clock_now(), monotonic);
 *	if (name) ...leave the slot to that one
 */
#ifndef SERVICE_CLOCKS_H
#define SERVICE_CLOCKS_H

#include <stdint.h>

#include "record/face.h"

#define CLOCKS_TOLERANCE 300 /* seconds */
/* So long a runner that was seen writing counts as alive: it writes every
 * FACE_REST, and may miss one. */
#define CLOCKS_TRUST (2.5 * FACE_REST)

struct clock_seen {
	char *name;
	struct oid oid; /* of the face, as last seen */
	int64_t at;	/* its stamp */
	int64_t offset; /* its clock less ours; 0: agrees, or not known */
	double moved;	/* monotonic: when it was seen to change; < 0: never */
	bool idle;	/* has nothing to do but to look */
};

struct clocks {
	struct clock_seen *items;
	size_t nr;
	size_t cap;
	int64_t last; /* our clock at the last look; 0: none yet */
};

#define CLOCKS_INIT { 0 }

/* After each successful look. Faces that are gone are forgotten. */
void clocks_look(struct clocks *clocks, const struct faces *faces,
		 const char *self, int64_t now, double monotonic);
/* The runner that the slot is to be left to; NULL: none. Borrowed. */
const char *clocks_later(const struct clocks *clocks, int64_t slot,
			 int64_t now, double monotonic);
void clocks_release(struct clocks *clocks);

#endif
