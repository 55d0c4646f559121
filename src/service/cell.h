/*
 * cell - one ref and one suite of an occasion (occasion.h), on the way to its
 * requests.
 *
 *	AUTO(cell) cell = { .o = o, .ref = ref, .head = commit, ... };
 *	rc = cell_find_variant(&cell);
 *	if (!cell_is_done(&cell))
 *		rc = cell_find_base(&base, &cell);
 */
#ifndef SERVICE_CELL_H
#define SERVICE_CELL_H

#include "git/object.h"
#include "service/occasion.h"

struct cell {
	const struct occasion *o;
	const char *ref; /* whole; borrowed */
	bool by_pattern; /* a pattern found it */
	struct commit head;
	const struct suite *suite; /* borrowed */
	char *variant; /* of the head, as results spell it; NULL: none */
};

/* The variant that the head is built in, of a sweep the last. */
int cell_find_variant(struct cell *cell);
/* The id of what is asked for on that pool (NULL: any); owned. */
char *cell_derive(const struct cell *cell, const char *kind,
		  const char *pool);
/*
 * Does the ledger know the requests for all pools, whatever became of them,
 * or was the schedule dispatched by hand since the slot?
 */
bool cell_is_done(const struct cell *cell);
/* The base as --base takes it, in the head's variant; NULL: none. Owned. */
int cell_find_base(char **out, const struct cell *cell);
void cell_release(struct cell *cell);

#endif
