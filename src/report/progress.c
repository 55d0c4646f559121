#include "report/progress.h"

#include <math.h>

#include "base/buf.h"
#include "base/text.h"

#define DETAIL_LEAST 12 /* before another part is left out for it */

/* To go is a guess: whole minutes are precise enough from one on. */
static char *about(double seconds)
{
	if (seconds < 60)
		return xstrfmt("about %.0f s to go", ceil(seconds));
	if (seconds < 3600)
		return xstrfmt("about %.0f min to go", ceil(seconds / 60));
	if (seconds < 1e6)
		return xstrfmt("about %.1f h to go", seconds / 3600);
	return xstrdup("days to go");
}

static char *elapsed(double seconds)
{
	return seconds < 60 ? xstrfmt("%.0f s", seconds) :
			      text_from_seconds(seconds);
}

/* The columns that a part takes with the gap before it. */
static size_t cost(const char *part)
{
	size_t width = part ? text_width(part) : 0;

	return width ? width + 2 : 0;
}

static void add_part(struct buf *out, const char *part)
{
	if (part && *part)
		buf_addf(out, "%s%s", out->len ? "  " : "", part);
}

char *progress_line(const struct progress_parts *parts, size_t columns)
{
	AUTO(buf) line = BUF_INIT;
	auto_free char *detail =
		text_escape(parts->detail ? parts->detail : "");
	auto_free char *sample =
		parts->sample ? xstrfmt("sample %zu/%zu", parts->sample,
					parts->samples) :
				NULL;
	auto_free char *time = elapsed(parts->elapsed);
	auto_free char *rest =
		isfinite(parts->rest) ? about(parts->rest) : NULL;
	char **const optional[] = { &rest, &time, &sample };
	size_t least = text_width(detail) < DETAIL_LEAST ?
			       cost(detail) :
			       DETAIL_LEAST + 2;

	for (size_t i = 0; i < ARRAY_SIZE(optional); i++) {
		if (text_width(parts->phase) + least + cost(sample) +
			    cost(time) + cost(rest) <=
		    columns)
			break;
		free(STEAL(*optional[i]));
	}
	size_t others = text_width(parts->phase) + cost(sample) +
			cost(time) + cost(rest);
	auto_free char *fit =
		text_fit(detail, columns > others + 2 ? columns - others - 2 :
							0);
	add_part(&line, parts->phase);
	add_part(&line, sample);
	add_part(&line, fit);
	add_part(&line, time);
	add_part(&line, rest);
	return text_fit(line.ptr, columns);
}
