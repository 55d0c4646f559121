#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "command.h"
#include "present.h"
#include "record/history.h"
#include "record/ledger.h"
#include "record/predecessor.h"
#include "report/chain.h"
#include "report/noise_table.h"

struct show_args {
	const char *metric;
	bool metrics, noise;
	struct present_args present;
};

static const char *const usage[] = {
	"show [<options>] [<result>]",
	"show --noise [<options>] [<suite> [<target>]]",
	NULL,
};

static const struct option options[] = {
	OPT_BOOL('m', "metrics", struct show_args, metrics,
		 "every metric of every target, too"),
	OPT_STRING(0, "metric", struct show_args, metric, "<name>",
		   "one other metric of every target, by itself"),
	OPT_BOOL(0, "noise", struct show_args, noise,
		 "what unchanged code does there, and how that is known"),
	OPT_PRESENT(struct show_args, present),
	OPT_END,
};

/* Is it there by the name of a request that it was not measured for? */
static int find_answered(char **id, struct repo *repo, const char *name,
			 const struct result *result)
{
	AUTO(request) request = { 0 };

	if (!text_is_hex(name, strlen(name)) ||
	    (result->request && text_starts_with(result->request, name)))
		return 0;
	int rc = ledger_find(&request, repo, name);
	if (rc)
		return rc == ERR_NOTFOUND || rc == ERR_USAGE ? 0 : rc;
	if (json_get_string(request.end, "reused", NULL))
		*id = xstrdup(request.id);
	return 0;
}

static int show_noise(struct context *context, const struct show_args *args,
		      int argc, char **argv)
{
	AUTO(table) table = TABLE_INIT;

	int rc = noise_table(&table, context->repo, argc ? argv[0] : NULL,
			     argc > 1 ? argv[1] : NULL, args->metrics);
	return rc ? rc : present_table(context, &table, &args->present);
}

/* The result before, unless it was measured again beside this one. */
static int find_since(struct since *out, bool *there, struct repo *repo,
		      const struct result *result)
{
	const struct result_side *base = result_base(result);
	AUTO(result) previous = RESULT_INIT;
	auto_free char *path = NULL;
	struct series series;
	struct oid head;

	*there = false;
	series_of(&series, result);
	int rc = predecessor_find(&path, &head, repo, &series);
	if (rc == ERR_NOTFOUND) {
		error_clear();
		return 0;
	}
	if (rc || (base && oid_equal(&base->sha, &head)))
		return rc;
	/* One that is damaged is fsck's business, not ours. */
	*there = !chain_load(&previous, repo, path);
	if (*there)
		since_make(out, path, &previous, result);
	error_clear();
	return 0;
}

static int run(struct context *context, int argc, char **argv)
{
	struct show_args args = { 0 };
	AUTO(result) result = RESULT_INIT;
	AUTO(since) since = SINCE_INIT;
	auto_free char *path = NULL, *answers = NULL;
	bool has_since = false;
	int rc = command_parse(context, &args, &argc, argv);

	if (!rc && args.noise)
		return show_noise(context, &args, argc, argv);
	if (!rc && argc > 1)
		rc = fail(ERR_USAGE, "there is one result too many: '%s'",
			  argv[1]);
	if (!rc)
		rc = history_resolve(&path, context->repo,
				     argc ? argv[0] : "latest");
	if (!rc)
		rc = chain_load(&result, context->repo, path);
	if (!rc && args.metric)
		return present_metric(context, &result, args.metric,
				      &args.present);
	if (!rc && argc)
		rc = find_answered(&answers, context->repo, argv[0], &result);
	if (!rc)
		rc = find_since(&since, &has_since, context->repo, &result);
	if (rc)
		return rc;
	const struct view view = {
		.result = &result,
		.path = path,
		.answers = answers,
		.since = has_since ? &since : NULL,
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
	.max_args = 2,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};
