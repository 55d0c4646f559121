#include "base/arena.h"

#include <stdint.h>
#include <string.h>

#include "tap.h"

static void test_pieces(void)
{
	AUTO(arena) arena = ARENA_INIT;
	char *texts[1000];
	size_t wrong = 0;

	for (int i = 0; i < 1000; i++) {
		texts[i] = arena_text(&arena, "some text", i % 10);
		uint64_t *numbers = arena_array(&arena, i % 7, 8);
		for (int k = 0; k < i % 7; k++) {
			wrong += numbers[k] != 0;
			numbers[k] = UINT64_MAX;
		}
		wrong += (uintptr_t)numbers % 8 != 0;
	}
	for (int i = 0; i < 1000; i++)
		wrong += strlen(texts[i]) != (size_t)i % 10 ||
			 strncmp(texts[i], "some text", i % 10);
	is_int(wrong, 0, "pieces are zeroed, aligned, and apart");
}

static void test_again(void)
{
	AUTO(arena) arena = ARENA_INIT;

	memset(arena_array(&arena, 5000000, 1), 'x', 5000000);
	char *large = arena_array(&arena, 1, 1);
	*large = 'y';
	arena_clear(&arena);
	char *bytes = arena_array(&arena, 3000, 1);
	size_t dirty = 0;
	for (int i = 0; i < 3000; i++)
		dirty += bytes[i] != 0;
	is_int(dirty, 0, "what is taken again is zeroed again");
	arena_clear(&arena);
	arena_clear(&arena);
	is(arena_text(&arena, "x", 1), "x", "an empty one can be emptied");
}

static void test_heap(void)
{
	auto_free char *text = arena_text(NULL, "abc", 2);
	auto_free int *none = arena_array(NULL, 0, sizeof(*none));

	is(text, "ab", "no arena is the heap");
	ok(none != NULL, "also for nothing");
}

int main(void)
{
	test_pieces();
	test_again();
	test_heap();
	return done();
}
