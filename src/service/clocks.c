#include "service/clocks.h"

#include <string.h>

#include "base/alloc.h"

static struct clock_seen *find(const struct clocks *clocks, const char *name)
{
	for (size_t i = 0; i < clocks->nr; i++)
		if (!strcmp(clocks->items[i].name, name))
			return &clocks->items[i];
	return NULL;
}

static void add(struct clocks *clocks, const struct face *face)
{
	ARRAY_GROW(clocks->items, clocks->nr + 1, clocks->cap);
	clocks->items[clocks->nr++] = (struct clock_seen){
		.name = xstrdup(face->name),
		.oid = face->oid,
		.at = face->at,
		.moved = -1,
		.idle = face->state == FACE_IDLE,
	};
}

/* How far a stamp, written between two looks, is outside of them. */
static int64_t offset_of(int64_t at, int64_t before, int64_t now)
{
	if (at > now + CLOCKS_TOLERANCE)
		return at - now;
	if (at < before - CLOCKS_TOLERANCE)
		return at - before;
	return 0;
}

static void see(struct clocks *clocks, const struct face *face, int64_t now,
		double monotonic)
{
	struct clock_seen *seen = find(clocks, face->name);

	if (!seen) {
		add(clocks, face);
		return;
	}
	seen->idle = face->state == FACE_IDLE;
	if (oid_equal(&seen->oid, &face->oid))
		return;
	seen->oid = face->oid;
	if (face->at == seen->at)
		return;
	seen->at = face->at;
	/* Our own clock may have been set back meanwhile. */
	seen->offset = clocks->last && clocks->last <= now ?
			       offset_of(face->at, clocks->last, now) :
			       0;
	seen->moved = monotonic;
}

static void forget_gone(struct clocks *clocks, const struct faces *faces)
{
	size_t kept = 0;

	for (size_t i = 0; i < clocks->nr; i++) {
		if (faces_find(faces, clocks->items[i].name))
			clocks->items[kept++] = clocks->items[i];
		else
			free(clocks->items[i].name);
	}
	clocks->nr = kept;
}

void clocks_look(struct clocks *clocks, const struct faces *faces,
		 const char *self, int64_t now, double monotonic)
{
	forget_gone(clocks, faces);
	for (size_t i = 0; i < faces->nr; i++)
		if (strcmp(faces->items[i].name, self) != 0)
			see(clocks, &faces->items[i], now, monotonic);
	clocks->last = now;
}

const char *clocks_later(const struct clocks *clocks, int64_t slot,
			 int64_t now, double monotonic)
{
	for (size_t i = 0; i < clocks->nr; i++) {
		const struct clock_seen *seen = &clocks->items[i];

		if (seen->idle && seen->moved >= 0 &&
		    monotonic - seen->moved <= CLOCKS_TRUST &&
		    seen->offset && now + seen->offset < slot)
			return seen->name;
	}
	return NULL;
}

void clocks_release(struct clocks *clocks)
{
	for (size_t i = 0; i < clocks->nr; i++)
		free(clocks->items[i].name);
	free(clocks->items);
	*clocks = (struct clocks)CLOCKS_INIT;
}
