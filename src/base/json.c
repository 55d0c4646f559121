#include "base/json.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/text.h"

#define DUMP_FLAGS \
	(JSON_SORT_KEYS | JSON_REAL_PRECISION(15) | JSON_ENCODE_ANY)

int json_parse(json_t **out, const char *text, size_t len, const char *what)
{
	json_error_t error;
	json_t *value = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);

	if (!value)
		return fail(ERR_BADDATA, "%s, line %d: %s", what,
			    error.line > 0 ? error.line : 1, error.text);
	*out = value;
	return 0;
}

char *json_line(const json_t *value)
{
	return json_dumps(value, DUMP_FLAGS | JSON_COMPACT);
}

char *json_pretty(const json_t *value)
{
	auto_free char *text = json_dumps(value, DUMP_FLAGS | JSON_INDENT(1));

	return text ? xstrfmt("%s\n", text) : NULL;
}

const char *json_get_string(const json_t *object, const char *key,
			    const char *otherwise)
{
	const char *value = json_string_value(json_object_get(object, key));

	return value ? value : otherwise;
}

double json_get_number(const json_t *object, const char *key,
		       double otherwise)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) ? json_number_value(value) : otherwise;
}

int64_t json_get_int(const json_t *object, const char *key, int64_t otherwise)
{
	const json_t *value = json_object_get(object, key);

	return json_is_integer(value) ? json_integer_value(value) : otherwise;
}

bool json_get_bool(const json_t *object, const char *key, bool otherwise)
{
	const json_t *value = json_object_get(object, key);

	return json_is_boolean(value) ? json_is_true(value) : otherwise;
}

json_t *json_text(const char *value)
{
	if (!value)
		return json_null();
	if (text_is_utf8(value, strlen(value)))
		return json_string_nocheck(value);
	auto_free char *clean = text_escape_lines(value);
	return json_string_nocheck(clean);
}

void json_set_string(json_t *object, const char *key, const char *value)
{
	json_object_set_new(object, key, json_text(value));
}

void json_set_number(json_t *object, const char *key, double value)
{
	/* JSON has no NaN; what was not measured is absent. */
	if (isfinite(value))
		json_object_set_new(object, key, json_real(value));
}

void json_set_int(json_t *object, const char *key, int64_t value)
{
	json_object_set_new(object, key, json_integer(value));
}

void json_set_bool(json_t *object, const char *key, bool value)
{
	json_object_set_new(object, key, json_boolean(value));
}
