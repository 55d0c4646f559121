#include "command.h"
#include "present.h"
#include "report/pair.h"

struct compare_args {
	const char *suite, *metric;
	struct present_args present;
};

static const char *const usage[] = {
	"compare [<options>] <base> <head>",
	NULL,
};

static const struct option options[] = {
	OPT_STRING('s', "suite", struct compare_args, suite, "<name>",
		   "of commits only results of that suite"),
	OPT_STRING(0, "metric", struct compare_args, metric, "<name>",
		   "one other metric of every target, by itself"),
	OPT_PRESENT(struct compare_args, present),
	OPT_END,
};

static int run(struct context *context, int argc, char **argv)
{
	struct compare_args args = { 0 };
	AUTO(pair) pair = PAIR_INIT;
	int rc = command_parse(context, &args, &argc, argv);

	if (!rc)
		rc = pair_load(&pair, context->repo, argv[0], argv[1],
			       args.suite);
	if (rc)
		return rc;
	if (args.metric)
		return present_metric(context, &pair.result, args.metric,
				      &args.present);
	const struct view view = {
		.result = &pair.result,
		.obstacle = pair.obstacle,
		.apart = true,
	};
	rc = present(context, &view, &args.present);
	if (rc)
		return rc;
	return pair.result.summary.count[VERDICT_SLOWER] ? COMMAND_NO : 0;
}

const struct command cmd_compare = {
	.name = "compare",
	.summary = "compare two results",
	.group = GROUP_READ,
	.usage = usage,
	.options = options,
	.min_args = 2,
	.max_args = 2,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};
