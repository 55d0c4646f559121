#include "record/lineset.h"

#include <string.h>

bool lineset_next(struct line *out, const char **rest, const char *end)
{
	while (*rest < end) {
		const char *feed = memchr(*rest, '\n', end - *rest);
		const char *stop = feed ? feed : end;

		*out = (struct line){ *rest, stop - *rest };
		*rest = feed ? feed + 1 : end;
		if (out->len)
			return true;
	}
	return false;
}

static int compare_lines(const void *a, const void *b)
{
	const struct line *x = a, *y = b;
	size_t len = x->len < y->len ? x->len : y->len;
	int order = memcmp(x->ptr, y->ptr, len);

	if (order || x->len == y->len)
		return order;
	return x->len < y->len ? -1 : 1;
}

struct list {
	struct line *items;
	size_t nr;
	size_t cap;
};

static void list_release(struct list *list)
{
	free(list->items);
}

static void list_fill(struct list *list, const char *text, size_t len)
{
	const char *rest = text;
	struct line line;

	while (lineset_next(&line, &rest, text + len)) {
		ARRAY_GROW(list->items, list->nr + 1, list->cap);
		list->items[list->nr++] = line;
	}
}

static void list_sort(struct list *list)
{
	if (list->nr)
		qsort(list->items, list->nr, sizeof(*list->items),
		      compare_lines);
}

/* Of a sorted list each line once, but those that `without` has. */
static void list_write(struct buf *out, const struct list *list,
		       const struct list *without)
{
	for (size_t i = 0; i < list->nr; i++) {
		const struct line *line = &list->items[i];

		if (i && !compare_lines(line, &list->items[i - 1]))
			continue;
		if (without->nr && bsearch(line, without->items, without->nr,
					   sizeof(*line), compare_lines))
			continue;
		buf_add(out, line->ptr, line->len);
		buf_addch(out, '\n');
	}
}

void lineset_unite(struct buf *out, const char *a, size_t a_len,
		   const char *b, size_t b_len)
{
	static const struct list none;
	AUTO(list) list = { 0 };

	list_fill(&list, a, a_len);
	list_fill(&list, b, b_len);
	list_sort(&list);
	list_write(out, &list, &none);
}

void lineset_subtract(struct buf *out, const char *a, size_t a_len,
		      const char *b, size_t b_len)
{
	AUTO(list) list = { 0 };
	AUTO(list) without = { 0 };

	list_fill(&list, a, a_len);
	list_fill(&without, b, b_len);
	list_sort(&list);
	list_sort(&without);
	list_write(out, &list, &without);
}
