/*
 * place - typed reading of a JSON document from outside, where an error
 * names the member that is off: "x.json: targets[3].seconds is no number".
 *
 *	struct place top = PLACE_TOP("x.json", jsonview_root(&view), NULL);
 *	rc = place_text(&name, &top, "name", NULL, 100);
 *	rc = place_enter(&at, &top, "targets", i, element);
 *
 * null is as good as absent. What is wrong is ERR_BADDATA. A place borrows
 * all it points to, also the one around it. Members are found fastest when
 * they are asked for in the order in which they stand: in that of their
 * names, in what we write.
 */
#ifndef RECORD_PLACE_H
#define RECORD_PLACE_H

#include <stddef.h>

#include "base/jsonview.h"

struct place {
	const char *what;	/* the document */
	struct place *in; /* NULL: this is the document */
	const char *member;
	int index; /* -1: not in an array */
	struct jsonval json;
	uint32_t cursor; /* where the next member is expected */
	struct arena *arena; /* where texts go; NULL: the heap */
};

#define PLACE_TOP(name, document, memory)                    \
	{ .what = (name), .index = -1, .json = (document), \
	  .arena = (memory) }

/* Fails with "<what>: <place>.<key> <why>". */
int place_wrong(struct place *place, const char *key, const char *why);
/* Goes into a member (of an array: element `index`), an object itself. */
int place_enter(struct place *out, struct place *in, const char *member,
		int index, struct jsonval json);
/* Absent also when it is null. */
struct jsonval place_get(struct place *place, const char *key);

/* A copy of the text, or of `otherwise` (may be NULL); at most `max` bytes. */
int place_text(char **out, struct place *place, const char *key,
	       const char *otherwise, size_t max);
/* NaN when absent; less than `least` is wrong. */
int place_number(double *out, struct place *place, const char *key,
		 double least);
/* 0 when absent; from 0 to `max`. */
int place_int(int *out, struct place *place, const char *key, int max);
/* An object as it stands in the text; absent when absent. */
int place_object(struct jsonval *out, struct place *place,
		 const char *key);
/* The first element, for jsonval_next(); more than `max` is wrong. */
int place_array(struct jsonval *out, struct place *place,
		const char *key, size_t max);

#endif
