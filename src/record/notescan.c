#include "record/notescan.h"

#include <string.h>

#include "base/error.h"
#include "record/lineset.h"

static void count_skipped(struct notescan *out, int rc,
			  const struct oid *commit, size_t number)
{
	if (rc == ERR_REFUSED)
		out->newer++;
	else
		out->bad++;
	if (!out->example)
		out->example = xstrfmt("note of %.10s, line %zu: %s",
				       commit->hex, number, error_message());
}

static int compare_ids(const void *a, const void *b)
{
	return strcmp(((const struct event *)a)->id,
		      ((const struct event *)b)->id);
}

void notescan_read(struct notescan *out, const struct oid *commit,
		   const char *text, size_t len)
{
	const char *rest = text;
	struct line line;

	for (size_t number = 1; lineset_next(&line, &rest, text + len);
	     number++) {
		struct event event;
		int rc = event_parse(&event, line.ptr, line.len);

		if (rc)
			count_skipped(out, rc, commit, number);
		else
			events_add(&out->events, &event);
	}
	if (out->events.nr)
		qsort(out->events.items, out->events.nr,
		      sizeof(*out->events.items), compare_ids);
}

bool notescan_pop(struct events *out, struct notescan *scan)
{
	struct events *events = &scan->events;

	if (!events->nr)
		return false;
	do {
		events_add(out, &events->items[--events->nr]);
	} while (events->nr && !strcmp(events->items[events->nr - 1].id,
				       out->items[out->nr - 1].id));
	return true;
}

void notescan_release(struct notescan *scan)
{
	events_release(&scan->events);
	free(scan->example);
	*scan = (struct notescan)NOTESCAN_INIT;
}
