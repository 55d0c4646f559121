#include "ask_args.h"
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
	struct ask_args ask;
	bool json, dry_run;
	int priority;
};

static const char *const usage[] = {
	"request [<options>] [<revision>...]",
	"request --continue <result>",
	NULL,
};

static const struct option options[] = {
	ASK_OPTIONS(struct request_args, ask),
	OPT_INT('p', "priority", struct request_args, priority, -100, 100,
		"<n>", "higher goes first (0)"),
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
		struct ask ask;

		ask_args_get(&ask, &args->ask, argc ? argv[i] : NULL);
		ask.priority = args->priority;
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
	ask_args_release(&args->ask);
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
