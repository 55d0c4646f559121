/*
 * runners - who works off the queue, as the runners themselves last said.
 *
 * For programs, the object of face_to_json(): name, state, since, at,
 * version, instance, machine, labels, job; and `gone`, true for a runner
 * that has ended or was not heard of for too long.
 */
#ifndef REPORT_RUNNERS_H
#define REPORT_RUNNERS_H

#include <stdbool.h>
#include <stdint.h>

#include "record/face.h"
#include "report/table.h"

struct runner_entry {
	const struct face *face;
	bool gone;
	bool busy; /* the request that it speaks of is still its own */
};

/* For people. */
void runners_table(struct table *out, const struct runner_entry *entries,
		   size_t nr, int64_t now);
/* New reference. */
json_t *runners_json(const struct runner_entry *entry);

#endif
