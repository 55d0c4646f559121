#include "git/checkout.h"

#include <string.h>

#include "base/error.h"
#include "git/refs.h"
#include "scratch.h"
#include "tap.h"

#define REF "refs/heads/x"

static struct repo *repo;

static struct oid next_commit(void)
{
	return sh_oid("r", "f=$(git rev-parse x | git hash-object -w --stdin);"
			   "t=$( (git ls-tree x | grep -v '\tnew$';"
			   "printf '100644 blob %%s\\tnew\\n' $f) | git mktree);"
			   "git commit-tree -p x -m next $t");
}

static void find(const char *want, const char *name)
{
	auto_free char *path = NULL;

	checkout_find(&path, repo, REF);
	is(path, want, name);
}

static void advance(const char *folder, int code, bool wins, const char *name)
{
	struct oid old = sh_oid("r", "git rev-parse x");
	struct oid new = next_commit();
	bool won;

	is_int(checkout_advance(&won, repo, scratch_path(folder), REF, &old,
				&new),
	       code, name);
	ok(won == wins, "won or not");
	is(sh("r", "git rev-parse x"), wins ? new.hex : old.hex,
	   "the branch says so");
}

static void test_in(const char *folder)
{
	find(scratch_path(folder), "the work tree is found");
	advance(folder, 0, true, "the branch moves");
	is(sh(folder, "git status --porcelain"), "", "and all of it with it");
	sh(folder, "echo mine >other");
	advance(folder, 0, true, "files that are not concerned may differ");
	sh(folder, "rm other; echo mine >new");
	advance(folder, ERR_REFUSED, false, "a file in the way is refused");
	is(sh(folder, "cat new"), "mine", "and stays");
	ok(strstr(error_message(), "x is checked out in "), "one is told");
	sh(folder, "git checkout -q -- new");
}

static void test_race(void)
{
	struct oid old = sh_oid("r", "git rev-parse x");
	struct oid new = next_commit();
	bool won;

	sh("r", "git commit -q --allow-empty -m rival");
	is_int(checkout_advance(&won, repo, scratch_path("r"), REF, &old,
				&new),
	       0, "a race");
	ok(!won, "is lost");
}

int main(void)
{
	scratch_begin();
	sh("", "git init -q r && cd r && git checkout -q -b x &&"
	       "echo 0 >new && echo 0 >other0 && git add . &&"
	       "git commit -q -m 0 && git branch y");
	if (repo_open(&repo, scratch_path("r")))
		return 1;
	test_in("r");
	test_race();
	sh("r", "git checkout -q y");
	find(NULL, "on no work tree");
	sh("r", "git worktree add -q '../a b' x");
	test_in("a b");
	sh("", "rm -rf 'a b'");
	find(NULL, "a work tree that is gone does not count");
	sh("", "git init -q --bare -b x bare.git");
	repo_free(repo);
	if (repo_open(&repo, scratch_path("bare.git")))
		return 1;
	find(NULL, "a bare repository has none");
	repo_free(repo);
	error_clear();
	return done();
}
