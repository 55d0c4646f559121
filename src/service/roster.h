/*
 * roster - which runners are alive, as far as this process has seen.
 *
 * A face that moved lately belongs to a live runner; one that stays as it is
 * for longer than a runner at rest would leave it does not, nor does one that
 * says "stopped". What is seen for the first time is given that long. Times
 * are the caller's monotonic seconds; clocks of machines are never compared.
 *
 *	roster_look(&roster, &faces, now);	after each look
 *	roster_live(&roster, now);
 */
#ifndef SERVICE_ROSTER_H
#define SERVICE_ROSTER_H

#include "record/face.h"

/* A face that has not moved for longer is nobody's. */
#define ROSTER_PATIENCE (2 * FACE_REST + 60) /* seconds */

struct roster_entry {
	char *name;
	struct oid oid; /* of the face, as last seen */
	double since;	/* it has been so */
	bool stopped;
};

struct roster {
	struct roster_entry *items;
	size_t nr;
	size_t cap;
};

#define ROSTER_INIT { 0 }

/* Faces that are gone are forgotten. */
void roster_look(struct roster *roster, const struct faces *faces,
		 double now);
size_t roster_live(const struct roster *roster, double now);
void roster_release(struct roster *roster);

#endif
