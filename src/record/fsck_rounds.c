/*
 * The second part: what the events of each id add up to. By the rules of
 * docs/SCHEMA.md once more and without the index, so that the two can be
 * held against each other.
 */
#include "record/fsck_state.h"

#include <string.h>

#include "base/error.h"

#define HARMLESS "every reader makes the same choice: nothing needs to be done"

static int compare_events(const void *a, const void *b)
{
	const struct fsck_event *x = a, *y = b;
	int order = strcmp(x->id, y->id);

	if (order)
		return order;
	if (x->round != y->round)
		return x->round < y->round ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return x->hash < y->hash ? -1 : x->hash > y->hash;
}

/* Events of one id; of equal ones, one. */
struct group {
	struct fsck_event *items;
	size_t nr;
};

static size_t count(const struct group *group, int round, int kind)
{
	size_t nr = 0;

	for (size_t i = 0; i < group->nr; i++)
		nr += group->items[i].round == round &&
		      group->items[i].kind == kind;
	return nr;
}

static bool has_end(const struct group *group, int round)
{
	return count(group, round, EVENT_RESULT) ||
	       count(group, round, EVENT_CANCEL) ||
	       count(group, round, EVENT_FAILURE);
}

/*
 * Several kinds of end in one round are how races end, and several cancels
 * are several people; two results would be two measurements.
 */
static void check_ends(struct fsck *f, const struct group *group, int round)
{
	const char *id = group->items[0].id;
	size_t results = count(group, round, EVENT_RESULT);
	size_t failures = count(group, round, EVENT_FAILURE);

	if (results > 1)
		fsck_say(f, "round", id, HARMLESS,
			 "round %d ended in %zu results", round, results);
	else if (failures > 1)
		fsck_say(f, "round", id, HARMLESS,
			 "round %d ended in %zu failures", round, failures);
}

static void check_group(struct fsck *f, const struct group *group)
{
	const char *id = group->items[0].id;
	size_t asked = count(group, 0, EVENT_REQUEST), later = 0;
	struct fsck_request request = { .round = 0 };

	if (!asked) {
		fsck_say(f, "id", id, "git fetch the ledger of whoever has "
			 "the request's own line: they are united",
			 "there are %zu events of a request that nobody made",
			 group->nr);
		return;
	}
	if (asked > 1)
		fsck_say(f, "id", id, HARMLESS,
			 "%zu requests have this id", asked);
	check_ends(f, group, 0);
	while (has_end(group, request.round) &&
	       count(group, request.round + 1, EVENT_RETRY))
		check_ends(f, group, ++request.round);
	request.ended = has_end(group, request.round);
	for (size_t i = 0; i < group->nr; i++)
		later += group->items[i].round > request.round;
	if (later)
		fsck_say(f, "round", id, "they wait for the event that is "
			 "lacking: git fetch the ledger of whoever has it",
			 "there are %zu events of rounds that nobody opened",
			 later);
	memcpy(request.id, id, sizeof(request.id));
	ARRAY_GROW(f->requests, f->nr_requests + 1, f->cap_requests);
	f->requests[f->nr_requests++] = request;
}

/* A line may stand in two notes. */
static void drop_equal(struct fsck *f)
{
	size_t nr = 0;

	for (size_t i = 0; i < f->nr_events; i++) {
		if (nr && !compare_events(&f->events[nr - 1], &f->events[i]))
			free(f->events[i].path);
		else
			f->events[nr++] = f->events[i];
	}
	f->nr_events = nr;
}

int fsck_rounds(struct fsck *f)
{
	struct group group = { .items = f->events };

	if (!f->nr_events)
		return 0;
	qsort(f->events, f->nr_events, sizeof(*f->events), compare_events);
	drop_equal(f);
	for (size_t i = 0; i < f->nr_events; i++) {
		group.nr++;
		if (i + 1 < f->nr_events &&
		    !strcmp(f->events[i].id, f->events[i + 1].id))
			continue;
		check_group(f, &group);
		group = (struct group){ .items = f->events + i + 1 };
	}
	f->report->requests = f->nr_requests;
	return 0;
}
