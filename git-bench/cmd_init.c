#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "command.h"
#include "git/object.h"
#include "git/refs.h"
#include "init_hooks.h"
#include "print.h"
#include "record/history.h"
#include "record/ledger.h"
#include "record/share.h"
#include "suite/suite.h"

struct init_args {
	bool json, hooks;
	const char *remote;
};

static const char *const usage[] = {
	"init [<options>]",
	NULL,
};

static const struct option options[] = {
	OPT_STRING(0, "remote", struct init_args, remote, "<remote>",
		   "share requests, claims and results through this remote"),
	OPT_BOOL(0, "hooks", struct init_args, hooks,
		 "install hooks, beside those there are"),
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

/* Where machines meet, fit for a terminal; NULL: only here. Owned. */
static char *hub_place(struct repo *repo)
{
	AUTO(hub) hub = { 0 };

	if (hub_open(&hub, repo) || !hub.shared)
		return NULL;
	auto_free char *shown = remote_shown(&hub.remote);
	return text_escape(shown);
}

/* What was done, for people and for programs. */
struct done {
	bool made;
	struct buf hooks;
	json_t *hook_list; /* NULL: not asked for */
};

static void done_release(struct done *done)
{
	buf_release(&done->hooks);
	json_decref(done->hook_list);
}

static void show_text(struct repo *repo, const struct done *done)
{
	AUTO(buf) text = BUF_INIT;
	auto_free char *place = hub_place(repo);

	buf_addf(&text, "%s: %s is the ledger of requests, %s the results.\n",
		 done->made ? "Initialised" : "Nothing to do, all is there",
		 LEDGER_REF, HISTORY_REF);
	if (place)
		buf_addf(&text, "They are shared through %s.\n", place);
	buf_addstr(&text, done->hooks.ptr);
	buf_addf(&text, "\n%s", paragraph);
	if (!has_suites(repo))
		buf_addstr(&text, starter);
	print_text(text.ptr);
}

static void show_json(struct repo *repo, const struct done *done)
{
	json_auto_t *json = json_object();
	auto_free char *place = hub_place(repo);

	json_set_string(json, "remote", place);
	json_set_string(json, "ledger", LEDGER_REF);
	json_set_string(json, "history", HISTORY_REF);
	json_set_bool(json, "made", done->made);
	if (done->hook_list)
		json_object_set(json, "hooks", done->hook_list);
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

static int share(struct repo *repo, const char *where)
{
	struct share_report report;
	int rc = share_begin(&report, repo, where);

	if (!rc && report.only_branches)
		print_warning("this server takes only branches and tags: "
			      "requests, claims and runners are kept in "
			      "refs/heads/bench-*, and bench.notesRef, "
			      "bench.claimPrefix and the like are set so; "
			      "who uses git bench init --remote elsewhere "
			      "gets the same");
	if (!rc && report.one_by_one)
		print_warning("this server cannot move several refs at once "
			      "(no atomic push): they are moved one after the "
			      "other, so that a request may be seen half made "
			      "or half finished for a moment");
	return rc;
}

static int run(struct context *context, int argc, char **argv)
{
	struct init_args args = { 0 };
	AUTO(done) done = { .hooks = BUF_INIT };
	struct repo *repo = context->repo;
	int rc = command_parse(context, &args, &argc, argv);

	if (rc)
		return rc;
	done.made = !is_there(repo, LEDGER_REF) ||
		    !is_there(repo, HISTORY_REF);
	rc = args.remote ? share(repo, args.remote) : 0;
	if (!rc)
		rc = ledger_init(repo);
	if (!rc)
		rc = history_init(repo);
	if (!rc && args.hooks) {
		done.hook_list = json_array();
		rc = init_hooks(&done.hooks, done.hook_list, repo);
	}
	if (rc)
		return rc;
	if (args.json)
		show_json(repo, &done);
	else
		show_text(repo, &done);
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
