#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "command.h"
#include "describe.h"
#include "print.h"
#include "record/queue.h"
#include "report/status.h"
#include "service/ask.h"
#include "service/estimate.h"

struct request_args {
	bool json, no_base, dry_run;
	const char *suite, *base, *variant, *filter, *continues;
	struct strlist versus;
	int priority, samples;
};

static const char *const usage[] = {
	"request [<options>] [<revision>...]",
	"request --continue <result>",
	NULL,
};

static const struct option options[] = {
	OPT_STRING('s', "suite", struct request_args, suite, "<name>",
		   "which suite of .gitbench"),
	OPT_STRING('b', "base", struct request_args, base, "<side>",
		   "compare with that revision (+variant)"),
	OPT_BOOL(0, "no-base", struct request_args, no_base,
		 "compare with nothing but --vs"),
	OPT_STRING(0, "variant", struct request_args, variant, "<variant>",
		   "build the head so: +fp, NAME=value"),
	OPT_LIST(0, "vs", struct request_args, versus, "<side>",
		 "a further side (repeatable)"),
	OPT_STRING('f', "filter", struct request_args, filter, "<regex>",
		   "only targets that match"),
	OPT_INT('p', "priority", struct request_args, priority, -100, 100,
		"<n>", "higher goes first (0)"),
	OPT_INT(0, "samples", struct request_args, samples, 1, 10000, "<n>",
		"samples a side, not the suite's"),
	OPT_STRING(0, "continue", struct request_args, continues, "<result>",
		   "only what an earlier result misses"),
	OPT_BOOL('n', "dry-run", struct request_args, dry_run,
		 "say what would be asked, ask nothing"),
	OPT_JSON(struct request_args, json),
	OPT_END,
};

/* The requests of one command line: they are added together or not at all. */
struct batch {
	struct request *items;
	size_t nr;
};

static void batch_release(struct batch *batch)
{
	for (size_t i = 0; i < batch->nr; i++)
		request_release(&batch->items[i]);
	free(batch->items);
}

static int batch_make(struct batch *out, struct repo *repo,
		      const struct request_args *args, int argc, char **argv)
{
	AUTO(suites) suites = SUITES_INIT;
	size_t nr = argc ? (size_t)argc : 1;
	int rc = suites_load(&suites, repo, NULL);

	out->items = xcalloc(nr, sizeof(*out->items));
	for (size_t i = 0; !rc && i < nr; i++) {
		struct ask ask = {
			.revision = argc ? argv[i] : NULL,
			.suite = args->suite,
			.variant = args->variant,
			.base = args->base,
			.no_base = args->no_base,
			.versus = &args->versus,
			.filter = args->filter,
			.continues = args->continues,
			.priority = args->priority,
			.samples = args->samples,
		};
		rc = ask_request(&out->items[i], repo, &suites, &ask);
		out->nr += !rc;
	}
	return rc;
}

static void show_text(const struct request *request,
		      const struct estimate *estimate)
{
	AUTO(buf) text = BUF_INIT;

	describe_request(&text, request);
	if (estimate->known) {
		auto_free char *time = text_from_seconds(estimate->seconds);

		buf_addf(&text, "  about %s, as %s took\n", time,
			 estimate->path);
	}
	print_text(text.ptr);
}

static void show_json(const struct request *request,
		      const struct estimate *estimate)
{
	const struct status_entry entry = { .request = request };
	json_auto_t *json = status_json(&entry, 0);

	if (estimate->known)
		json_set_number(json, "estimated_seconds", estimate->seconds);
	print_json(json);
}

static int show(struct repo *repo, const struct batch *batch, bool json)
{
	for (size_t i = 0; i < batch->nr; i++) {
		const struct request *request = &batch->items[i];
		AUTO(estimate) estimate = { 0 };
		int rc = estimate_request(&estimate, repo, request);

		if (rc)
			return rc;
		if (json)
			show_json(request, &estimate);
		else
			show_text(request, &estimate);
	}
	return 0;
}

static void request_args_release(struct request_args *args)
{
	strlist_release(&args->versus);
}

static int run(struct context *context, int argc, char **argv)
{
	AUTO(request_args) args = { 0 };
	AUTO(batch) batch = { 0 };
	int rc = command_parse(context, &args, &argc, argv);

	if (!rc)
		rc = batch_make(&batch, context->repo, &args, argc, argv);
	if (!rc && !args.dry_run)
		rc = queue_add(context->repo, batch.items, batch.nr);
	if (!rc)
		rc = show(context->repo, &batch, args.json);
	if (!rc && !args.json && !args.dry_run)
		print_text("Next: git bench runner --once takes it, "
			   "git bench status follows it.\n");
	return rc;
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
