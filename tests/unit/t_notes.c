#include "git/notes.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "git/object.h"
#include "git/refs.h"
#include "scratch.h"
#include "tap.h"

/* Object names that git never has to look up. */
static void fake_object(struct oid *out, int i)
{
	auto_free char *text = xstrfmt("object %d\n", i);

	oid_of_blob(out, text, strlen(text));
}

static int write_notes(struct oid *tree, struct repo *repo,
		       const struct oid *tip, int from, int to,
		       const char *text)
{
	AUTO_PTR(notes_edit) edit = NULL;
	int rc = notes_edit_new(&edit, repo, tip);

	for (int i = from; i < to && !rc; i++) {
		struct oid object;

		fake_object(&object, i);
		rc = notes_edit_set(edit, &object, text, strlen(text));
	}
	return rc ? rc : notes_edit_write(tree, edit);
}

/* `git notes` writes the same notes onto refs/notes/<ref> of "a". */
static void gits_notes(const char *ref, int from, int to, const char *text)
{
	AUTO(buf) lines = BUF_INIT;

	sh("a", "git notes --ref=source add -f -m '%s' HEAD", text);
	struct oid head = sh_oid("a", "git rev-parse HEAD");
	for (int i = from; i < to; i++) {
		struct oid object;

		fake_object(&object, i);
		buf_addf(&lines, "%s %s\n", head.hex, object.hex);
	}
	FILE *file = fopen(scratch_path("lines"), "w");
	fputs(lines.ptr, file);
	fclose(file);
	sh("a", "git update-ref refs/notes/%s-all refs/notes/source; "
	   "git rev-parse -q --verify refs/notes/%s >/dev/null && "
	   "git update-ref refs/notes/%s-all refs/notes/%s; "
	   "git notes --ref=%s-all add -f -m '%s' HEAD && "
	   "git notes --ref=%s-all copy -f --stdin <../lines && "
	   "git notes --ref=%s-all remove HEAD && "
	   "git update-ref refs/notes/%s refs/notes/%s-all", ref, ref, ref,
	   ref, ref, text, ref, ref, ref, ref);
}

static int count_note(void *data, const struct oid *object,
		      const struct oid *blob)
{
	buf_addf(data, "%s %s\n", blob->hex, object->hex);
	return 0;
}

static int count_change(void *data, const struct oid *object)
{
	(void)object;
	++*(int *)data;
	return 0;
}

static int see_note(void *data, const struct oid *object,
		    const struct oid *blob)
{
	(void)blob;
	return count_change(data, object);
}

/* What we list is what git lists. */
static void same_list(struct repo *repo, const struct oid *tree,
		      const char *name)
{
	AUTO(buf) got = BUF_INIT;

	int rc = notes_each(repo, tree, count_note, &got);
	buf_rtrim(&got);
	sh("a", "git update-ref refs/notes/list $(git commit-tree -m x %s)",
	   tree->hex);
	const char *want = sh("a", "git notes --ref=list list");
	ok(!rc && !strcmp(got.ptr, want), "%s", name);
}

static void test_sizes(void)
{
	static const int sizes[] = { 1, 10, 300, 10000 };
	AUTO_PTR(repo) repo = scratch_repo("a");

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		auto_free char *ref = xstrfmt("size%d", sizes[i]);
		struct oid tree, more;
		int changed = 0;

		int rc = write_notes(&tree, repo, NULL, 0, sizes[i],
				     "a note\n");
		gits_notes(ref, 0, sizes[i], "a note");
		const char *want =
			sh("a", "git rev-parse refs/notes/%s^{tree}", ref);
		ok(!rc, "%d notes are written", sizes[i]);
		is(tree.hex, want, "into the very tree that git writes");
		same_list(repo, &tree, "git lists them");

		rc = write_notes(&more, repo, &tree, sizes[i], sizes[i] + 1,
				 "another\n");
		gits_notes(ref, sizes[i], sizes[i] + 1, "another");
		want = sh("a", "git rev-parse refs/notes/%s^{tree}", ref);
		ok(!rc, "one more is added");
		is(more.hex, want, "as git adds it");
		rc = notes_changed(repo, &tree, &more, count_change, &changed);
		ok(!rc && changed == 1, "and found as the one change");
		changed = 0;
		rc = notes_changed(repo, NULL, &more, count_change, &changed);
		ok(!rc && changed == sizes[i] + 1, "all are, against none");
	}
	ok(sh_ok("a", "git fsck --strict"), "git fsck is content");
}

/* A tree from lines of `git mktree`, where "/" means: make subtrees. */
static struct oid tree_of(const char *index)
{
	return sh_oid("a", "rm -f .git/x; export GIT_INDEX_FILE=.git/x; "
		      "printf '%s' | git update-index --add --index-info && "
		      "git write-tree", index);
}

/* One object in three spellings, others flat and deep, and a README. */
static void test_mixed(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	struct oid one, two, three, readme, a, b, tree, written, object;
	AUTO(buf) index = BUF_INIT;
	AUTO(buf) text = BUF_INIT;

	blob_write(&one, repo, "one\n", 4);
	blob_write(&two, repo, "two", 3);
	blob_write(&three, repo, "three\n\n", 7);
	blob_write(&readme, repo, "readme\n", 7);
	fake_object(&a, 1);
	fake_object(&b, 2);
	buf_addf(&index, "100644 %s\t%s\n", one.hex, a.hex);
	buf_addf(&index, "100644 %s\t%.2s/%s\n", two.hex, a.hex, a.hex + 2);
	buf_addf(&index, "100644 %s\t%.2s/%.2s/%s\n", three.hex, a.hex,
		 a.hex + 2, a.hex + 4);
	buf_addf(&index, "100644 %s\t%.2s/%.2s/%.2s/%s\n", one.hex, b.hex,
		 b.hex + 2, b.hex + 4, b.hex + 6);
	buf_addf(&index, "100755 %s\tREADME\n", readme.hex);
	buf_addf(&index, "100644 %s\t%.2s/README\n", readme.hex, b.hex);
	buf_addf(&index, "100644 %s\tdocs/deep/x\n", readme.hex);
	buf_addf(&index, "100644 %s\tabcd\n", readme.hex);
	tree = tree_of(index.ptr);

	sh("a", "git update-ref refs/notes/mixed "
	   "$(git commit-tree -m x %s)", tree.hex);
	ok(!notes_read(&text, repo, &tree, &a), "three spellings are read");
	buf_rtrim(&text);
	is(text.ptr, sh("a", "git notes --ref=mixed show %s", a.hex),
	   "as git puts them together");
	buf_clear(&text);
	ok(!notes_read(&text, repo, &tree, &b), "a deep note is read");
	is(text.ptr, "one\n", "whole");
	fake_object(&object, 3);
	is_int(notes_read(&text, repo, &tree, &object), ERR_NOTFOUND,
	       "no note is told");

	ok(!write_notes(&written, repo, &tree, 3, 4, "new\n"), "an addition");
	sh("a", "git notes --ref=mixed add -m new %s", object.hex);
	is(written.hex, sh("a", "git rev-parse refs/notes/mixed^{tree}"),
	   "merges and flattens as git does, and keeps other files");
	ok(!write_notes(&written, repo, &tree, 1, 2, "new\n"), "replacing");
	buf_clear(&text);
	ok(!notes_read(&text, repo, &written, &a) &&
		   !strcmp(text.ptr, "new\n"),
	   "drops all other spellings");
}

static void test_removal(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	AUTO_PTR(notes_edit) edit = NULL;
	struct oid tree, less, object;

	fake_object(&object, 17);
	ok(!write_notes(&tree, repo, NULL, 0, 300, "a note\n") &&
		   !notes_edit_new(&edit, repo, &tree) &&
		   !notes_edit_set(edit, &object, NULL, 0) &&
		   !notes_edit_write(&less, edit),
	   "a note is removed");
	sh("a", "git update-ref refs/notes/less $(git commit-tree -m x %s) && "
	   "git notes --ref=less remove %s", tree.hex, object.hex);
	is(less.hex, sh("a", "git rev-parse refs/notes/less^{tree}"),
	   "as git removes it");
}

/* A small tree can stand for a boundless one. */
static void test_hostile(void)
{
	AUTO_PTR(repo) repo = scratch_repo("a");
	int seen = 0;
	struct oid tree = sh_oid("a",
		"b=$(echo x | git hash-object -w --stdin);"
		"t=$(printf '100644 blob %%s\\t%%034d\\n' $b 0 | git mktree);"
		"for l in 1 2 3; do t=$(for i in $(seq 0 255); do "
		"printf '040000 tree %%s\\t%%02x\\n' $t $i; done | "
		"git mktree); done; echo $t");

	is_int(notes_each(repo, &tree, see_note, &seen), ERR_BADDATA,
	       "a tree of 16 million notes in four objects is given up");
	struct oid blob = sh_oid("a", "echo x | git hash-object --stdin");
	is_int(notes_each(repo, &blob, see_note, &seen), ERR_NOTFOUND,
	       "a file is no notes tree");
}

int main(void)
{
	scratch_begin();
	sh("", "git init -q -b main a && cd a && "
	   "git config core.logAllRefUpdates false && "
	   "git commit -q --allow-empty -m first");
	test_sizes();
	test_mixed();
	test_removal();
	test_hostile();
	return done();
}
