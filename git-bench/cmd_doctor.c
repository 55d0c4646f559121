#include "base/json.h"
#include "base/text.h"
#include "command.h"
#include "look.h"
#include "measure/machine.h"
#include "print.h"
#include "service/checkup.h"

struct doctor_args {
	bool json;
	int color;
};

static const char *const usage[] = {
	"doctor [<options>]",
	NULL,
};

static const struct option options[] = {
	OPT_JSON(struct doctor_args, json),
	OPT_COLOR(struct doctor_args, color),
	OPT_END,
};

static const char *const level_names[] = {
	[FINDING_OK] = "ok",
	[FINDING_WARNING] = "warning",
	[FINDING_PROBLEM] = "problem",
};

static const enum role level_roles[] = {
	[FINDING_OK] = ROLE_PLAIN,
	[FINDING_WARNING] = ROLE_UNKNOWN,
	[FINDING_PROBLEM] = ROLE_FAILED,
};

static void show_text(const struct finding *finding,
		      const struct style *style)
{
	auto_free char *what = text_escape(finding->what);
	auto_free char *detail = text_escape(finding->detail);
	auto_free char *level = xstrfmt("%-8s", level_names[finding->level]);
	AUTO(buf) text = BUF_INIT;

	style_add(&text, style, level_roles[finding->level], level);
	buf_addf(&text, " %-14s %s\n", what, detail);
	if (finding->advice) {
		auto_free char *advice = text_escape(finding->advice);

		buf_addf(&text, "%24s%s\n", "", advice);
	}
	print_text(text.ptr);
}

static void show_json(const struct finding *finding)
{
	json_auto_t *json = json_object();

	json_set_string(json, "level", level_names[finding->level]);
	json_set_string(json, "what", finding->what);
	json_set_string(json, "detail", finding->detail);
	json_set_string(json, "advice", finding->advice);
	print_json(json);
}

static int run(struct context *context, int argc, char **argv)
{
	struct doctor_args args = { 0 };
	AUTO(findings) findings = { 0 };
	struct style style;
	bool problems = false;
	int rc = command_parse(context, &args, &argc, argv);

	if (!rc)
		rc = look(&style, context, args.color);
	if (rc)
		return rc;
	checkup(&findings, context->repo);
	for (size_t i = 0; i < findings.nr; i++) {
		const struct finding *finding = &findings.items[i];

		if (args.json)
			show_json(finding);
		else
			show_text(finding, &style);
		problems |= finding->level == FINDING_PROBLEM;
	}
	return problems ? COMMAND_NO : 0;
}

const struct command cmd_doctor = {
	.name = "doctor",
	.summary = "is this machine fit to measure on?",
	.group = GROUP_MEASURE,
	.usage = usage,
	.options = options,
	.flags = COMMAND_MAY_REPO,
	.run = run,
};
