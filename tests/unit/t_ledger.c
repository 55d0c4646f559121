#include "record/ledger.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "base/id.h"
#include "base/json.h"
#include "git/object.h"
#include "scratch.h"
#include "tap.h"

static struct repo *repo;
static struct oid commits[3];

/* ==== Lines ==== */

static char *request_line(const char *id, const struct oid *head)
{
	struct request_side side = { .sha = *head };
	json_auto_t *options = json_object();
	const struct request request = {
		.id = (char *)id, .suite = (char *)"s", .sides = &side,
		.nr_sides = 1, .options = options, .at = 1796058000,
		.by = (char *)"A <a@b>",
	};
	AUTO(event) event;

	request_to_event(&event, &request);
	return event_line(&event);
}

static char *other_line(enum event_kind kind, const char *id, int round)
{
	AUTO(event) event;

	event_new(&event, kind, id, round, "A <a@b>");
	if (kind == EVENT_RESULT) {
		json_set_int(event.json, "attempt", 1);
		json_set_string(event.json, "runner", "r");
		json_set_string(event.json, "path", "p");
		json_set_string(event.json, "commit", commits[0].hex);
	}
	return event_line(&event);
}

/* Takes over `line`. */
static int add(const struct oid *commit, char *line)
{
	auto_free char *text = line;
	struct ledger_line one = { *commit, text };

	return ledger_add(repo, &one, 1, "test", NULL, NULL);
}

static char *id_of(int n)
{
	return xstrfmt("%032x", n);
}

/* States in queue order, "open 0, done 1": what a reader sees. */
static char *queue(enum ledger_scope scope)
{
	AUTO(ledger) ledger = { 0 };
	AUTO(buf) out = BUF_INIT;

	if (ledger_read(&ledger, repo, scope))
		return xstrfmt("error: %s", error_message());
	for (size_t i = 0; i < ledger.nr; i++)
		buf_addf(&out, "%s%s %d", i ? ", " : "",
			 request_state_name(ledger.requests[i].state),
			 ledger.requests[i].round);
	buf_addf(&out, "; ended %zu", ledger.nr_ended);
	if (ledger.skipped_bad || ledger.skipped_newer)
		buf_addf(&out, "; skipped %zu + %zu", ledger.skipped_bad,
			 ledger.skipped_newer);
	return buf_detach(&out);
}

static void sees(enum ledger_scope scope, const char *want, const char *name)
{
	auto_free char *got = queue(scope);

	is(got, want, name);
}

/* ==== Tests ==== */

static void test_empty(void)
{
	AUTO(request) request = { 0 };
	struct oid tip;

	sees(LEDGER_LIVE, "; ended 0", "no ledger is an empty one");
	is_int(ledger_find(&request, repo, "abcd"), ERR_NOTFOUND,
	       "in which nothing is found");
	is_int(ledger_tip(&tip, repo), ERR_NOTFOUND, "reading makes none");
}

static void test_root(void)
{
	AUTO_PTR(repo) other = NULL;
	struct oid a, b;

	is_int(ledger_init(repo), 0, "a ledger begins");
	is_int(ledger_init(repo), 0, "once");
	setenv("GIT_AUTHOR_NAME", "Somebody Else", 1);
	sh("", "git init -q other");
	repo_open(&other, scratch_path("other"));
	ledger_init(other);
	ledger_tip(&a, repo);
	ledger_tip(&b, other);
	is(a.hex, b.hex, "the same in every repository");
	is(a.hex, "d0146de67b501a4eded95632c071c395a51e7c56",
	   "for all time");
	sees(LEDGER_LIVE, "; ended 0", "and empty");
}

static void test_add(void)
{
	auto_free char *id = id_of(1);
	auto_free char *line = request_line(id, &commits[0]);

	is_int(add(&commits[0], xstrdup(line)), 0, "a line is added");
	is(sh("r", "git notes --ref=bench show %s", commits[0].hex), line,
	   "git shows it");
	sees(LEDGER_LIVE, "open 0; ended 0", "and it makes a request");

	const char *before = sh("r", "git rev-parse refs/notes/bench");
	is_int(add(&commits[0], xstrdup(line)), 0, "the same line again");
	is(sh("r", "git rev-parse refs/notes/bench"), before,
	   "changes nothing");

	sh("r", "git notes --ref=bench append -m 'written by hand' %s",
	   commits[0].hex);
	add(&commits[0], other_line(EVENT_CANCEL, id, 0));
	sees(LEDGER_LIVE, "; ended 1; skipped 1 + 0", "a second event folds");
	sees(LEDGER_ALL, "cancelled 0; ended 1; skipped 1 + 0",
	     "ended ones can be asked for");
	ok(strstr(sh("r", "git notes --ref=bench show %s", commits[0].hex),
		  "written by hand"),
	   "a line we cannot read is kept");
	is(sh("r", "git cat-file blob $(git notes --ref=bench list %s) >a;"
		   "LC_ALL=C sort -u a | cmp - a && wc -l <a",
	      commits[0].hex),
	   "3", "lines are sorted, once each, none blank");
	sh("r", "git fsck --strict --no-dangling");
	ok(sh_ok("r", "git log --notes=bench --format=%%N %s | grep -q cancel",
		 commits[0].hex),
	   "git log shows the notes");
}

static void test_batch(void)
{
	struct ledger_line lines[6] = { 0 };
	const char *count = sh("r", "git rev-list --count refs/notes/bench");

	for (int i = 0; i < 6; i++) {
		auto_free char *id = id_of(10 + i / 2);

		lines[i].commit = commits[i / 2];
		lines[i].line = i % 2 ? other_line(EVENT_CANCEL, id, 0) :
					request_line(id, &commits[i / 2]);
	}
	is_int(ledger_add(repo, lines, 6, "six", NULL, NULL), 0,
	       "six lines on three commits");
	is_int(atoi(sh("r", "git rev-list --count refs/notes/bench")),
	       atoi(count) + 1, "in one commit");
	is(sh("r", "git log -1 --format=%%s refs/notes/bench"), "six",
	   "with its message");
	for (int i = 0; i < 6; i++)
		free(lines[i].line);
	sees(LEDGER_LIVE, "; ended 4; skipped 1 + 0", "all are seen");
}

static int refuse(void *data, struct repo *where, const struct oid *tip)
{
	int *calls = data;

	(void)where;
	(void)tip;
	++*calls;
	return fail(ERR_REFUSED, "no");
}

static void test_check(void)
{
	auto_free char *id = id_of(20);
	auto_free char *text = request_line(id, &commits[0]);
	struct ledger_line line = { commits[0], text };
	int calls = 0;

	is_int(ledger_add(repo, &line, 1, "x", refuse, &calls), ERR_REFUSED,
	       "a check ends it");
	is_int(calls, 1, "at once");
	ok(!sh_ok("r", "git notes --ref=bench show %s | grep -q %s",
		  commits[0].hex, id),
	   "and nothing was written");
}

/* Another writer comes in between for the first three tries. */
static int interfere(void *data, struct repo *where, const struct oid *tip)
{
	int *calls = data;

	(void)where;
	(void)tip;
	if (++*calls <= 3)
		sh("r", "git notes --ref=bench append -m rival%d %s", *calls,
		   commits[1].hex);
	return 0;
}

static void test_race(void)
{
	auto_free char *id = id_of(21);
	auto_free char *text = request_line(id, &commits[1]);
	struct ledger_line line = { commits[1], text };
	int calls = 0;

	is_int(ledger_add(repo, &line, 1, "x", interfere, &calls), 0,
	       "a writer that comes in between is borne");
	is_int(calls, 4, "with a new check each time");
	const char *note =
		sh("r", "git notes --ref=bench show %s", commits[1].hex);
	ok(strstr(note, "rival1") && strstr(note, "rival2") &&
		   strstr(note, "rival3") && strstr(note, id),
	   "and no line is lost");
}

static void add_many(int worker)
{
	AUTO_PTR(repo) own = NULL;

	if (repo_open(&own, scratch_path("r")))
		_exit(1);
	for (int i = 0; i < 12; i++) {
		auto_free char *id = id_of(1000 + worker * 100 + i);
		auto_free char *text = request_line(id, &commits[2]);
		struct ledger_line line = { commits[2], text };

		if (ledger_add(own, &line, 1, "x", NULL, NULL))
			_exit(1);
	}
	_exit(0);
}

static void test_many_writers(void)
{
	int status, failed = 0;

	for (int worker = 0; worker < 6; worker++)
		if (!fork())
			add_many(worker);
	while (wait(&status) > 0)
		failed += status != 0;
	is_int(failed, 0, "six processes add twelve lines each");
	is(sh("r", "git notes --ref=bench show %s | grep -c 'id.:.000.*4[0-9a-f]*'",
	      commits[2].hex),
	   "73", "and all are there, beside the one before");
}

static void test_find(void)
{
	AUTO(request) request = { 0 };
	AUTO(request) other = { 0 };
	auto_free char *id = xstrdup("feedfacefeedfacefeedfacefeedface");
	auto_free char *twin = xstrdup("feedfacefeedfacefeedfacefeedfacf");

	add(&commits[0], request_line(id, &commits[0]));
	is_int(ledger_find(&request, repo, "feed"), 0, "four digits do");
	is(request.id, id, "to find a request");
	is(request_head(&request)->sha.hex, commits[0].hex, "with its head");
	is_int(ledger_find(&other, repo, "fee"), ERR_USAGE, "three do not");
	is_int(ledger_find(&other, repo, "feed'--"), ERR_USAGE,
	       "what is no id is said to be none");
	is_int(ledger_find(&other, repo, "feedfacf"), ERR_NOTFOUND, "none");
	add(&commits[1], request_line(twin, &commits[1]));
	is_int(ledger_find(&other, repo, "feed"), ERR_USAGE,
	       "two are too many");
	is(error_message(),
	   "several requests begin with feed, such as "
	   "feedfacefeedfacefeedfacefeedface and "
	   "feedfacefeedfacefeedfacefeedfacf",
	   "and are named");
}

static void test_look(void)
{
	AUTO(request) request = { 0 };
	auto_free char *id = id_of(30);
	struct oid tip;
	bool known;

	add(&commits[0], request_line(id, &commits[0]));
	ledger_tip(&tip, repo);
	is_int(ledger_look(&request, repo, &tip, &commits[0], id), 0,
	       "one request is read from one note");
	is_int(request.state, REQUEST_OPEN, "with its state");
	AUTO(request) none = { 0 };
	is_int(ledger_look(&none, repo, &tip, &commits[1], id), ERR_NOTFOUND,
	       "another note does not have it");
	is_int(ledger_knows(&known, repo, &tip, id), 0, "an id");
	ok(known, "is known wherever it stands");
	auto_free char *unknown = id_of(31);
	is_int(ledger_knows(&known, repo, &tip, unknown), 0, "another");
	ok(!known, "is not");
}

/* ==== The index agrees with a reading from scratch ==== */

static void forget_index(void)
{
	file_remove_tree(repo_cache_dir(repo));
}

static void same_either_way(const char *name)
{
	auto_free char *cached = queue(LEDGER_ALL);

	forget_index();
	sees(LEDGER_ALL, cached, name);
}

static void test_index(void)
{
	auto_free char *id = id_of(40);

	forget_index();
	sh("r", "git update-ref refs/notes/bench $(git rev-list "
		"--max-parents=0 refs/notes/bench)");
	sees(LEDGER_LIVE, "; ended 0", "a ledger that went back is believed");
	add(&commits[0], request_line(id, &commits[0]));
	sees(LEDGER_LIVE, "open 0; ended 0", "a line more");
	/* Cancelled on a note where its request is not. */
	add(&commits[1], other_line(EVENT_CANCEL, id, 0));
	sees(LEDGER_LIVE, "; ended 1",
	     "events of one id count on whatever note they stand");
	same_either_way("so they do without the cache");
	add(&commits[1], other_line(EVENT_RETRY, id, 1));
	sees(LEDGER_LIVE, "open 1; ended 0", "round after round");
	/* A request copied along by an amended commit. */
	sh("r", "git notes --ref=bench copy -f %s %s", commits[0].hex,
	   commits[2].hex);
	sees(LEDGER_ALL, "open 1; ended 0", "a copied note adds nothing");
	same_either_way("neither without the cache");
	sh("r", "git notes --ref=bench remove %s", commits[1].hex);
	sees(LEDGER_ALL, "open 0; ended 0",
	     "what is gone from one note is gone from the fold");
	same_either_way("with the cache and without");
	sh("r", "git notes --ref=bench remove %s", commits[0].hex);
	sees(LEDGER_ALL, "open 0; ended 0", "the copy still stands");
	sh("r", "git notes --ref=bench remove %s", commits[2].hex);
	sees(LEDGER_ALL, "; ended 0", "until it is gone too");
}

static void test_old_tip_is_gone(void)
{
	auto_free char *id = id_of(50);

	add(&commits[0], request_line(id, &commits[0]));
	sees(LEDGER_LIVE, "open 0; ended 0", "a look");
	sh("r", "git update-ref refs/notes/bench $(git rev-list "
		"--max-parents=0 refs/notes/bench) &&"
		"git reflog expire --expire=now --all && git gc -q --prune=now");
	add(&commits[1], request_line(id, &commits[1]));
	sees(LEDGER_LIVE, "open 0; ended 0",
	     "a cache whose ledger was pruned is built anew");
}

static void test_useless_cache(void)
{
	auto_free char *index =
		xstrfmt("%s/ledger-2.sqlite", repo_cache_dir(repo));

	file_write(index, "this is no database", 19);
	sees(LEDGER_LIVE, "open 0; ended 0", "a damaged cache is no hindrance");
	file_remove_tree(repo_cache_dir(repo));
	file_write(repo_cache_dir(repo), "", 0);
	sees(LEDGER_LIVE, "open 0; ended 0", "nor one that cannot be made");
	unlink(repo_cache_dir(repo));
}

static void test_foreign_lines(void)
{
	sh("r", "git notes --ref=bench append -m '{\"v\":2,\"event\":\"x\"}' "
		"%s", commits[2].hex);
	AUTO(ledger) ledger = { 0 };
	ledger_read(&ledger, repo, LEDGER_LIVE);
	is_int(ledger.skipped_newer, 1, "a newer line is counted");
	auto_free char *want =
		xstrfmt("note of %.10s, line 1: event of version 2; this "
			"program knows 1",
			commits[2].hex);
	is(ledger.skipped_example, want, "and can be named");
}

int main(void)
{
	scratch_begin();
	sh("", "git init -q r && cd r && for i in 1 2 3; do"
	       " git commit -q --allow-empty -m $i; done");
	if (repo_open(&repo, scratch_path("r")))
		return 1;
	for (int i = 0; i < 3; i++)
		commits[i] = sh_oid("r", "git rev-parse HEAD~%d", i);
	test_empty();
	test_root();
	test_add();
	test_batch();
	test_check();
	test_race();
	test_many_writers();
	test_find();
	test_look();
	test_index();
	test_old_tip_is_gone();
	test_useless_cache();
	test_foreign_lines();
	repo_free(repo);
	error_clear();
	return done();
}
