/* From schedules to requests: which, when, and how often. */
#include "service/schedule.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "record/history.h"
#include "record/queue.h"
#include "scratch.h"
#include "tap.h"

/* Commits are of Sunday, 2026-11-29; slots are at six on Mondays. */
#define COMMIT_DATE "2026-11-29T12:00:00Z"
#define MONDAY 1796018400L /* 2026-11-30T06:00:00Z */
#define WEEK (7 * 86400L)

#define SUITES                                                            \
	"[suite \"a\"]\n driver = command\n target = t = true\n"           \
	"[suite \"b\"]\n driver = lake\n"                                  \
	"[bench]\n suite = a\n"

static struct repo *repo;

static void set_now(long when)
{
	auto_free char *text = xstrfmt("%ld", when);

	setenv("GIT_BENCH_NOW", text, 1);
}

/* A fresh repository with that .gitbench, and one commit more. */
static void begin(const char *name, const char *config)
{
	repo_free(repo);
	setenv("GIT_COMMITTER_DATE", COMMIT_DATE, 1);
	setenv("GIT_AUTHOR_DATE", COMMIT_DATE, 1);
	sh("", "git init -q -b main %s", name);
	sh(name, "printf '%%s' '%s' >.gitbench && git add . && "
		 "git commit -q -m suites && git commit -q --allow-empty -m x",
	   config);
	repo = scratch_repo(name);
}

/* A runner's look; how many requests it made. */
static int look(struct scheduler *scheduler)
{
	size_t made = 0;

	if (!works(schedule_look(&made, repo, scheduler), "a look"))
		return -1;
	return (int)made;
}

static int look_once(void)
{
	AUTO(scheduler) scheduler = { .runner = "me" };

	return look(&scheduler);
}

/* Of all requests that were made, one member of each event, sorted. */
static const char *asked(const char *name, const char *member)
{
	return sh(name, "git notes --ref=bench list | while read -r n c; do "
			"git cat-file -p $n; done | jq -r '%s' | sort", member);
}

static void slots(void)
{
	AUTO(scheduler) s = { .runner = "me" };

	begin("slots", SUITES "[schedule \"weekly\"]\n cron = 0 6 * * 1\n");
	set_now(MONDAY - 60);
	is_int(look(&s), 0, "before its first slot nothing is due");
	set_now(MONDAY + 10);
	is_int(look(&s), 1, "at its slot it asks");
	is_int(look(&s), 0, "once");
	is_int(look_once(), 0, "and so it does for another runner");
	is(asked("slots", ".schedule + \" \" + .at + \" \" + .ref + \" \" + "
			  ".by + \" \" + (.fresh | tostring)"),
	   "weekly 2026-11-30T06:00:00Z refs/heads/main schedule weekly true",
	   "of the slot's time, fresh, in its own name");
	is(asked("slots", "[.sides[].sha] | join(\" \")"),
	   sh("slots", "git rev-parse main"),
	   "the tip, and nothing to compare with the first time");
	set_now(MONDAY + 4 * WEEK + 5);
	is_int(look_once(), 1, "of four slots one is made up");
	ok(strstr(asked("slots", ".at"), "2026-12-28T06:00:00Z") != NULL,
	   "the newest one");
}

static void not_missed(void)
{
	begin("young", SUITES);
	set_now(MONDAY + 86400);
	setenv("GIT_COMMITTER_DATE", "2026-12-01T00:00:00Z", 1);
	sh("young", "printf '[schedule \"weekly\"]\n cron = 0 6 * * 1\n' "
		    ">>.gitbench && git commit -q -a -m schedule");
	is_int(look_once(), 0, "what came on Tuesday did not miss Monday");
	set_now(MONDAY + WEEK);
	is_int(look_once(), 1, "but is there a week later");
	sh("young", "git config schedule.local.cron '0 6 * * 1'");
	set_now(MONDAY + WEEK + 5);
	is_int(look_once(), 1, "git config says nothing of its age");
}

/* One of several processes; how many requests it made. */
static int look_apart(void)
{
	AUTO(scheduler) s = { .runner = "me" };
	AUTO_PTR(repo) own = scratch_repo("race");
	size_t made = 0;

	return schedule_look(&made, own, &s) ? 99 : (int)made;
}

static void many_at_once(void)
{
	int status, total = 0;

	begin("race", SUITES "[schedule \"weekly\"]\n cron = 0 6 * * 1\n");
	set_now(MONDAY + 10);
	for (int i = 0; i < 8; i++)
		if (!fork())
			_exit(look_apart());
	for (int i = 0; i < 8; i++) {
		wait(&status);
		total += WEXITSTATUS(status);
	}
	is_int(total, 1, "of eight runners one asks");
	is(asked("race", ".event"), "request", "and one request is there");
}

static void cells(void)
{
	begin("cells", SUITES
	      "[schedule \"n\"]\n cron = 0 6 * * *\n suite = a\n suite = b\n"
	      " pool = big\n pool = small\n filter = ^t\n samples = 3\n"
	      " priority = -7\n");
	set_now(MONDAY);
	is_int(look_once(), 4, "a request for each suite and pool");
	is(asked("cells", ".suite + \" \" + .pool + \" \" + "
			  "(.priority | tostring) + .filter + "
			  "(.options.samples | tostring)"),
	   "a big -7^t3\na small -7^t3\nb big -7^t3\nb small -7^t3",
	   "with all that is said");
	is(sh("cells", "git notes --ref=bench list | while read -r n c; do "
		       "git cat-file -p $n; done | jq -r .group | sort -u | "
		       "wc -l"),
	   "2", "those of one suite are a group");
}

static void patterns(void)
{
	begin("refs", SUITES "[schedule \"n\"]\n cron = 0 0 * * *\n"
			     " ref = bench/*\n");
	set_now(MONDAY);
	is_int(look_once(), 0, "no ref fits");
	setenv("GIT_COMMITTER_DATE", "2026-11-30T08:00:00Z", 1);
	sh("refs", "git checkout -q -b bench/new && "
		   "git commit -q --allow-empty -m new");
	setenv("GIT_COMMITTER_DATE", "2026-10-01T00:00:00Z", 1);
	sh("refs", "git checkout -q -b bench/old main && "
		   "git commit -q --allow-empty -m old && git checkout -q main");
	set_now(MONDAY + 86400);
	is_int(look_once(), 1, "a new branch is, one of old is left alone");
	is(asked("refs", ".ref"), "refs/heads/bench/new", "namely this one");
	is(asked("refs", ".sides[0].sha"), sh("refs", "git rev-parse main"),
	   "against where it left main");
	set_now(MONDAY + 2 * 86400);
	is_int(look_once(), 0, "the same head is not asked for again");
	setenv("GIT_COMMITTER_DATE", "2026-12-02T08:00:00Z", 1);
	sh("refs", "git checkout -q bench/new && "
		   "git commit -q --allow-empty -m newer && git checkout -q main");
	set_now(MONDAY + 3 * 86400);
	is_int(look_once(), 1, "a new head is");
}

static void all_branches(void)
{
	begin("all", SUITES "[schedule \"n\"]\n cron = 0 0 * * *\n ref = *\n"
			    " max-age = 0\n");
	sh("all", "git branch bench-history && git branch bench-claims/1 && "
		  "git branch benchmark");
	set_now(MONDAY);
	is_int(look_once(), 2, "of all branches the queue's own are left out");
	is(asked("all", ".ref"), "refs/heads/benchmark\nrefs/heads/main",
	   "the others are not");
}

static void at_once(void)
{
	AUTO(scheduler) s = { .runner = "me" };

	begin("new", SUITES);
	set_now(MONDAY + 60);
	is_int(look(&s), 0, "no schedule");
	sh("new", "printf '[schedule \"w\"]\n cron = 0 6 * * 1\n' >>.gitbench"
		  " && git commit -q -a -m schedule");
	is_int(look(&s), 1, "a new one in this repository is seen at once");
}

/* As a runner leaves it: a result of that schedule, on the history. */
static void record(const char *request, const char *sha, const char *ref)
{
	struct result_side side;
	struct result result = {
		.date = (char *)"2026-11-30T07:00:00Z", .suite = (char *)"a",
		.ref = (char *)ref, .schedule = (char *)"weekly",
		.request = (char *)request, .sides = &side, .nr_sides = 1,
		.total_seconds = 1, .summary.geomean = 1,
	};
	const struct history_append append = { .result = &result,
					       .runner = "me" };
	AUTO(history_entry) entry = { 0 };
	bool existed;

	oid_parse(&side.sha, sha);
	side.variant = NULL;
	works(history_append(&entry, &existed, repo, &append), "a result");
}

static void previous(void)
{
	begin("previous", SUITES "[schedule \"weekly\"]\n cron = 0 6 * * 1\n");
	set_now(MONDAY);
	look_once();
	const char *first = sh("previous", "git rev-parse main");
	record(asked("previous", ".id"), first, "refs/heads/main");
	sh("previous", "git commit -q --allow-empty -m more");
	set_now(MONDAY + WEEK);
	is_int(look_once(), 1, "a week later");
	auto_free char *want = xstrfmt("%s %s", first,
				       sh("previous", "git rev-parse main"));
	is(asked("previous", "select(.at > \"2026-12\") | "
			     "[.sides[].sha] | join(\" \")"),
	   want, "the head of the result before is measured beside");
	set_now(MONDAY + 2 * WEEK);
	is_int(look_once(), 1, "and another week later");
}

static void bases(void)
{
	static const char *const kinds[] = { "parent", "none", "main~2" };
	static const char *const bases[] = { "main~1", "main", "main~2" };

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		auto_free char *config = xstrfmt(
			SUITES "[schedule \"w\"]\n cron = 0 6 * * 1\n"
			       " base = %s\n", kinds[i]);

		begin(kinds[i], config);
		sh(kinds[i], "git commit -q --allow-empty -m more");
		set_now(MONDAY);
		is_int(look_once(), 1, kinds[i]);
		is(asked(kinds[i], ".sides[0].sha"),
		   sh(kinds[i], "git rev-parse %s", bases[i]),
		   "is what it is compared with");
	}
}

static void by_hand(void)
{
	AUTO(bundle) bundle = { 0 };
	AUTO(strlist) problems = STRLIST_INIT;

	begin("hand", SUITES "[schedule \"weekly\"]\n cron = 0 6 * * 1\n"
			     "[schedule \"never\"]\n ref = nowhere\n");
	set_now(MONDAY + 3600);
	works(schedule_dispatch(&bundle, &problems, repo, "weekly"),
	      "dispatched on Monday");
	is_int(bundle.nr, 1, "one request");
	is(bundle.items[0].schedule, "weekly", "in the schedule's name");
	ok(bundle.items[0].at == MONDAY + 3600 && bundle.items[0].fresh,
	   "of now, and fresh");
	works(queue_add(repo, bundle.items, bundle.nr), "asked for");
	is_int(look_once(), 0, "so that the slot before is made up");
	set_now(MONDAY + WEEK);
	is_int(look_once(), 1, "but not the next one");
	bundle_release(&bundle);
	is_int(schedule_dispatch(&bundle, &problems, repo, "never"),
	       ERR_NOTFOUND, "a branch that is not there");
	is(error_message(),
	   "schedule never, refs/heads/nowhere: there is no such ref",
	   "is said");
}

/* ==== What must not stop a runner ======================================= */

static void hear(void *data, const char *text)
{
	strlist_add(data, text);
}

static void trouble(void)
{
	AUTO(strlist) said = STRLIST_INIT;
	AUTO(scheduler) s = { .runner = "me", .say = hear, .data = &said };

	begin("bad", "[suite \"a\"]\n driver = command\n target = t = true\n"
		     "[schedule \"w\"]\n cron = every monday\n");
	set_now(MONDAY);
	is_int(look(&s), 0, "a .gitbench that cannot be read");
	is_int(look(&s), 0, "is no reason to stop");
	is_int(said.nr, 1, "and said once");
	is(said.items[0], "schedules: .gitbench, line 5: cron = 'every "
			  "monday': has 2 fields, not 5", "with its place");
	strlist_clear(&said);
	begin("half", SUITES "[schedule \"w\"]\n cron = 0 6 * * 1\n"
			     " ref = gone\n ref = main\n");
	AUTO(scheduler) h = { .runner = "me", .say = hear, .data = &said };
	is_int(look(&h), 1, "of two refs one is gone: the other goes on");
	is_int(look(&h), 0, "not again");
	is_int(said.nr, 2, "what was asked for, and what not, is said");
	is(said.items[1], "schedule w, refs/heads/gone: there is no such ref",
	   "by name");
	repo_free(repo);
	repo = NULL;
	sh("", "git init -q -b main empty");
	repo = scratch_repo("empty");
	is_int(look_once(), 0, "an empty repository has no schedules");
	begin("none", "");
	is_int(look_once(), 0, "nor has one without suites");
}

static void expired(void)
{
	begin("expired", SUITES "[schedule \"w\"]\n cron = 0 6 * * *\n"
				" expires = 2026-11-30\n");
	set_now(MONDAY + 86400);
	is_int(look_once(), 0, "the day after its last one");
	set_now(MONDAY);
	is_int(look_once(), 1, "its last day counts");
}

int main(void)
{
	scratch_begin();
	slots();
	not_missed();
	many_at_once();
	cells();
	patterns();
	all_branches();
	at_once();
	previous();
	bases();
	by_hand();
	expired();
	trouble();
	repo_free(repo);
	return done();
}
