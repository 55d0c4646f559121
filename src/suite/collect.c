#include "suite/collect.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/regex.h"
#include "base/text.h"
#include "suite/outfile.h"
#include "suite/unit.h"

#define EXIT_NO_COMMAND 127 /* how a shell says that there is none */

/* ==== One target ======================================================== */

static void add_wall_time(struct readings *out, const struct target *target,
			  const struct sample *sample)
{
	struct reading *reading = readings_add(out, target->name);

	reading->seconds = sample->seconds;
	reading->whole = true;
	metrics_copy(&reading->metrics, &sample->metrics);
}

/* The text that the pattern finds; NULL when it finds none. */
static char *find_value(const struct target *target,
			const struct sample *sample)
{
	AUTO_PTR(regex) regex = NULL;
	size_t offset = 0;

	if (regex_compile(&regex, target->value, "value"))
		return NULL;
	char *text = regex_capture(regex, sample->out.ptr, sample->out.len,
				   &offset);
	offset = 0;
	if (!text)
		text = regex_capture(regex, sample->err.ptr, sample->err.len,
				     &offset);
	return text;
}

static void add_value(struct readings *out, const struct target *target,
		      const struct sample *sample)
{
	auto_free char *text = find_value(target, sample), *unit = NULL;
	double value;

	if (!text) {
		auto_free char *why =
			xstrfmt("nothing in its output matches '%s'",
				target->value);
		readings_add_failure(out, target->name, STAGE_OUTPUT, why);
		return;
	}
	struct reading *reading = NULL;
	if (unit_split(&value, &unit, text_trim(text)))
		reading = format_add(out, target->name, value,
				     target->unit ? target->unit : unit,
				     target->better);
	if (!reading) {
		auto_free char *why = xstrfmt("'%s' in its output is no number",
					      text);
		readings_add_failure(out, target->name, STAGE_OUTPUT, why);
		return;
	}
	for (size_t i = 0; i < sample->metrics.nr; i++) {
		const struct metric *m = &sample->metrics.items[i];
		struct metric *copy = metrics_set(&reading->metrics, m->name,
						  m->value, m->unit);
		if (copy)
			copy->higher_is_better = m->higher_is_better;
	}
	metrics_set(&reading->metrics, "wall_seconds", sample->seconds, "s");
}

/* A shell starts although what it is to run is not there. */
static void settle_absence(struct readings *out, const struct target *target,
			   const struct sample *sample)
{
	struct reading *last = &out->items[out->nr - 1];

	if (!target->shell || sample->exit_code != EXIT_NO_COMMAND)
		return;
	free(last->failure);
	last->failure = xstrdup(STAGE_ABSENT);
}

void collect_target(struct readings *out, const struct target *target,
		    const struct sample *sample)
{
	if (readings_add_failed_sample(out, target->name, sample))
		settle_absence(out, target, sample);
	else if (target->value)
		add_value(out, target, sample);
	else
		add_wall_time(out, target, sample);
	struct reading *last = &out->items[out->nr - 1];
	last->kind = target->kind;
	last->domains = target->domains;
}

/* ==== A report ========================================================== */

/* The text to read; where there is none, false and a failure added. */
static bool take_text(struct readings *out, struct buf *text, int *rc,
		      const struct report *report,
		      const struct sample *sample)
{
	enum outfile_state state;

	if (!report->file) {
		buf_add(text, sample->out.ptr, sample->out.len);
		return true;
	}
	*rc = outfile_read(text, &state, report->dir, report->file);
	if (*rc || state == OUTFILE_FRESH)
		return !*rc;
	auto_free char *why =
		xstrfmt("%s %s", report->file,
			state == OUTFILE_STALE ? "is older than the run" :
						 "was not written");
	if (sample_ok(sample))
		readings_add_failure(out, report->name,
				     state == OUTFILE_STALE ? STAGE_STALE :
							      STAGE_OUTPUT,
				     why);
	return false;
}

static bool keep_reading(const void *data, const char *target)
{
	const struct report *report = data;

	return !strcmp(target, report->name) ||
	       filter_takes(report->filter, target);
}

int collect_report(struct readings *out, const struct report *report,
		   const struct sample *sample)
{
	AUTO(buf) text = BUF_INIT;
	int rc = 0;

	readings_add_failed_sample(out, report->name, sample);
	if (!take_text(out, &text, &rc, report, sample))
		return rc;
	bool read = !report->format->read(out, text.ptr, text.len);
	readings_filter(out, keep_reading, report);
	if (read || !sample_ok(sample))
		return 0;
	/* Cut in the middle, it may be no JSON any more. */
	auto_free char *why =
		xstrfmt("%s%s", error_message(),
			!report->file && sample->out_truncated ?
				" (it is too long and was cut)" :
				"");
	readings_add_failure(out, report->name, STAGE_OUTPUT, why);
	return 0;
}
