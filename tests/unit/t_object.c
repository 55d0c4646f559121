#include "git/object.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/error.h"
#include "scratch.h"
#include "tap.h"

static void test_blobs(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	AUTO(buf) text = BUF_INIT;
	struct oid oid, named, tree;

	ok(!blob_write(&oid, repo, "x\0y\n", 4), "a blob is written");
	oid_of_blob(&named, "x\0y\n", 4);
	struct oid gits = sh_oid("a", "printf 'x\\0y\\n' | "
				 "git hash-object --stdin");
	is(oid.hex, gits.hex, "git names it alike");
	ok(oid_equal(&oid, &named), "and so it is named without writing");
	ok(!blob_read(&text, repo, &oid, 4) && text.len == 4 &&
		   !memcmp(text.ptr, "x\0y\n", 4),
	   "it comes back with its NUL");
	is_int(blob_read(&text, repo, &oid, 3), ERR_BADDATA,
	       "a limit is heeded");
	oid_parse(&oid, "0123456789012345678901234567890123456789");
	is_int(blob_read(&text, repo, &oid, 3), ERR_NOTFOUND,
	       "a missing blob is told");
	tree = sh_oid("a", "git rev-parse HEAD^{tree}");
	is_int(blob_read(&text, repo, &tree, 1000), ERR_NOTFOUND,
	       "a tree is no blob");
}

static void test_partial_clone(void)
{
	sh("", "git -C a config uploadpack.allowFilter true && "
	   "git -C a config uploadpack.allowAnySHA1InWant true && "
	   "git clone -q --filter=blob:none --no-checkout "
	   "\"file://$PWD/a\" partial");
	AUTO_PTR(repo) repo = scratch_repo("partial");
	AUTO(buf) text = BUF_INIT;
	struct oid blob = sh_oid("a", "git rev-parse HEAD:d/e/file");

	ok(!blob_read(&text, repo, &blob, 100), "a partial clone fetches");
	is(text.ptr, "2\n", "what is missing");
}

static void test_commits(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	AUTO(commit) commit = { 0 };
	AUTO(signature) who = { 0 };
	struct oid head = sh_oid("a", "git rev-parse HEAD");
	struct oid oid;

	ok(!commit_read(&commit, repo, &head), "a commit is read");
	is(commit.subject, "second line folded", "its subject is one line");
	is(commit.author.email, "author@example.com", "its author is known");
	is_int(commit.committer.when, 1700000000, "and its date");
	is_int(commit.nr_parents, 1, "and its parent");

	signature_default(&who, repo);
	is(who.name, "A U Thor", "the environment names the author");
	who.when = 1234567890;
	ok(!commit_write(&oid, repo, &commit.tree, &head, 1, &who, "hello"),
	   "a commit is written");
	const char *text = sh("a", "git cat-file commit %s", oid.hex);
	auto_free char *want = xstrfmt(
		"tree %s\nparent %s\nauthor A U Thor <author@example.com> "
		"1234567890 +0000\ncommitter A U Thor <author@example.com> "
		"1234567890 +0000\n\nhello",
		commit.tree.hex, head.hex);
	is(text, want, "git reads what was meant");
}

/* A file may not grow: as on a full disk, only with another errno. */
static void test_no_space(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	struct oid head = sh_oid("a", "git rev-parse HEAD");
	struct oid tree = sh_oid("a", "git rev-parse HEAD^{tree}");
	AUTO(signature) who = { 0 };
	struct rlimit old, none;
	struct oid oid;

	signature_default(&who, repo);
	fflush(stdout);
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &old);
	none = (struct rlimit){ 0, old.rlim_max };
	setrlimit(RLIMIT_FSIZE, &none);
	int blob = blob_write(&oid, repo, "never seen", 10);
	int commit = commit_write(&oid, repo, &tree, &head, 1, &who, "no");
	setrlimit(RLIMIT_FSIZE, &old);
	is_int(blob, ERR_FAILED, "a blob that cannot be written");
	is_int(commit, ERR_FAILED, "a commit that cannot be written");
	ok(strstr(error_message(), "failed to write out file"),
	   "it says why");
}

int main(void)
{
	scratch_begin();
	sh("", "git init -q -b main a && cd a && echo 1 >file && "
		"git add file && git commit -qm first && git tag -a v1 -m v1 "
		"&& mkdir -p d/e && echo 2 >d/e/file && git add d && "
		"printf 'second\\nline folded\\n\\nbody\\n' | "
		"git commit -qF - && git update-ref refs/heads/-dash HEAD~1");
	test_blobs();
	test_partial_clone();
	test_commits();
	test_no_space();
	return done();
}
