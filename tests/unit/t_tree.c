#include "git/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/error.h"
#include "git/object.h"
#include "scratch.h"
#include "tap.h"

static int collect(void *data, const struct tree_entry *entry)
{
	buf_addf(data, "%s %s\n", entry->oid.hex, entry->path);
	return 0;
}

static int stop(void *data, const struct tree_entry *entry)
{
	(void)entry;
	return ++*(int *)data == 2 ? ERR_REFUSED : 0;
}

static void test_reading(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	AUTO(buf) text = BUF_INIT;
	struct oid head = sh_oid("a", "git rev-parse HEAD");
	struct oid want = sh_oid("a", "git rev-parse HEAD:d/e/file");
	struct oid oid;
	int seen = 0;

	ok(!tree_find(&oid, repo, &head, "d/e/file") &&
		   oid_equal(&oid, &want),
	   "a file is found");
	is_int(tree_find(&oid, repo, &head, "d/e"), ERR_NOTFOUND,
	       "a folder is no file");
	is_int(tree_find(&oid, repo, &head, "d/x/y"), ERR_NOTFOUND,
	       "an absent one is told");
	is_int(tree_find(&oid, repo, &want, "x"), ERR_NOTFOUND,
	       "a file has none below");
	ok(!tree_each(repo, &head, "", collect, &text), "a walk");
	buf_rtrim(&text);
	is(text.ptr, sh("a", "git ls-tree -r HEAD | grep -v ^160000 | "
			"sed 's/^.* blob \\(.*\\)\t/\\1 /'"),
	   "sees every file as git does");
	buf_clear(&text);
	ok(!tree_each(repo, &head, "d", collect, &text) &&
		   strstr(text.ptr, " d/e/file\n"),
	   "paths begin at the root");
	buf_clear(&text);
	ok(!tree_each(repo, &head, "none", collect, &text) && !text.len,
	   "an absent folder is empty");
	is_int(tree_each(repo, &head, "", stop, &seen), ERR_REFUSED,
	       "a walk can be stopped");
	is_int(seen, 2, "at once");
}

static void test_editing(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	AUTO_PTR(tree_edit) edit = NULL;
	AUTO_PTR(tree_edit) empty = NULL;
	struct oid head = sh_oid("a", "git rev-parse HEAD");
	struct oid blob, tree;

	blob_write(&blob, repo, "new\n", 4);
	ok(!tree_edit_new(&edit, repo, &head) &&
		   !tree_edit_put(edit, "d/e/file", &blob) &&
		   !tree_edit_put(edit, "d.x", &blob) &&
		   !tree_edit_put(edit, "d0", &blob) &&
		   !tree_edit_put(edit, "n/e/w", &blob) &&
		   !tree_edit_remove(edit, "file") &&
		   !tree_edit_remove(edit, "file/none") &&
		   !tree_edit_remove(edit, "x/y") &&
		   !tree_edit_remove(edit, "only/one") &&
		   !tree_edit_write(&tree, edit),
	   "files are put and removed");
	const char *want = sh("a",
		"export GIT_INDEX_FILE=.git/x; git read-tree HEAD && "
		"git rm -q --cached file only/one && "
		"for f in d/e/file d.x d0 n/e/w; do git update-index --add "
		"--cacheinfo 100644,%s,$f; done; git write-tree", blob.hex);
	is(tree.hex, want, "as git would");
	ok(!tree_edit_new(&empty, repo, NULL) &&
		   !tree_edit_write(&tree, empty),
	   "nothing is written");
	is(tree.hex, sh("a", "git mktree </dev/null"), "as the empty tree");
	is_int(tree_edit_put(edit, "d/e/file/x", &blob), ERR_FAILED,
	       "a file is in the way");
	is_int(tree_edit_put(edit, "d/e", &blob), ERR_FAILED,
	       "a folder is in the way");
	ok(sh_ok("a", "git fsck --strict"), "git fsck is content");
}

static void test_paths(void)
{
	static const char *const bad[] = {
		"",	   "/a",	 "a/",	       "a//b",	 ".",
		"..",	   "a/../b",	 "./a",	       ".git",	 "a/.GIT/b",
		".git/x",  ".git .",	 "git~1",      "a\\b",   ".g\u200cit",
		".git::$INDEX_ALLOCATION",
	};
	static const char *const good[] = {
		".gitbench", "a.git", "..a", "a b", "\xff", "-x", "git", "\n",
	};
	AUTO_PTR(repo) repo = scratch_repo("a");
	AUTO_PTR(tree_edit) edit = NULL;
	struct oid blob;

	blob_write(&blob, repo, "x", 1);
	tree_edit_new(&edit, repo, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		is_int(tree_edit_put(edit, bad[i], &blob), ERR_BADDATA,
		       bad[i]);
	for (size_t i = 0; i < ARRAY_SIZE(good); i++)
		ok(!tree_edit_put(edit, good[i], &blob), "fine: path %zu", i);
	auto_free char *longest = xmalloc(5001);
	memset(longest, 'a', 5000);
	longest[5000] = '\0';
	is_int(tree_edit_put(edit, longest, &blob), ERR_BADDATA, "too long");
}

/* A tree in itself, as deep as one likes. */
static void test_depth(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	AUTO(buf) text = BUF_INIT;
	struct oid tree = sh_oid("a", "t=$(git mktree </dev/null); "
		"for i in $(seq 300); do "
		"t=$(printf '040000 tree %%s\\ta\\n' $t | git mktree); done; "
		"echo $t");

	is_int(tree_each(repo, &tree, "", collect, &text), ERR_BADDATA,
	       "folders nested without end are given up");
	/* git would not make this one: its bytes are written as they are. */
	tree = sh_oid("a", "printf '100644 a\\0short' | "
		      "git hash-object -t tree --literally -w --stdin");
	is_int(tree_each(repo, &tree, "", collect, &text), ERR_FAILED,
	       "a damaged tree is told");
}

int main(void)
{
	scratch_begin();
	sh("", "git init -q -b main a && cd a && mkdir -p d/e only && "
	   "echo 1 >file && echo 2 >d/e/file && echo 3 >d-e && "
	   "echo 4 >only/one && ln -s file link && git add . && "
	   "git update-index --add --cacheinfo "
	   "160000,0123456789012345678901234567890123456789,sub && "
	   "git commit -qm first");
	test_reading();
	test_editing();
	test_paths();
	test_depth();
	return done();
}
