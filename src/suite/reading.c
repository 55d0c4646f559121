#include "suite/reading.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"

#define REASON_LINES 5
#define REASON_BYTES 1000

struct reading *readings_add(struct readings *readings, const char *target)
{
	ARRAY_GROW(readings->items, readings->nr + 1, readings->cap);
	struct reading *reading = &readings->items[readings->nr++];

	*reading = (struct reading){
		.target = xstrdup(target),
		.seconds = NAN,
	};
	return reading;
}

struct reading *readings_add_failure(struct readings *readings,
				     const char *target, const char *stage,
				     const char *reason)
{
	struct reading *reading = readings_add(readings, target);

	reading->failure = xstrdup(stage);
	reading->reason = xstrdup(reason);
	return reading;
}

static const char *failed_stage(const struct sample *sample)
{
	if (sample->not_started)
		return STAGE_ABSENT;
	if (sample->timed_out)
		return STAGE_TIMEOUT;
	return sample->signal ? STAGE_CRASH : STAGE_EXIT;
}

bool readings_add_failed_sample(struct readings *readings, const char *target,
				const struct sample *sample)
{
	if (sample_ok(sample))
		return false;
	/* Some programs complain on stdout only. */
	const struct buf *said = sample->err.len ? &sample->err : &sample->out;
	auto_free char *tail =
		text_tail(said->ptr, REASON_LINES, REASON_BYTES);
	auto_free char *outcome = sample_outcome(sample);
	auto_free char *reason = *tail ? xstrfmt("%s: %s", outcome, tail) :
					 xstrdup(outcome);

	readings_add_failure(readings, target, failed_stage(sample), reason);
	return true;
}

static void reading_release(struct reading *reading)
{
	free(reading->target);
	free(reading->primary);
	metrics_release(&reading->metrics);
	free(reading->failure);
	free(reading->reason);
}

bool readings_has(const struct readings *readings, const char *target)
{
	for (size_t i = 0; i < readings->nr; i++)
		if (!strcmp(readings->items[i].target, target))
			return true;
	return false;
}

void readings_filter(struct readings *readings,
		     bool (*keep)(const void *data, const char *target),
		     const void *data)
{
	size_t kept = 0;

	for (size_t i = 0; i < readings->nr; i++) {
		if (keep(data, readings->items[i].target))
			readings->items[kept++] = readings->items[i];
		else
			reading_release(&readings->items[i]);
	}
	readings->nr = kept;
}

void readings_clear(struct readings *readings)
{
	for (size_t i = 0; i < readings->nr; i++)
		reading_release(&readings->items[i]);
	readings->nr = 0;
}

void readings_release(struct readings *readings)
{
	readings_clear(readings);
	free(readings->items);
	*readings = (struct readings)READINGS_INIT;
}
