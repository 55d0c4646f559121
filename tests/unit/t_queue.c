#include "record/queue.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/json.h"
#include "record/ledger.h"
#include "scratch.h"
#include "tap.h"

#define ME "A <a@b>"

static struct repo *repo;
static struct oid base, head;

/* A request for both commits with that id; `sides` must outlive it. */
static struct request make(struct request_side sides[2], const char *id)
{
	sides[0] = (struct request_side){ .sha = base };
	sides[1] = (struct request_side){ .sha = head };
	return (struct request){
		.id = (char *)id, .suite = (char *)"s", .sides = sides,
		.nr_sides = 2, .at = 1796058000, .by = (char *)ME,
	};
}

static int add(const char *id)
{
	struct request_side sides[2];
	const struct request request = make(sides, id);

	return queue_add(repo, &request, 1);
}

static const char *kept(const char *id)
{
	return sh("r", "git for-each-ref --format='%%(objectname) %%(refname)'"
		       " refs/bench/keep/%s | sed s,refs/bench/keep/,,", id);
}

static void state_is(const char *id, const char *want, const char *name)
{
	AUTO(request) request = { 0 };

	ledger_find(&request, repo, id);
	auto_free char *got = xstrfmt(
		"%s %d", request_state_name(request.state), request.round);
	is(got, want, name);
}

#define ID1 "11111111111111111111111111111111"
#define ID2 "22222222222222222222222222222222"
#define ID3 "33333333333333333333333333333333"

static void test_life(void)
{
	int round = -1;

	is_int(add(ID1), 0, "ask");
	state_is("1111", "open 0", "a request is open");
	auto_free char *want = xstrfmt("%s " ID1 "/0/0\n%s " ID1 "/0/1",
				       base.hex, head.hex);
	is(kept(ID1), want, "its commits are kept");
	is(sh("r", "git notes --ref=bench show %s | jq -r .event", head.hex),
	   "request", "its line stands on the head");

	is_int(queue_retry(&round, repo, "1111", ME), ERR_REFUSED,
	       "an open one cannot be retried");
	is(error_message(), "request " ID1 " is still open (round 0)",
	   "and says why");
	is_int(queue_approve(repo, "1111", ME), ERR_REFUSED,
	       "nor approved: it needs none");
	is_int(queue_cancel(repo, "1111", ME, "a typo"), 0, "cancel");
	state_is("1111", "cancelled 0", "it has ended");
	is(kept(ID1), "", "nothing is kept any longer");
	is_int(queue_cancel(repo, "1111", ME, NULL), ERR_REFUSED,
	       "twice is once too often");
	is(error_message(),
	   "request " ID1 " has already ended: it is cancelled", "it says so");
	is(error_hint(), "git bench retry 11111111", "and what to do");

	is_int(queue_retry(&round, repo, "1111", ME), 0, "retry");
	is_int(round, 1, "opens round 1");
	state_is("1111", "open 1", "it is open again");
	auto_free char *again = xstrfmt("%s " ID1 "/1/0\n%s " ID1 "/1/1",
					base.hex, head.hex);
	is(kept(ID1), again, "and keeps its commits");
	is_int(queue_cancel(repo, "4444", ME, NULL), ERR_NOTFOUND,
	       "what is not there cannot be cancelled");
}

static void test_approval(void)
{
	struct request_side sides[2];
	struct request request = make(sides, ID2);

	request.needs_approval = true;
	queue_add(repo, &request, 1);
	state_is(ID2, "unapproved 0", "an expensive request waits");
	is_int(queue_approve(repo, ID2, ME), 0, "approve");
	state_is(ID2, "open 0", "and may go on");
	is_int(queue_approve(repo, ID2, ME), ERR_REFUSED, "once");
}

static void test_batch(void)
{
	static const char *const ids[] = {
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa2",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa3",
	};
	struct request_side sides[3][2];
	struct request requests[3];
	size_t added;

	for (int i = 0; i < 3; i++)
		requests[i] = make(sides[i], ids[i]);
	is_int(queue_add_derived(&added, repo, requests, 2), 0, "two");
	is_int(added, 2, "are new");
	is_int(queue_add_derived(&added, repo, requests, 3), 0, "three");
	is_int(added, 1, "of which one is new");
	sh("r", "git gc -q --prune=now");
	is_int(queue_add_derived(&added, repo, requests, 3), 0, "again");
	is_int(added, 0, "of which none is");
	is(sh("r", "git log -2 --format=%%s refs/notes/bench"),
	   "request aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa3\n2 requests",
	   "a batch is one commit");
}

/* The same schedule fires in six processes. */
static void test_derived_race(void)
{
	struct request_side sides[2];
	const struct request request = make(sides, ID3);
	int status, total = 0;

	for (int i = 0; i < 6; i++) {
		struct repo *own;
		size_t added = 9;

		if (fork())
			continue;
		if (repo_open(&own, scratch_path("r")) ||
		    queue_add_derived(&added, own, &request, 1))
			_exit(100);
		_exit(added);
	}
	for (int i = 0; i < 6; i++) {
		wait(&status);
		total += WEXITSTATUS(status);
	}
	is_int(total, 1, "of six processes one adds it");
}

static void test_what_fails(void)
{
	struct request_side sides[2];
	struct request request =
		make(sides, "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee");
	auto_free char *longer = xcalloc(EVENT_LINE_MAX + 1, 1);

	memset(longer, 'x', EVENT_LINE_MAX);
	request.filter = longer;
	is_int(queue_add(repo, &request, 1), ERR_FAILED,
	       "what cannot be a line fails");
	is(kept("eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"), "", "and keeps nothing");

	oid_parse(&sides[0].sha, "1234567890123456789012345678901234567890");
	request.filter = NULL;
	is_int(queue_add(repo, &request, 1), 0,
	       "a commit that is elsewhere can be asked for");
	auto_free char *want = xstrfmt(
		"%s eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee/0/1", head.hex);
	is(kept("eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"), want,
	   "the others are kept");
}

int main(void)
{
	scratch_begin();
	sh("", "git init -q r && cd r && git commit -q --allow-empty -m 1 &&"
	       " git commit -q --allow-empty -m 2");
	if (repo_open(&repo, scratch_path("r")))
		return 1;
	base = sh_oid("r", "git rev-parse HEAD~");
	head = sh_oid("r", "git rev-parse HEAD");
	test_life();
	test_approval();
	test_batch();
	test_derived_race();
	test_what_fails();
	sh("r", "git fsck --strict --no-dangling");
	repo_free(repo);
	error_clear();
	return done();
}
