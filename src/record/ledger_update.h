/*
 * ledger_update - brings the tables of a ledger_index up to its tip.
 *
 * Private to ledger_index. Runs inside its writing transaction.
 */
#ifndef RECORD_LEDGER_UPDATE_H
#define RECORD_LEDGER_UPDATE_H

#include "record/ledger_index.h"

/* From what the tables hold, the state at `old` ("none": nothing). */
int ledger_update(struct ledger_index *index, const struct oid *old);
/*
 * Appends all events of an id, from every note that has some but `except`
 * (NULL: from all).
 */
int ledger_gather(struct events *out, struct ledger_index *index,
		  const char *id, const char *except);

#endif
