/*
 * cmd_import - takes over what other programs left, one format an entry of
 * the table below.
 */
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/id.h"
#include "base/json.h"
#include "base/suggest.h"
#include "base/text.h"
#include "command.h"
#include "print.h"
#include "service/nightly.h"

#define FILE_MAX (16 << 20)

struct import_args {
	bool json, dry_run;
	const char *suite, *cron, *file;
	struct strlist pools;
};

static const char *const usage[] = {
	"import [<options>] nightly-config <file>",
	NULL,
};

static const struct option options[] = {
	OPT_STRING('s', "suite", struct import_args, suite, "<name>",
		   "measure with that suite"),
	OPT_STRING(0, "cron", struct import_args, cron, "<cron>",
		   "when schedules are due (0 0 * * *)"),
	OPT_LIST(0, "pool", struct import_args, pools, "<name>",
		 "on a runner with that label (repeatable: once on each)"),
	OPT_STRING(0, "file", struct import_args, file, "<file>",
		   "write schedules and variants there, not to git config"),
	OPT_BOOL('n', "dry-run", struct import_args, dry_run,
		 "say what would be asked and written, do nothing"),
	OPT_JSON(struct import_args, json),
	OPT_END,
};

static void import_args_release(struct import_args *args)
{
	strlist_release(&args->pools);
}

/* ==== nightly-config ==================================================== */

static void print_line_json(const struct nightly_line *line)
{
	json_auto_t *json = json_object();
	json_t *notes = json_array();

	json_set_string(json, "name", line->name);
	json_set_string(json, "outcome",
			nightly_outcome_name(line->outcome));
	if (line->why)
		json_set_string(json, "why", line->why);
	if (line->schedule)
		json_set_string(json, "schedule", line->schedule);
	if (line->id)
		json_set_string(json, "request", line->id);
	if (line->head)
		json_set_string(json, "head", line->head);
	if (line->base)
		json_set_string(json, "base", line->base);
	for (size_t i = 0; i < line->notes.nr; i++)
		json_array_append_new(notes, json_text(line->notes.items[i]));
	json_object_set_new(json, "notes", notes);
	print_json(json);
}

static void add_line(struct buf *out, const struct nightly_line *line)
{
	auto_free char *name = text_escape(line->name);

	switch (line->outcome) {
	case NIGHTLY_SCHEDULED:
		buf_addf(out, "%s: schedule %s\n", name, line->schedule);
		break;
	case NIGHTLY_ASKED:
	case NIGHTLY_KNOWN:
		buf_addf(out, "%s: ", name);
		if (line->id)
			buf_addf(out, "request %.*s%s, ", ID_SHORT, line->id,
				 line->outcome == NIGHTLY_KNOWN ?
					 ", known already" : "");
		else
			buf_addstr(out, "request, ");
		buf_addf(out, "head %.10s", line->head);
		if (line->base)
			buf_addf(out, ", base %.10s", line->base);
		buf_addch(out, '\n');
		break;
	default:
		break;
	}
}

static void warn_of_line(const struct nightly_line *line)
{
	const char *name = *line->name ? line->name : "(no name)";

	if (line->outcome == NIGHTLY_UNUSABLE)
		print_warning("%s: left out: %s", name, line->why);
	for (size_t i = 0; i < line->notes.nr; i++)
		print_warning("%s: %s", name, line->notes.items[i]);
}

static void print_counts(const struct nightly_report *report)
{
	size_t count[NIGHTLY_OUTCOME_NR] = { 0 };
	AUTO(buf) out = BUF_INIT;

	for (size_t i = 0; i < report->nr; i++)
		count[report->lines[i].outcome]++;
	buf_addf(&out, "%zu schedules, %zu requests",
		 count[NIGHTLY_SCHEDULED], count[NIGHTLY_ASKED]);
	if (count[NIGHTLY_KNOWN])
		buf_addf(&out, ", %zu known already", count[NIGHTLY_KNOWN]);
	if (count[NIGHTLY_EXPIRED])
		buf_addf(&out, ", %zu expired", count[NIGHTLY_EXPIRED]);
	if (count[NIGHTLY_UNUSABLE])
		buf_addf(&out, ", %zu left out", count[NIGHTLY_UNUSABLE]);
	buf_addch(&out, '\n');
	print_text(out.ptr);
}

static void show(const struct nightly_report *report,
		 const struct import_args *args)
{
	AUTO(buf) text = BUF_INIT;

	for (size_t i = 0; i < report->nr; i++) {
		if (args->json)
			print_line_json(&report->lines[i]);
		else
			add_line(&text, &report->lines[i]);
		warn_of_line(&report->lines[i]);
	}
	if (args->json)
		return;
	if (args->dry_run)
		settings_print(&text, &report->settings);
	if (text.len) {
		auto_free char *safe = text_escape_lines(text.ptr);

		print_text(safe);
	}
	print_counts(report);
}

static char *absolute(const char *path)
{
	auto_free char *cwd = getcwd(NULL, 0);

	return *path == '/' || !cwd ? xstrdup(path) : file_join(cwd, path);
}

static int import_nightly_config(struct repo *repo,
				 const struct import_args *args,
				 const char *path)
{
	AUTO(buf) text = BUF_INIT;
	AUTO(nightly_config) config = { 0 };
	AUTO(nightly_report) report = { 0 };
	auto_free char *file = args->file ? absolute(args->file) : NULL;
	const struct nightly_wish wish = {
		.suite = args->suite,
		.cron = args->cron ? args->cron : NIGHTLY_CRON,
		.pools = &args->pools,
		.file = file,
		.dry_run = args->dry_run,
	};
	int rc = file_read(&text, path, FILE_MAX);

	if (!rc)
		rc = nightly_config_parse(&config, text.ptr, text.len, path);
	if (!rc)
		rc = nightly_import(&report, repo, &config, &wish);
	if (!rc)
		show(&report, args);
	return rc;
}

/* ==== The table ========================================================= */

static const struct format {
	const char *name;
	int (*import)(struct repo *repo, const struct import_args *args,
		      const char *path);
} formats[] = {
	{ "nightly-config", import_nightly_config },
};

static int find_format(const struct format **out, const char *name)
{
	const char *names[ARRAY_SIZE(formats)];
	AUTO(strlist) known = STRLIST_INIT;

	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		names[i] = strlist_add(&known, formats[i].name);
		if (strcmp(formats[i].name, name))
			continue;
		*out = &formats[i];
		return 0;
	}
	auto_free char *list = strlist_join(&known, ", ");
	fail(ERR_USAGE, "'%s' is no format that can be imported, only: %s",
	     name, list);
	const char *nearest = suggest_nearest(name, names, known.nr);
	if (nearest)
		fail_hint("did you mean '%s'?", nearest);
	return ERR_USAGE;
}

static int run(struct context *context, int argc, char **argv)
{
	AUTO(import_args) args = { 0 };
	const struct format *format = NULL;
	int rc = command_parse(context, &args, &argc, argv);

	if (!rc)
		rc = find_format(&format, argv[0]);
	return rc ? rc : format->import(context->repo, &args, argv[1]);
}

const struct command cmd_import = {
	.name = "import",
	.summary = "take over what other programs left",
	.group = GROUP_ASK,
	.usage = usage,
	.options = options,
	.min_args = 2,
	.max_args = 2,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};
