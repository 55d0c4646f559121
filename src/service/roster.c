#include "service/roster.h"

#include <string.h>

static struct roster_entry *find(const struct roster *roster,
				 const char *name)
{
	for (size_t i = 0; i < roster->nr; i++)
		if (!strcmp(roster->items[i].name, name))
			return &roster->items[i];
	return NULL;
}

static void see(struct roster *roster, const struct face *face, double now)
{
	struct roster_entry *entry = find(roster, face->name);

	if (!entry) {
		ARRAY_GROW(roster->items, roster->nr + 1, roster->cap);
		entry = &roster->items[roster->nr++];
		*entry = (struct roster_entry){ .name = xstrdup(face->name) };
	}
	if (!oid_equal(&entry->oid, &face->oid))
		entry->since = now;
	entry->oid = face->oid;
	entry->stopped = face->state == FACE_STOPPED;
}

void roster_look(struct roster *roster, const struct faces *faces,
		 double now)
{
	for (size_t i = 0; i < faces->nr; i++)
		see(roster, &faces->items[i], now);
	for (size_t i = roster->nr; i--;) {
		if (faces_find(faces, roster->items[i].name))
			continue;
		free(roster->items[i].name);
		roster->items[i] = roster->items[--roster->nr];
	}
}

size_t roster_live(const struct roster *roster, double now)
{
	size_t live = 0;

	for (size_t i = 0; i < roster->nr; i++)
		live += !roster->items[i].stopped &&
			now - roster->items[i].since <= ROSTER_PATIENCE;
	return live;
}

void roster_release(struct roster *roster)
{
	for (size_t i = 0; i < roster->nr; i++)
		free(roster->items[i].name);
	free(roster->items);
	*roster = (struct roster)ROSTER_INIT;
}
