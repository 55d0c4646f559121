#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "command.h"
#include "look.h"
#include "pager.h"
#include "print.h"
#include "record/history.h"
#include "report/chain.h"
#include "report/log.h"
#include "report/trend.h"
#include "service/mainline.h"

struct log_args {
	bool json, all;
	const char *suite, *since, *metric;
	int number, format, color;
};

static const char *const usage[] = {
	"log [<options>]",
	"log [<options>] <target>",
	NULL,
};

static const char *const formats[] = {
	[TABLE_AS_TEXT] = "text",
	[TABLE_AS_MARKDOWN] = "markdown",
	[TABLE_AS_CSV] = "csv",
	[TABLE_AS_JSON] = "json",
	NULL,
};

static const struct option options[] = {
	OPT_INT('n', "number", struct log_args, number, 0, 1000000, "<n>",
		"at most that many"),
	OPT_STRING('s', "suite", struct log_args, suite, "<name>",
		   "only that suite"),
	OPT_STRING(0, "since", struct log_args, since, "<date>",
		   "not older: 2026-11-30, or 14d"),
	OPT_BOOL('a', "all", struct log_args, all,
		 "a target's results off the default branch, too"),
	OPT_STRING('m', "metric", struct log_args, metric, "<name>",
		   "of a target: not the one that decides"),
	OPT_CHOICE(0, "format", struct log_args, format, formats, "<format>",
		   "text, markdown, csv or json"),
	OPT_JSON(struct log_args, json),
	OPT_COLOR(struct log_args, color),
	OPT_END,
};

/* Which results are wanted, and what is made of them. */
struct selection {
	const struct log_args *args;
	char *since; /* a result's date, or NULL */
	struct mainline mainline;
	struct trend trend;
	struct strlist paths;
	struct lineage lineage;
	struct lineage_step *steps; /* to each path, from the one before */
	size_t nr_steps, cap_steps;
};

static void selection_release(struct selection *selection)
{
	free(selection->since);
	mainline_release(&selection->mainline);
	trend_release(&selection->trend);
	strlist_release(&selection->paths);
	lineage_release(&selection->lineage);
	for (size_t i = 0; i < selection->nr_steps; i++)
		lineage_step_release(&selection->steps[i]);
	free(selection->steps);
}

/* "2026-11-30" or "14d" as a date that results can be compared with. */
static int parse_since(char **out, const char *text)
{
	auto_free char *midnight = xstrfmt("%sT00:00:00Z", text);
	int64_t when;
	double age;

	if (clock_parse(&when, midnight))
		*out = STEAL(midnight);
	else if (text_to_duration(&age, text))
		*out = clock_format(clock_now() - (int64_t)age);
	else
		return fail(ERR_USAGE, "--since wants a date such as "
				       "2026-11-30 or a time such as 14d, "
				       "not '%s'",
			    text);
	return 0;
}

static bool is_wanted(const struct selection *selection,
		      const struct result *result)
{
	const char *suite = selection->args->suite;

	if (suite && strcmp(result->suite, suite))
		return false;
	return !selection->since ||
	       strcmp(result->date, selection->since) >= 0;
}

static int add_path(void *data, const char *path, const struct result *result)
{
	struct selection *s = data;
	struct lineage_step step;

	lineage_next(&step, &s->lineage, path, result);
	if (!is_wanted(s, result)) {
		lineage_step_release(&step);
		return 0;
	}
	strlist_add(&s->paths, path);
	ARRAY_GROW(s->steps, s->nr_steps + 1, s->cap_steps);
	s->steps[s->nr_steps++] = step;
	return 0;
}

static int add_point(void *data, const char *path,
		     const struct result *result)
{
	struct selection *selection = data;

	if (is_wanted(selection, result) &&
	    (selection->args->all ||
	     mainline_has(&selection->mainline, result)))
		trend_add(&selection->trend, path, result);
	return 0;
}

/* Every result, newest first. */
static int list(struct table *out, struct repo *repo,
		struct selection *selection)
{
	const struct strlist *paths = &selection->paths;
	size_t most = (size_t)selection->args->number;
	int rc = history_each(repo, add_path, selection);

	log_columns(out);
	for (size_t i = paths->nr; !rc && i > 0; i--) {
		AUTO(result) result = RESULT_INIT;
		const char *path = paths->items[i - 1];

		if (most && paths->nr - i == most)
			break;
		rc = chain_load(&result, repo, path);
		if (!rc)
			log_row(out, path, &result,
				&selection->steps[i - 1]);
	}
	return rc;
}

/* One target over time. */
static int series(struct table *out, struct repo *repo,
		  struct selection *selection)
{
	struct trend *trend = &selection->trend;
	int rc = history_each(repo, add_point, selection);

	if (rc)
		return rc;
	if (!trend->nr) {
		const char *metric = selection->args->metric;

		fail(ERR_NOTFOUND, "no result%s has a target '%s'%s%s",
		     selection->args->all ? "" : " of the default branch",
		     trend->target, metric ? " with the metric " : "",
		     metric ? metric : "");
		fail_hint("--all takes results of other branches, too; "
			  "git bench show names the targets there are");
		return ERR_NOTFOUND;
	}
	trend->most = (size_t)selection->args->number;
	trend_table(out, trend);
	return 0;
}

static int show(struct context *context, const struct table *table,
		const struct log_args *args)
{
	int format = args->json ? TABLE_AS_JSON : args->format;
	struct style style = STYLE_PLAIN;
	AUTO(buf) text = BUF_INIT;
	int rc = 0;

	if (format == TABLE_AS_TEXT) {
		pager_start(context);
		rc = look(&style, context, args->color);
	}
	if (rc)
		return rc;
	table_print(&text, table, format, &style);
	print_text(text.ptr);
	return 0;
}

/* What cannot be read is in no list: that must not pass unseen. */
static int warn_of_damaged(struct repo *repo)
{
	auto_free char *example = NULL;
	size_t nr;
	int rc = history_damaged(&nr, &example, repo);

	if (!rc && nr)
		print_warning("%zu result%s cannot be read and %s left out: "
			      "%s",
			      nr, nr == 1 ? "" : "s", nr == 1 ? "is" : "are",
			      example);
	return rc;
}

static int run(struct context *context, int argc, char **argv)
{
	struct log_args args = { 0 };
	AUTO(table) table = TABLE_INIT;
	AUTO(selection) selection = { .args = &args };
	int rc = command_parse(context, &args, &argc, argv);

	if (!rc && args.since)
		rc = parse_since(&selection.since, args.since);
	if (rc)
		return rc;
	selection.trend = (struct trend)TREND_INIT(argv[0], args.metric);
	mainline_init(&selection.mainline, context->repo);
	rc = argc ? series(&table, context->repo, &selection) :
		    list(&table, context->repo, &selection);
	if (!rc)
		rc = show(context, &table, &args);
	return rc ? rc : warn_of_damaged(context->repo);
}

const struct command cmd_log = {
	.name = "log",
	.summary = "list results, or one target over time",
	.group = GROUP_READ,
	.usage = usage,
	.options = options,
	.max_args = 1,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};
