#include <stdio.h>

#include "ask_args.h"
#include "base/text.h"
#include "command.h"
#include "git/worktree.h"
#include "meter.h"
#include "present.h"
#include "report/chain.h"
#include "service/estimate.h"
#include "service/finish.h"
#include "service/job.h"
#include "service/runner.h"

struct run_args {
	struct ask_args ask;
	struct present_args present;
	bool no_record;
	bool quiet;
};

static const char *const usage[] = {
	"run [<options>] [<revision>]",
	"run --continue <result>",
	NULL,
};

static const struct option options[] = {
	ASK_OPTIONS(struct run_args, ask),
	OPT_BOOL(0, "no-record", struct run_args, no_record,
		 "show the result, write nothing to bench-history"),
	OPT_BOOL('q', "quiet", struct run_args, quiet,
		 "no remarks on stderr"),
	OPT_PRESENT(struct run_args, present),
	OPT_END,
};

static int make_request(struct request *out, struct repo *repo,
			const struct run_args *args, const char *revision)
{
	AUTO(suites) suites = SUITES_INIT;
	struct ask ask;

	int rc = suites_load(&suites, repo, NULL);
	if (rc)
		return rc;
	ask_args_get(&ask, &args->ask, revision);
	rc = ask_request(out, repo, &suites, &ask);
	if (rc)
		return rc;
	/* It is measured here and now: no request that others could see. */
	free(out->id);
	out->id = NULL;
	return 0;
}

static int tell_estimate(struct repo *repo, const struct request *request)
{
	AUTO(estimate) estimate = { 0 };

	int rc = estimate_request(&estimate, repo, request);
	if (rc || !estimate.known)
		return rc;
	auto_free char *time = text_from_seconds(estimate.seconds);
	fprintf(stderr, "about %s, as %s took\n", time, estimate.path);
	return 0;
}

static int measure(struct job *job, struct repo *repo, const char *runner,
		   const struct request *request)
{
	struct meter meter;

	meter_init(&meter);
	struct job_spec spec = {
		.request = request,
		.runner = runner,
		.progress = meter_sink(&meter),
	};
	int rc = job_run(job, repo, &spec);
	meter_wipe(&meter);
	return rc;
}

static int show(struct context *context, const struct run_args *args,
		struct job *job, const struct history_entry *entry)
{
	chain_complete(&job->result, context->repo);
	const struct view view = {
		.result = &job->result,
		.path = entry->path,
	};

	int rc = present(context, &view, &args->present);
	if (rc)
		return rc;
	return job->result.summary.count[VERDICT_SLOWER] ? COMMAND_NO : 0;
}

static void run_args_release(struct run_args *args)
{
	ask_args_release(&args->ask);
}

static int run(struct context *context, int argc, char **argv)
{
	struct repo *repo = context->repo;
	AUTO(run_args) args = { 0 };
	AUTO(request) request = { 0 };
	AUTO(job) job = JOB_INIT;
	AUTO(history_entry) entry = { 0 };

	int rc = command_parse(context, &args, &argc, argv);
	if (!rc)
		rc = make_request(&request, repo, &args,
				  argc ? argv[0] : NULL);
	if (!rc)
		rc = worktree_sweep(repo);
	if (!rc && !args.quiet)
		rc = tell_estimate(repo, &request);
	auto_free char *runner = NULL;
	if (!rc)
		rc = runner_name(&runner, repo, NULL);
	if (!rc)
		rc = measure(&job, repo, runner, &request);
	if (!rc && !args.no_record)
		rc = finish_record(&entry, repo, &job, runner);
	return rc ? rc : show(context, &args, &job, &entry);
}

const struct command cmd_run = {
	.name = "run",
	.summary = "measure here and now, without the queue",
	.group = GROUP_MEASURE,
	.usage = usage,
	.options = options,
	.max_args = 1,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};
