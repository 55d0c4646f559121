/* The second half of jsonview.h: looking at the values of a parsed text. */
#include "base/jsonview.h"

#include <string.h>

#include "base/jsonescape.h"
#include "base/text.h"

#define NUMBER_LEN_MAX 512

static const struct jsonval absent;

static const struct jsontoken *token_of(struct jsonval value)
{
	return &value.view->tokens[value.at];
}

struct jsonval jsonview_root(const struct jsonview *view)
{
	if (!view->nr)
		return absent;
	return (struct jsonval){ .view = view, .behind = view->nr };
}

size_t jsonval_count(struct jsonval container)
{
	size_t count = 0;

	for (struct jsonval v = jsonval_first(container); jsonval_kind(v);
	     v = jsonval_next(v))
		count++;
	return count;
}

static bool token_is(const struct jsonview *view,
		     const struct jsontoken *token, const char *text,
		     size_t len)
{
	if (!token->flag)
		return token->len == len &&
		       !memcmp(view->text + token->start, text, len);
	auto_free char *plain =
		jsonescape_decode(view->text + token->start, token->len);
	return !strcmp(plain, text);
}

/* The token of a key, or `behind`; from *at once around. */
static uint32_t find_any(const struct jsonview *view, uint32_t first,
			 uint32_t behind, const char *key, uint32_t *at)
{
	size_t len = strlen(key);
	uint32_t i = *at;

	do {
		uint32_t here = i;

		i = view->tokens[i + 1].next;
		if (i >= behind)
			i = first;
		if (token_is(view, &view->tokens[here], key, len)) {
			*at = i;
			return here;
		}
	} while (i != *at);
	return behind;
}

/*
 * The same where keys are sorted: *at stays before what comes next, and what
 * is absent is known to be so at the first key that is greater.
 */
static uint32_t find_sorted(const struct jsonview *view, uint32_t first,
			    uint32_t behind, const char *key, uint32_t *at)
{
	const struct jsontoken *tokens = view->tokens;
	size_t len = strlen(key);
	uint32_t i = *at;
	int order = jsontoken_compare(view, &tokens[i], key, len);

	if (order > 0 && i != first) {
		i = first;
		order = jsontoken_compare(view, &tokens[i], key, len);
	}
	while (order < 0) {
		*at = i;
		i = tokens[i + 1].next;
		if (i >= behind)
			return behind;
		order = jsontoken_compare(view, &tokens[i], key, len);
	}
	if (order)
		return behind;
	*at = i;
	return i;
}

struct jsonval jsonval_get_next(struct jsonval object, const char *key,
				uint32_t *cursor)
{
	struct jsonval found = jsonval_first(object);
	const struct jsonview *view = object.view;

	if (!found.key)
		return absent;
	if (!*cursor)
		*cursor = found.key;
	found.key = (token_of(object)->flag ? find_sorted : find_any)(
		view, found.key, found.behind, key, cursor);
	if (found.key >= found.behind)
		return absent;
	found.at = found.key + 1;
	return found;
}

struct jsonval jsonval_get(struct jsonval object, const char *key)
{
	uint32_t cursor = 0;

	return jsonval_get_next(object, key, &cursor);
}

bool jsonval_is(struct jsonval value, const char *text)
{
	return jsonval_kind(value) == JSON_IS_TEXT &&
	       token_is(value.view, token_of(value), text, strlen(text));
}

static char *decoded(struct arena *arena, const struct jsonview *view,
		     const struct jsontoken *token)
{
	const char *start = view->text + token->start;

	if (!token->flag)
		return arena_text(arena, start, token->len);
	char *text = jsonescape_decode(start, token->len);
	if (!arena)
		return text;
	char *copy = arena_text(arena, text, strlen(text));
	free(text);
	return copy;
}

char *jsonval_text(struct arena *arena, struct jsonval value)
{
	return decoded(arena, value.view, token_of(value));
}

char *jsonval_key(struct arena *arena, struct jsonval value)
{
	return decoded(arena, value.view, &value.view->tokens[value.key]);
}

const char *jsonval_raw(size_t *len, struct jsonval value)
{
	const struct jsontoken *token = token_of(value);
	bool quoted = token->kind == JSON_IS_TEXT;

	*len = token->len + 2 * quoted;
	return value.view->text + token->start - quoted;
}

/* The number's digits as a C string; false when there are too many. */
static bool digits_of(char out[static NUMBER_LEN_MAX], struct jsonval value)
{
	enum jsonkind kind = jsonval_kind(value);
	size_t len;

	if (kind != JSON_IS_INTEGER && kind != JSON_IS_REAL)
		return false;
	const char *raw = jsonval_raw(&len, value);
	if (len >= NUMBER_LEN_MAX)
		return false;
	memcpy(out, raw, len);
	out[len] = '\0';
	return true;
}

bool jsonval_number(double *out, struct jsonval value)
{
	char digits[NUMBER_LEN_MAX];

	return digits_of(digits, value) && text_to_double(out, digits);
}

bool jsonval_integer(int64_t *out, struct jsonval value)
{
	char digits[NUMBER_LEN_MAX];

	return jsonval_kind(value) == JSON_IS_INTEGER &&
	       digits_of(digits, value) && text_to_int64(out, digits);
}
