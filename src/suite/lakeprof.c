#include "suite/lakeprof.h"

#include <ctype.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "suite/unit.h"

#define LINE_MAX_BYTES 4096

/* ==== Readings by name ================================================== */

/* Where each name's reading stands, so that a later one replaces it. */
struct builds {
	struct readings *out;
	json_t *index; /* name to position */
};

static struct reading *builds_find(const struct builds *builds,
				   const char *name)
{
	json_t *at = json_object_get(builds->index, name);

	return at ? &builds->out->items[json_integer_value(at)] : NULL;
}

static void builds_put(struct builds *builds, const char *raw, double seconds)
{
	auto_free char *name = target_name_make(raw);
	struct reading *reading = builds_find(builds, name);

	if (reading) {
		reading->seconds = seconds;
		return;
	}
	reading = format_add(builds->out, name, seconds, "s", BETTER_LOWER);
	if (!reading)
		return;
	reading->kind = KIND_BUILD;
	json_set_int(builds->index, name, builds->out->nr - 1);
}

/* ==== The log =========================================================== */

/* "[12/34] " in a line; what follows it, or NULL. */
static const char *skip_counter(const char *line)
{
	const char *p = line;

	while ((p = strchr(p, '['))) {
		size_t done = strspn(++p, "0123456789");
		const char *total = p + done + 1;

		if (!done || p[done] != '/')
			continue;
		size_t digits = strspn(total, "0123456789");
		if (digits && total[digits] == ']' && total[digits + 1] == ' ')
			return total + digits + 2;
	}
	return NULL;
}

/* "Foo.Bar (1.2s)" into its two halves, in place; false if it is not so. */
static bool split_time(char *caption, double *seconds)
{
	auto_free char *unit = NULL;
	char *open = strrchr(caption, '(');
	size_t len = strlen(caption);

	if (!open || open == caption || open[-1] != ' ' ||
	    caption[len - 1] != ')')
		return false;
	caption[len - 1] = '\0';
	if (!unit_split(seconds, &unit, open + 1) || unit_seconds(unit) <= 0)
		return false;
	*seconds *= unit_seconds(unit);
	open[-1] = '\0';
	return *seconds >= 0;
}

static void read_line(struct builds *builds, char *line)
{
	const char *what = skip_counter(text_trim(line)), *skipped;
	double seconds;

	if (!what)
		return;
	skipped = text_skip_prefix(what, "(Optional) ");
	what = skipped ? skipped : what;
	bool failed = text_starts_with(what, "Building ");
	if (!failed && !text_starts_with(what, "Built "))
		return;
	auto_free char *caption =
		xstrdup(what + (failed ? strlen("Building ") : strlen("Built ")));
	bool timed = split_time(caption, &seconds);
	if (failed && strcmp(caption, "job computation"))
		format_add_failure(builds->out, caption, STAGE_BUILD,
				   "lake could not build it");
	else if (timed)
		builds_put(builds, caption, seconds);
}

int lakeprof_read_log(struct readings *out, const char *text, size_t len)
{
	json_auto_t *index = json_object();
	struct builds builds = { out, index };
	size_t before = out->nr;

	for (const char *end = text + len; text < end;) {
		const char *feed = memchr(text, '\n', end - text);
		size_t line_len = (feed ? feed : end) - text;

		if (line_len <= LINE_MAX_BYTES) {
			auto_free char *line = xmemdupz(text, line_len);

			read_line(&builds, line);
		}
		text += line_len + 1;
	}
	if (out->nr > before)
		return 0;
	return fail(ERR_BADDATA, "the output names no target that lake built");
}

/* ==== The trace ========================================================= */

static bool is_thread_name(const json_t *event, const char *name)
{
	const json_t *args = json_object_get(event, "args");

	return !strcmp(json_get_string(event, "ph", ""), "M") &&
	       !strcmp(json_get_string(event, "name", ""), "thread_name") &&
	       !strcmp(json_get_string(args, "name", ""), name);
}

/* The thread that repeats others' events; NULL when there is none. */
static const json_t *critical_thread(const json_t *events)
{
	const json_t *event;
	size_t i;

	json_array_foreach(events, i, event)
		if (is_thread_name(event, "critical path"))
			return json_object_get(event, "tid");
	return NULL;
}

int lakeprof_read_trace(struct readings *out, const char *text, size_t len)
{
	json_auto_t *root = NULL, *index = json_object();
	struct builds builds = { out, index };
	size_t i, before = out->nr;
	const json_t *event;
	int rc = json_parse(&root, text, len, "the trace");

	if (rc)
		return rc;
	const json_t *events = json_is_array(root) ?
				       root :
				       json_object_get(root, "traceEvents");
	const json_t *critical = critical_thread(events);
	json_array_foreach(events, i, event) {
		const json_t *dur = json_object_get(event, "dur");
		const char *name = json_get_string(event, "name", "");

		if (strcmp(json_get_string(event, "ph", ""), "X") || !*name ||
		    !json_is_number(dur) || json_number_value(dur) < 0 ||
		    (critical &&
		     json_equal(json_object_get(event, "tid"), critical)))
			continue;
		builds_put(&builds, name, json_number_value(dur) / 1e6);
	}
	if (out->nr > before)
		return 0;
	return fail(ERR_BADDATA, "the trace has no event with a duration");
}

/* ==== Either ============================================================ */

int lakeprof_read(struct readings *out, const char *text, size_t len)
{
	size_t blank = 0;

	while (blank < len && isspace((unsigned char)text[blank]))
		blank++;
	/* A log begins with "[0.123] " at most, a trace with "{" or "[{". */
	const char *start = text + blank;
	size_t left = len - blank;
	bool bracket = left && *start == '[';
	while (bracket && left > 1 && isspace((unsigned char)start[1])) {
		start++;
		left--;
	}
	if (left && (*start == '{' || (bracket && left > 1 && start[1] == '{')))
		return lakeprof_read_trace(out, text, len);
	return lakeprof_read_log(out, text, len);
}
