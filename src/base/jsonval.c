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

enum jsonkind jsonval_kind(struct jsonval value)
{
	return value.view ? token_of(value)->kind : JSON_ABSENT;
}

struct jsonval jsonval_first(struct jsonval container)
{
	enum jsonkind kind = jsonval_kind(container);
	uint32_t keyed = kind == JSON_IS_OBJECT;

	if (kind != JSON_IS_ARRAY && !keyed)
		return absent;
	uint32_t start = container.at + 1, behind = token_of(container)->next;
	if (start >= behind)
		return absent;
	return (struct jsonval){ .view = container.view,
				 .at = start + keyed,
				 .key = keyed * start,
				 .behind = behind };
}

struct jsonval jsonval_next(struct jsonval value)
{
	uint32_t start = token_of(value)->next;

	if (start >= value.behind)
		return absent;
	/* In an object a key comes before each value; it is never token 0. */
	if (value.key)
		value.key = start++;
	value.at = start;
	return value;
}

size_t jsonval_count(struct jsonval container)
{
	size_t count = 0;

	for (struct jsonval v = jsonval_first(container); jsonval_kind(v);
	     v = jsonval_next(v))
		count++;
	return count;
}

int jsontoken_compare(const struct jsonview *view,
		      const struct jsontoken *token, const char *text,
		      size_t len)
{
	const char *start = view->text + token->start;

	/* Nearly all differ in the first byte; a call costs more than that. */
	if (token->len && len && *start != *text)
		return (unsigned char)*start - (unsigned char)*text;
	int order = memcmp(start, text, token->len < len ? token->len : len);
	return order ? order : (token->len > len) - (token->len < len);
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

/* The token of a key, or `behind`; from `at` once around. */
static uint32_t find_any(const struct jsonview *view, uint32_t first,
			 uint32_t behind, const char *key, uint32_t at)
{
	size_t len = strlen(key);
	uint32_t start = at;

	do {
		if (token_is(view, &view->tokens[at], key, len))
			return at;
		at = view->tokens[at + 1].next;
		if (at >= behind)
			at = first;
	} while (at != start);
	return behind;
}

/*
 * The same where keys are sorted: what is absent is known to be so at the
 * first key that is greater. Most of the reading of a document is this.
 */
static uint32_t find_sorted(const struct jsonview *view, uint32_t first,
			    uint32_t behind, const char *key, uint32_t *at)
{
	size_t len = strlen(key);
	uint32_t i = *at;

	if (jsontoken_compare(view, &view->tokens[i], key, len) > 0)
		i = first;
	while (i < behind) {
		int order = jsontoken_compare(view, &view->tokens[i], key,
					      len);

		*at = i;
		if (order >= 0)
			return order ? behind : i;
		i = view->tokens[i + 1].next;
	}
	return behind;
}

struct jsonval jsonval_get_next(struct jsonval object, const char *key,
				uint32_t *cursor)
{
	struct jsonval found = jsonval_first(object);
	const struct jsonview *view = object.view;

	if (!found.key)
		return absent;
	uint32_t at = *cursor ? *cursor : found.key;
	uint32_t key_at =
		token_of(object)->flag ?
			find_sorted(view, found.key, found.behind, key, &at) :
			find_any(view, found.key, found.behind, key, at);
	if (key_at < found.behind) {
		found.key = key_at;
		found.at = key_at + 1;
		at = view->tokens[found.at].next;
	}
	*cursor = at < found.behind ? at : 0;
	return key_at < found.behind ? found : absent;
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

static char *decoded(const struct jsonview *view,
		     const struct jsontoken *token)
{
	const char *start = view->text + token->start;

	return token->flag ? jsonescape_decode(start, token->len) :
				xmemdupz(start, token->len);
}

char *jsonval_text(struct jsonval value)
{
	return decoded(value.view, token_of(value));
}

char *jsonval_key(struct jsonval value)
{
	return decoded(value.view, &value.view->tokens[value.key]);
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
