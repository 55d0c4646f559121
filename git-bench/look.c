#include "look.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/error.h"
#include "base/text.h"
#include "git/config.h"
#include "pager.h"

static int configured(struct repo *repo)
{
	auto_free char *value = config_string(repo, "color.bench", NULL);
	bool truth = true;

	if (!value)
		value = config_string(repo, "color.ui", "auto");
	if (!strcmp(value, "always"))
		return COLOR_ALWAYS;
	/* git reads "true" as "auto". */
	if (!strcmp(value, "never") || (text_to_bool(&truth, value) && !truth))
		return COLOR_NEVER;
	return COLOR_AUTO;
}

static int on_terminal(bool *out, struct repo *repo)
{
	const char *term = getenv("TERM");
	const char *no_color = getenv("NO_COLOR");
	bool in_pager = true;
	int rc = 0;

	*out = false;
	if (!term || !strcmp(term, "dumb") || (no_color && *no_color))
		return 0;
	if (!pager_in_use()) {
		*out = isatty(STDOUT_FILENO);
		return 0;
	}
	if (repo)
		rc = config_bool(&in_pager, repo, "color.pager", true);
	*out = in_pager;
	return rc;
}

static int color_wanted(bool *out, struct context *context, int when)
{
	if (when == COLOR_AUTO && context->repo)
		when = configured(context->repo);
	*out = when == COLOR_ALWAYS;
	if (when != COLOR_AUTO)
		return 0;
	return on_terminal(out, context->repo);
}

/* Of the terminal that shows it; 0 when the output goes elsewhere. */
static size_t columns(void)
{
	const char *from_env = getenv("COLUMNS");
	struct winsize size;
	int64_t number;

	if (!isatty(STDOUT_FILENO) && !pager_in_use())
		return 0;
	if (from_env && text_to_int64(&number, from_env) && number > 0)
		return (size_t)number;
	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
		if (!ioctl(fd, TIOCGWINSZ, &size) && size.ws_col)
			return size.ws_col;
	return 80;
}

int look(struct style *out, struct context *context, int when)
{
	bool wanted;
	int rc = color_wanted(&wanted, context, when);

	*out = (struct style)STYLE_PLAIN;
	out->columns = columns();
	if (rc || !wanted)
		return rc;
	style_colour(out);
	for (int role = ROLE_PLAIN + 1; context->repo && role < ROLE_NR;
	     role++) {
		const char *slot = style_slot(role);
		auto_free char *key = xstrfmt("color.bench.%s", slot);
		auto_free char *words = config_string(context->repo, key,
						      NULL);

		if (words && !style_set(out, slot, words))
			return fail(ERR_BADDATA, "%s = '%s' is no colour", key,
				    words);
	}
	return 0;
}

bool look_can_redraw(void)
{
	const char *term = getenv("TERM");

	return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb");
}

size_t look_rows(void)
{
	struct winsize size;

	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row)
		return size.ws_row;
	return 24;
}
