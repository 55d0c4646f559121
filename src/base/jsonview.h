/*
 * jsonview - a JSON text read where it lies, without a tree of allocations.
 *
 * For reading many documents at once: ten thousand result documents take a
 * tenth of the time that jansson's tree takes (docs/dependencies.md has the
 * figures). What it accepts jansson accepts, except numbers that are out of
 * range, which only their use finds out.
 *
 *	AUTO(jsonview) view = JSONVIEW_INIT;
 *	rc = jsonview_parse(&view, text, len, "x.json");
 *	struct jsonval name = jsonval_get(jsonview_root(&view), "name");
 *	char *s = jsonval_text(NULL, name);
 *
 * Invariant: after a parse the whole text has been checked: grammar, UTF-8,
 * nesting, no key twice. The text is borrowed and must outlive the view; a
 * view may be parsed into again and keeps its memory.
 */
#ifndef BASE_JSONVIEW_H
#define BASE_JSONVIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/arena.h"

#define JSONVIEW_DEPTH_MAX 64

enum jsonkind {
	JSON_ABSENT, /* no value at all */
	JSON_IS_NULL,
	JSON_IS_FALSE,
	JSON_IS_TRUE,
	JSON_IS_INTEGER, /* a number without point and exponent */
	JSON_IS_REAL,
	JSON_IS_TEXT,
	JSON_IS_ARRAY,
	JSON_IS_OBJECT,
};

struct jsontoken {
	uint32_t start; /* offset of the value; of a text: behind its quote */
	uint32_t len;	/* bytes; of a text: without quotes */
	uint32_t next;	/* index of the token behind this value */
	uint16_t kind;
	uint16_t flag; /* text: holds a backslash; object: keys are sorted */
};

struct jsonview {
	const char *text;
	struct jsontoken *tokens;
	size_t nr;
	size_t cap;
};

#define JSONVIEW_INIT { 0 }

/* One value of a view; borrowed from it. */
struct jsonval {
	const struct jsonview *view;
	uint32_t at;	 /* its token */
	uint32_t key;	 /* token of its key, in an object */
	uint32_t behind; /* where the container ends */
};

/* ERR_BADDATA says line and reason; `what` names the text. */
int jsonview_parse(struct jsonview *view, const char *text, size_t len,
		   const char *what);
void jsonview_release(struct jsonview *view);

struct jsonval jsonview_root(const struct jsonview *view);
static inline enum jsonkind jsonval_kind(struct jsonval value)
{
	return value.view ? value.view->tokens[value.at].kind : JSON_ABSENT;
}
/* The member of an object; absent if there is none or it is no object. */
struct jsonval jsonval_get(struct jsonval object, const char *key);
/*
 * The same for members that are asked for about in the order in which they
 * stand: the search goes on behind the one found before. 0 begins.
 */
struct jsonval jsonval_get_next(struct jsonval object, const char *key,
				uint32_t *cursor);
/*
 * The values of an array or object, one after the other:
 *	for (v = jsonval_first(list); jsonval_kind(v); v = jsonval_next(v))
 */
static inline struct jsonval jsonval_first(struct jsonval container)
{
	enum jsonkind kind = jsonval_kind(container);
	uint32_t keyed = kind == JSON_IS_OBJECT, start = container.at + 1;
	struct jsonval first = { 0 };

	if ((kind != JSON_IS_ARRAY && !keyed) ||
	    start >= container.view->tokens[container.at].next)
		return first;
	first.view = container.view;
	first.at = start + keyed;
	first.key = keyed * start;
	first.behind = container.view->tokens[container.at].next;
	return first;
}

static inline struct jsonval jsonval_next(struct jsonval value)
{
	uint32_t start = value.view->tokens[value.at].next;

	/* In an object a key comes before each value; it is never token 0. */
	if (start >= value.behind)
		value.view = NULL;
	if (value.key)
		value.key = start++;
	value.at = start;
	return value;
}

size_t jsonval_count(struct jsonval container);

/* A text, or the key of a member, decoded; in `arena` (NULL: owned). */
char *jsonval_text(struct arena *arena, struct jsonval value);
char *jsonval_key(struct arena *arena, struct jsonval value);
bool jsonval_is(struct jsonval value, const char *text);
/* False when it is no number or out of range. */
bool jsonval_number(double *out, struct jsonval value);
bool jsonval_integer(int64_t *out, struct jsonval value);
/* The value as it stands in the text; borrowed. */
const char *jsonval_raw(size_t *len, struct jsonval value);

/*
 * Order of a plain text's bytes against others, as strcmp() would have it.
 * Nearly all differ in the first byte; a call would cost more than that.
 */
static inline int jsontoken_compare(const struct jsonview *view,
				    const struct jsontoken *token,
				    const char *text, size_t len)
{
	const char *start = view->text + token->start;

	if (token->len && len && *start != *text)
		return (unsigned char)*start - (unsigned char)*text;
	int order = memcmp(start, text, token->len < len ? token->len : len);
	return order ? order : (token->len > len) - (token->len < len);
}

#endif
