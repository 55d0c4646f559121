#include "git/worktree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "scratch.h"
#include "tap.h"

static void fine(int rc, const char *name)
{
	ok(!rc, "%s%s%s", name, rc ? ": " : "", rc ? error_message() : "");
}

/* Everything on one repository, which may lie anywhere. */
static void test_life(const char *dir, const char *name)
{
	AUTO_PTR(repo) repo = scratch_repo(dir);
	auto_free char *tree = file_join(repo_cache_dir(repo), "b/tree");
	struct oid one = sh_oid("a", "git rev-parse HEAD~1");
	struct oid two = sh_oid("a", "git rev-parse HEAD");

	printf("# %s\n", name);
	setenv("R", dir, 1);
	setenv("T", tree, 1);
	const char *before = sh("", "git -C \"$R\" worktree list --porcelain");
	fine(worktree_add(repo, tree, &one), "a worktree is added");
	is(sh("", "git -C \"$T\" rev-parse HEAD"), one.hex, "of that commit");
	is(sh("", "cat \"$T/file\" \"$T/d/gone\""), "1\ngone",
	   "with its files");
	is_int(worktree_add(repo, tree, &one), ERR_FAILED, "not twice");

	sh("", "cd \"$T\"; echo built >product; touch -d @1000 same file");
	fine(worktree_detach(repo, tree), "it is detached");
	ok(sh_ok("", "cd \"$T\" && test -f product -a ! -e .git"),
	   "its files stay");
	is(sh("", "git -C \"$R\" worktree list --porcelain"), before,
	   "git forgot it");

	sh("", "echo dirt >>\"$T/same2\"");
	fine(worktree_adopt(repo, tree, &one, &two), "and is adopted");
	is(sh("", "git -C \"$T\" rev-parse HEAD"), two.hex,
	   "at another commit");
	is(sh("", "git -C \"$T\" status --porcelain"), "?? product",
	   "whose files it has");
	is(sh("", "cd \"$T\"; stat -c %%Y same; cat file product"),
	   "1000\n2\nbuilt", "only what differs was touched");
	ok(!sh_ok("", "test -e \"$T/d\""), "what is gone is gone");
	ok(sh_ok("", "git -C \"$R\" fsck --strict && "
		     "git -C \"$R\" worktree list --porcelain | grep b/tree"),
	   "git is content");
	fine(worktree_remove(repo, tree), "it is removed");
	ok(!file_exists(tree), "with its files");
	is(sh("", "git -C \"$R\" worktree list --porcelain"), before,
	   "and its registration");
	fine(worktree_remove(repo, tree), "again is fine");
	setenv("C", repo_cache_dir(repo), 1);
	is(sh("", "test -d \"$C/worktrees\" && ls \"$C/worktrees\""),
	   "", "no record stays");
}

static void test_limits(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	auto_free char *up = file_join(repo_cache_dir(repo), "../x");
	auto_free char *tree = file_join(repo_cache_dir(repo), "t");
	auto_free char *link = file_join(repo_cache_dir(repo), "out/t");
	struct oid one = sh_oid("a", "git rev-parse HEAD");
	struct oid none;

	is_int(worktree_add(repo, scratch_path("w"), &one), ERR_USAGE,
	       "not outside the cache");
	is_int(worktree_remove(repo, up), ERR_USAGE, "nor by ..");
	sh("a", "mkdir -p ../victim/t .git/git-bench && "
	   "ln -s \"$PWD/../victim\" .git/git-bench/out");
	is_int(worktree_remove(repo, link), ERR_USAGE, "nor by a link");
	ok(sh_ok("victim", "test -d t"), "which stays");
	oid_parse(&none, "0123456789012345678901234567890123456789");
	is_int(worktree_add(repo, tree, &none), ERR_FAILED,
	       "a commit that is not there");
	ok(strstr(error_message(), "git worktree add") != NULL, "is told");
	ok(!file_exists(tree), "and leaves nothing");
	is(sh("a", "ls .git/git-bench/worktrees"), "", "at all");
}

static void test_hooks(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	auto_free char *tree = file_join(repo_cache_dir(repo), "h");
	struct oid one = sh_oid("a", "git rev-parse HEAD");

	sh("a", "mkdir -p .git/hooks && "
	   "printf '#!/bin/sh\\ntouch %s\\n' >.git/hooks/post-checkout && "
	   "chmod +x .git/hooks/post-checkout", scratch_path("ran"));
	sh("a", "git sparse-checkout set d >/dev/null 2>&1");
	fine(worktree_add(repo, tree, &one), "added in a sparse repository");
	ok(!file_exists(scratch_path("ran")), "no hook runs");
	setenv("T", tree, 1);
	ok(sh_ok("", "test -f \"$T/file\""), "all files are there");
	fine(worktree_remove(repo, tree), "removed");
	sh("a", "git sparse-checkout disable && rm .git/hooks/post-checkout");
}

static void test_sweep(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	auto_free char *mine = file_join(repo_cache_dir(repo), "mine");
	auto_free char *dead = file_join(repo_cache_dir(repo), "dead");
	auto_free char *gone = file_join(repo_cache_dir(repo), "gone");
	struct oid one = sh_oid("a", "git rev-parse HEAD");
	int status;

	fflush(stdout);
	pid_t pid = fork();
	if (!pid) {
		AUTO_PTR(repo) own = scratch_repo("a");
		int rc = worktree_add(own, dead, &one);

		_exit(rc || worktree_add(own, gone, &one));
	}
	ok(waitpid(pid, &status, 0) == pid && !status, "a process dies");
	fine(worktree_add(repo, mine, &one), "another one lives");
	sh("a", "git worktree add -q ../users && "
	   "git worktree add -q ../moved && rm -r ../moved "
	   ".git/git-bench/gone");
	fine(worktree_sweep(repo), "a sweep");
	ok(!file_exists(dead), "removes what the dead one left");
	ok(file_exists(mine), "not what is in use");
	ok(!sh_ok("a", "git worktree list | grep -E '/(dead|gone) '"),
	   "git forgot the dead one's");
	ok(sh_ok("a", "git worktree list | grep /users && "
		      "git worktree list | grep /moved"),
	   "but none of the user's own, not even missing ones");
	worktree_remove(repo, mine);
}

int main(void)
{
	scratch_begin();
	const char *top = sh("",
		"git init -q -b main a && cd a && mkdir d && echo 1 >file && "
		"echo same >same && echo same2 >same2 && echo gone >d/gone && "
		"git add . && git commit -qm one && echo 2 >file && "
		"git rm -q d/gone && git add . && git commit -qm two && "
		"cd .. && "
		"git clone -q --bare a bare.git && "
		"git -C a worktree add -q ../linked HEAD && "
		"odd=\"$(printf 'sp ace \"quo'\\''te\\nline')\" && "
		"git clone -q a \"$odd\" && cd \"$odd\" && pwd");
	test_life(scratch_path("a"), "a plain repository");
	test_life(scratch_path("bare.git"), "a bare one");
	test_life(scratch_path("linked"), "a linked worktree");
	test_life(top, "a path with spaces, quotes and a line feed");
	test_limits();
	test_hooks();
	test_sweep();
	return done();
}
