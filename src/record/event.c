#include "record/event.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"
#include "base/json.h"
#include "git/oid.h"

static const char *const kind_names[EVENT_NR] = {
	[EVENT_REQUEST] = "request", [EVENT_APPROVE] = "approve",
	[EVENT_CANCEL] = "cancel",   [EVENT_RETRY] = "retry",
	[EVENT_RESULT] = "result",   [EVENT_FAILURE] = "failure",
};

/* What a line must hold, kind by kind; members not named here are free. */
enum shape { TEXT, TIME, NUMBER, FLAG, OBJECT, OID, SIDES };

static const struct member {
	enum event_kind kind; /* EVENT_NR: every kind */
	const char *name;
	enum shape shape;
	bool required;
} members[] = {
	{ EVENT_NR, "at", TIME, true },
	{ EVENT_NR, "by", TEXT, true },
	{ EVENT_REQUEST, "suite", TEXT, true },
	{ EVENT_REQUEST, "sides", SIDES, true },
	{ EVENT_REQUEST, "ref", TEXT, false },
	{ EVENT_REQUEST, "pr", TEXT, false },
	{ EVENT_REQUEST, "schedule", TEXT, false },
	{ EVENT_REQUEST, "group", TEXT, false },
	{ EVENT_REQUEST, "pool", TEXT, false },
	{ EVENT_REQUEST, "runner", TEXT, false },
	{ EVENT_REQUEST, "fresh", FLAG, false },
	{ EVENT_REQUEST, "filter", TEXT, false },
	{ EVENT_REQUEST, "priority", NUMBER, false },
	{ EVENT_REQUEST, "options", OBJECT, false },
	{ EVENT_REQUEST, "config", OID, false },
	{ EVENT_REQUEST, "needs_approval", FLAG, false },
	{ EVENT_REQUEST, "why", TEXT, false },
	{ EVENT_RETRY, "needs_approval", FLAG, false },
	{ EVENT_RETRY, "why", TEXT, false },
	{ EVENT_CANCEL, "why", TEXT, false },
	{ EVENT_RESULT, "attempt", NUMBER, true },
	{ EVENT_RESULT, "runner", TEXT, true },
	{ EVENT_RESULT, "path", TEXT, true },
	{ EVENT_RESULT, "commit", OID, true },
	{ EVENT_RESULT, "reused", TEXT, false },
	{ EVENT_FAILURE, "attempt", NUMBER, true },
	{ EVENT_FAILURE, "runner", TEXT, true },
	{ EVENT_FAILURE, "stage", TEXT, true },
	{ EVENT_FAILURE, "reason", TEXT, true },
	{ EVENT_FAILURE, "log", TEXT, false },
};

const char *event_kind_name(enum event_kind kind)
{
	return kind_names[kind];
}

static bool is_oid(const json_t *value)
{
	struct oid oid;

	return json_is_string(value) &&
	       oid_parse(&oid, json_string_value(value));
}

static bool is_side(const json_t *side)
{
	const json_t *variant = json_object_get(side, "variant");
	const json_t *ref = json_object_get(side, "ref");

	return json_is_object(side) && is_oid(json_object_get(side, "sha")) &&
	       (!variant || json_is_string(variant)) &&
	       (!ref || json_is_string(ref));
}

static bool are_sides(const json_t *value)
{
	size_t nr = json_array_size(value);

	if (nr < 1 || nr > EVENT_SIDES_MAX)
		return false;
	for (size_t i = 0; i < nr; i++)
		if (!is_side(json_array_get(value, i)))
			return false;
	return true;
}

static bool has_shape(const json_t *value, enum shape shape)
{
	int64_t when;

	switch (shape) {
	case TEXT:
		return json_is_string(value);
	case TIME:
		return json_is_string(value) &&
		       clock_parse(&when, json_string_value(value));
	case NUMBER:
		return json_is_integer(value) &&
		       json_integer_value(value) >= INT32_MIN &&
		       json_integer_value(value) <= INT32_MAX;
	case FLAG:
		return json_is_boolean(value);
	case OBJECT:
		return json_is_object(value);
	case OID:
		return is_oid(value);
	case SIDES:
		return are_sides(value);
	}
	return false;
}

static int check_members(const json_t *json, enum event_kind kind)
{
	for (size_t i = 0; i < ARRAY_SIZE(members); i++) {
		const struct member *m = &members[i];
		const json_t *value = json_object_get(json, m->name);

		if (m->kind != EVENT_NR && m->kind != kind)
			continue;
		if (!value && m->required)
			return fail(ERR_BADDATA, "event without '%s'",
				    m->name);
		if (value && !has_shape(value, m->shape))
			return fail(ERR_BADDATA, "'%s' of an event is wrong",
				    m->name);
	}
	return 0;
}

static int parse_kind(enum event_kind *out, const json_t *json)
{
	const json_t *version = json_object_get(json, "v");
	const char *name = json_get_string(json, "event", NULL);

	if (!json_is_integer(version) || json_integer_value(version) < 1)
		return fail(ERR_BADDATA, "event without a version");
	if (json_integer_value(version) > EVENT_VERSION)
		return fail(ERR_REFUSED,
			    "event of version %lld; this program knows %d",
			    (long long)json_integer_value(version),
			    EVENT_VERSION);
	if (!name)
		return fail(ERR_BADDATA, "line without 'event'");
	for (int kind = 0; kind < EVENT_NR; kind++) {
		if (!strcmp(kind_names[kind], name)) {
			*out = kind;
			return 0;
		}
	}
	return fail(ERR_REFUSED, "event of the unknown kind '%.40s'", name);
}

static int parse_round(int *out, const json_t *json, enum event_kind kind)
{
	int64_t round = json_get_int(json, "round", -1);

	if (kind == EVENT_REQUEST) {
		*out = 0;
		return 0;
	}
	if (round < (kind == EVENT_RETRY) || round > EVENT_ROUND_MAX)
		return fail(ERR_BADDATA, "event without a valid 'round'");
	*out = round;
	return 0;
}

int event_parse(struct event *out, const char *line, size_t len)
{
	json_auto_t *json = NULL;
	enum event_kind kind = EVENT_NR;
	int round = 0;

	if (len > EVENT_LINE_MAX)
		return fail(ERR_BADDATA, "event of more than %d bytes",
			    EVENT_LINE_MAX);
	int rc = json_parse(&json, line, len, "event");
	if (rc)
		return rc;
	if (!json_is_object(json))
		return fail(ERR_BADDATA, "event that is no object");
	rc = parse_kind(&kind, json);
	if (rc)
		return rc;
	const char *id = json_get_string(json, "id", "");
	if (!id_is_valid(id))
		return fail(ERR_BADDATA, "event without a valid 'id'");
	rc = parse_round(&round, json, kind);
	if (!rc)
		rc = check_members(json, kind);
	if (rc)
		return rc;
	*out = (struct event){
		.kind = kind,
		.id = xstrdup(id),
		.round = round,
		.by = xstrdup(json_get_string(json, "by", "")),
	};
	clock_parse(&out->at, json_get_string(json, "at", ""));
	out->json = STEAL(json);
	return 0;
}

void event_new(struct event *out, enum event_kind kind, const char *id,
	       int round, const char *by)
{
	int64_t now = clock_now();
	auto_free char *at = clock_format(now);
	json_t *json = json_object();

	json_set_int(json, "v", EVENT_VERSION);
	json_set_string(json, "event", kind_names[kind]);
	json_set_string(json, "id", id);
	if (kind != EVENT_REQUEST)
		json_set_int(json, "round", round);
	json_set_string(json, "at", at);
	json_set_string(json, "by", by ? by : "");
	*out = (struct event){
		.kind = kind,
		.id = xstrdup(id),
		.round = round,
		.at = now,
		.by = xstrdup(json_get_string(json, "by", "")),
		.json = json,
	};
}

char *event_line(const struct event *event)
{
	return json_line(event->json);
}

void event_release(struct event *event)
{
	free(event->id);
	free(event->by);
	json_decref(event->json);
	*event = (struct event){ 0 };
}

void events_add(struct events *events, struct event *event)
{
	ARRAY_GROW(events->items, events->nr + 1, events->cap);
	events->items[events->nr++] = *event;
	*event = (struct event){ 0 };
}

void events_clear(struct events *events)
{
	while (events->nr)
		event_release(&events->items[--events->nr]);
}

void events_release(struct events *events)
{
	events_clear(events);
	free(events->items);
	*events = (struct events){ 0 };
}
