/*
 * status - the queue: who waits, who is measured by whom, what became of
 * the rest.
 *
 *	AUTO(table) t = TABLE_INIT;
 *	status_table(&t, entries, nr, clock_now());
 *	table_print(&out, &t, TABLE_AS_TEXT, &style);
 *
 * For programs, one object a request: the members of its line in the ledger
 * but `v` and `event` (id, suite, sides, ref, pr, schedule, group, pool,
 * filter, options, config, priority, by, at, ...; those that were not asked
 * for are absent), and
 *
 *	state		"open", "unapproved", "done", "cancelled", "failed"
 *	round, since	its newest round, and when that was opened (UTC)
 *	position	from 1, of those that wait for a runner
 *	claim		{runner, attempt, at}: it is being measured
 *	end		the event that ended the round, as in the ledger
 */
#ifndef REPORT_STATUS_H
#define REPORT_STATUS_H

#include <stdbool.h>
#include <stdint.h>

#include "record/claim.h"
#include "record/request.h"
#include "report/table.h"

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
