#include "git/refs.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/owner.h"
#include "git/object.h"
#include "scratch.h"
#include "tap.h"

#define PROCESSES 8
#define SWAPS 50

static bool swap(struct repo *repo, const char *name, const struct oid *old,
		 const struct oid *new)
{
	bool won = false;
	int rc = refs_swap(&won, repo, name, old, new, "test");

	if (rc)
		printf("# %s\n", error_message());
	return !rc && won;
}

static void test_swaps(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	struct oid one = sh_oid("a", "git rev-parse HEAD~1");
	struct oid two = sh_oid("a", "git rev-parse HEAD");
	struct oid got;
	bool won = true;

	ok(swap(repo, "refs/bench/x", NULL, &one), "an absent ref is made");
	ok(!swap(repo, "refs/bench/x", NULL, &two), "but not twice");
	ok(!swap(repo, "refs/bench/x", &two, &two), "a wrong old value loses");
	ok(swap(repo, "refs/bench/x", &one, &two), "the right one wins");
	is(sh("a", "git rev-parse refs/bench/x"), two.hex, "git sees it");
	ok(!swap(repo, "refs/bench/x", &one, NULL), "no wrong deletion");
	ok(swap(repo, "refs/bench/x", &two, NULL), "deletion");
	ok(!sh_ok("a", "git rev-parse -q --verify refs/bench/x"), "it is gone");
	is_int(refs_read(&got, repo, "refs/bench/x"), ERR_NOTFOUND,
	       "and not read");
	ok(swap(repo, "refs/bench/x", NULL, NULL), "none stays none");

	oid_parse(&got, "0123456789012345678901234567890123456789");
	is_int(refs_swap(&won, repo, "refs/bench/x", NULL, &got, "m"),
	       ERR_NOTFOUND, "a ref to nothing is refused");
	is_int(refs_swap(&won, repo, "refs/a..b", NULL, &one, "m"), ERR_USAGE,
	       "a bad name is refused");
	ok(!won, "and not won");
}

static void test_packed(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	struct oid one = sh_oid("a", "git rev-parse HEAD~1");
	struct oid two = sh_oid("a", "git rev-parse HEAD");
	bool won;

	sh("a", "git update-ref refs/p/a %s && git update-ref refs/p/b %s "
		"&& git pack-refs --all", one.hex, one.hex);
	ok(!swap(repo, "refs/p/a", NULL, &two), "a packed ref exists");
	ok(swap(repo, "refs/p/a", &one, &two), "a packed ref moves");
	ok(swap(repo, "refs/p/b", &one, NULL), "a packed ref is deleted");
	ok(!sh_ok("a", "git rev-parse -q --verify refs/p/b"), "for git too");
	ok(swap(repo, "refs/p/a", &two, NULL) &&
		   !sh_ok("a", "git rev-parse -q --verify refs/p/a"),
	   "no older packed value shines through");
	sh("a", "git update-ref refs/p/c %s && git pack-refs --all",
		one.hex);
	is_int(refs_swap(&won, repo, "refs/p/c/d", NULL, &one, "m"),
	       ERR_FAILED, "no ref below a packed ref");
	is_int(refs_swap(&won, repo, "refs/p", NULL, &one, "m"), ERR_FAILED,
	       "no ref above a packed ref");
	sh("a", "git update-ref refs/p/l %s", one.hex);
	is_int(refs_swap(&won, repo, "refs/p/l/m", NULL, &one, "m"),
	       ERR_FAILED, "nor below a loose one");
	is(error_message(), "cannot make ref refs/p/l/m: there is a ref "
			    "refs/p/l", "which is said");
	sh("a", "git tag -a t1 -m t1 && git tag -a t2 -m t2 && "
	   "git update-ref refs/p/e/f/g %s && git pack-refs --all && "
	   "git update-ref refs/p/e/f/h %s", one.hex, one.hex);
	struct oid tag = sh_oid("a", "git rev-parse t1");
	const char *want = sh("a", "git show-ref -d | grep -v t1");
	ok(swap(repo, "refs/tags/t1", &tag, NULL), "a packed tag goes");
	is(sh("a", "git show-ref -d"), want, "with its peeled line");
	ok(swap(repo, "refs/p/e/f/h", &one, NULL) &&
		   swap(repo, "refs/p/e/f/g", &one, NULL),
	   "the last refs of a folder");
	ok(!sh_ok("a", "test -e .git/refs/p/e/f"), "take it with them");
}

static void test_symbolic(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	struct oid one = sh_oid("a", "git rev-parse HEAD~1");
	struct oid two = sh_oid("a", "git rev-parse HEAD");
	struct oid got;

	sh("a", "git symbolic-ref refs/s/a refs/s/b && "
		"git symbolic-ref refs/s/b refs/s/c");
	ok(swap(repo, "refs/s/a", NULL, &one), "an unborn target is made");
	is(sh("a", "git rev-parse refs/s/c"), one.hex, "at the chain's end");
	ok(!swap(repo, "refs/s/a", &two, &one), "compared through the chain");
	ok(!refs_read(&got, repo, "refs/s/a") && oid_equal(&got, &one),
	   "and read through it");
	is(sh("a", "cat .git/refs/s/a"), "ref: refs/s/b", "links stay");
	sh("a", "git symbolic-ref refs/s/x refs/s/y && "
		"git symbolic-ref refs/s/y refs/s/x");
	bool won;
	is_int(refs_swap(&won, repo, "refs/s/x", NULL, &one, "m"), ERR_FAILED,
	       "a circle is told");
}

static int collect(void *data, const struct ref *ref)
{
	buf_addf(data, "%s %s\n", ref->oid.hex, ref->name);
	return 0;
}

static void test_each(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	AUTO(buf) text = BUF_INIT;
	struct oid oid;

	sh("a", "for i in 9 b a z/1 z/2; do git update-ref "
		"refs/each/$i HEAD; done; git pack-refs --all; "
		"git update-ref refs/each/m HEAD~1; "
		"git update-ref refs/each/b HEAD~1; "
		"git symbolic-ref refs/each/dangling refs/nowhere");
	ok(!refs_each(repo, "refs/each/", collect, &text), "refs are listed");
	const char *want = sh("a", "git for-each-ref "
				  "--format='%%(objectname) %%(refname)' "
				  "refs/each/ 2>/dev/null");
	buf_rtrim(&text);
	is(text.ptr, want, "as git lists them");
	sh("a", "echo garbage >.git/refs/each/bad && : >.git/refs/each/empty");
	buf_clear(&text);
	ok(!refs_each(repo, "refs/each/", collect, &text), "damaged ones");
	buf_rtrim(&text);
	is(text.ptr, want, "are left out");
	is_int(refs_read(&oid, repo, "refs/each/bad"), ERR_FAILED,
	       "but not read");
	sh("a", "rm .git/refs/each/bad .git/refs/each/empty");
	buf_clear(&text);
	ok(!refs_each(repo, "refs/each/z/", collect, &text), "one folder");
	is_int(text.len, 2 * (40 + 1 + 13 + 1), "holds two");
	buf_clear(&text);
	ok(!refs_each(repo, "refs/ea*", collect, &text) && !text.len,
	   "a prefix is no pattern");
}

static void test_names(void)
{
	static const char *const names[] = {
		"refs/heads/a",	 "refs/heads/a.lock", "refs/heads/a..b",
		"refs/heads/.a", "refs/heads/a/",     "refs//a",
		"refs/heads/@",	 "refs/heads/a@{b",   "refs/heads/a b",
		"refs/heads/a~", "refs/heads/\xff",   "refs/heads/-a",
		"/refs/a",	 "refs/heads/a.",     "refs/h/\\a",
	};

	AUTO_PTR(repo) repo = scratch_repo("a");
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		is_int(refs_is_valid_name(names[i]),
		       sh_ok("a", "git check-ref-format '%s'", names[i]),
		       names[i]);
}

/* Each process puts SWAPS commits on top of whatever stands there. */
static int race(const char *ref)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	AUTO(commit) base = { 0 };
	char name[] = "n", email[] = "e@x";
	struct signature who = { name, email, getpid() };
	struct oid head = sh_oid("a", "git rev-parse HEAD");

	if (commit_read(&base, repo, &head))
		return 1;
	for (int i = 0; i < SWAPS;) {
		struct oid tip, new;
		bool won, born = !refs_read(&tip, repo, ref);

		if (commit_write(&new, repo, &base.tree, &tip, born, &who,
				 "race") ||
		    refs_swap(&won, repo, ref, born ? &tip : NULL, &new, "m"))
			return printf("# %s\n", error_message()), 1;
		i += won;
	}
	return 0;
}

/* Makes and deletes refs; one that is there again afterwards came back. */
static int flicker(const char *folder)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	struct oid head = sh_oid("a", "git rev-parse HEAD");

	for (int i = 0; i < SWAPS; i++) {
		auto_free char *name = xstrfmt("%s/%d", folder, i);

		if (!swap(repo, name, NULL, &head) ||
		    !swap(repo, name, &head, NULL))
			return 1;
	}
	return 0;
}

/* With git packing all refs meanwhile, as a gc does. */
static void run_together(int (*work)(const char *ref), const char *ref)
{
	int failed = 0, left = PROCESSES;

	fflush(stdout);
	for (int i = 0; i < PROCESSES; i++)
		if (!fork())
			_exit(work(ref));
	while (left) {
		int status = 0;
		pid_t pid = waitpid(-1, &status, WNOHANG);

		if (pid > 0) {
			failed += status != 0;
			left--;
		} else {
			sh_ok("a", "git pack-refs --all --prune");
		}
	}
	is_int(failed, 0, "all processes came to their end");
}

static int flicker_alone(const char *folder)
{
	auto_free char *own = xstrfmt("%s/%d", folder, (int)getpid());

	return flicker(own);
}

static void test_race(void)
{
	run_together(race, "refs/race/a");
	is(sh("a", "git rev-list --count refs/race/a"), "400",
	   "no swap got lost");
	run_together(flicker_alone, "refs/flicker");
	is(sh("a", "git for-each-ref refs/flicker"), "",
	   "no deleted ref came back");
}

static int tell_owner(int fd)
{
	AUTO(owner) self = { 0 };

	owner_self(&self);
	auto_free char *word = owner_format(&self);
	return write(fd, word, strlen(word)) < 0;
}

/* A lock file, signed by a process that has ended since. */
static void leave_lock(const char *lock)
{
	int fds[2];
	char text[256] = "";

	if (pipe(fds))
		return;
	pid_t pid = fork();
	if (!pid)
		_exit(tell_owner(fds[1]));
	waitpid(pid, NULL, 0);
	ok(read(fds[0], text, sizeof(text) - 1) > 0, "a process dies");
	close(fds[0]);
	close(fds[1]);
	sh("a/.git", "mkdir -p git-bench/locks $(dirname %s) && touch %s && "
	   "ln %s git-bench/locks/'%s=1'", lock, lock, lock, text);
}

static void test_dead_locks(void)
{
	leave_lock("refs/dead/a.lock");
	leave_lock("packed-refs.lock");
	/* Here the signature is of another file: git took the lock since. */
	leave_lock("refs/dead/b.lock");
	sh("a/.git", "rm refs/dead/b.lock && touch refs/dead/b.lock");

	AUTO_PTR(repo) repo = scratch_repo("a");
	struct oid one = sh_oid("a", "git rev-parse HEAD~1");
	bool won;
	ok(swap(repo, "refs/dead/a", NULL, &one), "a dead one's lock yields");
	is_int(repo_notices(repo)->nr, 1, "and that is said");
	ok(swap(repo, "refs/dead/a", &one, NULL),
	   "so does one of the packed refs");
	is_int(repo_notices(repo)->nr, 2, "and that too");
	is_int(refs_swap(&won, repo, "refs/dead/b", NULL, &one, "m"),
	       ERR_FAILED, "an unsigned lock is respected");
	ok(!won && strstr(error_hint(), "refs/dead/b.lock"),
	   "and named in the hint");
	ok(sh_ok("a/.git", "rm refs/dead/b.lock"), "it is still there");
	is(sh("a", "ls .git/git-bench/locks"), "", "no signature stays");
}

static int wait_for_lock(const struct oid *one)
{
	AUTO_PTR(repo) repo = scratch_repo("a");

	return !swap(repo, "refs/live/a", NULL, one);
}

/* The holder lets go while another process waits. */
static void test_live_lock(void)
{
	struct oid one = sh_oid("a", "git rev-parse HEAD~1");
	const char *lock = scratch_path("a/.git/refs/live/a.lock");

	sh("a", "mkdir -p .git/refs/live && touch .git/refs/live/a.lock");
	fflush(stdout);
	pid_t pid = fork();
	if (!pid)
		_exit(wait_for_lock(&one));
	int status = -1;
	ok(!unlink(lock), "a lock is let go");
	ok(waitpid(pid, &status, 0) == pid && !status,
	   "and whoever waited goes on");
}

int main(void)
{
	scratch_begin();
	sh("", "git init -q -b main a && cd a && "
		"git commit -q --allow-empty -m first && "
		"git commit -q --allow-empty -m second");
	test_swaps();
	test_packed();
	test_symbolic();
	test_each();
	test_names();
	test_race();
	test_dead_locks();
	test_live_lock();
	return done();
}
