#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "command.h"
#include "git/object.h"
#include "git/refs.h"
#include "print.h"
#include "record/history.h"
#include "record/ledger.h"
#include "suite/suite.h"

struct init_args {
	bool json;
};

static const char *const usage[] = {
	"init [<options>]",
	NULL,
};

static const struct option options[] = {
	OPT_JSON(struct init_args, json),
	OPT_END,
};

static const char paragraph[] =
	"For CONTRIBUTING.md or AGENTS.md:\n"
	"\n"
	"    ## Benchmarks\n"
	"\n"
	"    `git bench request` on a branch asks for it to be measured\n"
	"    against where it left the default branch; `git bench status`\n"
	"    follows the request and `git bench show latest` has the newest\n"
	"    result. Results are JSON files on the branch `bench-history`:\n"
	"    read them with `git log bench-history`, never edit them by\n"
	"    hand. The issue labelled `benchmark-tracking` shows the latest\n"
	"    run and what changed since the one before.\n";

static const char starter[] =
	"\n"
	"There is no .gitbench on the default branch yet. To begin, commit\n"
	"one that says how to build and what to run:\n"
	"\n"
	"    [suite \"micro\"]\n"
	"    	driver = command\n"
	"    	build = make\n"
	"    	target = startup = ./myprogram --version\n"
	"    	target = large = ./myprogram examples/large.txt\n"
	"\n"
	"git-bench-config(5) lists every key. Then: git bench doctor,\n"
	"git bench run.\n";

static bool has_suites(struct repo *repo)
{
	AUTO(suites) suites = SUITES_INIT;

	/* One that cannot be read is doctor's business, not ours. */
	if (suites_load(&suites, repo, NULL) == ERR_NOTFOUND) {
		error_clear();
		return false;
	}
	error_clear();
	return true;
}

static void show_text(struct repo *repo, bool made)
{
	AUTO(buf) text = BUF_INIT;

	buf_addf(&text, "%s: %s is the ledger of requests, %s the results.\n",
		 made ? "Initialised" : "Nothing to do, all is there",
		 LEDGER_REF, HISTORY_REF);
	buf_addf(&text, "\n%s", paragraph);
	if (!has_suites(repo))
		buf_addstr(&text, starter);
	print_text(text.ptr);
}

static void show_json(bool made)
{
	json_auto_t *json = json_object();

	json_set_string(json, "ledger", LEDGER_REF);
	json_set_string(json, "history", HISTORY_REF);
	json_set_bool(json, "made", made);
	print_json(json);
}

static bool is_there(struct repo *repo, const char *ref)
{
	struct oid oid;

	if (!refs_read(&oid, repo, ref))
		return true;
	error_clear();
	return false;
}

static int run(struct context *context, int argc, char **argv)
{
	struct init_args args = { 0 };
	struct repo *repo = context->repo;
	int rc = command_parse(context, &args, &argc, argv);

	if (rc)
		return rc;
	bool made = !is_there(repo, LEDGER_REF) ||
		    !is_there(repo, HISTORY_REF);
	rc = ledger_init(repo);
	if (!rc)
		rc = history_init(repo);
	if (rc)
		return rc;
	if (args.json)
		show_json(made);
	else
		show_text(repo, made);
	return 0;
}

const struct command cmd_init = {
	.name = "init",
	.summary = "make the ledger and the history, say what comes next",
	.group = GROUP_ASK,
	.usage = usage,
	.options = options,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};
