#include "base/arena.h"

#include <stdint.h>
#include <string.h>

/* Blocks double in size from the first to the last of these. */
#define BLOCK_MIN 4096
#define BLOCK_MAX (1 << 20)

struct arena_block {
	struct arena_block *next;
	size_t size;
	max_align_t bytes[];
};

static void *take(struct arena *arena, size_t size, size_t align)
{
	struct arena_block *block = arena->blocks;
	size_t start = (arena->used + align - 1) & ~(align - 1);

	if (!block || start > block->size || size > block->size - start) {
		size_t wanted = block ? 2 * block->size : BLOCK_MIN;

		if (wanted > BLOCK_MAX)
			wanted = BLOCK_MAX;
		if (wanted < size)
			wanted = size;
		/* xmalloc() ends the program for what nobody has. */
		size_t total;
		if (__builtin_add_overflow(sizeof(*block), wanted, &total))
			total = SIZE_MAX;
		block = xmalloc(total);
		block->next = arena->blocks;
		block->size = wanted;
		arena->blocks = block;
		start = 0;
	}
	arena->used = start + size;
	return (char *)block->bytes + start;
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
	size_t bytes;

	if (!arena || __builtin_mul_overflow(count, size, &bytes))
		return xcalloc(count, size);
	void *array = take(arena, bytes, _Alignof(max_align_t));
	return memset(array, 0, bytes);
}

char *arena_text(struct arena *arena, const void *bytes, size_t len)
{
	if (!arena)
		return xmemdupz(bytes, len);
	char *text = take(arena, len + 1, 1);
	memcpy(text, bytes, len);
	text[len] = '\0';
	return text;
}

static void free_from(struct arena_block *block)
{
	while (block) {
		struct arena_block *next = block->next;

		free(block);
		block = next;
	}
}

void arena_clear(struct arena *arena)
{
	arena->used = 0;
	if (!arena->blocks)
		return;
	/* The newest is as large as any, or the one large thing. */
	free_from(arena->blocks->next);
	arena->blocks->next = NULL;
}

void arena_release(struct arena *arena)
{
	free_from(arena->blocks);
	*arena = (struct arena)ARENA_INIT;
}
