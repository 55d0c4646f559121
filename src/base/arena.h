/*
 * arena - memory that is taken in many small pieces and given back at once.
 *
 * For structures that are read as a whole and never grow, such as documents
 * read by the thousand. NULL stands for the heap: code that builds something
 * in "an arena or NULL" serves both, and what it took from the heap is freed
 * piece by piece, as everywhere else.
 *
 *	AUTO(arena) arena = ARENA_INIT;
 *	char *name = arena_text(&arena, bytes, len);
 *	arena_clear(&arena);	all of it; the memory is kept for the next
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

#include "base/alloc.h"

struct arena_block;

struct arena {
	struct arena_block *blocks; /* the one in use first */
	size_t used;		    /* bytes of that one */
};

#define ARENA_INIT { 0 }

/* `count` zeroed members, aligned for any type; count may be 0. */
void *arena_array(struct arena *arena, size_t count, size_t size);
/* A copy of `len` bytes with a NUL behind them. */
char *arena_text(struct arena *arena, const void *bytes, size_t len);
/* Empty; the largest block is kept. */
void arena_clear(struct arena *arena);
void arena_release(struct arena *arena);

#endif
