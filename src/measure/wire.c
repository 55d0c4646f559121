#include "measure/wire.h"

#include <string.h>

/* The string at *bytes, which is moved behind it; NULL when it has no end. */
static char *take_string(char **bytes, size_t *len)
{
	char *s = *bytes;
	char *end = memchr(s, '\0', *len);

	if (!end)
		return NULL;
	*len -= end + 1 - s;
	*bytes = end + 1;
	return s;
}

static bool take_strings(char **out, size_t count, char **bytes, size_t *len)
{
	for (size_t i = 0; i < count; i++) {
		out[i] = take_string(bytes, len);
		if (!out[i])
			return false;
	}
	out[count] = NULL;
	return true;
}

bool wire_request_decode(struct wire_request *out, char *bytes, size_t len)
{
	struct wire_spec *spec = &out->spec;

	if (len < sizeof(*spec))
		return false;
	memcpy(spec, bytes, sizeof(*spec));
	bytes += sizeof(*spec);
	len -= sizeof(*spec);
	if (!spec->argc || spec->argc > WIRE_WORDS_MAX ||
	    spec->envc > WIRE_WORDS_MAX - spec->argc ||
	    spec->output_max < 2 || spec->output_max > WIRE_OUTPUT_MAX)
		return false;
	out->cwd = NULL;
	out->input = NULL;
	if (spec->flags & WIRE_CWD) {
		out->cwd = take_string(&bytes, &len);
		if (!out->cwd)
			return false;
	}
	if (spec->flags & WIRE_INPUT) {
		out->input = take_string(&bytes, &len);
		if (!out->input)
			return false;
	}
	out->argv = out->words;
	out->env = out->words + spec->argc + 1;
	return take_strings(out->argv, spec->argc, &bytes, &len) &&
	       take_strings(out->env, spec->envc, &bytes, &len) && !len;
}
