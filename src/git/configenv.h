/*
 * configenv - configuration that git passes on in the environment.
 *
 * Private to src/git. `git -c bench.x=1 bench …` hands the entry over in
 * GIT_CONFIG_PARAMETERS; scripts use GIT_CONFIG_COUNT, GIT_CONFIG_KEY_<n> and
 * GIT_CONFIG_VALUE_<n>. libgit2 knows neither.
 */
#ifndef GIT_CONFIGENV_H
#define GIT_CONFIGENV_H

#include <stddef.h>

struct configenv_entry {
	char *key;   /* section and name in lower case */
	char *value; /* NULL: a key without "=" */
};

/* In git's order: later entries win. */
struct configenv {
	struct configenv_entry *entries;
	size_t nr;
	size_t cap;
};

/* ERR_BADDATA when git would not take it either. */
int configenv_read(struct configenv *out);
/* `key` in any case; `value` may be NULL. */
void configenv_add(struct configenv *env, const char *key, const char *value);
void configenv_copy(struct configenv *out, const struct configenv *env);
void configenv_release(struct configenv *env);
/* "Section.Sub.Name" as "section.Sub.name"; owned. */
char *configenv_key(const char *key);

#endif
