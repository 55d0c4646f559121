/*
 * cancel, retry and approve: requests named by their ids get one event each,
 * and what became of them is printed.
 */
#include "command.h"
#include "describe.h"
#include "git/object.h"
#include "print.h"
#include "record/ledger.h"
#include "record/queue.h"
#include "report/status.h"

struct change_args {
	bool json;
	const char *why;
};

static const char *const cancel_usage[] = {
	"cancel [-m <reason>] <request>...",
	NULL,
};

static const struct option cancel_options[] = {
	OPT_STRING('m', "reason", struct change_args, why, "<reason>",
		   "why, for those who read the ledger"),
	OPT_JSON(struct change_args, json),
	OPT_END,
};

static const char *const retry_usage[] = {
	"retry <request>...",
	NULL,
};

static const char *const approve_usage[] = {
	"approve <request>...",
	NULL,
};

static const struct option options[] = {
	OPT_JSON(struct change_args, json),
	OPT_END,
};

static int apply(const struct command *command, struct repo *repo,
		 const char *id, const char *by, const char *why)
{
	int round;

	if (command == &cmd_cancel)
		return queue_cancel(repo, id, by, why);
	if (command == &cmd_retry)
		return queue_retry(&round, repo, id, by);
	return queue_approve(repo, id, by);
}

static const char *done(const struct command *command)
{
	if (command == &cmd_cancel)
		return "cancelled";
	return command == &cmd_retry ? "asked again:" : "approved";
}

static int show(struct context *context, const char *id, bool json)
{
	AUTO(request) request = { 0 };
	AUTO(buf) text = BUF_INIT;
	int rc = ledger_find(&request, context->repo, id);

	if (rc)
		return rc;
	if (json) {
		const struct status_entry entry = { .request = &request };
		json_auto_t *object = status_json(&entry);

		print_json(object);
		return 0;
	}
	buf_addf(&text, "%s ", done(context->command));
	describe_request(&text, &request);
	print_text(text.ptr);
	return 0;
}

/* In the order given; stops at the first that cannot be changed. */
static int run(struct context *context, int argc, char **argv)
{
	struct change_args args = { 0 };
	AUTO(signature) who = { 0 };
	struct repo *repo = context->repo;
	int rc = command_parse(context, &args, &argc, argv);

	if (rc)
		return rc;
	signature_default(&who, repo);
	auto_free char *by = xstrfmt("%s <%s>", who.name, who.email);
	for (int i = 0; !rc && i < argc; i++) {
		AUTO(request) request = { 0 };

		rc = ledger_find(&request, repo, argv[i]);
		if (!rc)
			rc = apply(context->command, repo, request.id, by,
				   args.why);
		if (!rc)
			rc = show(context, request.id, args.json);
	}
	return rc;
}

const struct command cmd_cancel = {
	.name = "cancel",
	.summary = "take a request back",
	.group = GROUP_ASK,
	.usage = cancel_usage,
	.options = cancel_options,
	.min_args = 1,
	.max_args = -1,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};

const struct command cmd_retry = {
	.name = "retry",
	.summary = "ask again for a request that has ended",
	.group = GROUP_ASK,
	.usage = retry_usage,
	.options = options,
	.min_args = 1,
	.max_args = -1,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};

const struct command cmd_approve = {
	.name = "approve",
	.summary = "let a request run that waits for it",
	.group = GROUP_ASK,
	.usage = approve_usage,
	.options = options,
	.min_args = 1,
	.max_args = -1,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};
