/*
 * request - a wish to have commits measured, and what became of it.
 *
 * State is derived by folding the set of a request's events: no clock, no
 * order of lines. A round ends by its first kind of end in the order result,
 * cancel, failure; a retry counts only when the round before has ended.
 *
 * Where several events say different things about the same (two requests of
 * one id, two results of one round), the bytewise smallest line counts: any
 * choice will do as long as every reader makes the same one.
 */
#ifndef RECORD_REQUEST_H
#define RECORD_REQUEST_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "git/oid.h"
#include "record/event.h"

/* Priorities go from -PRIORITY_MAX to this. */
#define PRIORITY_MAX 100

struct request_side {
	struct oid sha;
	char *variant; /* NULL: none */
	char *ref;     /* as it was named when the request was made, or NULL */
};

enum request_state {
	REQUEST_OPEN,	   /* may be claimed */
	REQUEST_UNAPPROVED, /* waits for `approve` */
	REQUEST_DONE,	   /* its round ended with a result */
	REQUEST_CANCELLED,
	REQUEST_FAILED,
};

struct request {
	char *id;
	char *suite;
	struct request_side *sides; /* baseline first, head last */
	size_t nr_sides;
	char *ref, *pr, *schedule, *group; /* NULL when absent */
	/* Where it is to run: a label that its runner must have, and the
	 * runner itself; NULL: anywhere. */
	char *pool, *runner;
	int priority; /* higher goes first */
	char *filter;	/* PCRE2, NULL: all targets */
	json_t *options; /* object, may be empty; never NULL */
	char *config;	 /* blob id of .gitbench, NULL: none */
	bool needs_approval; /* may not be claimed before `approve` */
	bool fresh; /* no older result will do */
	int64_t at;
	char *by;

	/* Folded: */
	enum request_state state; /* of the newest round */
	int round;
	int64_t since; /* when that round was opened */
	char *why; /* its newest round needs an approval, if said; or NULL */
	bool approved; /* and has got one, or got one without need */
	double spent; /* seconds that runners say they worked on its rounds */
	json_t *end; /* the event that ended that round, NULL while open */
	bool conflict; /* several request lines of this id; smallest counts */
};

/* "open", "unapproved", "done", "cancelled", "failed". */
const char *request_state_name(enum request_state state);
bool request_has_ended(const struct request *request);
const struct request_side *request_head(const struct request *request);
/*
 * The id of what a machine asks for: a function of what caused it alone, so
 * that whoever sees the same cause makes the same id. `source` ends with
 * NULL; owned.
 */
char *request_id_derive(const char *const *source);
/* The event that asks for `request` (its folded members are not used). */
void request_to_event(struct event *out, const struct request *request);
/*
 * Folds all events of one id, in any order; one that comes twice counts
 * once. ERR_NOTFOUND when no request line is among them.
 */
int request_fold(struct request *out, const struct event *events, size_t nr);
/* Queue order: priority, then time, then id. For qsort() over requests. */
int request_compare(const void *a, const void *b);
void request_copy(struct request *out, const struct request *request);
void request_release(struct request *request);

#endif
