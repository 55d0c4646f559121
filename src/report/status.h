/*
 * status - the queue: who waits, who is measured by whom, what became of
 * the rest.
 *
 *	AUTO(table) t = TABLE_INIT;
 *	status_table(&t, entries, nr, clock_now());
 *	table_print(&out, &t, TABLE_AS_TEXT, &style);
 *
 * For programs, one object a request; what is not known is absent:
 *
 *	id, suite, state ("open", "unapproved", "done", "cancelled",
 *	"failed"), position (from 1, of those that wait), round, priority,
 *	sides (array of {sha, variant, ref}, baseline first, head last),
 *	ref, pr, schedule, group, pool, filter, options (object), by,
 *	at (of the request, UTC), since (of its round, UTC),
 *	claim ({runner, attempt, at}: it is being measured),
 *	end (the event that ended the round, as in the ledger)
 */
#ifndef REPORT_STATUS_H
#define REPORT_STATUS_H

#include <stdbool.h>
#include <stdint.h>

#include "record/claim.h"
#include "record/request.h"
#include "report/table.h"

/* Digits of an id that are shown to people. */
#define STATUS_ID_LEN 8

struct status_entry {
	const struct request *request;
	const struct claim *claim; /* on its round; NULL: none */
	bool gone;		   /* claim_is_dead(claim) */
};

/* For people. `entries` in the order of the queue. */
void status_table(struct table *out, const struct status_entry *entries,
		  size_t nr, int64_t now);
/*
 * The object above; new reference. `position` counts the entries before it
 * that wait, itself included; 0 when it does not wait.
 */
json_t *status_json(const struct status_entry *entry, size_t position);
/* Does it wait for a runner? */
bool status_is_waiting(const struct status_entry *entry);

#endif
