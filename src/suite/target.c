#include "suite/target.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "git/oid.h"

#define HASH_LEN 8

static const char *const kind_words[] = { "sequential", "parallel", "build",
					  NULL };
static const char *const better_words[] = { "lower", "higher", NULL };

#define AT(member) offsetof(struct target, member)

const struct key target_keys[] = {
	{ "command", KEY_STRING, AT(command) },
	{ "value", KEY_REGEX, AT(value) },
	{ "unit", KEY_STRING, AT(unit) },
	{ "better", KEY_WORD, AT(better), BETTER_LOWER, 0, better_words },
	{ "kind", KEY_WORD, AT(kind), KIND_SEQUENTIAL, 0, kind_words },
	{ "domains", KEY_INT, AT(domains), 1, 4096 },
	{ "input", KEY_STRING, AT(input) },
	{ "shell", KEY_BOOL, AT(shell) },
	{ "samples", KEY_INT, AT(samples), 1, 1000 },
	{ "warmups", KEY_INT, AT(warmups), 0, 100 },
	{ "timeout", KEY_SECONDS, AT(timeout) },
	{ "env", KEY_ENV, AT(env) },
};
const size_t target_keys_nr = ARRAY_SIZE(target_keys);

const char *target_kind_name(enum target_kind kind)
{
	return kind_words[kind];
}

/* What a terminal would not simply show: controls, changes of direction. */
static bool has_control(const char *name)
{
	auto_free char *escaped = text_escape(name);

	return strcmp(name, escaped);
}

bool target_name_is_valid(const char *name, const char **why)
{
	size_t len = strlen(name);

	if (!len)
		*why = "is empty";
	else if (len > TARGET_NAME_MAX)
		*why = "is longer than 200 bytes";
	else if (!text_is_utf8(name, len))
		*why = "is not UTF-8";
	else if (has_control(name))
		*why = "holds a control character";
	else if (isspace((unsigned char)name[0]) ||
		 isspace((unsigned char)name[len - 1]))
		*why = "begins or ends with white space";
	else
		return true;
	return false;
}

/* Cuts in front of a whole character, "~" and a hash of it all behind. */
static char *shorten(const char *name)
{
	size_t len = TARGET_NAME_MAX - HASH_LEN - 1;
	struct oid hash;

	while (len && ((unsigned char)name[len] & 0xc0) == 0x80)
		len--;
	oid_of_blob(&hash, name, strlen(name));
	return xstrfmt("%.*s~%.*s", (int)len, name, HASH_LEN, hash.hex);
}

char *target_name_make(const char *raw)
{
	auto_free char *clean = text_escape(raw);
	const char *name = text_trim(clean);

	if (!*name)
		return xstrdup("(unnamed)");
	if (strlen(name) > TARGET_NAME_MAX)
		return shorten(name);
	return xstrdup(name);
}

void target_copy(struct target *out, const struct target *target)
{
	*out = *target;
	out->name = xstrdup_or_null(target->name);
	out->command = xstrdup_or_null(target->command);
	out->value = xstrdup_or_null(target->value);
	out->unit = xstrdup_or_null(target->unit);
	out->input = xstrdup_or_null(target->input);
	out->env = (struct strlist)STRLIST_INIT;
	for (size_t i = 0; i < target->env.nr; i++)
		strlist_add(&out->env, target->env.items[i]);
}

void target_release(struct target *target)
{
	free(target->name);
	free(target->command);
	free(target->value);
	free(target->unit);
	free(target->input);
	strlist_release(&target->env);
	*target = (struct target)TARGET_INIT;
}
