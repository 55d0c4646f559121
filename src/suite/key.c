#include "suite/key.h"

#include <ctype.h>
#include <string.h>

#include "base/environ.h"
#include "base/error.h"
#include "base/regex.h"
#include "base/strlist.h"
#include "base/suggest.h"
#include "base/text.h"

/* ==== Errors ============================================================ */

static char *full_name(const struct config_entry *entry)
{
	if (!entry->subsection)
		return xstrfmt("%s.%s", entry->section, entry->key);
	return xstrfmt("%s.%s.%s", entry->section, entry->subsection,
		       entry->key);
}

int entry_fail(const struct config_entry *entry, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *message = xstrvfmt(fmt, ap);
	va_end(ap);
	fail(ERR_BADDATA, "%s", message);
	return entry_fail_in(entry);
}

char *entry_place(const struct config_entry *entry)
{
	if (entry->line)
		return xstrfmt(".gitbench, line %d", entry->line);
	auto_free char *name = full_name(entry);
	return xstrfmt("git config %s", name);
}

int entry_fail_in(const struct config_entry *entry)
{
	auto_free char *place = entry_place(entry);

	return fail_in(ERR_BADDATA, "%s", place);
}

int entry_unknown_key(const struct config_entry *entry,
		      const char *const *known, size_t nr)
{
	const char *nearest = suggest_nearest(entry->key, known, nr);

	int rc = entry_fail(entry, "unknown key '%s' in [%s%s%s%s]",
			    entry->key, entry->section,
			    entry->subsection ? " \"" : "",
			    entry->subsection ? entry->subsection : "",
			    entry->subsection ? "\"" : "");
	if (nearest)
		fail_hint("did you mean '%s'?", nearest);
	return rc;
}

bool entry_name_is_plain(const char *name)
{
	size_t len = strlen(name);

	return len && len <= ENTRY_NAME_MAX && name[0] != '.' &&
	       name[0] != '-' &&
	       strspn(name, "abcdefghijklmnopqrstuvwxyz"
			    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == len;
}

int entry_need_plain_name(const struct config_entry *entry)
{
	if (!entry->subsection)
		return entry_fail(entry, "[%s] needs a name: [%s \"name\"]",
				  entry->section, entry->section);
	if (entry_name_is_plain(entry->subsection))
		return 0;
	auto_free char *shown = xmemdupz(
		entry->subsection, strnlen(entry->subsection, ENTRY_NAME_MAX));
	return entry_fail(entry,
			  "the name of a %s is made of at most %d letters, "
			  "digits, '.', '_' and '-', not '%s'",
			  entry->section, ENTRY_NAME_MAX, shown);
}

static int need_value(const struct config_entry *entry)
{
	if (entry->value && *entry->value)
		return 0;
	return entry_fail(entry, "'%s' needs a value", entry->key);
}

/* ==== One value ========================================================= */

int entry_bool(bool *out, const struct config_entry *entry)
{
	if (text_to_bool(out, entry->value ? entry->value : "true"))
		return 0;
	return entry_fail(entry, "%s = '%s' is neither true nor false",
			  entry->key, entry->value);
}

int entry_int(int *out, const struct config_entry *entry, int min, int max)
{
	int64_t value;
	int rc = need_value(entry);

	if (rc)
		return rc;
	if (!text_to_int64(&value, entry->value) || value < min || value > max)
		return entry_fail(entry, "%s = '%s' is no number from %d to %d",
				  entry->key, entry->value, min, max);
	*out = (int)value;
	return 0;
}

int entry_seconds(double *out, const struct config_entry *entry)
{
	int rc = need_value(entry);

	if (rc)
		return rc;
	if (text_to_duration(out, entry->value))
		return 0;
	return entry_fail(entry,
			  "%s = '%s' is no time such as 90, 90s, 5m or 2h",
			  entry->key, entry->value);
}

static int read_string(char **out, const struct config_entry *entry)
{
	int rc = need_value(entry);

	if (rc)
		return rc;
	free(*out);
	*out = xstrdup(entry->value);
	return 0;
}

static int read_regex(char **out, const struct config_entry *entry)
{
	AUTO_PTR(regex) regex = NULL;
	int rc = read_string(out, entry);

	if (rc)
		return rc;
	rc = regex_compile(&regex, entry->value, entry->key);
	return rc ? entry_fail_in(entry) : 0;
}

static int read_word(int *out, const struct key *key,
		     const struct config_entry *entry)
{
	AUTO(strlist) known = STRLIST_INIT;
	int rc = need_value(entry);

	if (rc)
		return rc;
	strlist_add_all(&known, key->words);
	for (size_t i = 0; i < known.nr; i++) {
		if (strcmp(known.items[i], entry->value))
			continue;
		*out = (int)i + key->min;
		return 0;
	}
	auto_free char *list = strlist_join(&known, ", ");
	return entry_fail(entry, "%s = '%s' is none of: %s", entry->key,
			  entry->value, list);
}

bool entry_is_env_name(const char *s, size_t len)
{
	if (!len || isdigit((unsigned char)*s))
		return false;
	for (size_t i = 0; i < len; i++)
		if (!isalnum((unsigned char)s[i]) && s[i] != '_')
			return false;
	return true;
}

static int read_env(struct strlist *out, const struct config_entry *entry)
{
	int rc = need_value(entry);

	if (rc)
		return rc;
	size_t len = strcspn(entry->value, "=");
	if (!entry->value[len] || !entry_is_env_name(entry->value, len))
		return entry_fail(entry, "%s = '%s' is not NAME=value",
				  entry->key, entry->value);
	environ_put(out, entry->value);
	return 0;
}

static int read_list(struct strlist *out, const struct config_entry *entry)
{
	int rc = need_value(entry);

	if (!rc)
		strlist_add(out, entry->value);
	return rc;
}

/* ==== The table ========================================================= */

const struct key *key_find(const struct key *keys, size_t nr,
			   const char *name)
{
	for (size_t i = 0; i < nr; i++)
		if (!strcmp(keys[i].name, name))
			return &keys[i];
	return NULL;
}

int key_read(void *object, const struct key *key,
	     const struct config_entry *entry)
{
	void *member = (char *)object + key->offset;
	int rc = 0;

	switch (key->type) {
	case KEY_STRING:
		return read_string(member, entry);
	case KEY_BOOL:
		return entry_bool(member, entry);
	case KEY_NOT:
		rc = entry_bool(member, entry);
		if (!rc)
			*(bool *)member = !*(bool *)member;
		return rc;
	case KEY_INT:
		return entry_int(member, entry, key->min, key->max);
	case KEY_SECONDS:
		return entry_seconds(member, entry);
	case KEY_REGEX:
		return read_regex(member, entry);
	case KEY_WORD:
		return read_word(member, key, entry);
	case KEY_LIST:
		return read_list(member, entry);
	case KEY_ENV:
		return read_env(member, entry);
	}
	return rc;
}
