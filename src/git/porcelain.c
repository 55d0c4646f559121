#include "git/porcelain.h"

#include <string.h>

static enum push_mark mark_of(char c)
{
	switch (c) {
	case PUSH_NEW:
	case PUSH_FAST_FORWARD:
	case PUSH_FORCED:
	case PUSH_DELETED:
	case PUSH_UP_TO_DATE:
	case PUSH_REJECTED:
		return (enum push_mark)c;
	default:
		return PUSH_NONE;
	}
}

/* "[rejected] (stale info)": a server's reason may hold brackets itself. */
static void split_summary(struct porcelain_line *out, const char *text)
{
	const char *open = strstr(text, " (");
	size_t len = strlen(text);

	if (!open || text[len - 1] != ')') {
		out->summary = xstrdup(text);
		out->reason = xstrdup("");
		return;
	}
	out->summary = xmemdupz(text, open - text);
	out->reason = xmemdupz(open + 2, text + len - 1 - (open + 2));
}

static void parse_line(struct porcelain *out, const char *line)
{
	enum push_mark mark = mark_of(*line);

	if (mark == PUSH_NONE || line[1] != '\t')
		return;
	const char *names = line + 2;
	const char *tab = strchr(names, '\t');
	if (!tab)
		return;
	/* No ref's name holds a colon. */
	const char *colon = memchr(names, ':', tab - names);
	if (!colon || colon + 1 == tab)
		return;
	ARRAY_GROW(out->items, out->nr + 1, out->cap);
	struct porcelain_line *item = &out->items[out->nr++];
	item->mark = mark;
	item->ref = xmemdupz(colon + 1, tab - (colon + 1));
	split_summary(item, tab + 1);
}

void porcelain_parse(struct porcelain *out, const char *text, size_t len)
{
	const char *end = text + len;

	while (text < end) {
		const char *feed = memchr(text, '\n', end - text);
		const char *stop = feed ? feed : end;
		auto_free char *line = xmemdupz(text, stop - text);

		parse_line(out, line);
		text = stop + 1;
	}
}

const struct porcelain_line *porcelain_find(const struct porcelain *porcelain,
					    const char *ref)
{
	for (size_t i = 0; i < porcelain->nr; i++)
		if (!strcmp(porcelain->items[i].ref, ref))
			return &porcelain->items[i];
	return NULL;
}

void porcelain_release(struct porcelain *porcelain)
{
	for (size_t i = 0; i < porcelain->nr; i++) {
		free(porcelain->items[i].ref);
		free(porcelain->items[i].summary);
		free(porcelain->items[i].reason);
	}
	free(porcelain->items);
	*porcelain = (struct porcelain)PORCELAIN_INIT;
}
