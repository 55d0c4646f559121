#include "git/repo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "git/object.h"
#include "scratch.h"
#include "tap.h"

static void opens(const char *path, const char *name)
{
	AUTO_PTR(repo) repo = NULL;
	int rc = repo_open(&repo, path);

	ok(!rc, "%s opens%s%s", name, rc ? ": " : "",
	   rc ? error_message() : "");
}

static void refuses(const char *path, int code, const char *part)
{
	AUTO_PTR(repo) repo = NULL;

	is_int(repo_open(&repo, path), code, part);
	if (!ok(strstr(error_message(), part) != NULL, "is said"))
		printf("# %s\n", error_message());
}

static void test_kinds(void)
{
	sh("", "git init -q -b main a && cd a && "
	   "git commit -q --allow-empty -m one && "
	   "git commit -q --allow-empty -m two && mkdir -p deep/down && "
	   "cd .. && git clone -q --bare a bare.git && "
	   "git clone -q -s a shared && "
	   "git clone -q --depth 1 file://$PWD/a shallow && "
	   "git clone -q --separate-git-dir apart a apart-tree && "
	   "git -C a worktree add -q --detach ../linked && "
	   "git init -q unborn && git init -q precious && "
	   "git -C precious config core.repositoryFormatVersion 1 && "
	   "git -C precious config extensions.preciousObjects true && "
	   "git init -q odd && "
	   "git -C odd config core.repositoryFormatVersion 1 && "
	   "git -C odd config extensions.oddity true");
	opens(scratch_path("a"), "a repository");
	opens(scratch_path("a/.git"), "its .git");
	opens(scratch_path("a/deep/down"), "a folder deep in it");
	opens(scratch_path("bare.git"), "a bare one");
	opens(scratch_path("shared"), "one with alternates");
	opens(scratch_path("shallow"), "a shallow one");
	opens(scratch_path("apart-tree"), "one whose .git is a file");
	opens(scratch_path("linked"), "a linked worktree");
	opens(scratch_path("unborn"), "one without commits");
	opens(scratch_path("precious"), "one with precious objects");
}

static void test_refusals(void)
{
	sh("", "mkdir none && git init -q --object-format=sha256 sha256 && "
	   "git init -q reftable && cd reftable && "
	   "git config core.repositoryFormatVersion 1 && "
	   "git config extensions.refStorage reftable");
	refuses(scratch_path("none"), ERR_NOTFOUND, "not in a git repository");
	refuses(scratch_path("missing"), ERR_NOTFOUND, "there is no folder");
	refuses(scratch_path("sha256"), ERR_REFUSED, "by sha256");
	refuses(scratch_path("reftable"), ERR_REFUSED, "as reftable");
	refuses(scratch_path("odd"), ERR_FAILED, "oddity");
	sh("a", "printf '[core\\n' >../broken && cp -r .git ../damaged && "
	   "cp ../broken ../damaged/config");
	refuses(scratch_path("damaged"), ERR_FAILED, "config");
}

/* Tests may run as root, who may give files away. */
static void test_owners(void)
{
	if (geteuid()) {
		ok(true, "other owners # SKIP needs root");
		return;
	}
	sh("", "git init -q theirs && chown -R 1234 theirs");
	refuses(scratch_path("theirs"), ERR_REFUSED,
		"belongs to another user");
	ok(strstr(error_hint(), "safe.directory") &&
		   strstr(error_hint(), "/theirs'"),
	   "and the way out is told");
	sh("", "printf '[safe]\\n\\tdirectory = %%s/theirs\\n' \"$PWD\" "
	   ">trust");
	setenv("GIT_CONFIG_GLOBAL", scratch_path("trust"), 1);
	opens(scratch_path("theirs"), "a trusted one");
	setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
	refuses(scratch_path("theirs"), ERR_REFUSED,
		"belongs to another user");
	setenv("GIT_DIR", scratch_path("theirs/.git"), 1);
	opens(NULL, "one that GIT_DIR names");
	unsetenv("GIT_DIR");
}

static void test_paths(void)
{
	AUTO_PTR(repo) linked = NULL;
	AUTO_PTR(repo) bare = NULL;
	AUTO_PTR(repo) shallow = NULL;

	if (repo_open(&linked, scratch_path("linked")) ||
	    repo_open(&bare, scratch_path("bare.git")) ||
	    repo_open(&shallow, scratch_path("shallow"))) {
		ok(false, "%s", error_message());
		return;
	}
	is(repo_git_dir(linked), scratch_path("a/.git/worktrees/linked"),
	   "a linked worktree's own folder");
	is(repo_common_dir(linked), scratch_path("a/.git"), "its common one");
	is(repo_work_tree(linked), scratch_path("linked"), "its files");
	is(repo_cache_dir(linked), scratch_path("a/.git/git-bench"),
	   "its caches");
	is(repo_git_dir(bare), scratch_path("bare.git"), "a bare one");
	is(repo_work_tree(bare), NULL, "has no files");
	ok(repo_is_shallow(shallow) && !repo_is_shallow(linked), "shallow");
}

static void test_environment(void)
{
	struct oid oid;

	if (chdir(scratch_path("none")))
		return;
	refuses(NULL, ERR_NOTFOUND, "not in a git repository");
	setenv("GIT_DIR", scratch_path("a/.git"), 1);
	AUTO_PTR(repo) repo = NULL;
	ok(!repo_open(&repo, NULL), "GIT_DIR is heeded");
	is(repo_work_tree(repo), scratch_path("none"),
	   "the work tree is here then");
	setenv("GIT_WORK_TREE", scratch_path("linked"), 1);
	AUTO_PTR(repo) other = NULL;
	ok(!repo_open(&other, NULL), "with GIT_WORK_TREE");
	is(repo_work_tree(other), scratch_path("linked"), "it is there");
	AUTO_PTR(repo) given = NULL;
	ok(!repo_open(&given, scratch_path("shared")), "with a path");
	is(repo_work_tree(given), scratch_path("shared"), "the path counts");
	unsetenv("GIT_WORK_TREE");

	/* As in a pre-receive hook: the new objects are in quarantine. */
	sh("", "mkdir -p quarantine && echo fresh | "
	   "GIT_OBJECT_DIRECTORY=$PWD/quarantine "
	   "git hash-object -w --stdin >fresh");
	struct oid fresh = sh_oid("", "cat fresh");
	setenv("GIT_OBJECT_DIRECTORY", scratch_path("quarantine"), 1);
	setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES",
	       scratch_path("a/.git/objects"), 1);
	AUTO_PTR(repo) hook = NULL;
	AUTO(buf) text = BUF_INIT;
	ok(!repo_open(&hook, NULL) &&
		   !blob_read(&text, hook, &fresh, 100) &&
		   !commit_resolve(&oid, hook, "main"),
	   "new and old objects are seen in a hook");
	unsetenv("GIT_OBJECT_DIRECTORY");
	unsetenv("GIT_ALTERNATE_OBJECT_DIRECTORIES");
	setenv("GIT_DIR", scratch_path("none"), 1);
	refuses(NULL, ERR_NOTFOUND, "$GIT_DIR names");
	unsetenv("GIT_DIR");
	if (chdir(scratch_path("a/deep/down")))
		return;
	opens(NULL, "the repository around the current folder");
	if (chdir("/"))
		return;
}

static void test_unborn(void)
{
	AUTO_PTR(repo) repo = NULL;
	AUTO_PTR(repo) orphan = NULL;
	auto_free char *branch = NULL;
	struct oid oid;

	ok(!repo_open(&repo, scratch_path("unborn")), "without commits");
	is_int(commit_resolve(&oid, repo, "HEAD"), ERR_NOTFOUND, "HEAD");
	is(error_message(), "this repository has no commits yet",
	   "has no commit yet");
	is_int(commit_resolve(&oid, repo, "main~1"), ERR_NOTFOUND,
	       "nor has main");
	is(error_message(), "this repository has no commits yet", "likewise");
	is_int(default_branch(&branch, repo), ERR_NOTFOUND,
	       "nor is there a default branch");
	is(error_message(), "this repository has no commits yet", "likewise");
	sh("a", "git -C ../linked checkout -q --orphan fresh");
	ok(!repo_open(&orphan, scratch_path("linked")), "an orphan branch");
	is_int(commit_resolve(&oid, orphan, "@"), ERR_NOTFOUND, "@");
	is(error_message(), "the current branch has no commits yet", "too");
	ok(!commit_resolve(&oid, orphan, "main"), "others have");
}

int main(void)
{
	scratch_begin();
	test_kinds();
	test_refusals();
	test_owners();
	test_paths();
	test_environment();
	test_unborn();
	return done();
}
