/*
 * strlist - a growing list of owned strings.
 *
 * Invariant: items[nr] is NULL once anything was added, so items may be
 * passed as an argv.
 */
#ifndef BASE_STRLIST_H
#define BASE_STRLIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"

struct strlist {
	char **items;
	size_t nr;
	size_t cap;
};

#define STRLIST_INIT { 0 }

/* Adds a copy; returns it (borrowed). */
char *strlist_add(struct strlist *list, const char *s);
char *strlist_addf(struct strlist *list, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* Adds copies of all items up to the NULL. */
void strlist_add_all(struct strlist *list, const char *const *items);
/* Adds `s` itself: the list frees it. */
void strlist_take(struct strlist *list, char *s);
bool strlist_has(const struct strlist *list, const char *s);
/* Byte order. */
void strlist_sort(struct strlist *list);
/* Adds the parts of `s` between separators; empty parts are left out. */
void strlist_split(struct strlist *list, const char *s, const char *seps);
/* All items with `sep` between them. */
char *strlist_join(const struct strlist *list, const char *sep);
void strlist_clear(struct strlist *list);
void strlist_release(struct strlist *list);

#endif
