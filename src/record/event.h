/*
 * event - one line of the ledger: compact JSON with sorted keys.
 *
 * Invariant: a line that was written never changes; equal events have equal
 * bytes. Lines this program does not understand (no JSON, a newer "v", an
 * unknown "event") are kept where they are, skipped, and counted.
 *
 * The members of each kind are in docs/SCHEMA.md; event_parse() holds lines
 * against the same table, so that nobody above needs to check them again.
 */
#ifndef RECORD_EVENT_H
#define RECORD_EVENT_H

#include <jansson.h>
#include <stdint.h>

#include "base/alloc.h"

#define EVENT_VERSION 1
#define EVENT_LINE_MAX 65536
#define EVENT_SIDES_MAX 64
#define EVENT_ROUND_MAX 1000000

enum event_kind {
	EVENT_REQUEST,
	EVENT_APPROVE,
	EVENT_CANCEL,
	EVENT_RETRY,
	EVENT_RESULT,
	EVENT_FAILURE,
	EVENT_NR,
};

struct event {
	enum event_kind kind;
	char *id;    /* of the request, ID_LEN hexadecimal digits */
	int round;   /* 0 for EVENT_REQUEST */
	int64_t at;  /* UTC seconds */
	char *by;    /* "Name <email>", or a runner's name */
	json_t *json; /* the whole line */
};

struct events {
	struct event *items;
	size_t nr;
	size_t cap;
};

const char *event_kind_name(enum event_kind kind);
/*
 * ERR_BADDATA: no JSON, too long, a member missing or of the wrong type;
 * ERR_REFUSED: a newer version or unknown kind, not ours to judge.
 */
int event_parse(struct event *out, const char *line, size_t len);
/*
 * A new event with v, event, id, round, at (now) and by set; callers add the
 * other members to out->json before event_line().
 */
void event_new(struct event *out, enum event_kind kind, const char *id,
	       int round, const char *by);
/* Without line feed; owned. */
char *event_line(const struct event *event);
void event_release(struct event *event);

/* Takes over what `event` owns. */
void events_add(struct events *events, struct event *event);
void events_clear(struct events *events);
void events_release(struct events *events);

#endif
