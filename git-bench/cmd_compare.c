#include "command.h"
#include "present.h"
#include "record/history.h"
#include "report/chain.h"
#include "report/pair.h"

struct compare_args {
	struct present_args present;
};

static const char *const usage[] = {
	"compare [<options>] <base> <head>",
	NULL,
};

static const struct option options[] = {
	OPT_PRESENT(struct compare_args, present),
	OPT_END,
};

static int load(struct result *out, struct repo *repo, const char *name)
{
	auto_free char *path = NULL;
	int rc = history_resolve(&path, repo, name);

	return rc ? rc : chain_load(out, repo, path);
}

static int run(struct context *context, int argc, char **argv)
{
	struct compare_args args = { 0 };
	AUTO(result) base = RESULT_INIT;
	AUTO(result) head = RESULT_INIT;
	AUTO(pair) pair = PAIR_INIT;
	int rc = command_parse(context, &args, &argc, argv);

	if (!rc)
		rc = load(&base, context->repo, argv[0]);
	if (!rc)
		rc = load(&head, context->repo, argv[1]);
	if (rc)
		return rc;
	pair_make(&pair, &base, &head);
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
