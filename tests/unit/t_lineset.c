#include "record/lineset.h"

#include <stdlib.h>
#include <string.h>

#include "scratch.h"
#include "tap.h"

static void unites(const char *a, const char *b, const char *want,
		   const char *name)
{
	AUTO(buf) out = BUF_INIT;

	lineset_unite(&out, a, strlen(a), b, strlen(b));
	is(out.ptr, want, name);
}

/* What git makes of two notes that differ, by its own cat_sort_uniq. */
static const char *git_unites(const char *a, const char *b)
{
	setenv("A", a, 1);
	setenv("B", b, 1);
	return sh("r", "for n in A B; do git update-ref -d refs/notes/$n; done;"
		       "printf %%s \"$A\" | git notes --ref=A add -fF - HEAD;"
		       "printf %%s \"$B\" | git notes --ref=B add -fF - HEAD;"
		       "git notes --ref=A merge -q -s cat_sort_uniq B;"
		       "git cat-file blob $(git notes --ref=A list HEAD)");
}

static void test_against_git(void)
{
	static const char *const pairs[][2] = {
		{ "b\na\n", "c\na\n" },
		{ "x", "x y\nx\n" },
		{ "\n\nb\n\na", "a\n\n" },
		{ "caf\xc3\xa9\n", "cafe\ncaf\xff\n" },
		{ " a\n", "a\n\ta\n" },
	};

	sh("", "git init -q r && cd r && git commit -q --allow-empty -m x");
	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
		AUTO(buf) ours = BUF_INIT;

		lineset_unite(&ours, pairs[i][0], strlen(pairs[i][0]),
			      pairs[i][1], strlen(pairs[i][1]));
		buf_rtrim(&ours);
		is(ours.ptr, git_unites(pairs[i][0], pairs[i][1]),
		   "git's cat_sort_uniq makes the same of two notes");
	}
}

static void test_nul(void)
{
	AUTO(buf) out = BUF_INIT;

	lineset_unite(&out, "a\0b\na\n", 6, "a\0c\n", 4);
	ok(out.len == 10 && !memcmp(out.ptr, "a\na\0b\na\0c\n", 10),
	   "a NUL is a byte like others");
}

static void subtracts(const char *a, const char *b, const char *want,
		      const char *name)
{
	AUTO(buf) out = BUF_INIT;

	lineset_subtract(&out, a, strlen(a), b, strlen(b));
	is(out.ptr, want, name);
}

static void test_subtract(void)
{
	AUTO(buf) out = BUF_INIT;

	subtracts("", "a\n", "", "nothing less something");
	subtracts("b\na\na\n", "", "a\nb\n", "something less nothing");
	subtracts("c\na\nb", "b\n\n", "a\nc\n", "what the other lacks");
	subtracts("a\n", "a", "", "the last line feed does not matter");
	lineset_subtract(&out, "a\0b\n", 4, "a\n", 2);
	ok(out.len == 4, "a NUL does not end a line");
}

int main(void)
{
	scratch_begin();
	unites("", "", "", "nothing and nothing");
	unites("a", "", "a\n", "a last line gets its line feed");
	unites("a\r\n", "a\n", "a\na\r\n", "bytes are kept");
	unites("b\nb\n", "b\n", "b\n", "once is enough");
	test_nul();
	test_subtract();
	test_against_git();
	return done();
}
