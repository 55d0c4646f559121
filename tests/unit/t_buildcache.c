/* Built trees: found again, shared, copied, and gone when they should be. */
#include "suite/buildcache.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "git/revision.h"
#include "scratch.h"
#include "suite/buildstore.h"
#include "suite/cachespace.h"
#include "tap.h"

static struct repo *repo;

static int get(struct build_entry *entry, const char *revision,
	       const char *recipe, bool incremental)
{
	struct build_key key = {
		.recipe = recipe,
		.toolchain = "cc 1",
		.incremental = incremental,
	};

	int rc = commit_resolve(&key.commit, repo, revision);
	if (!rc)
		rc = buildcache_get(entry, repo, &key);
	if (rc)
		printf("# %s\n", error_message());
	return rc;
}

/* Builds `revision`: its file `a` into a file `built`. */
static void fill(const char *revision, const char *recipe)
{
	struct build_entry entry;

	if (get(&entry, revision, recipe, false))
		return;
	if (!entry.complete) {
		sh("", "cd '%s' && cp a built", entry.tree);
		buildcache_complete(&entry);
	}
	buildcache_put(&entry);
}

static const char *entries(void)
{
	return sh("repo", "cd .git/git-bench/builds && ls -d ???????????????? "
			  "2>/dev/null | wc -l");
}

static void finds_again(void)
{
	struct build_entry first, second;

	ok(!get(&first, "one", "make", false) && !first.complete,
	   "what was never built is to be built");
	is(sh("", "cat '%s/a'", first.tree), "1", "from the commit's files");
	is(sh("repo", "git worktree list | wc -l"), "2",
	   "in a worktree meanwhile");
	sh("", "cd '%s' && cp a built", first.tree);
	ok(!buildcache_complete(&first) && first.complete, "it is complete");
	is(sh("repo", "git worktree list | wc -l"), "1",
	   "and no worktree any more");
	ok(!get(&second, "same", "make", false) && second.complete,
	   "an equal tree of another commit is found, though in use");
	is(second.tree, first.tree, "at the same place");
	size_t len = strlen(first.tree);
	buildcache_put(&first);
	ok(file_exists(second.tree), "it stays when one gives it back");
	buildcache_put(&second);
	ok(!get(&second, "one", "make -O", false) && !second.complete,
	   "another recipe is another build");
	is_int(strlen(second.tree), len, "its path is as long");
	auto_free char *dir = xstrdup(second.dir);
	buildcache_put(&second);
	ok(!file_exists(dir), "what was not completed goes");
	is(sh("repo", "git worktree list | wc -l"), "1",
	   "and so does its worktree");
	is(sh("repo", "cd .git/git-bench/builds && ls *.lock | wc -l"), "1",
	   "and its lock");
}

static void crash_leaves_nothing_to_trust(void)
{
	struct build_entry entry;
	pid_t child = fork();

	if (!child) {
		if (!get(&entry, "two", "make", false))
			sh("", "echo half >'%s/built'", entry.tree);
		_exit(0);
	}
	waitpid(child, NULL, 0);
	ok(!get(&entry, "two", "make", false) && !entry.complete,
	   "what a crash left is not complete");
	ok(sh_ok("", "test ! -e '%s/built'", entry.tree), "it starts anew");
	is(sh("", "cat '%s/a'", entry.tree), "2", "from the commit's files");
	buildcache_put(&entry);
}

/* The second process waits for the first and then uses what that built. */
static void waits_for_another(void)
{
	struct build_entry entry;
	int ready[2], rc;
	char byte;

	if (pipe(ready))
		return;
	pid_t child = fork();
	if (!child) {
		close(ready[0]);
		if (get(&entry, "two", "make", false) || entry.complete)
			_exit(1);
		byte = write(ready[1], "x", 1);
		sh("", "cd '%s' && cp a built", entry.tree);
		rc = buildcache_complete(&entry);
		buildcache_put(&entry);
		_exit(rc ? 1 : 0);
	}
	close(ready[1]);
	ok(read(ready[0], &byte, 1) == 1, "another process builds");
	close(ready[0]);
	ok(!get(&entry, "two", "make", false) && entry.complete,
	   "its build is waited for and used");
	is(sh("", "cat '%s/built'", entry.tree), "2", "whole");
	buildcache_put(&entry);
	waitpid(child, &rc, 0);
	is_int(rc, 0, "and it saw no error");
}

static void starts_from_the_nearest(void)
{
	struct build_entry entry;
	static const char *const revisions[] = { "one", "two" };

	for (size_t i = 0; i < ARRAY_SIZE(revisions); i++) {
		get(&entry, revisions[i], "inc", true);
		sh("", "cd '%s' && echo of %s >built", entry.tree,
		   revisions[i]);
		buildcache_complete(&entry);
		buildcache_put(&entry);
	}
	ok(!get(&entry, "three", "inc", true) && entry.adopted,
	   "a build may start from another");
	is(sh("", "cat '%s/built'", entry.tree), "of two", "the nearest one");
	is(sh("", "cat '%s/a' '%s/b'", entry.tree, entry.tree), "3\nb",
	   "brought to the commit");
	is(sh("", "cd '%s' && git status --porcelain", entry.tree),
	   "?? built", "with nothing else changed");
	ok(!buildcache_restart(&entry) && !entry.adopted,
	   "it can be started over");
	ok(sh_ok("", "test ! -e '%s/built'", entry.tree), "from nothing");
	buildcache_put(&entry);
	ok(!get(&entry, "three", "other", true) && !entry.adopted,
	   "a build of another recipe is no start");
	buildcache_put(&entry);
}

/* With the configuration as it is now. */
static int tidy_anew(void)
{
	AUTO_PTR(repo) again = NULL;

	if (repo_open(&again, scratch_path("repo")))
		return 1;
	return cachespace_tidy(again);
}

static void evicts(void)
{
	struct build_entry entry;

	cachespace_evict(repo, 0);
	is(entries(), "0", "with no room everything goes");
	fill("one", "make");
	fill("two", "make");
	sh("repo", "cd .git/git-bench/builds && for m in */complete; do "
		   "grep -q $(git rev-parse two) $m && touch -d @1000 $m; "
		   "done; true");
	ok(!get(&entry, "two", "make", false) && entry.complete, "in use");
	cachespace_evict(repo, 0);
	is(entries(), "1", "what is in use stays");
	ok(file_exists(entry.tree), "and is whole");
	buildcache_put(&entry);
	fill("one", "make");
	sh("repo", "cd .git/git-bench/builds && for m in */complete; do "
		   "grep -q $(git rev-parse two) $m && touch -d @1000 $m; "
		   "done; mkdir 0123456789abcdef; echo x >keep; true");
	auto_free char *marks = xstrdup(sh("repo",
		"cd .git/git-bench/builds && grep -l $(git rev-parse one) "
		"*/complete"));
	ok(!cachespace_evict(repo, 1 << 20), "with room for all");
	is(entries(), "2", "only what is no build goes");
	int64_t room = 0;
	struct build_mark mark;
	auto_free char *dir = xstrfmt("%s/.git/git-bench/builds/%.16s",
				      scratch_path("repo"), marks);
	if (build_mark_read(&mark, dir)) {
		room = mark.bytes;
		build_mark_release(&mark);
	}
	ok(room > 0, "a mark knows how large its build is");
	cachespace_evict(repo, room);
	ok(file_exists(dir), "with room for one, the one used last stays");
	is(entries(), "1", "and the other goes");
	ok(sh_ok("repo", "test -e .git/git-bench/builds/keep"),
	   "foreign files are left alone");
	ok(!cachespace_tidy(repo), "unless said, there is room enough");
	is(entries(), "1", "for one small build");
	sh("repo", "git config bench.buildCache 0");
	ok(!tidy_anew(), "bench.buildCache says how much");
	is(entries(), "0", "to keep");
	sh("repo", "git config bench.buildCache lots");
	is_int(tidy_anew(), ERR_BADDATA, "and must be a size");
}

int main(void)
{
	scratch_begin();
	sh("", "git init -q -b main repo");
	sh("repo", "echo 1 >a; git add a; git commit -qm one; git tag one;"
		   "git commit -q --allow-empty -m same; git tag same;"
		   "echo 2 >a; echo b >b; git add .; git commit -qm two;"
		   "git tag two; echo 3 >a; git commit -qam three;"
		   "git tag three");
	if (repo_open(&repo, scratch_path("repo"))) {
		printf("Bail out! %s\n", error_message());
		return 99;
	}
	finds_again();
	crash_leaves_nothing_to_trust();
	waits_for_another();
	starts_from_the_nearest();
	evicts();
	repo_free(repo);
	return done();
}
