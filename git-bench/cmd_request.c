#include <stdio.h>

#include "ask_args.h"
#include "base/error.h"
#include "base/id.h"
#include "base/json.h"
#include "base/text.h"
#include "command.h"
#include "describe.h"
#include "follow.h"
#include "print.h"
#include "record/queue.h"
#include "report/status.h"
#include "service/ask.h"
#include "service/bundle.h"
#include "service/estimate.h"
#include "service/reuse.h"
#include "service/schedule.h"

struct request_args {
	struct ask_args ask;
	struct strlist pools, runners;
	const char *dispatch;
	bool json, dry_run, now, wait;
	int priority;
	double patience;
};

static const char *const usage[] = {
	"request [<options>] [<revision>...]",
	"request --continue <result>",
	"request --dispatch <schedule>",
	NULL,
};

static const struct option options[] = {
	ASK_OPTIONS(struct request_args, ask),
	OPT_LIST(0, "pool", struct request_args, pools, "<name>",
		 "on a runner with that label (repeatable: once on each)"),
	OPT_LIST(0, "runner", struct request_args, runners, "<name>",
		 "on that runner (repeatable: once on each)"),
	OPT_INT('p', "priority", struct request_args, priority,
		-PRIORITY_MAX, PRIORITY_MAX, "<n>", "higher goes first (0)"),
	OPT_BOOL(0, "now", struct request_args, now,
		 "before all others"),
	OPT_STRING(0, "dispatch", struct request_args, dispatch, "<schedule>",
		   "what that schedule of .gitbench asks for, now"),
	OPT_BOOL('n', "dry-run", struct request_args, dry_run,
		 "say what would be asked, ask nothing"),
	OPT_BOOL('w', "wait", struct request_args, wait,
		 "wait until it has ended, exit 1 when it is slower"),
	OPT_DURATION(0, "patience", struct request_args, patience, "<time>",
		     "with --wait: no longer than that"),
	OPT_JSON(struct request_args, json),
	OPT_END,
};

/* A schedule says by itself what is measured, and where. */
static bool says_what(const struct request_args *args, int argc)
{
	const struct ask_args *ask = &args->ask;

	return argc || ask->suite || ask->base || ask->no_base ||
	       ask->variant || ask->filter || ask->continues ||
	       ask->samples || ask->max_time > 0 || ask->budget > 0 ||
	       ask->fresh || ask->control ||
	       ask->versus.nr || args->pools.nr ||
	       args->runners.nr;
}

static int check_args(const struct request_args *args, int argc)
{
	if (args->now && args->priority)
		return fail(ERR_USAGE, "--now is a priority: give no other");
	if (args->dispatch && says_what(args, argc))
		return fail(ERR_USAGE, "--dispatch takes what the schedule "
				       "says: only --now, --priority and "
				       "--dry-run go with it");
	if (args->wait && args->dry_run)
		return fail(ERR_USAGE, "--dry-run asks for nothing that "
				       "--wait could wait for");
	if (args->patience > 0 && !args->wait)
		return fail(ERR_USAGE, "--patience needs --wait");
	return 0;
}

static int dispatch(struct bundle *out, struct repo *repo,
		    const struct request_args *args)
{
	AUTO(strlist) problems = STRLIST_INIT;
	int rc = schedule_dispatch(out, &problems, repo, args->dispatch);

	if (rc)
		return rc;
	for (size_t i = 0; i < problems.nr; i++)
		print_warning("%s", problems.items[i]);
	for (size_t i = 0; i < out->nr; i++) {
		if (args->now)
			out->items[i].priority = PRIORITY_MAX;
		else if (args->priority)
			out->items[i].priority = args->priority;
	}
	return 0;
}

static int add_revision(struct bundle *out, struct repo *repo,
			const struct suites *suites,
			const struct request_args *args, const char *revision)
{
	AUTO(request) request = { 0 };
	struct ask ask;

	ask_args_get(&ask, &args->ask, revision);
	ask.priority = args->now ? PRIORITY_MAX : args->priority;
	int rc = ask_request(&request, repo, suites, &ask);
	return rc ? rc : bundle_add(out, &request, &args->pools,
				   &args->runners);
}

static int bundle_make(struct bundle *out, struct repo *repo,
		      const struct request_args *args, int argc, char **argv)
{
	AUTO(suites) suites = SUITES_INIT;

	if (args->dispatch)
		return dispatch(out, repo, args);
	int rc = suites_load(&suites, repo, NULL);
	if (!rc && !argc)
		rc = add_revision(out, repo, &suites, args, NULL);
	for (int i = 0; !rc && i < argc; i++)
		rc = add_revision(out, repo, &suites, args, argv[i]);
	return rc;
}

/* What is known of a request before anything is measured for it. */
struct outlook {
	struct estimate estimate;
	struct reuse reuse;
};

static void outlook_release(struct outlook *outlook)
{
	estimate_release(&outlook->estimate);
	reuse_release(&outlook->reuse);
}

static int outlook_make(struct outlook *out, struct repo *repo,
			const struct request *request)
{
	int rc = estimate_request(&out->estimate, repo, request);

	return rc ? rc : reuse_find(&out->reuse, repo, request, NULL);
}

static void show_text(const struct request *request,
		      const struct outlook *outlook)
{
	const struct estimate *estimate = &outlook->estimate;
	const struct reuse *reuse = &outlook->reuse;
	AUTO(buf) text = BUF_INIT;

	describe_request(&text, request);
	if (request->needs_approval) {
		auto_free char *why = text_escape(request->why);

		buf_addf(&text, "  waits for 'git bench approve %.*s': %s\n",
			 ID_SHORT, request->id, why);
	}
	if (reuse->path) {
		auto_free char *runner = text_escape(json_get_string(
			reuse->result.runner, "name", "a runner"));

		buf_addf(&text, "  was measured before, on %s: %s; a like "
				"machine answers with it (but for --fresh)\n",
			 runner, reuse->path);
	}
	if (estimate->known) {
		auto_free char *time = text_from_seconds(estimate->seconds);

		buf_addf(&text, "  about %s, as %s took\n", time,
			 estimate->path);
	}
	print_text(text.ptr);
}

static json_t *known_json(const struct reuse *reuse)
{
	json_t *known = json_object();

	json_set_string(known, "path", reuse->path);
	json_set_string(known, "date", reuse->result.date);
	if (reuse->result.request)
		json_set_string(known, "request", reuse->result.request);
	json_set_string(known, "runner",
			json_get_string(reuse->result.runner, "name", ""));
	return known;
}

static void show_json(const struct request *request,
		      const struct outlook *outlook)
{
	const struct status_entry entry = { .request = request };
	json_auto_t *json = status_json(&entry);

	if (outlook->estimate.known)
		json_set_number(json, "estimated_seconds",
				outlook->estimate.seconds);
	if (outlook->reuse.path)
		json_object_set_new(json, "known",
				    known_json(&outlook->reuse));
	print_json(json);
}

static int show(struct repo *repo, const struct bundle *bundle, bool json)
{
	for (size_t i = 0; i < bundle->nr; i++) {
		const struct request *request = &bundle->items[i];
		AUTO(outlook) outlook = { .reuse = REUSE_INIT };
		int rc = outlook_make(&outlook, repo, request);

		if (rc)
			return rc;
		if (json)
			show_json(request, &outlook);
		else
			show_text(request, &outlook);
	}
	return 0;
}

static void request_args_release(struct request_args *args)
{
	ask_args_release(&args->ask);
	strlist_release(&args->pools);
	strlist_release(&args->runners);
}

static int follow(struct repo *repo, const struct bundle *bundle,
		  const struct request_args *args)
{
	AUTO(follow) follow = {
		.repo = repo,
		.json = args->json,
		.patience = args->patience,
	};

	for (size_t i = 0; i < bundle->nr; i++)
		strlist_add(&follow.ids, bundle->items[i].id);
	return follow_run(&follow);
}

/* Is there any that need not be approved first? */
static bool may_begin(const struct bundle *bundle)
{
	for (size_t i = 0; i < bundle->nr; i++)
		if (!bundle->items[i].needs_approval)
			return true;
	return false;
}

/* Of one that is waited for, only the end is for programs. */
static int answer(struct repo *repo, const struct bundle *bundle,
		  const struct request_args *args)
{
	int rc = args->wait && args->json ? 0 : show(repo, bundle, args->json);

	if (rc)
		return rc;
	if (args->wait) {
		fflush(stdout);
		return follow(repo, bundle, args);
	}
	if (!args->json && !args->dry_run && may_begin(bundle))
		print_text("Next: git bench runner --once takes it, "
			   "git bench status follows it.\n");
	return 0;
}

static int run(struct context *context, int argc, char **argv)
{
	AUTO(request_args) args = { 0 };
	AUTO(bundle) bundle = { 0 };
	int rc = command_parse(context, &args, &argc, argv);

	if (!rc)
		rc = check_args(&args, argc);
	if (!rc)
		rc = bundle_make(&bundle, context->repo, &args, argc, argv);
	if (!rc)
		rc = bundle_heed_budget(&bundle, context->repo);
	if (!rc && !args.dry_run)
		rc = queue_add(context->repo, bundle.items, bundle.nr);
	return rc ? rc : answer(context->repo, &bundle, &args);
}

const struct command cmd_request = {
	.name = "request",
	.summary = "ask for commits to be measured",
	.group = GROUP_ASK,
	.usage = usage,
	.options = options,
	.max_args = -1,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};
