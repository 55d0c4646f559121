#include "base/strlist.h"

#include <string.h>

#include "base/buf.h"

void strlist_take(struct strlist *list, char *s)
{
	ARRAY_GROW(list->items, list->nr + 2, list->cap);
	list->items[list->nr++] = s;
	list->items[list->nr] = NULL;
}

char *strlist_add(struct strlist *list, const char *s)
{
	char *copy = xstrdup(s);

	strlist_take(list, copy);
	return copy;
}

char *strlist_addf(struct strlist *list, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	char *text = xstrvfmt(fmt, ap);
	va_end(ap);
	strlist_take(list, text);
	return text;
}

void strlist_add_all(struct strlist *list, const char *const *items)
{
	for (; *items; items++)
		strlist_add(list, *items);
}

bool strlist_has(const struct strlist *list, const char *s)
{
	for (size_t i = 0; i < list->nr; i++)
		if (!strcmp(list->items[i], s))
			return true;
	return false;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void strlist_sort(struct strlist *list)
{
	if (list->nr)
		qsort(list->items, list->nr, sizeof(*list->items), compare);
}

void strlist_split(struct strlist *list, const char *s, const char *seps)
{
	while (*s) {
		size_t len = strcspn(s, seps);

		if (len)
			strlist_take(list, xmemdupz(s, len));
		s += len;
		if (*s)
			s++;
	}
}

char *strlist_join(const struct strlist *list, const char *sep)
{
	struct buf b = BUF_INIT;

	for (size_t i = 0; i < list->nr; i++) {
		if (i)
			buf_addstr(&b, sep);
		buf_addstr(&b, list->items[i]);
	}
	return buf_detach(&b);
}

void strlist_clear(struct strlist *list)
{
	for (size_t i = 0; i < list->nr; i++)
		free(list->items[i]);
	list->nr = 0;
}

void strlist_release(struct strlist *list)
{
	strlist_clear(list);
	free(list->items);
	*list = (struct strlist)STRLIST_INIT;
}
