#include "git/push.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "git/object.h"
#include "git/transport.h"
#include "host.h"
#include "scratch.h"
#include "tap.h"

#define PROCESSES 8

#define CLAIM "refs/bench/claims/1"
#define LEDGER "refs/notes/bench"

static struct oid one, two, three;
static int contested = 12; /* refs that eight want */

/* What a push of two refs is about: each from one value to another. */
struct want {
	const struct oid *claim_old, *claim_new;
	const struct oid *ledger_old, *ledger_new;
	bool loose; /* not atomic */
};

static int send(struct push *push, const char *name, const struct want *want)
{
	AUTO_PTR(repo) repo = NULL;
	AUTO(remote) remote = { 0 };

	push_release(push);
	int rc = repo_open(&repo, scratch_path("a"));
	if (!rc)
		rc = remote_init(&remote, repo, host_address(name));
	if (want->claim_old || want->claim_new)
		push_add(push, CLAIM, PUSH_EXACT, want->claim_old,
			 want->claim_new);
	if (want->ledger_old || want->ledger_new)
		push_add(push, LEDGER, PUSH_EXACT, want->ledger_old,
			 want->ledger_new);
	if (!rc)
		rc = push_send(push, &remote, !want->loose);
	if (!rc && push->outcome == PUSH_UNKNOWN)
		rc = push_settle(push, &remote);
	if (rc)
		printf("# %s\n", error_message());
	return rc;
}

static const char *value(const char *dir, const char *ref)
{
	return sh(dir, "git rev-parse -q --verify %s || echo none", ref);
}

static void holds(const char *dir, const struct oid *claim,
		  const struct oid *ledger, const char *name)
{
	ok(!strcmp(value(dir, CLAIM), claim ? claim->hex : "none") &&
		   !strcmp(value(dir, LEDGER), ledger ? ledger->hex : "none"),
	   "%s", name);
}

/* ==== Compare and swap ================================================== */

static void test_swaps(void)
{
	AUTO(push) push = { 0 };
	const char *dir = host_make("swap");

	send(&push, "swap", &(struct want){ NULL, &one, NULL, &one });
	is_int(push.outcome, PUSH_DONE, "two new refs");
	is_int(push.items[1].mark, PUSH_NEW, "are said to be new");
	holds(dir, &one, &one, "and stand");
	send(&push, "swap", &(struct want){ NULL, &one });
	is_int(push.outcome, PUSH_DONE, "the same object once more");
	is_int(push.items[0].mark, PUSH_UP_TO_DATE, "is up to date");
	send(&push, "swap", &(struct want){ NULL, &two });
	is_int(push.outcome, PUSH_LOST, "what exists is not made");
	is(push.why, CLAIM ": stale info", "and the reason is told");
	send(&push, "swap", &(struct want){ &two, &three, &one, &two });
	is_int(push.outcome, PUSH_LOST, "one of two is not what we thought");
	holds(dir, &one, &one, "so that none moves");
	send(&push, "swap", &(struct want){ &one, NULL, &one, &two });
	is_int(push.outcome, PUSH_DONE, "a claim goes, the ledger grows");
	holds(dir, NULL, &two, "both at once");
	send(&push, "swap", &(struct want){ &one, NULL });
	is_int(push.outcome, PUSH_LOST, "a claim that is gone is not dropped");
	push_release(&push);
}

static void test_rules(void)
{
	AUTO_PTR(repo) repo = NULL;
	AUTO(remote) remote = { 0 };
	AUTO(push) push = { 0 };
	const char *dir = host_make("rules");

	ok(!repo_open(&repo, scratch_path("a")) &&
		   !remote_init(&remote, repo, host_address("rules")),
	   "a remote");
	push_add(&push, LEDGER, PUSH_FORWARD, NULL, &two);
	push_add(&push, CLAIM, PUSH_ANY, NULL, NULL);
	ok(!push_send(&push, &remote, true) && push.outcome == PUSH_DONE,
	   "what is gone already may be dropped");
	holds(dir, NULL, &two, "with what else is pushed");
	push_release(&push);
	push_add(&push, LEDGER, PUSH_FORWARD, &one, &three);
	ok(!push_send(&push, &remote, true) && push.outcome == PUSH_DONE,
	   "a branch goes forward from wherever it is");
	push_release(&push);
	push_add(&push, LEDGER, PUSH_FORWARD, &three, &one);
	ok(!push_send(&push, &remote, true) && push.outcome == PUSH_LOST,
	   "and never back");
	holds(dir, NULL, &three, "it stays");
}

/* ==== Servers that say no =============================================== */

static void test_refusals(void)
{
	AUTO(push) push = { 0 };
	const char *dir = host_make("refuse");

	host_hook("refuse", "update",
		  "case $1 in refs/heads/*|refs/notes/*) exit 0;; esac; "
		  "echo only heads, please; exit 1");
	send(&push, "refuse", &(struct want){ NULL, &one, NULL, &one });
	is_int(push.outcome, PUSH_REFUSED, "a hook refuses one of two");
	is(push.why, CLAIM ": hook declined (only heads, please)",
	   "its words are told");
	holds(dir, NULL, NULL, "and nothing moves");
	host_hook("refuse", "update", NULL);
	sh(dir, "git config transfer.hideRefs refs/bench");
	send(&push, "refuse", &(struct want){ NULL, &one });
	is_int(push.outcome, PUSH_REFUSED, "a hidden ref");
	ok(push.why && strstr(push.why, "deny updating a hidden ref"),
	   "is told");
	sh(dir, "git config --unset transfer.hideRefs && "
		"git config receive.advertiseAtomic false");
	send(&push, "refuse", &(struct want){ NULL, &one, NULL, &one });
	is_int(push.outcome, PUSH_NOT_ATOMIC, "a server without --atomic");
	holds(dir, NULL, NULL, "has moved nothing");
	send(&push, "refuse", &(struct want){ NULL, &one, &two, &one, true });
	is_int(push.outcome, PUSH_LOST, "without it a part may be lost");
	holds(dir, &one, NULL, "while the other has moved");
	is_int(push.items[0].mark, PUSH_NEW, "as the marks tell");
}

/* ==== Between the advertisement and the update ========================== */

static void test_late_race(void)
{
	AUTO(push) push = { 0 };
	const char *dir = host_make("race");

	host_hook("race", "pre-receive",
		  "unset GIT_QUARANTINE_PATH; git update-ref " CLAIM
		  " FETCH_HEAD");
	send(&push, "race", &(struct want){ NULL, &one, NULL, &one });
	is_int(push.outcome, PUSH_LOST, "a rival between look and update");
	holds(dir, &three, NULL, "is not overwritten");
	send(&push, "race", &(struct want){ NULL, &one, NULL, NULL, true });
	is_int(push.outcome, PUSH_LOST, "nor without --atomic");
}

static void test_lost_answers(void)
{
	AUTO(push) push = { 0 };
	const char *dir = host_make("lost");

	host_hook("lost", "pre-receive", "kill -9 $PPID");
	is_int(send(&push, "lost", &(struct want){ NULL, &one, NULL, &one }),
	       0, "a server that dies before it moves a ref");
	is_int(push.outcome, PUSH_LOST, "has done nothing");
	host_hook("lost", "pre-receive", NULL);
	host_hook("lost", "reference-transaction",
		  "test $1 != committed || kill -9 $PPID");
	is_int(send(&push, "lost", &(struct want){ NULL, &one, NULL, &one }),
	       0, "one that dies before it answers");
	is_int(push.outcome, PUSH_DONE, "has done it all");
	holds(dir, &one, &one, "as its refs say");
}

static void test_unreachable(void)
{
	AUTO(push) push = { 0 };

	is_int(send(&push, "absent", &(struct want){ NULL, &one }),
	       ERR_OFFLINE, "a remote that is not there");
}

/* ==== What users have set =============================================== */

static void test_settings(void)
{
	AUTO(push) push = { 0 };
	const char *dir = host_make("set");

	sh("a", "git config push.followTags true; git tag -a -m v v1 c1; "
		"git config push.pushOption ci.skip; "
		"git config remote.git-bench.mirror true; "
		"git config push.useForceIfIncludes true; "
		"git config push.recurseSubmodules only; "
		"printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/pre-push; "
		"chmod +x .git/hooks/pre-push");
	send(&push, "set", &(struct want){ NULL, &one, NULL, &one });
	is_int(push.outcome, PUSH_DONE, "a user's hooks and settings");
	is(sh(dir, "git for-each-ref --format='%%(refname)'"),
	   CLAIM "\n" LEDGER, "change nothing of what is pushed");
	sh("a", "rm .git/hooks/pre-push; git tag -d v1; "
		"git config --remove-section push; "
		"git config --remove-section remote.git-bench");
}

/* ==== Eight at once ===================================================== */

/* Wins as many of the refs as it can, with a commit of its own. */
static int race(const char *dir)
{
	AUTO_PTR(repo) repo = NULL;
	AUTO(remote) remote = { 0 };
	int won = 0;

	if (repo_open(&repo, scratch_path("a")) ||
	    remote_init(&remote, repo, dir))
		return -1;
	for (int i = 0; i < contested; i++) {
		AUTO(push) push = { 0 };
		auto_free char *ref = xstrfmt("refs/bench/claims/%d", i);
		struct oid mine = sh_oid(
			"a", "git commit-tree -m %d-%d 'HEAD^{tree}'",
			(int)getpid(), i);

		push_add(&push, ref, PUSH_EXACT, NULL, &mine);
		if (push_send(&push, &remote, true))
			return -1;
		if (push.outcome == PUSH_UNKNOWN)
			return -1;
		won += push.outcome == PUSH_DONE;
	}
	return won;
}

static void test_contest(void)
{
	const char *dir = host_make("contest");
	const char *address = host_address("contest");
	int won = 0, failed = 0;

	fflush(stdout);
	for (int i = 0; i < PROCESSES; i++)
		if (!fork())
			_exit(race(address));
	for (int i = 0, status; i < PROCESSES && wait(&status) > 0; i++) {
		int code = WIFEXITED(status) ? WEXITSTATUS(status) : 255;

		failed += code > contested;
		won += code > contested ? 0 : code;
	}
	is_int(failed, 0, "8 processes want the same refs");
	is_int(won, contested, "each of them has exactly one winner");
	is_int(atoi(sh(dir, "git for-each-ref refs/bench/claims | wc -l")),
	       contested, "and stands");
}

static void run(void)
{
	test_swaps();
	test_rules();
	test_refusals();
	test_late_race();
	test_lost_answers();
	test_unreachable();
	test_settings();
	test_contest();
}

int main(int argc, char **argv)
{
	host_begin(argc, argv);
	if (argc > 3)
		contested = atoi(argv[3]);
	one = sh_oid("a", "git rev-parse c1");
	two = sh_oid("a", "git rev-parse c2");
	three = sh_oid("a", "git rev-parse c3");
	host_each(run);
	return done();
}
