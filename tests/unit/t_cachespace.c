/* What caches take, and how they make room. */
#include "suite/cachespace.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "scratch.h"
#include "suite/buildstore.h"
#include "tap.h"

#define OLD "1111111111111111.data"
#define NEW "2222222222222222.data"
#define MAKE "3333333333333333"

static struct repo *repo;

/* With what `git config` says now. */
static struct repo *again(void)
{
	repo_free(repo);
	if (repo_open(&repo, scratch_path("repo")))
		printf("Bail out! %s\n", error_message());
	return repo;
}

static void lay_out(void)
{
	sh("repo", "cd .git && mkdir -p git-bench/suites/" OLD
		   " git-bench/suites/" NEW " git-bench/suites/stranger.data"
		   " git-bench/makes/" MAKE " git-bench/suites/x.git &&"
		   "cd git-bench/suites && head -c 100000 /dev/zero >" OLD
		   "/a && head -c 100000 /dev/zero >" NEW "/b &&"
		   "touch -d @1000 " OLD);
}

static bool is_there(const char *path)
{
	auto_free char *full =
		xstrfmt("%s/.git/git-bench/%s", scratch_path("repo"), path);

	return file_exists(full);
}

static void counts(void)
{
	struct cachespace space;

	lay_out();
	is_int(cachespace_read(&space, again()), 0, "caches are counted");
	ok(space.used >= 200000 && space.used < 400000, "with their data");
	ok(space.most == 20ll << 30 && space.floor == 1ll << 30,
	   "limits are 20 GiB, and 1 GiB to be left");
	ok(space.free > 0, "and what is free is known");
}

static void evicts_by_last_use(void)
{
	ok(!cachespace_evict(repo, 150000), "with room for one");
	ok(!is_there("suites/" OLD), "the one used before goes");
	ok(is_there("suites/" NEW), "the other stays");
	ok(!is_there("makes/" MAKE), "what no job will use again goes too");
	ok(is_there("suites/x.git") && is_there("suites/stranger.data"),
	   "nothing else does");
}

static void keeps_what_is_used(void)
{
	auto_free char *dir = xstrfmt("%s/.git/git-bench/suites/" OLD,
				      scratch_path("repo"));
	int fd = -1;

	lay_out();
	ok(!buildstore_lock(&fd, dir, false, true, NULL, NULL), "in use");
	ok(!cachespace_evict(repo, 0), "with room for nothing");
	ok(is_there("suites/" OLD), "what is in use stays");
	ok(!is_there("suites/" NEW), "what is not goes");
	close(fd);
}

static void leaves_room(void)
{
	lay_out();
	is_int(cachespace_secure(again()), 0, "there is room enough");
	ok(is_there("suites/" NEW), "so all stays");
	sh("repo", "git config bench.diskFloor 1000000000g");
	is_int(cachespace_secure(again()), ERR_FULL, "there never is so much");
	ok(strstr(error_message(), "bench.diskFloor asks for") &&
		   *error_hint(),
	   "and what to do is told");
	ok(!is_there("suites/" NEW), "though caches were given up");
	sh("repo", "git config bench.diskFloor 0");
	is_int(cachespace_secure(again()), 0, "0 asks for nothing");
	sh("repo", "git config bench.diskFloor much");
	is_int(cachespace_secure(again()), ERR_BADDATA, "much is no size");
}

int main(void)
{
	scratch_begin();
	sh("", "git init -q -b main repo");
	again();
	counts();
	evicts_by_last_use();
	keeps_what_is_used();
	leaves_room();
	repo_free(repo);
	return done();
}
