#include "meter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "remark.h"
#include "report/progress.h"

#define REDRAW_INTERVAL 0.1

void meter_init(struct meter *meter)
{
	const char *term = getenv("TERM");

	*meter = (struct meter){
		.enabled = isatty(STDERR_FILENO) && term &&
			   strcmp(term, "dumb"),
	};
}

static int columns(void)
{
	struct winsize size;

	if (!ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col > 20)
		return size.ws_col;
	return 80;
}

/* Where nothing can be redrawn, only a wait is worth a line, once. */
static void tell_wait(struct meter *meter, const struct progress *progress)
{
	bool waiting = progress->phase == PHASE_WAIT;

	if (waiting && !meter->told_wait)
		remark(REMARK_INFO, "waiting: %s",
		       progress->detail ? progress->detail : "");
	meter->told_wait = waiting;
}

static void draw(void *data, const struct progress *progress)
{
	struct meter *meter = data;
	double now = clock_monotonic();
	bool same = meter->shown && meter->phase == progress->phase;

	if (!meter->enabled) {
		tell_wait(meter, progress);
		return;
	}
	if (same && now - meter->last < REDRAW_INTERVAL)
		return;
	struct progress_parts parts = {
		.phase = job_phase_name(progress->phase),
		.detail = progress->detail,
		.sample = progress->sample,
		.samples = progress->samples,
		.elapsed = progress->elapsed,
		.rest = progress->rest,
	};
	auto_free char *line = progress_line(&parts, columns() - 1);
	fprintf(stderr, "\r\033[K%s", line);
	fflush(stderr);
	meter->shown = true;
	meter->last = now;
	meter->phase = progress->phase;
}

struct progress_sink meter_sink(struct meter *meter)
{
	return (struct progress_sink){ .report = draw, .data = meter };
}

void meter_wipe(struct meter *meter)
{
	if (!meter->shown)
		return;
	fputs("\r\033[K", stderr);
	fflush(stderr);
	meter->shown = false;
}
