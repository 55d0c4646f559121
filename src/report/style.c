#include "report/style.h"

#include <string.h>

static const struct {
	const char *slot, *words;
} defaults[ROLE_NR] = {
	[ROLE_HEADING] = { "heading", "bold" },
	[ROLE_SHA] = { "sha", "yellow" },
	[ROLE_DIM] = { "dim", "dim" },
	[ROLE_RUNNING] = { "running", "cyan" },
	[ROLE_FAILED] = { "failed", "bold red" },
	[ROLE_UNKNOWN] = { "unknown", "yellow" },
	[ROLE_SAME] = { "same", "normal" },
	[ROLE_FASTER] = { "faster", "green" },
	[ROLE_SLOWER] = { "slower", "bold red" },
};

void style_colour(struct style *style)
{
	for (int i = ROLE_PLAIN + 1; i < ROLE_NR; i++)
		colour_parse(style->on[i], defaults[i].words);
}

bool style_set(struct style *style, const char *slot, const char *words)
{
	char on[COLOUR_MAX];

	for (int i = ROLE_PLAIN + 1; i < ROLE_NR; i++) {
		if (strcmp(defaults[i].slot, slot))
			continue;
		if (!colour_parse(on, words))
			return false;
		memcpy(style->on[i], on, sizeof(on));
		return true;
	}
	return false;
}

const char *style_slot(enum role role)
{
	return defaults[role].slot;
}

enum role style_of_verdict(enum verdict verdict)
{
	static const enum role roles[VERDICT_NR] = {
		[VERDICT_UNKNOWN] = ROLE_UNKNOWN,
		[VERDICT_SAME] = ROLE_SAME,
		[VERDICT_FASTER] = ROLE_FASTER,
		[VERDICT_SLOWER] = ROLE_SLOWER,
	};

	return roles[verdict];
}

void style_add(struct buf *out, const struct style *style, enum role role,
	       const char *text)
{
	const char *on = style->on[role];

	if (*on && *text)
		buf_addf(out, "%s%s" COLOUR_RESET, on, text);
	else
		buf_addstr(out, text);
}
