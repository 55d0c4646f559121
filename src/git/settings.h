/*
 * settings - keys of git's configuration that are to be written, or shown
 * as they would stand in a file.
 *
 *	AUTO(settings) settings = SETTINGS_INIT;
 *	settings_set(&settings, "schedule", "weekly", "cron", "0 6 * * 1");
 *	rc = settings_write(&settings, repo, NULL);
 */
#ifndef GIT_SETTINGS_H
#define GIT_SETTINGS_H

#include "base/buf.h"
#include "base/strlist.h"
#include "git/repo.h"

struct setting {
	char *section, *name, *key; /* <section>.<name>.<key> */
	struct strlist values;	    /* none: the key is not to be there */
};

struct settings {
	struct setting *items;
	size_t nr;
	size_t cap;
};

#define SETTINGS_INIT { 0 }

/* A NULL value: the key is not to be there. */
void settings_set(struct settings *settings, const char *section,
		  const char *name, const char *key, const char *value);
void settings_set_all(struct settings *settings, const char *section,
		      const char *name, const char *key,
		      const struct strlist *values);
/* Into `file`, or the repository's own configuration when it is NULL. */
int settings_write(const struct settings *settings, struct repo *repo,
		   const char *file);
/* As a file that git reads back. */
void settings_print(struct buf *out, const struct settings *settings);
void settings_release(struct settings *settings);

#endif
