/*
 * cmd_runner - takes requests from the queue and measures them.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/id.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/text.h"
#include "command.h"
#include "meter.h"
#include "print.h"
#include "remark.h"
#include "runner_order.h"
#include "service/runner.h"
#include "version.h"

struct runner_args {
	bool once, json, replace;
	bool pause, drain, resume;
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
	OPT_BOOL(0, "replace", struct runner_args, replace,
		 "take the name from a runner that is gone for good"),
	OPT_DURATION(0, "lease", struct runner_args, lease, "<time>",
		     "how long a claim holds unrenewed (default: bench.lease, "
		     "or 5m)"),
	OPT_BOOL(0, "pause", struct runner_args, pause,
		 "tell a runner to take nothing until resumed"),
	OPT_BOOL(0, "drain", struct runner_args, drain,
		 "tell a runner to finish what it does, and end"),
	OPT_BOOL(0, "resume", struct runner_args, resume,
		 "take back what a runner was told"),
	OPT_JSON(struct runner_args, json),
	OPT_END,
};

static const char *const usage[] = {
	"runner [--once] [--schedule=<name>] [<options>]",
	"runner (--pause | --drain | --resume) [<name>]",
	NULL,
};

/* Failures in a row, of ours or git's, after which somebody should look. */
#define FAILURES_MAX 10

/* What lives as long as the command. */
struct watch {
	const struct runner_args *args;
	struct meter meter;
	struct runner *runner;
	size_t done, failed; /* requests that ended */
	char *told;	    /* what is waited for, so that it is said once */
	struct oid blocker; /* the claim that stood in the way last */
	int failures;	    /* in a row */
};

/* ==== Telling =========================================================== */

static void on_say(void *data, const char *text)
{
	struct watch *watch = data;

	meter_wipe(&watch->meter);
	remark(REMARK_NOTICE, "%s", text);
}

static void on_claimed(void *data, const struct request *request, int attempt)
{
	struct watch *watch = data;
	auto_free char *more = attempt > 1 ? xstrfmt(", attempt %d", attempt) :
					     xstrdup("");

	meter_wipe(&watch->meter);
	remark(REMARK_INFO, "%.*s: claimed, suite %s, %zu side%s%s", ID_SHORT,
	       request->id, request->suite, request->nr_sides,
	       request->nr_sides == 1 ? "" : "s", more);
}

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

/* A line each, as journald wants it. */
static void print_report(const struct watch *watch,
			 const struct worker_report *report)
{
	const char *id = report->request.id;
	auto_free char *headline = text_escape_or_null(report->headline);
	auto_free char *reason = text_escape_or_null(report->reason);

	if (watch->args->json)
		print_report_json(report);
	else if (report->outcome == WORKER_RESULT)
		printf("%.*s: %s (%s)\n", ID_SHORT, id, headline,
		       report->entry.path);
	else
		printf("%.*s: failed (%s): %s\n", ID_SHORT, id,
		       report->stage, reason);
	fflush(stdout);
}

/* Says what is waited for, but not again and again; NULL: nothing. */
static void tell_once(struct watch *watch, const char *text)
{
	if (text && (!watch->told || strcmp(watch->told, text)))
		on_say(watch, text);
	free(watch->told);
	watch->told = xstrdup_or_null(text);
}

/* ==== What comes of a look ============================================== */

/*
 * All that is open is claimed. A daemon goes on looking; --once does so
 * until the claim moves (its runner lives) or is ours to take over.
 */
static int busy(bool *again, struct watch *watch,
		const struct worker_report *report)
{
	bool moved = !oid_is_none(&watch->blocker) &&
		     !oid_equal(&watch->blocker, &report->blocker_claim);

	tell_once(watch, report->blocker);
	watch->blocker = report->blocker_claim;
	*again = !watch->args->once || !moved;
	return *again ? runner_rest(watch->runner) : COMMAND_NO;
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

static int idle(bool *again, struct watch *watch,
		const struct worker_report *report)
{
	*again = !watch->args->once;
	tell_once(watch, NULL);
	if (*again)
		return runner_rest(watch->runner);
	if (watch->done || watch->failed)
		return served(watch);
	if (watch->args->json)
		return COMMAND_NO;
	if (report->elsewhere)
		fprintf(stderr, "nothing to do: %zu open request%s for other "
				"runners\n", report->elsewhere,
			report->elsewhere == 1 ? " is" : "s are");
	else
		fputs("nothing to do: no request is open\n", stderr);
	return COMMAND_NO;
}

/* Takes nothing until there is room again. */
static int full(bool *again, struct watch *watch)
{
	*again = true;
	tell_once(watch, error_message());
	error_clear();
	return runner_rest(watch->runner);
}

static int paused(bool *again, struct watch *watch,
		  const struct worker_report *report)
{
	*again = !watch->args->once;
	tell_once(watch, report->blocker);
	return *again ? runner_rest(watch->runner) : COMMAND_NO;
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

/*
 * A daemon outlives a hub that is away for a while, and what goes wrong once.
 * Not the loss of its name, nor what will not mend by itself.
 */
static int in_trouble(bool *again, struct watch *watch, int rc)
{
	bool away = rc == ERR_OFFLINE;

	if (watch->args->once || rc == ERR_INTERRUPTED || rc == ERR_USAGE ||
	    !runner_has_name(watch->runner) ||
	    (!away && ++watch->failures >= FAILURES_MAX))
		return rc;
	meter_wipe(&watch->meter);
	remark(away ? REMARK_WARNING : REMARK_ERROR, "%s", error_message());
	error_clear();
	*again = true;
	return runner_rest(watch->runner);
}

static int step(bool *again, struct watch *watch)
{
	AUTO(worker_report) report = { 0 };

	*again = false;
	int rc = runner_look(&report, watch->runner);
	meter_wipe(&watch->meter);
	if (rc == ERR_FULL && !watch->args->once)
		return full(again, watch);
	if (rc)
		return in_trouble(again, watch, rc);
	watch->failures = 0;
	switch (report.outcome) {
	case WORKER_RESULT:
		print_report(watch, &report);
		watch->done++;
		*again = !watch->args->once || watch->args->schedule;
		return interrupt_check();
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
		return idle(again, watch, &report);
	case WORKER_PAUSED:
		return paused(again, watch, &report);
	case WORKER_DRAINED:
		on_say(watch, report.blocker);
		return 0;
	}
	return 0;
}

/* ==== The command ======================================================= */

static void watch_release(struct watch *watch)
{
	runner_close(watch->runner);
	free(watch->told);
}

static int serve(struct context *context, const struct runner_args *args)
{
	bool again = true;
	AUTO(watch) watch = { .args = args };

	meter_init(&watch.meter);
	struct runner_spec spec = {
		.name = args->name,
		.lease = args->lease,
		.replace = args->replace,
		.schedule = args->schedule,
		.version = GIT_BENCH_VERSION,
		.progress = meter_sink(&watch.meter),
		.say = on_say,
		.claimed = on_claimed,
		.data = &watch,
	};
	/* A terminal that goes takes its runner along. */
	if (!args->once && !isatty(STDERR_FILENO))
		interrupt_on_hangup();
	int rc = runner_open(&watch.runner, context->repo, &spec);
	while (!rc && again)
		rc = step(&again, &watch);
	return rc;
}

static int run(struct context *context, int argc, char **argv)
{
	struct runner_args args = { 0 };
	int rc = command_parse(context, &args, &argc, argv);

	if (rc)
		return rc;
	if (args.pause + args.drain + args.resume > 1)
		return fail(ERR_USAGE, "--pause, --drain and --resume cannot "
				       "be combined");
	if (args.pause)
		return runner_order(context->repo, ORDER_PAUSE, argv[0]);
	if (args.drain)
		return runner_order(context->repo, ORDER_DRAIN, argv[0]);
	if (args.resume)
		return runner_order(context->repo, ORDER_NONE, argv[0]);
	if (argc)
		return fail(ERR_USAGE, "a name alone says nothing: --name, or "
				       "what '%s' is to do", argv[0]);
	return serve(context, &args);
}

const struct command cmd_runner = {
	.name = "runner",
	.summary = "take requests from the queue and measure them",
	.group = GROUP_MEASURE,
	.usage = usage,
	.options = options,
	.max_args = 1,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};
