#include "git/revision.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "scratch.h"
#include "tap.h"

static void test_resolve(void)
{
	static const char *const good[] = {
		"HEAD",	 "main",	   "main~1",   "HEAD^",
		"v1",	 "v1^{commit}",	   "@",	       "refs/heads/main",
		":/first", "main^{/first}", "main@{0}",
		"main^{commit}~1", "-dash",
		"@{99999999999999999999}", NULL,
	};
	static const char *const bad[] = {
		"", "-", "--all", "nosuch", "HEAD~99", "a..b", "HEAD:file",
		"main:", "HEAD^{", "\xff\n", NULL,
	};
	AUTO_PTR(repo) repo = scratch_repo("a");
	struct oid oid;

	for (size_t i = 0; good[i]; i++) {
		struct oid gits = sh_oid("a", "r=$(git rev-parse --verify "
					 "--end-of-options '%s') && "
					 "git rev-parse \"$r^{commit}\"",
					 good[i]);
		int rc = commit_resolve(&oid, repo, good[i]);
		ok(!rc && oid_equal(&oid, &gits), "'%s' means what git means",
		   good[i]);
	}
	for (size_t i = 0; bad[i]; i++)
		is_int(commit_resolve(&oid, repo, bad[i]), ERR_NOTFOUND,
		       bad[i]);
	auto_free char *huge = xmalloc(10001);
	memset(huge, 'x', 10000);
	huge[10000] = '\0';
	is_int(commit_resolve(&oid, repo, huge), ERR_NOTFOUND, "10 kB");
	ok(strlen(error_message()) < 120, "of which little is repeated");
}

static void test_refusals(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	struct oid oid;

	commit_resolve(&oid, repo, "no\033[31msuch\n");
	is(error_message(), "unknown revision 'no\\x1b[31msuch\\n'",
	   "an unknown revision is shown escaped");
	is_int(commit_resolve(&oid, repo, "v1^{tree}"), ERR_NOTFOUND,
	       "a tree is no commit");
	ok(strstr(error_message(), "is a tree") != NULL, "and that is said");
	/* Two commits and a blob with the same first four digits. */
	sh("twins", "git init -q . && for i in $(seq 700); do "
	   "echo \"commit refs/heads/b$i\ncommitter a <b> $i +0000\n"
	   "data 0\n\"; done | git fast-import --quiet");
	const char *twin = sh("twins", "git rev-list --all | cut -c1-4 | "
			      "sort | uniq -d | head -n1");
	AUTO_PTR(repo) twins = scratch_repo("twins");
	is_int(commit_resolve(&oid, twins, twin), ERR_USAGE,
	       "the beginning of two commits' names");
	ok(strstr(error_message(), "several commits") != NULL, "is said");
}

static void test_refs(void)
{
	static const char *const names[] = {
		"HEAD", "@", "main", "heads/main", "refs/heads/main", "v1",
		"main~0", "main~1", "main@{1}", "main^{commit}", "nosuch", "",
	};
	AUTO_PTR(repo) repo = scratch_repo("a");

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		auto_free char *ref = commit_ref_of(repo, names[i]);
		const char *want = sh("a", "r=$(git rev-parse "
				      "--symbolic-full-name '%s' 2>&1) && "
				      "echo \"$r\" || true", names[i]);

		is(ref ? ref : "", strchr(want, '@') ? "" : want, names[i]);
	}
	sh("a", "git checkout -q --detach");
	auto_free char *detached = commit_ref_of(repo, "HEAD");
	is(detached, NULL, "a detached HEAD is no ref");
	sh("a", "git checkout -q main");
}

static void test_relations(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	struct oid main_tip = sh_oid("a", "git rev-parse main");
	struct oid side = sh_oid("a", "git rev-parse side");
	struct oid apart = sh_oid("a", "git rev-parse apart");
	struct oid want = sh_oid("a", "git merge-base main side");
	struct oid base;
	size_t files;
	bool is_above;

	ok(!commit_merge_base(&base, repo, &main_tip, &side) &&
		   oid_equal(&base, &want),
	   "a merge base");
	is_int(commit_merge_base(&base, repo, &main_tip, &apart),
	       ERR_NOTFOUND, "none");
	ok(strstr(error_message(), "no common ancestor") != NULL, "is said");
	ok(!commit_is_ancestor(&is_above, repo, &base, &side) && is_above,
	   "the base is an ancestor");
	ok(!commit_is_ancestor(&is_above, repo, &side, &side) && is_above,
	   "so is the commit itself");
	ok(!commit_is_ancestor(&is_above, repo, &side, &base) && !is_above,
	   "a descendant is not");
	ok(!commit_distance(&files, repo, &main_tip, &side) && files == 3,
	   "files that differ");
}

/* Histories that end where the clone does. */
static void test_shallow(void)
{
	sh("", "git clone -q --no-single-branch --depth 2 file://$PWD/a sh");
	AUTO_PTR(repo) repo = scratch_repo("sh");
	struct oid main_tip = sh_oid("a", "git rev-parse main");
	struct oid side = sh_oid("a", "git rev-parse side");
	struct oid apart = sh_oid("a", "git rev-parse apart");
	struct oid want = sh_oid("sh", "git merge-base %s %s", main_tip.hex,
				 side.hex);
	struct oid oid;
	bool is_above;

	ok(!commit_merge_base(&oid, repo, &main_tip, &side) &&
		   oid_equal(&oid, &want),
	   "a merge base within a shallow clone");
	is_int(commit_merge_base(&oid, repo, &main_tip, &apart),
	       ERR_NOTFOUND, "none within it");
	ok(strstr(error_message(), "shallow") != NULL, "says so");
	ok(!commit_is_ancestor(&is_above, repo, &want, &side) && is_above,
	   "an ancestor within it");
	is_int(commit_resolve(&oid, repo, "HEAD~5"), ERR_NOTFOUND,
	       "what lies beyond is unknown");
	ok(strstr(error_hint(), "--unshallow") != NULL, "and why is told");
}

static void is_default(const char *dir, const char *want, const char *name)
{
	AUTO_PTR(repo) repo = scratch_repo(dir);
	auto_free char *branch = NULL;

	default_branch(&branch, repo);
	is(branch, want, name);
}

static void test_default_branch(void)
{
	is_default("a", "refs/heads/main", "main, as init says");
	sh("", "git clone -q a c && git -C c checkout -q -b topic");
	is_default("c", "refs/heads/main", "the remote's HEAD, here");
	sh("c", "git branch -f main main~1");
	is_default("c", "refs/remotes/origin/main", "unless that is old");
	sh("c", "git branch -f main origin/side");
	is_default("c", "refs/remotes/origin/main", "or another line");
	sh("c", "git branch -f main $(git commit-tree -m new -p origin/main "
	   "origin/main^{tree})");
	is_default("c", "refs/heads/main", "what is not pushed yet counts");
	sh("c", "git branch -qD main");
	is_default("c", "refs/remotes/origin/main", "it need not be here");
	sh("c", "git config bench.defaultBranch topic");
	is_default("c", "refs/heads/topic", "as configured");
	sh("c", "git config bench.defaultBranch origin/side");
	is_default("c", "refs/remotes/origin/side", "also a remote's");
	sh("c", "git config bench.defaultBranch nosuch");
	is_default("c", NULL, "but only if it exists");
	is(error_message(), "bench.defaultBranch is 'nosuch', but there is no "
			    "such branch", "which is said");
	sh("c", "git config --unset bench.defaultBranch && "
	   "git symbolic-ref refs/remotes/origin/HEAD "
	   "refs/remotes/origin/gone");
	is_default("c", "refs/remotes/origin/main",
		   "not a HEAD that leads nowhere");
	sh("c", "git config init.defaultBranch side");
	is_default("c", "refs/remotes/origin/side", "init.defaultBranch");
	sh("", "git clone -q --bare -b side a b.git");
	is_default("b.git", "refs/heads/side", "a bare one's own HEAD");
	sh("", "git init -q -b odd o && cd o && "
	   "git commit -q --allow-empty -m x");
	is_default("o", NULL, "none can be told");
	ok(strstr(error_hint(), "bench.defaultBranch") != NULL,
	   "but what to do can");
}

int main(void)
{
	scratch_begin();
	sh("", "mkdir twins && git init -q -b main a && cd a && "
	   "echo 1 >file && git add file && git commit -qm first && "
	   "git tag -a v1 -m v1 && git commit -q --allow-empty -m second && "
	   "git update-ref refs/heads/-dash HEAD~1 && "
	   "git checkout -q -b side && echo 2 >two && echo 3 >three && "
	   "git add . && git commit -qm third && git checkout -q main && "
	   "echo 4 >file && git commit -qam fourth && "
	   "git update-ref refs/heads/apart $(git commit-tree -m apart "
	   "HEAD^{tree})");
	test_resolve();
	test_refusals();
	test_refs();
	test_relations();
	test_shallow();
	test_default_branch();
	return done();
}
