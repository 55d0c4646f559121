#include "suite/spelling.h"

#include <ctype.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"

#define TEXT_MAX 4000
#define VALUE_MAX 200

static size_t identifier_len(const char *s)
{
	size_t len = 0;

	if (isdigit((unsigned char)*s))
		return 0;
	while (isalnum((unsigned char)s[len]) || s[len] == '_')
		len++;
	return len;
}

static bool begins_part(const char *s, const struct suites *suites,
			const struct suite *suite)
{
	size_t len = identifier_len(s);

	if (*s == '+')
		return true;
	if (!len || s[len] != '=')
		return false;
	auto_free char *name = xmemdupz(s, len);
	bool capitals = true;
	for (char *p = name; *p; p++)
		capitals &= !islower((unsigned char)*p);
	return capitals || suites_has_param(suites, suite, name);
}

static size_t part_len(const char *s, const struct suites *suites,
		       const struct suite *suite)
{
	for (size_t len = strcspn(s, ",");; len += 1 + strcspn(s + len + 1, ","))
		if (!s[len] || begins_part(s + len + 1, suites, suite))
			return len;
}

static int read_names(struct spelling *out, const char *part)
{
	AUTO(strlist) names = STRLIST_INIT;

	strlist_split(&names, part, "+");
	if (!names.nr)
		return fail(ERR_USAGE, "a variant's '+' needs a name");
	for (size_t i = 0; i < names.nr; i++)
		if (!strlist_has(&out->names, names.items[i]))
			strlist_add(&out->names, names.items[i]);
	return 0;
}

/* Puts every choice of "s=32k|256k" behind every value there is so far. */
static int sweep_field(struct strlist *values, const char *field)
{
	AUTO(strlist) choices = STRLIST_INIT, grown = STRLIST_INIT;
	size_t key_len = strcspn(field, "=|");

	key_len = field[key_len] == '=' ? key_len + 1 : 0;
	strlist_split(&choices, field + key_len, "|");
	if (!choices.nr)
		strlist_add(&choices, "");
	for (size_t i = 0; i < values->nr; i++) {
		for (size_t j = 0; j < choices.nr; j++) {
			const char *choice = choices.items[j];

			/* "s=32k|s=256k" says the key once too often. */
			if (key_len && !strncmp(choice, field, key_len))
				choice += key_len;
			strlist_addf(&grown, "%s%s%.*s%s", values->items[i],
				     *values->items[i] ? "," : "",
				     (int)key_len, field, choice);
			if (grown.nr > VARIANTS_MAX)
				return fail(ERR_USAGE,
					    "a sweep of more than %d variants",
					    VARIANTS_MAX);
		}
	}
	strlist_release(values);
	*values = grown;
	grown = (struct strlist)STRLIST_INIT;
	return 0;
}

static int read_setting(struct spelling *out, const char *part)
{
	size_t len = identifier_len(part);
	auto_free char *name = xmemdupz(part, len);
	const char *value = part + len + 1;
	AUTO(strlist) fields = STRLIST_INIT;

	if (!len || part[len] != '=')
		return fail(ERR_USAGE,
			    "'%s' is neither +name nor NAME=value", part);
	if (strlist_has(&out->settings, name))
		return fail(ERR_USAGE, "a variant sets %s twice", name);
	strlist_add(&out->settings, name);
	out->values = xreallocarray(out->values, out->settings.nr,
				    sizeof(*out->values));
	struct strlist *values = &out->values[out->settings.nr - 1];
	*values = (struct strlist)STRLIST_INIT;
	strlist_add(values, "");
	strlist_split(&fields, value, ",");
	for (size_t i = 0; i < fields.nr; i++) {
		int rc = sweep_field(values, fields.items[i]);
		if (rc)
			return rc;
	}
	for (size_t i = 0; i < values->nr; i++)
		if (strlen(values->items[i]) > VALUE_MAX)
			return fail(ERR_USAGE, "the value of %s is too long",
				    name);
	return 0;
}

/* Settings by name, each with its values. */
static void sort_settings(struct spelling *spelling)
{
	struct strlist *names = &spelling->settings;

	for (size_t i = 1; i < names->nr; i++) {
		for (size_t j = i; j && strcmp(names->items[j - 1],
					       names->items[j]) > 0; j--) {
			char *name = names->items[j];
			struct strlist values = spelling->values[j];

			names->items[j] = names->items[j - 1];
			names->items[j - 1] = name;
			spelling->values[j] = spelling->values[j - 1];
			spelling->values[j - 1] = values;
		}
	}
}

int spelling_read(struct spelling *out, const char *text,
		  const struct suites *suites, const struct suite *suite)
{
	if (strlen(text) > TEXT_MAX)
		return fail(ERR_USAGE, "a variant of more than %d bytes",
			    TEXT_MAX);
	if (!text_is_utf8(text, strlen(text)))
		return fail(ERR_USAGE, "a variant is not UTF-8: %s", text);
	for (const char *p = text; *p; p++)
		if (iscntrl((unsigned char)*p))
			return fail(ERR_USAGE, "a variant holds a control "
					       "character: %s", text);
	while (*text) {
		size_t len = part_len(text, suites, suite);
		auto_free char *part = xmemdupz(text, len);
		int rc = *part == '+' ? read_names(out, part) :
					read_setting(out, part);
		if (rc)
			return rc;
		text += len + (text[len] == ',');
	}
	strlist_sort(&out->names);
	sort_settings(out);
	return 0;
}

void spelling_release(struct spelling *spelling)
{
	for (size_t i = 0; spelling->values && i < spelling->settings.nr; i++)
		strlist_release(&spelling->values[i]);
	free(spelling->values);
	strlist_release(&spelling->names);
	strlist_release(&spelling->settings);
	*spelling = (struct spelling)SPELLING_INIT;
}
