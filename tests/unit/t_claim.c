#include "record/claim.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/id.h"
#include "scratch.h"
#include "tap.h"

#define RACERS 8
#define RACES 12

static void test_life(struct repo *repo, const char *id)
{
	__attribute__((cleanup(claim_release))) struct claim mine = { 0 };
	__attribute__((cleanup(claim_release))) struct claim other = { 0 };
	__attribute__((cleanup(claim_release))) struct claim read = { 0 };
	bool won = false;

	ok(!claim_take(&won, &mine, repo, id, 2, 1, "one", 30) && won,
	   "a free request can be claimed");
	ok(!claim_take(&won, &other, repo, id, 2, 1, "two", 30) && !won,
	   "but once only");
	ok(!claim_read(&read, repo, id), "the claim can be read");
	is(read.oid.hex, mine.oid.hex, "it is the winner's");
	is(read.runner, "one", "with its name");
	is(read.nonce, mine.nonce, "and nonce");
	is_int(read.round, 2, "and round");
	is_int(read.owner.pid, getpid(), "and process");
	ok(!claim_is_dead(&read), "a claim of this process is alive");

	struct oid first = mine.oid;
	ok(!claim_renew(&won, &mine, repo) && won, "it can be renewed");
	ok(!oid_equal(&first, &mine.oid), "by another object");
	ok(!claim_drop(&won, &read, repo) && !won, "an old sight drops nothing");

	claim_release(&other);
	ok(!claim_take_over(&won, &other, repo, &read, 2, 2, "two", 30) && !won,
	   "an old sight takes nothing over");
	claim_release(&other);
	ok(!claim_take_over(&won, &other, repo, &mine, 2, 2, "two", 30) && won,
	   "the newest one does");
	ok(!claim_renew(&won, &mine, repo) && !won, "the old owner has lost");
	ok(!claim_drop(&won, &other, repo) && won, "the new one can let go");
	is_int(claim_read(&read, repo, id), ERR_NOTFOUND, "then none is left");
}

/* A child that claims and ends without a word. */
static void leave_behind(const char *path, const char *id)
{
	AUTO_PTR(repo) repo = NULL;
	struct claim claim = { 0 };
	bool won = false;

	if (repo_open(&repo, path) ||
	    claim_take(&won, &claim, repo, id, 0, 1, "gone", 30))
		_exit(1);
	_exit(!won);
}

static void test_death(struct repo *repo, const char *path)
{
	auto_free char *id = id_random();
	__attribute__((cleanup(claims_release))) struct claims claims = { 0 };
	int status = 0;
	pid_t pid = fork();

	if (!pid)
		leave_behind(path, id);
	waitpid(pid, &status, 0);
	is_int(status, 0, "a process claims and dies");
	ok(!claims_read(&claims, repo) && claims.nr == 1, "its claim stands");
	ok(claim_is_dead(&claims.items[0]), "and is known as a dead one's");
	claims.items[0].owner.pid = getpid();
	ok(claim_is_dead(&claims.items[0]),
	   "also when the number is in use again");
	claims.items[0].owner.machine[0] ^= 1;
	ok(!claim_is_dead(&claims.items[0]),
	   "another machine's is not ours to judge");
}

static void race(const char *path, char **ids, int result)
{
	AUTO_PTR(repo) repo = NULL;

	if (repo_open(&repo, path))
		_exit(1);
	for (int i = 0; i < RACES; i++) {
		struct claim claim = { 0 };
		bool won = false;
		char mark;

		if (claim_take(&won, &claim, repo, ids[i], 0, 1, "racer", 30))
			_exit(1);
		claim_release(&claim);
		mark = won ? (char)i : (char)-1;
		if (write(result, &mark, 1) != 1)
			_exit(1);
	}
	_exit(0);
}

/* In the way, though nobody can read it: never as if it were not there. */
static void test_unreadable(struct repo *repo)
{
	__attribute__((cleanup(claims_release))) struct claims before = { 0 };
	__attribute__((cleanup(claims_release))) struct claims claims = { 0 };
	/* The last in order, so that it can be found. */
	auto_free char *id = xstrdup("ffffffffffffffffffffffffffffffff");
	__attribute__((cleanup(claim_release))) struct claim claim = { 0 };
	bool won;

	claims_read(&before, repo);
	sh("r", "git update-ref " CLAIM_PREFIX "%s "
		"$(echo junk | git hash-object -w --stdin)", id);
	sh("r", "git update-ref " CLAIM_PREFIX "no-id "
		"$(echo junk | git hash-object -w --stdin)");
	claims_read(&claims, repo);
	if (!is_int(claims.nr, before.nr + 1,
		    "a claim that cannot be read is one"))
		return;
	const struct claim *last = &claims.items[claims.nr - 1];
	is(last->request, id, "of the request that its ref names");
	is_int(last->round, CLAIM_ROUND_UNKNOWN, "of no round");
	ok(!claim_is_dead(last), "nobody's death is known");
	ok(!claim_take(&won, &claim, repo, id, 0, 1, "me", 60) && !won,
	   "it cannot be taken as if it were free");
	ok(!claim_drop(&won, last, repo) && won,
	   "but it can be removed");
}

static void test_race(const char *path)
{
	char *ids[RACES];
	int winners[RACES] = { 0 }, pipes[2], status, bad = 0, wrong = 0;
	char mark;

	for (int i = 0; i < RACES; i++)
		ids[i] = id_random();
	if (pipe(pipes))
		return;
	for (int i = 0; i < RACERS; i++)
		if (!fork())
			race(path, ids, pipes[1]);
	close(pipes[1]);
	while (read(pipes[0], &mark, 1) == 1)
		if (mark >= 0)
			winners[(int)mark]++;
	close(pipes[0]);
	while (wait(&status) > 0)
		bad += status != 0;
	for (int i = 0; i < RACES; i++) {
		wrong += winners[i] != 1;
		free(ids[i]);
	}
	is_int(bad, 0, "eight processes race for twelve requests");
	is_int(wrong, 0, "and each has exactly one winner");
}

int main(void)
{
	AUTO_PTR(repo) repo = NULL;
	auto_free char *id = id_random();

	scratch_begin();
	sh("", "git init -q r");
	const char *path = scratch_path("r");
	if (!ok(!repo_open(&repo, path), "open a repository"))
		return done();
	test_life(repo, id);
	test_death(repo, path);
	test_unreadable(repo);
	test_race(path);
	ok(sh_ok("r", "git fsck --strict"), "git is content");
	return done();
}
