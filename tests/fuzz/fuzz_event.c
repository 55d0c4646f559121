/*
 * Any bytes as a note of the ledger: events or skipped lines, and whatever
 * they are, folding them in another order gives the same.
 */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "record/lineset.h"
#include "record/notescan.h"
#include "record/request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *describe(const struct events *events)
{
	AUTO(request) request = { 0 };

	if (request_fold(&request, events->items, events->nr))
		return xstrdup("none");
	assert(request.nr_sides > 0 && request.suite && request.options);
	auto_free char *end = json_line(request.end);
	return xstrfmt("%s %d %d %s", request_state_name(request.state),
		       request.round, request.conflict, end ? end : "-");
}

static void turn_around(struct events *events)
{
	for (size_t i = 0; i < events->nr / 2; i++) {
		struct event swap = events->items[i];
		size_t other = events->nr - 1 - i;

		events->items[i] = events->items[other];
		events->items[other] = swap;
	}
}

/* What was read comes out in a form that reads back as itself. */
static void check_line(const struct event *event)
{
	AUTO(event) again = { 0 };
	auto_free char *line = event_line(event);

	if (strlen(line) > EVENT_LINE_MAX)
		return; /* "\u0001" grows from one byte to six */
	assert(!event_parse(&again, line, strlen(line)));
	auto_free char *second = event_line(&again);
	assert(!strcmp(line, second));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct oid commit;
	const char *text = (const char *)data;
	AUTO(notescan) scan = NOTESCAN_INIT;
	AUTO(events) group = { 0 };
	AUTO(buf) once = BUF_INIT;
	AUTO(buf) twice = BUF_INIT;

	notescan_read(&scan, &commit, text, size);
	while (notescan_pop(&group, &scan)) {
		check_line(&group.items[0]);
		auto_free char *forward = describe(&group);
		turn_around(&group);
		auto_free char *backward = describe(&group);
		assert(!strcmp(forward, backward));
		events_clear(&group);
	}
	lineset_unite(&once, text, size, text, size / 2);
	lineset_unite(&twice, once.ptr, once.len, text, size);
	assert(once.len == twice.len &&
	       !memcmp(once.ptr, twice.ptr, once.len));
	error_clear();
	return 0;
}
