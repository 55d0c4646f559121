#include "git/settings.h"

#include <string.h>

#include "git/config.h"

void settings_set_all(struct settings *settings, const char *section,
		      const char *name, const char *key,
		      const struct strlist *values)
{
	ARRAY_GROW(settings->items, settings->nr + 1, settings->cap);
	struct setting *setting = &settings->items[settings->nr++];

	*setting = (struct setting){
		.section = xstrdup(section),
		.name = xstrdup(name),
		.key = xstrdup(key),
	};
	for (size_t i = 0; i < values->nr; i++)
		strlist_add(&setting->values, values->items[i]);
}

void settings_set(struct settings *settings, const char *section,
		  const char *name, const char *key, const char *value)
{
	AUTO(strlist) values = STRLIST_INIT;

	if (value)
		strlist_add(&values, value);
	settings_set_all(settings, section, name, key, &values);
}

int settings_write(const struct settings *settings, struct repo *repo,
		   const char *file)
{
	int rc = 0;

	for (size_t i = 0; !rc && i < settings->nr; i++) {
		const struct setting *s = &settings->items[i];
		auto_free char *key =
			xstrfmt("%s.%s.%s", s->section, s->name, s->key);

		rc = config_replace(repo, file, key, &s->values);
	}
	return rc;
}

static void print_value(struct buf *out, const char *value)
{
	size_t len = strlen(value);
	bool plain = !strpbrk(value, "\"\\;#\n\t") && *value != ' ' &&
		     !(len && value[len - 1] == ' ');

	if (plain) {
		buf_addstr(out, value);
		return;
	}
	buf_addch(out, '"');
	for (const char *p = value; *p; p++) {
		if (*p == '"' || *p == '\\')
			buf_addch(out, '\\');
		if (*p == '\n')
			buf_addstr(out, "\\n");
		else
			buf_addch(out, *p);
	}
	buf_addch(out, '"');
}

void settings_print(struct buf *out, const struct settings *settings)
{
	const struct setting *last = NULL;

	for (size_t i = 0; i < settings->nr; i++) {
		const struct setting *s = &settings->items[i];

		if (!last || strcmp(last->section, s->section) ||
		    strcmp(last->name, s->name))
			buf_addf(out, "[%s \"%s\"]\n", s->section, s->name);
		last = s;
		for (size_t k = 0; k < s->values.nr; k++) {
			buf_addf(out, "\t%s = ", s->key);
			print_value(out, s->values.items[k]);
			buf_addch(out, '\n');
		}
	}
}

void settings_release(struct settings *settings)
{
	for (size_t i = 0; i < settings->nr; i++) {
		struct setting *setting = &settings->items[i];

		free(setting->section);
		free(setting->name);
		free(setting->key);
		strlist_release(&setting->values);
	}
	free(settings->items);
	*settings = (struct settings)SETTINGS_INIT;
}
