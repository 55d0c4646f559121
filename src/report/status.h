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
 *	wait_seconds	until a runner will take it, by what past ones took
 *	estimated_seconds	from then to its end
 *	obstacle	why no runner that was seen may take it
 *	claim		{runner, attempt, at}: it is being measured; `at` is
 *			its runner's last sign of life
 *	progress	{since, phase, targets_done, targets_total, verdicts}:
 *			what that runner last said of it
 *	end		the event that ended the round, as in the ledger
 */
#ifndef REPORT_STATUS_H
#define REPORT_STATUS_H

#include <stdbool.h>
#include <stdint.h>

#include "record/claim.h"
#include "record/face.h"
#include "record/request.h"
#include "report/table.h"

struct status_entry {
	const struct request *request;
	const struct claim *claim; /* on its round; NULL: none */
	bool gone;		   /* claim_is_dead(claim) */
	size_t position; /* from 1, of those that wait; 0: it does not */
	/* What its runner says of it; NULL: nothing. */
	const struct face_job *job;
	bool expected; /* the following are meant; NaN: not known */
	double wait, seconds; /* until a runner takes it; from then on */
	const char *obstacle; /* why none will; NULL: one may */
};

/* For people. `entries` in the order of the queue. */
void status_table(struct table *out, const struct status_entry *entries,
		  size_t nr, int64_t now);
/* The object above; new reference. */
json_t *status_json(const struct status_entry *entry);
/*
 * What is happening to it, or became of it: "turing: building", "next",
 * "1 slower in bench/history/...". Without times when `now` is 0: then it
 * changes only when something happens. Not escaped; owned.
 */
char *status_words(const struct status_entry *entry, int64_t now);
/* "measuring" for what is claimed, else request_state_name(). */
const char *status_state(const struct status_entry *entry);
/* Does it wait for a runner? */
bool status_is_waiting(const struct status_entry *entry);

#endif
