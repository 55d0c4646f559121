#include "command.h"
#include "follow.h"

struct wait_args {
	double patience;
	bool json;
};

static const char *const usage[] = {
	"wait [<options>] <request>...",
	NULL,
};

static const struct option options[] = {
	OPT_DURATION(0, "patience", struct wait_args, patience, "<time>",
		     "wait no longer than that"),
	OPT_JSON(struct wait_args, json),
	OPT_END,
};

static int run(struct context *context, int argc, char **argv)
{
	struct wait_args args = { 0 };
	AUTO(follow) follow = { .repo = context->repo };
	int rc = command_parse(context, &args, &argc, argv);

	if (rc)
		return rc;
	follow.json = args.json;
	follow.patience = args.patience;
	for (int i = 0; i < argc; i++)
		strlist_add(&follow.ids, argv[i]);
	return follow_run(&follow);
}

const struct command cmd_wait = {
	.name = "wait",
	.summary = "wait until requests have ended",
	.group = GROUP_ASK,
	.usage = usage,
	.options = options,
	.min_args = 1,
	.max_args = -1,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};
