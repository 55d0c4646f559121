#include "command.h"
#include "present.h"
#include "record/history.h"

struct show_args {
	bool metrics;
	struct present_args present;
};

static const char *const usage[] = {
	"show [<options>] [<result>]",
	NULL,
};

static const struct option options[] = {
	OPT_BOOL('m', "metrics", struct show_args, metrics,
		 "every metric of every target, too"),
	OPT_PRESENT(struct show_args, present),
	OPT_END,
};

static int run(struct context *context, int argc, char **argv)
{
	struct show_args args = { 0 };
	AUTO(result) result = RESULT_INIT;
	auto_free char *path = NULL;
	int rc = command_parse(context, &args, &argc, argv);

	if (!rc)
		rc = history_resolve(&path, context->repo,
				     argc ? argv[0] : "latest");
	if (!rc)
		rc = history_load(&result, context->repo, path);
	if (rc)
		return rc;
	const struct view view = {
		.result = &result,
		.path = path,
		.metrics = args.metrics,
	};
	return present(context, &view, &args.present);
}

const struct command cmd_show = {
	.name = "show",
	.summary = "show a result",
	.group = GROUP_READ,
	.usage = usage,
	.options = options,
	.max_args = 1,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};
