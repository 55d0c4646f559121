/*
 * hook: what the hooks of `git bench init --hooks` call. Their scripts know
 * git's side of it, this knows ours.
 *
 * Only `update` may say no: exit 1. The others never fail, for a push is no
 * less a push when nothing comes of a wish that came with it.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/text.h"
#include "command.h"
#include "describe.h"
#include "git/config.h"
#include "print.h"
#include "record/guard.h"
#include "record/queue.h"
#include "service/pushed.h"

#define LINE_MAX_BYTES 4096
#define ANSWER_WAIT 60000 /* milliseconds */

static const char *const usage[] = {
	"hook update (ledger|claim) <ref> <old> <new>",
	"hook post-receive",
	"hook pre-push [<remote> [<url>]]",
	NULL,
};

static const struct option options[] = {
	OPT_END,
};

/* ==== update ============================================================ */

static int update(struct repo *repo, int argc, char **argv)
{
	struct oid old, new;

	if (argc != 4 || !oid_parse(&old, argv[2]) || !oid_parse(&new, argv[3]))
		return fail(ERR_USAGE, "hook update wants a kind, a ref and "
				       "two objects");
	if (strspn(old.hex, "0") == OID_HEX_LEN)
		old = (struct oid){ "" };
	int rc = 0;
	if (!strcmp(argv[0], "ledger"))
		rc = guard_ledger(repo, &old, &new);
	else if (!strcmp(argv[0], "claim"))
		rc = guard_claim(repo, strrchr(argv[1], '/') ?
					       strrchr(argv[1], '/') + 1 :
					       argv[1], &old, &new);
	return rc ? fail_in(rc, "%.200s", argv[1]) : 0;
}

/* ==== What git tells on standard input ================================== */

/* To its end, or git would find its pipe closed. */
static void read_lines(struct pushed *out,
		       void (*add)(struct pushed *pushed, const char *line))
{
	char line[LINE_MAX_BYTES];
	bool whole = true;

	while (fgets(line, sizeof(line), stdin)) {
		bool ends = strchr(line, '\n');

		if (whole && ends)
			add(out, line);
		whole = ends;
	}
}

/* A wish that cannot be met is one sentence, not a failed push. */
static void print_failure(void)
{
	fprintf(stderr, "git-bench: %s\n", error_message());
	if (*error_hint())
		fprintf(stderr, "hint: %s\n", error_hint());
	error_clear();
}

/* ==== post-receive ====================================================== */

static int ask_one(struct repo *repo, const struct suites *suites,
		   const struct pushed_branch *branch, const char *suite)
{
	AUTO(request) request = { 0 };
	AUTO(buf) text = BUF_INIT;
	int rc = pushed_request(&request, repo, suites, branch, suite);

	if (!rc)
		rc = queue_add(repo, &request, 1);
	if (rc)
		return rc;
	buf_addstr(&text, "git-bench: ");
	describe_request(&text, &request);
	fputs(text.ptr, stderr);
	return 0;
}

/* A suite that is wrong for one branch is so for all of them. */
static int ask_all(struct repo *repo, const struct pushed *pushed,
		   const struct strlist *names)
{
	AUTO(suites) suites = SUITES_INIT;
	const struct suite *suite;
	int rc = pushed_may_ask(repo);

	if (!rc)
		rc = suites_load(&suites, repo, NULL);
	for (size_t k = 0; k < names->nr && !rc; k++) {
		const char *name = *names->items[k] ? names->items[k] : NULL;

		rc = suites_find(&suite, &suites, name);
		for (size_t i = 0; i < pushed->nr && !rc; i++)
			rc = ask_one(repo, &suites, &pushed->items[i], name);
	}
	return rc;
}

static int post_receive(struct repo *repo)
{
	AUTO(pushed) pushed = { 0 };
	AUTO(strlist) suites = STRLIST_INIT;
	bool asked;

	read_lines(&pushed, pushed_add_received);
	pushed_suites(&suites, &asked);
	if (asked && !pushed.nr)
		fputs("git-bench: no branch was pushed that could be "
		      "measured\n", stderr);
	if (asked && ask_all(repo, &pushed, &suites))
		print_failure();
	if (asked && pushed.left_out)
		fprintf(stderr, "git-bench: %zu more branches were not asked "
				"for: %d a push at most\n",
			pushed.left_out, PUSHED_MAX);
	return 0;
}

/* ==== pre-push ========================================================== */

/* Standard input is git's; whoever types sits at the terminal. */
static bool is_wanted(const char *name)
{
	AUTO(buf) answer = BUF_INIT;
	char byte = 0;
	int fd = open("/dev/tty", O_RDWR | O_CLOEXEC);

	if (fd < 0)
		return false;
	fprintf(stderr, "git-bench: have %s measured? [y/N] ", name);
	while (byte != '\n') {
		struct pollfd ready = { .fd = fd, .events = POLLIN };

		if (poll(&ready, 1, ANSWER_WAIT) != 1 ||
		    read(fd, &byte, 1) != 1)
			break;
		buf_addch(&answer, byte);
	}
	close(fd);
	if (byte != '\n')
		fputs("no answer: no\n", stderr);
	return byte == '\n' && (*answer.ptr == 'y' || *answer.ptr == 'Y');
}

/* With what is said of it quoted for a shell; names may hold anything. */
static void show_hint(const char *name)
{
	bool plain = !name[strspn(name, "abcdefghijklmnopqrstuvwxyz"
					"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
					"0123456789./_-")] && *name != '-';

	if (plain)
		fprintf(stderr, "git-bench: to have it measured: "
				"git bench request %s\n", name);
	else
		fputs("git-bench: to have it measured: git bench request\n",
		      stderr);
}

static int offer(struct repo *repo, const struct suites *suites,
		 const struct pushed_branch *branch, bool ask)
{
	const char *name = branch->from + strlen("refs/heads/");
	auto_free char *shown = text_escape(name);
	bool is_news;
	int rc = pushed_is_news(&is_news, repo, branch);

	if (rc || !is_news)
		return rc;
	if (!ask)
		show_hint(name);
	else if (is_wanted(shown))
		return ask_one(repo, suites, branch, NULL);
	return 0;
}

static int offer_all(struct repo *repo, const struct pushed *pushed)
{
	AUTO(suites) suites = SUITES_INIT;
	auto_free char *how = config_string(repo, "bench.prePush", "hint");

	if (!strcmp(how, "never") || !isatty(STDERR_FILENO))
		return 0;
	int rc = suites_load(&suites, repo, NULL);
	/* Where nothing is configured nobody wants to hear of it. */
	if (rc == ERR_NOTFOUND)
		return 0;
	for (size_t i = 0; i < pushed->nr && !rc; i++)
		rc = offer(repo, &suites, &pushed->items[i],
			   !strcmp(how, "ask"));
	return rc;
}

static int pre_push(struct repo *repo)
{
	AUTO(pushed) pushed = { 0 };

	read_lines(&pushed, pushed_add_sent);
	if (offer_all(repo, &pushed))
		print_failure();
	return 0;
}

/* ==== The command ======================================================= */

static int run(struct context *context, int argc, char **argv)
{
	int rc = command_parse(context, NULL, &argc, argv);

	if (rc)
		return rc;
	if (!strcmp(argv[0], "update"))
		return update(context->repo, argc - 1, argv + 1);
	if (!strcmp(argv[0], "post-receive"))
		return post_receive(context->repo);
	if (!strcmp(argv[0], "pre-push"))
		return pre_push(context->repo);
	return fail(ERR_USAGE, "there is no hook '%.60s'", argv[0]);
}

const struct command cmd_hook = {
	.name = "hook",
	.summary = "what git's hooks ask of git-bench",
	.group = GROUP_HOST,
	.usage = usage,
	.options = options,
	.min_args = 1,
	.max_args = -1,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};
