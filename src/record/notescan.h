/*
 * notescan - the events of one note, by request.
 */
#ifndef RECORD_NOTESCAN_H
#define RECORD_NOTESCAN_H

#include <stdbool.h>

#include "git/oid.h"
#include "record/event.h"

struct notescan {
	struct events events; /* sorted by id */
	size_t bad;	      /* lines that are no events */
	size_t newer;	      /* lines of a newer version or kind */
	char *example;	      /* where the first of those is, and why */
};

#define NOTESCAN_INIT { 0 }

/* `commit` is whose note it is, for the example. */
void notescan_read(struct notescan *out, const struct oid *commit,
		   const char *text, size_t len);
/*
 * Moves all events of one id, the last there is, behind those of `out`;
 * false when none are left.
 */
bool notescan_pop(struct events *out, struct notescan *scan);
void notescan_release(struct notescan *scan);

#endif
