#include "record/result_parts.h"

#include <stddef.h>
#include <string.h>

#include "base/json.h"

static const struct {
	const char *name;
	size_t offset;
} members[RESULT_PARTS] = {
	{ "runner", offsetof(struct result, runner) },
	{ "toolchain", offsetof(struct result, toolchain) },
	{ "options", offsetof(struct result, options) },
	{ "stages", offsetof(struct result, stages) },
	{ "artifacts", offsetof(struct result, artifacts) },
	{ "sampling", offsetof(struct result, sampling) },
};

json_t **result_part(struct result *result, size_t at)
{
	return (json_t **)((char *)result + members[at].offset);
}

const char *result_part_name(size_t at)
{
	return members[at].name;
}

int result_parts_parse(json_t **out, struct result_parts *parts, size_t at,
		       const char *text, size_t len, const char *what)
{
	const char *last = parts->last[at].text;

	if (!last || strncmp(last, text, len) || last[len]) {
		json_t *value;
		int rc = json_parse(&value, text, len, what);

		if (rc)
			return rc;
		free(parts->last[at].text);
		json_decref(parts->last[at].value);
		parts->last[at].text = xmemdupz(text, len);
		parts->last[at].value = value;
	}
	*out = json_incref(parts->last[at].value);
	return 0;
}

const char *result_parts_text(const struct result_parts *parts, size_t at,
			      const json_t *value)
{
	return value == parts->last[at].value ? parts->last[at].text : NULL;
}

void result_parts_release(struct result_parts *parts)
{
	for (size_t i = 0; i < RESULT_PARTS; i++) {
		free(parts->last[i].text);
		json_decref(parts->last[i].value);
	}
	*parts = (struct result_parts){ 0 };
}
