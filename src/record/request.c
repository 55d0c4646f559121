#include "record/request.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"
#include "base/json.h"

static const char *const state_names[] = {
	[REQUEST_OPEN] = "open",
	[REQUEST_UNAPPROVED] = "unapproved",
	[REQUEST_DONE] = "done",
	[REQUEST_CANCELLED] = "cancelled",
	[REQUEST_FAILED] = "failed",
};

const char *request_state_name(enum request_state state)
{
	return state_names[state];
}

bool request_has_ended(const struct request *request)
{
	return request->state >= REQUEST_DONE;
}

const struct request_side *request_head(const struct request *request)
{
	return &request->sides[request->nr_sides - 1];
}

char *request_id_derive(const char *const *source)
{
	json_auto_t *parts = json_array();
	struct oid hash;

	for (; *source; source++)
		json_array_append_new(parts, json_text(*source));
	auto_free char *line = json_line(parts);
	oid_of_blob(&hash, line, strlen(line));
	return xmemdupz(hash.hex, ID_LEN);
}

/* ==== To and from the event ==== */

static void set_text(json_t *json, const char *key, const char *value)
{
	if (value)
		json_set_string(json, key, value);
}

static char *get_text(const json_t *json, const char *key)
{
	return xstrdup_or_null(json_get_string(json, key, NULL));
}

static json_t *sides_to_json(const struct request *request)
{
	json_t *sides = json_array();

	for (size_t i = 0; i < request->nr_sides; i++) {
		json_t *side = json_object();

		json_set_string(side, "sha", request->sides[i].sha.hex);
		set_text(side, "variant", request->sides[i].variant);
		set_text(side, "ref", request->sides[i].ref);
		json_array_append_new(sides, side);
	}
	return sides;
}

void request_to_event(struct event *out, const struct request *request)
{
	event_new(out, EVENT_REQUEST, request->id, 0, request->by);
	json_t *json = out->json;

	if (request->at) {
		auto_free char *at = clock_format(request->at);

		out->at = request->at;
		json_set_string(json, "at", at);
	}
	json_set_string(json, "suite", request->suite);
	json_object_set_new(json, "sides", sides_to_json(request));
	set_text(json, "ref", request->ref);
	set_text(json, "pr", request->pr);
	set_text(json, "schedule", request->schedule);
	set_text(json, "group", request->group);
	set_text(json, "pool", request->pool);
	set_text(json, "runner", request->runner);
	set_text(json, "filter", request->filter);
	set_text(json, "config", request->config);
	json_set_int(json, "priority", request->priority);
	if (json_object_size(request->options))
		json_object_set_new(json, "options",
				    json_deep_copy(request->options));
	if (request->needs_approval)
		json_set_bool(json, "needs_approval", true);
	set_text(json, "why", request->why);
	if (request->fresh)
		json_set_bool(json, "fresh", true);
}

static void sides_from_json(struct request *out, const json_t *sides)
{
	out->nr_sides = json_array_size(sides);
	out->sides = xcalloc(out->nr_sides, sizeof(*out->sides));
	for (size_t i = 0; i < out->nr_sides; i++) {
		const json_t *side = json_array_get(sides, i);

		oid_parse(&out->sides[i].sha,
			  json_get_string(side, "sha", ""));
		out->sides[i].variant = get_text(side, "variant");
		out->sides[i].ref = get_text(side, "ref");
	}
}

static void from_event(struct request *out, const struct event *event)
{
	const json_t *json = event->json;
	json_t *options = json_object_get(json, "options");

	*out = (struct request){
		.id = xstrdup(event->id),
		.suite = get_text(json, "suite"),
		.ref = get_text(json, "ref"),
		.pr = get_text(json, "pr"),
		.schedule = get_text(json, "schedule"),
		.group = get_text(json, "group"),
		.pool = get_text(json, "pool"),
		.runner = get_text(json, "runner"),
		.priority = json_get_int(json, "priority", 0),
		.filter = get_text(json, "filter"),
		.options = options ? json_deep_copy(options) : json_object(),
		.config = get_text(json, "config"),
		.needs_approval = json_get_bool(json, "needs_approval", false),
		.fresh = json_get_bool(json, "fresh", false),
		.why = get_text(json, "why"),
		.at = event->at,
		.by = xstrdup(event->by),
	};
	sides_from_json(out, json_object_get(json, "sides"));
}

/* ==== The fold ==== */

/*
 * Events by round and kind, so that a group is found by bisection: a ledger
 * that was filled with a hundred thousand retries must cost no more than
 * its size.
 */
struct groups {
	const struct event **events;
	size_t nr;
};

static int compare_groups(const void *a, const void *b)
{
	const struct event *x = *(const struct event *const *)a;
	const struct event *y = *(const struct event *const *)b;

	if (x->round != y->round)
		return x->round < y->round ? -1 : 1;
	return (int)x->kind - (int)y->kind;
}

static void groups_init(struct groups *out, const struct event *events,
			size_t nr)
{
	out->events = xcalloc(nr, sizeof(*out->events));
	out->nr = nr;
	for (size_t i = 0; i < nr; i++)
		out->events[i] = &events[i];
	qsort(out->events, nr, sizeof(*out->events), compare_groups);
}

static void groups_release(struct groups *groups)
{
	free(groups->events);
}

/* The first event of a round and kind; *count of them follow it. */
static const struct event **groups_find(size_t *count,
					const struct groups *groups,
					enum event_kind kind, int round)
{
	const struct event key = { .kind = kind, .round = round };
	const struct event *wanted = &key;
	size_t low = 0, high = groups->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (compare_groups(&groups->events[mid], &wanted) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	const struct event **first = groups->events + low;
	*count = 0;
	while (low + *count < groups->nr &&
	       !compare_groups(&first[*count], &wanted))
		++*count;
	return first;
}

/* The event of a group that counts; NULL when the group is empty. */
static const struct event *pick(bool *conflict, const struct groups *groups,
				enum event_kind kind, int round)
{
	size_t count;
	const struct event **group =
		groups_find(&count, groups, kind, round);
	auto_free char *best = count > 1 ? event_line(group[0]) : NULL;
	const struct event *picked = count ? group[0] : NULL;

	*conflict = false;
	for (size_t i = 1; i < count; i++) {
		auto_free char *line = event_line(group[i]);
		int order = strcmp(line, best);

		if (order)
			*conflict = true;
		if (order < 0) {
			free(best);
			best = STEAL(line);
			picked = group[i];
		}
	}
	return picked;
}

static const struct event *pick_end(const struct groups *groups, int round)
{
	static const enum event_kind order[] = { EVENT_RESULT, EVENT_CANCEL,
						 EVENT_FAILURE };
	bool conflict;

	for (size_t i = 0; i < ARRAY_SIZE(order); i++) {
		const struct event *end =
			pick(&conflict, groups, order[i], round);

		if (end)
			return end;
	}
	return NULL;
}

/* Why an approval is needed: the bytewise smallest of what they say. */
static char *least_why(const struct event **retries, size_t count)
{
	const char *least = NULL;

	for (size_t i = 0; i < count; i++) {
		const char *why =
			json_get_string(retries[i]->json, "why", NULL);

		if (why && (!least || strcmp(why, least) < 0))
			least = why;
	}
	return xstrdup_or_null(least);
}

/*
 * False when there is no such retry. A retry that asks for no approval
 * lifts the others' need of one: several for one number are one, and who
 * may go without has gone without.
 */
static bool open_round(struct request *out, const struct groups *groups,
		       int round)
{
	size_t count;
	const struct event **retries =
		groups_find(&count, groups, EVENT_RETRY, round);

	if (!count)
		return false;
	out->round = round;
	out->needs_approval = true;
	out->since = INT64_MAX;
	for (size_t i = 0; i < count; i++) {
		if (!json_get_bool(retries[i]->json, "needs_approval", false))
			out->needs_approval = false;
		if (retries[i]->at < out->since)
			out->since = retries[i]->at;
	}
	free(out->why);
	out->why = out->needs_approval ? least_why(retries, count) : NULL;
	return true;
}

static enum request_state state_after(const struct event *end)
{
	switch (end->kind) {
	case EVENT_RESULT:
		return REQUEST_DONE;
	case EVENT_CANCEL:
		return REQUEST_CANCELLED;
	default:
		return REQUEST_FAILED;
	}
}

/* What a stranger wrote must not become a debt or a credit without end. */
#define SPENT_MAX 1e7 /* seconds of one round */

static void add_spent(struct request *out, const struct event *end)
{
	double spent =
		end ? json_get_number(end->json, "seconds", 0) : 0;

	if (spent > 0)
		out->spent += spent < SPENT_MAX ? spent : SPENT_MAX;
}

int request_fold(struct request *out, const struct event *events, size_t nr)
{
	AUTO(groups) groups;
	bool conflict;
	size_t approvals;

	groups_init(&groups, events, nr);
	const struct event *request =
		pick(&conflict, &groups, EVENT_REQUEST, 0);
	if (!request)
		return fail(ERR_NOTFOUND, "no request of that id");
	from_event(out, request);
	out->conflict = conflict;
	out->since = out->at;

	const struct event *end = pick_end(&groups, 0);
	add_spent(out, end);
	while (end && open_round(out, &groups, out->round + 1)) {
		end = pick_end(&groups, out->round);
		add_spent(out, end);
	}
	groups_find(&approvals, &groups, EVENT_APPROVE, out->round);
	out->approved = approvals;
	if (end) {
		out->end = json_incref(end->json);
		out->state = state_after(end);
	} else if (out->needs_approval && !approvals) {
		out->state = REQUEST_UNAPPROVED;
	}
	return 0;
}

/* ==== The rest ==== */

int request_compare(const void *a, const void *b)
{
	const struct request *x = a, *y = b;

	if (x->priority != y->priority)
		return x->priority > y->priority ? -1 : 1;
	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return strcmp(x->id, y->id);
}

void request_copy(struct request *out, const struct request *request)
{
	*out = *request;
	out->id = xstrdup_or_null(request->id);
	out->suite = xstrdup_or_null(request->suite);
	out->ref = xstrdup_or_null(request->ref);
	out->pr = xstrdup_or_null(request->pr);
	out->schedule = xstrdup_or_null(request->schedule);
	out->group = xstrdup_or_null(request->group);
	out->pool = xstrdup_or_null(request->pool);
	out->runner = xstrdup_or_null(request->runner);
	out->filter = xstrdup_or_null(request->filter);
	out->config = xstrdup_or_null(request->config);
	out->by = xstrdup_or_null(request->by);
	out->why = xstrdup_or_null(request->why);
	out->options = request->options ? json_deep_copy(request->options) :
					  json_object();
	out->end = json_incref(request->end);
	out->sides = xcalloc(request->nr_sides, sizeof(*out->sides));
	for (size_t i = 0; i < request->nr_sides; i++) {
		const struct request_side *side = &request->sides[i];

		out->sides[i].sha = side->sha;
		out->sides[i].variant = xstrdup_or_null(side->variant);
		out->sides[i].ref = xstrdup_or_null(side->ref);
	}
}

void request_release(struct request *request)
{
	for (size_t i = 0; i < request->nr_sides; i++) {
		free(request->sides[i].variant);
		free(request->sides[i].ref);
	}
	free(request->sides);
	free(request->id);
	free(request->suite);
	free(request->ref);
	free(request->pr);
	free(request->schedule);
	free(request->group);
	free(request->pool);
	free(request->runner);
	free(request->filter);
	free(request->config);
	free(request->by);
	free(request->why);
	json_decref(request->options);
	json_decref(request->end);
	*request = (struct request){ 0 };
}
