#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "command.h"
#include "look.h"
#include "print.h"
#include "record/fsck.h"
#include "service/quarters.h"

#define KINDS_MAX 32
#define SHOWN_OTHERWISE 20

struct fsck_options {
	bool json, repair;
	int max, color;
};

static const char *const usage[] = {
	"fsck [<options>]",
	NULL,
};

static const struct option options[] = {
	OPT_BOOL(0, "repair", struct fsck_options, repair,
		 "remove what is left over and nobody can miss"),
	OPT_INT(0, "max", struct fsck_options, max, 0, 1000000000, "<n>",
		"problems shown of each kind (20); 0: all"),
	OPT_JSON(struct fsck_options, json),
	OPT_COLOR(struct fsck_options, color),
	OPT_END,
};

/* How many there were of each kind, and how many were shown. */
struct showing {
	const struct fsck_options *options;
	struct style style;
	struct {
		char *kind;
		size_t nr;
	} kinds[KINDS_MAX];
	size_t nr_kinds;
};

static void showing_release(struct showing *showing)
{
	for (size_t i = 0; i < showing->nr_kinds; i++)
		free(showing->kinds[i].kind);
}

/* Is it one of the first of its kind? */
static bool is_shown(struct showing *showing, const char *kind)
{
	size_t i = 0, max = (size_t)showing->options->max;

	while (i < showing->nr_kinds && strcmp(showing->kinds[i].kind, kind))
		i++;
	if (i == KINDS_MAX)
		return true;
	if (i == showing->nr_kinds)
		showing->kinds[showing->nr_kinds++].kind = xstrdup(kind);
	return ++showing->kinds[i].nr <= max || !max;
}

static void show_json(const struct fsck_problem *problem)
{
	json_auto_t *json = json_object();

	json_set_string(json, "kind", problem->kind);
	json_set_string(json, "where", problem->where);
	json_set_string(json, "what", problem->what);
	json_set_string(json, "mend", problem->mend);
	json_set_bool(json, "mended", problem->mended);
	print_json(json);
}

static void show_text(const struct style *style,
		      const struct fsck_problem *problem)
{
	auto_free char *where = text_escape(problem->where);
	auto_free char *what = text_escape(problem->what);
	auto_free char *mend = text_escape(problem->mend);
	auto_free char *kind = xstrfmt("%-8s", problem->kind);
	AUTO(buf) text = BUF_INIT;

	style_add(&text, style, problem->mended ? ROLE_PLAIN : ROLE_FAILED,
		  kind);
	buf_addf(&text, " %s: %s\n%9s%s\n", where, what, "", mend);
	print_text(text.ptr);
}

static void show(void *data, const struct fsck_problem *problem)
{
	struct showing *showing = data;

	if (!is_shown(showing, problem->kind))
		return;
	if (showing->options->json)
		show_json(problem);
	else
		show_text(&showing->style, problem);
}

static void show_rest(const struct showing *showing)
{
	size_t max = (size_t)showing->options->max;

	for (size_t i = 0; i < showing->nr_kinds && max; i++) {
		AUTO(buf) text = BUF_INIT;

		if (showing->kinds[i].nr <= max)
			continue;
		buf_addf(&text, "%-8s and %zu more\n", showing->kinds[i].kind,
			 showing->kinds[i].nr - max);
		print_text(text.ptr);
	}
}

static void sum_up_json(const struct fsck_report *report)
{
	json_auto_t *json = json_object();

	json_set_string(json, "kind", "summary");
	json_set_int(json, "problems", report->problems);
	json_set_int(json, "mended", report->mended);
	json_set_int(json, "notes", report->notes);
	json_set_int(json, "events", report->events);
	json_set_int(json, "newer_lines", report->newer);
	json_set_int(json, "requests", report->requests);
	json_set_int(json, "documents", report->documents);
	json_set_int(json, "refs", report->refs);
	print_json(json);
}

static void sum_up(const struct fsck_report *report)
{
	AUTO(buf) text = BUF_INIT;

	buf_addf(&text, "%zu requests (%zu events in %zu notes), %zu "
			"documents, %zu refs: ",
		 report->requests, report->events, report->notes,
		 report->documents, report->refs);
	if (report->problems)
		buf_addf(&text, "%zu problem%s", report->problems,
			 report->problems == 1 ? "" : "s");
	else
		buf_addstr(&text, "all is well");
	if (report->mended)
		buf_addf(&text, ", %zu mended", report->mended);
	buf_addch(&text, '\n');
	if (report->newer)
		buf_addf(&text, "%zu lines are of a newer git-bench, and were "
				"left alone.\n", report->newer);
	print_text(text.ptr);
}

static int run(struct context *context, int argc, char **argv)
{
	struct fsck_options given = { .max = SHOWN_OTHERWISE };
	AUTO(showing) showing = { .options = &given };
	AUTO(fsck_report) report = { 0 };
	int rc = command_parse(context, &given, &argc, argv);

	if (!rc)
		rc = look(&showing.style, context, given.color);
	if (rc)
		return rc;
	auto_free char *store = quarters_find(context->repo);
	rc = fsck(&report, context->repo, &(struct fsck_args){
		.repair = given.repair, .store = store,
		.each = show, .data = &showing,
	});
	if (rc)
		return rc;
	if (report.notice)
		print_warning("%s", report.notice);
	if (given.json) {
		sum_up_json(&report);
	} else {
		show_rest(&showing);
		sum_up(&report);
	}
	return report.problems > report.mended ? COMMAND_NO : 0;
}

const struct command cmd_fsck = {
	.name = "fsck",
	.summary = "does what is recorded hold together?",
	.group = GROUP_HOST,
	.usage = usage,
	.options = options,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};
