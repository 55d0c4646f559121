/*
 * cmd_runner - takes requests from the queue and measures them.
 */
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/id.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/text.h"
#include "command.h"
#include "git/config.h"
#include "meter.h"
#include "print.h"
#include "service/leftovers.h"
#include "service/poll.h"
#include "service/schedule.h"
#include "service/worker.h"

struct runner_args {
	bool once;
	bool json;
	const char *name, *schedule;
	double lease;
};

static const struct option options[] = {
	OPT_BOOL(0, "once", struct runner_args, once,
		 "take one request, measure it, and end"),
	OPT_STRING(0, "schedule", struct runner_args, schedule, "<name>",
		   "serve that schedule alone"),
	OPT_STRING(0, "name", struct runner_args, name, "<name>",
		   "name of this runner (default: bench.runnerName, or the "
		   "host's name)"),
	OPT_DURATION(0, "lease", struct runner_args, lease, "<time>",
		     "how long a claim holds unrenewed (default: bench.lease, "
		     "or 5m)"),
	OPT_JSON(struct runner_args, json),
	OPT_END,
};

static const char *const usage[] = {
	"runner [--once] [--schedule=<name>] [<options>]",
	NULL,
};

/* What lives as long as the command. */
struct watch {
	const struct runner_args *args;
	struct meter meter;
	struct worker worker;
	struct scheduler scheduler;
	size_t done, failed; /* requests that ended */
	double pause;	    /* seconds between two looks */
	char *told;	    /* what is waited for, so that it is said once */
	struct oid blocker; /* the claim that stood in the way last */
};

static void on_say(void *data, const char *text)
{
	struct watch *watch = data;
	auto_free char *safe = text_escape(text);

	meter_wipe(&watch->meter);
	fprintf(stderr, "git-bench: %s\n", safe);
}

static void on_claimed(void *data, const struct request *request, int attempt)
{
	struct watch *watch = data;
	auto_free char *suite = text_escape(request->suite);

	meter_wipe(&watch->meter);
	fprintf(stderr, "%.*s: claimed, suite %s, %zu side%s", ID_SHORT,
		request->id, suite, request->nr_sides,
		request->nr_sides == 1 ? "" : "s");
	if (attempt > 1)
		fprintf(stderr, ", attempt %d", attempt);
	fputc('\n', stderr);
}

/* ==== Telling =========================================================== */

static void print_report_json(const struct worker_report *report)
{
	json_auto_t *object = json_object();

	json_set_string(object, "request", report->request.id);
	json_set_int(object, "round", report->request.round);
	if (report->outcome == WORKER_RESULT) {
		json_set_string(object, "outcome", "result");
		json_set_string(object, "path", report->entry.path);
		json_set_string(object, "commit", report->entry.commit.hex);
		json_set_string(object, "headline", report->headline);
	} else {
		json_set_string(object, "outcome", "failure");
		json_set_string(object, "stage", report->stage);
		json_set_string(object, "reason", report->reason);
	}
	print_json(object);
}

static void print_report(const struct watch *watch,
			 const struct worker_report *report)
{
	const char *id = report->request.id;
	auto_free char *headline = text_escape_or_null(report->headline);
	auto_free char *reason = text_escape_or_null(report->reason);

	if (watch->args->json)
		print_report_json(report);
	else if (report->outcome == WORKER_RESULT)
		printf("%.*s: %s\n  %s\n", ID_SHORT, id, headline,
		       report->entry.path);
	else
		printf("%.*s: failed (%s): %s\n", ID_SHORT, id,
		       report->stage, reason);
	fflush(stdout);
}

/* Says what is waited for, but not again and again. */
static void tell_busy(struct watch *watch, const struct worker_report *report)
{
	if (watch->told && !strcmp(watch->told, report->blocker))
		return;
	on_say(watch, report->blocker);
	free(watch->told);
	watch->told = xstrdup(report->blocker);
}

/* ==== The loop ========================================================== */

static int pause_for(double seconds)
{
	poll(NULL, 0, (int)(seconds * 1000));
	return interrupt_check();
}

/*
 * All that is open is claimed. A daemon goes on looking; --once does so
 * until the claim moves (its runner lives) or is ours to take over.
 */
static int busy(bool *again, struct watch *watch,
		const struct worker_report *report)
{
	bool moved = !oid_is_none(&watch->blocker) &&
		     !oid_equal(&watch->blocker, &report->blocker_claim);

	tell_busy(watch, report);
	watch->blocker = report->blocker_claim;
	*again = !watch->args->once || !moved;
	return *again ? pause_for(poll_jitter(watch->pause)) : COMMAND_NO;
}

/* All that a schedule wanted is done: what came of it? */
static int served(const struct watch *watch)
{
	if (!watch->failed)
		return 0;
	fail(ERR_FAILED, "%zu of %zu requests ended as a failure",
	     watch->failed, watch->failed + watch->done);
	fail_hint("mend the cause, then 'git bench retry <id>'");
	return ERR_FAILED;
}

static int idle(bool *again, struct watch *watch)
{
	*again = !watch->args->once;
	if (*again)
		return pause_for(poll_jitter(watch->pause));
	if (watch->done || watch->failed)
		return served(watch);
	if (!watch->args->json)
		fputs("nothing to do: no request is open\n", stderr);
	return COMMAND_NO;
}

/* A daemon outlives a hub that is away for a while. */
static int offline(bool *again, struct watch *watch)
{
	on_say(watch, error_message());
	*again = true;
	return pause_for(poll_jitter(watch->pause));
}

/* The runner did its duty, but whoever waits for this one wants to know. */
static int failed(const struct watch *watch,
		  const struct worker_report *report)
{
	print_report(watch, report);
	if (!watch->args->once || watch->args->schedule)
		return 0;
	int rc = fail(ERR_FAILED, "request %.*s ended as a failure", ID_SHORT,
		      report->request.id);
	fail_hint("mend the cause, then 'git bench retry %.*s'", ID_SHORT,
		  report->request.id);
	return rc;
}

static int step(bool *again, struct watch *watch, struct repo *repo)
{
	AUTO(worker_report) report = { 0 };
	size_t made;

	int rc = schedule_look(&made, repo, &watch->scheduler);
	if (!rc)
		rc = worker_once(&report, repo, &watch->worker);
	meter_wipe(&watch->meter);
	if (rc == ERR_OFFLINE && !watch->args->once)
		return offline(again, watch);
	if (rc)
		return rc;
	switch (report.outcome) {
	case WORKER_RESULT:
		print_report(watch, &report);
		watch->done++;
		*again = !watch->args->once || watch->args->schedule;
		return 0;
	case WORKER_FAILURE:
		watch->failed++;
		*again = !watch->args->once || watch->args->schedule;
		return failed(watch, &report);
	case WORKER_LOST:
		*again = true;
		return interrupt_check();
	case WORKER_BUSY:
		return busy(again, watch, &report);
	case WORKER_IDLE:
		return idle(again, watch);
	}
	return 0;
}

static void watch_release(struct watch *watch)
{
	worker_release(&watch->worker);
	scheduler_release(&watch->scheduler);
	free(watch->told);
}

static int run(struct context *context, int argc, char **argv)
{
	struct runner_args args = { 0 };
	bool again = true;

	int rc = command_parse(context, &args, &argc, argv);
	if (rc)
		return rc;
	double lease = args.lease;
	if (lease <= 0)
		rc = config_duration(&lease, context->repo, "bench.lease",
				     LEASE_DEFAULT);
	if (rc)
		return rc;
	auto_free char *name = args.name ? xstrdup(args.name) :
					   worker_name(context->repo);
	AUTO(watch) watch = {
		.args = &args,
		.worker = {
			.name = name,
			.lease = lease,
			.say = on_say,
			.claimed = on_claimed,
			.data = &watch,
			.schedule = args.schedule,
		},
		.scheduler = {
			.runner = name,
			.only = args.schedule,
			.say = on_say,
			.data = &watch,
		},
	};
	meter_init(&watch.meter);
	watch.worker.progress = meter_sink(&watch.meter);
	rc = poll_interval(&watch.pause, context->repo, lease);
	if (!rc)
		rc = leftovers_sweep(context->repo);
	while (!rc && again)
		rc = step(&again, &watch, context->repo);
	return rc;
}

const struct command cmd_runner = {
	.name = "runner",
	.summary = "take requests from the queue and measure them",
	.group = GROUP_MEASURE,
	.usage = usage,
	.options = options,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};
