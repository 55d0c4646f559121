/*
 * key - the keys of a configuration section as a table: name, type, and
 * where in an object the value goes.
 *
 *	static const struct key keys[] = {
 *		{ "samples", KEY_INT, offsetof(struct suite, samples), 1, 1000 },
 *		...
 *	};
 *	const struct key *key = key_find(keys, ARRAY_SIZE(keys), entry->key);
 *	int rc = key_read(&suite, key, entry);
 *
 * Every error is ERR_BADDATA and begins with the place, ".gitbench, line 4: "
 * or "git config suite.micro.samples: " (entries of line 0 come from there).
 */
#ifndef SUITE_KEY_H
#define SUITE_KEY_H

#include <stdbool.h>
#include <stddef.h>

#include "git/configfile.h"

#define ENTRY_NAME_MAX 64

enum key_type {
	KEY_STRING,  /* char *, not empty */
	KEY_BOOL,    /* bool; a key without "=" is true */
	KEY_NOT,     /* bool, set to the opposite */
	KEY_INT,     /* int from `min` to `max` */
	KEY_SECONDS, /* double: "90", "5m"; zero means no limit */
	KEY_REGEX,   /* char *, a PCRE2 pattern that compiles */
	KEY_WORD,    /* int: index into `words` plus `min` */
	KEY_LIST,    /* struct strlist: each entry adds one */
	KEY_ENV,     /* struct strlist of NAME=value, the last of a name stays */
};

struct key {
	const char *name;
	enum key_type type;
	size_t offset;
	int min, max;
	const char *const *words; /* ends with NULL */
};

/* Borrowed; NULL when there is none of that name. */
const struct key *key_find(const struct key *keys, size_t nr,
			   const char *name);
/* Reads the entry's value into the member of `object`. */
int key_read(void *object, const struct key *key,
	     const struct config_entry *entry);

/* ".gitbench, line 4" or "git config suite.micro.samples"; owned. */
char *entry_place(const struct config_entry *entry);
/* ERR_BADDATA: the entry's place, ": ", the message. */
int entry_fail(const struct config_entry *entry, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* ERR_BADDATA: the entry's place before the message and hint that stand. */
int entry_fail_in(const struct config_entry *entry);
/* ERR_BADDATA for a key that is none of `known`, with the nearest as hint. */
int entry_unknown_key(const struct config_entry *entry,
		      const char *const *known, size_t nr);
/* 1 to ENTRY_NAME_MAX letters, digits, '.', '_' and '-', the first one
 * neither '.' nor '-'? */
bool entry_name_is_plain(const char *name);
/* May a variable of the environment be called so? */
bool entry_is_env_name(const char *s, size_t len);
/* ERR_BADDATA when [section "name"] has no name, or none such as "a.b-c_1". */
int entry_need_plain_name(const struct config_entry *entry);
/* Typed readings of one entry, for keys that are in no table. */
int entry_bool(bool *out, const struct config_entry *entry);
int entry_int(int *out, const struct config_entry *entry, int min, int max);
int entry_seconds(double *out, const struct config_entry *entry);

#endif
