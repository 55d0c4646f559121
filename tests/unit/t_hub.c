#include "record/hub.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/error.h"
#include "host.h"
#include "record/claim.h"
#include "record/ledger.h"
#include "record/queue.h"
#include "scratch.h"
#include "tap.h"

#define ID1 "11111111111111111111111111111111"
#define ID2 "22222222222222222222222222222222"
#define ME "A <a@b>"

/* Two clones of "a" that share one hub, and the hub's folder. */
static struct repo *x, *y;
static const char *dir;

static struct repo *clone(const char *name, const char *hub)
{
	struct repo *repo = NULL;

	sh("", "rm -rf %s && git clone -q a %s 2>&1", name, name);
	sh(name, "git remote add hub '%s' && git config bench.remote hub",
	   host_address(hub));
	if (repo_open(&repo, scratch_path(name)))
		ok(false, "open %s: %s", name, error_message());
	return repo;
}

static void begin(const char *hub)
{
	dir = host_make(hub);
	x = clone("x", hub);
	y = clone("y", hub);
}

static void end(void)
{
	repo_free(x);
	repo_free(y);
}

static int add(struct repo *repo, const char *id)
{
	struct request_side sides[2] = {
		{ .sha = sh_oid("a", "git rev-parse c1") },
		{ .sha = sh_oid("a", "git rev-parse c3") },
	};
	const struct request request = {
		.id = (char *)id, .suite = (char *)"s", .sides = sides,
		.nr_sides = 2, .at = 1796058000, .by = (char *)ME,
	};

	return queue_add(repo, &request, 1);
}

static int pull(struct repo *repo, char **notice)
{
	AUTO(hub) hub = { 0 };
	int rc = hub_open(&hub, repo);

	return rc ? rc : hub_pull(&hub, notice);
}

/* "11111111 open 0, …" as a repository has it; borrowed. */
static const char *queue_of(struct buf *out, struct repo *repo)
{
	AUTO(ledger) ledger = { 0 };

	buf_clear(out);
	if (ledger_read(&ledger, repo, LEDGER_ALL))
		return error_message();
	for (size_t i = 0; i < ledger.nr; i++)
		buf_addf(out, "%s%.4s %s %d", i ? ", " : "",
			 ledger.requests[i].id,
			 request_state_name(ledger.requests[i].state),
			 ledger.requests[i].round);
	return out->ptr;
}

/* The hub's refs but ledger and history, their prefix taken off. */
static const char *refs_of(void)
{
	return sh(dir, "git for-each-ref --format='%%(refname)' "
		       "refs/bench refs/heads/bench-claims "
		       "refs/heads/bench-keep | sed s,refs/,,");
}

/* ==== Everybody sees the same =========================================== */

static void test_queue(void)
{
	AUTO(buf) text = BUF_INIT;
	int round;

	begin("queue");
	is_int(add(x, ID1), 0, "a request");
	is(queue_of(&text, x), "1111 open 0", "is in the ledger here");
	is(sh(dir, "git notes --ref=bench list | wc -l"), "1", "and there");
	is(refs_of(), "bench/keep/" ID1 "/0/0\nbench/keep/" ID1 "/0/1",
	   "where its commits are kept");
	is(sh("x", "git for-each-ref refs/bench"), "", "and not here");
	is_int(add(y, ID2), 0, "another clone, whose ledger began apart");
	is(queue_of(&text, y), "1111 open 0, 2222 open 0", "unites them");
	is_int(queue_cancel(x, "2222", ME, NULL), 0,
	       "a request is cancelled that was never seen here");
	is(refs_of(), "bench/keep/" ID1 "/0/0\nbench/keep/" ID1 "/0/1",
	   "its refs go with it");
	is_int(queue_cancel(y, "2222", ME, NULL), ERR_REFUSED,
	       "twice is once too often, wherever");
	is_int(queue_retry(&round, y, "2222", ME), 0, "a retry");
	ok(!pull(x, NULL), "a look");
	is(queue_of(&text, x), "1111 open 0, 2222 open 1", "shows it");
	end();
}

static bool take(struct claim *out, struct repo *repo, const char *name)
{
	bool won = false;
	int rc = claim_take(&won, out, repo, ID1, 0, 1, name, 60);

	if (rc)
		printf("# %s\n", error_message());
	return !rc && won;
}

static void test_claims(void)
{
	AUTO(claim) mine = { 0 };
	AUTO(claim) theirs = { 0 };
	AUTO(claims) all = { 0 };
	bool won;

	begin("claims");
	ok(take(&mine, x, "one"), "a claim");
	ok(!take(&theirs, y, "two"), "is taken once");
	ok(!pull(y, NULL) && !claims_read(&all, y) && all.nr == 1,
	   "the other sees it");
	is(all.nr ? all.items[0].runner : NULL, "one", "and whose it is");
	ok(!claim_renew(&won, &mine, x) && won, "it is renewed");
	claim_release(&theirs);
	ok(!claim_take_over(&won, &theirs, y, &all.items[0], 0, 2, "two",
			    60) && !won,
	   "and so not taken over by who saw the old one");
	ok(!claim_drop(&won, &mine, x) && won, "it is dropped");
	is(refs_of(), "", "and gone");
	claims_release(&all);
	ok(!pull(y, NULL) && !claims_read(&all, y) && !all.nr,
	   "the other sees it go");
	end();
}

/* ==== Hubs with faults ================================================== */

static void test_lost_answers(void)
{
	AUTO(buf) text = BUF_INIT;
	AUTO(claim) claim = { 0 };

	begin("lost");
	host_hook("lost", "reference-transaction",
		  "test $1 != committed || kill -9 $PPID");
	is_int(add(x, ID1), 0, "a request whose answer got lost");
	is(queue_of(&text, x), "1111 open 0", "is known to be there");
	ok(take(&claim, y, "two"), "as is a claim");
	host_hook("lost", "reference-transaction", NULL);
	is(sh(dir, "git notes --ref=bench show %s | wc -l",
	      sh("a", "git rev-parse c3")),
	   "1", "nothing was sent twice");
	end();
}

static void test_refused(void)
{
	AUTO(buf) text = BUF_INIT;

	begin("refused");
	host_hook("refused", "update", "echo not today; exit 1");
	is_int(add(x, ID1), ERR_REFUSED, "a hub that wants no request");
	ok(strstr(error_message(), "not today"), "%s", error_message());
	is(queue_of(&text, x), "", "leaves no line here");
	host_hook("refused", "update", NULL);
	sh(dir, "mv ../refused ../gone");
	is_int(add(x, ID1), ERR_OFFLINE, "one that cannot be reached");
	is(queue_of(&text, x), "", "neither");
	sh("host", "rm -rf gone");
	end();
}

static void test_poor_servers(void)
{
	AUTO(buf) text = BUF_INIT;
	AUTO(claim) claim = { 0 };

	begin("poor");
	sh(dir, "git config receive.advertiseAtomic false");
	host_hook("poor", "update",
		  "case $1 in refs/heads/*) ;; *) exit 1;; esac");
	is_int(add(x, ID1), ERR_REFUSED, "a server of branches alone");
	ok(strstr(error_hint(), "bench.claimPrefix"), "gets a hint");
	for (int i = 0; i < 2; i++)
		sh(i ? "x" : "y",
		   "git config bench.claimPrefix refs/heads/bench-claims; "
		   "git config bench.keepPrefix refs/heads/bench-keep/; "
		   "git config bench.notesRef refs/heads/bench-notes");
	is_int(add(x, ID1), 0, "with other names, and one by one, it works");
	ok(take(&claim, y, "two"), "for claims too");
	is(refs_of(), "heads/bench-claims/" ID1 "\nheads/bench-keep/" ID1
		      "/0/0\nheads/bench-keep/" ID1 "/0/1",
	   "under their names");
	ok(!pull(y, NULL), "and is looked at");
	is(queue_of(&text, y), "1111 open 0", "likewise");
	end();
}

/* ==== Hubs that went back =============================================== */

static void test_rewritten(void)
{
	AUTO(buf) text = BUF_INIT;
	auto_free char *notice = NULL;

	begin("rewritten");
	ok(!add(x, ID1) && !add(x, ID2), "two requests");
	ok(!pull(y, &notice) && !notice, "all is well");
	sh(dir, "git update-ref refs/notes/bench refs/notes/bench~1 && "
		"GIT_NOTES_REF=refs/notes/bench git notes append -m x c1 "
		"2>/dev/null || git update-ref refs/notes/bench "
		"$(git commit-tree -m lost -p refs/notes/bench "
		"'refs/notes/bench^{tree}')");
	ok(!pull(y, &notice) && notice, "a ledger that lost a line: %s",
	   notice ? notice : "nothing was said");
	is(queue_of(&text, y), "1111 open 0, 2222 open 0",
	   "what was known stays known");
	ok(!queue_cancel(y, "1111", ME, NULL), "and with the next line");
	ok(!pull(x, NULL), "all of it");
	is(queue_of(&text, x), "1111 cancelled 0, 2222 open 0",
	   "is there again");
	end();
}

static void test_own_hub(void)
{
	AUTO(hub) hub = { 0 };

	begin("own");
	sh("x", "git config --unset bench.remote");
	is_int(add(x, ID1), 0, "without bench.remote");
	is(sh(dir, "git for-each-ref"), "", "nothing is pushed");
	sh("x", "git config bench.remote nowhere");
	is_int(add(x, ID2), ERR_NOTFOUND, "an unknown one");
	is(error_message(), "bench.remote: there is no remote 'nowhere'",
	   "is told");
	sh("x", "git config bench.remote hub; "
		"git config bench.keepPrefix 'refs/a b/'");
	is_int(hub_open(&hub, x), ERR_USAGE, "a prefix that cannot be");
	end();
}

static void run(void)
{
	test_queue();
	test_claims();
	test_lost_answers();
	test_refused();
	test_poor_servers();
	test_rewritten();
	test_own_hub();
}

int main(int argc, char **argv)
{
	host_begin(argc, argv);
	host_each(run);
	return done();
}
