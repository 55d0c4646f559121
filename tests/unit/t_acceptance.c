#include "record/acceptance.h"

#include <string.h>

#include "base/text.h"
#include "scratch.h"
#include "tap.h"

static void reads(void)
{
	struct acceptance a;
	const char *why;

	ok(acceptance_parse(&a, &why, "fib.* 10% needs a lock") &&
		   !a.missing && !a.metric,
	   "target, limit, reason");
	is(a.target, "fib.*", "the target");
	is_near(a.most, 0.1, 1e-12, "the limit");
	is(a.reason, "needs a lock", "the reason");
	acceptance_release(&a);
	ok(acceptance_parse(&a, &why, " x \t gc.words:2.5%  why"), "a metric");
	is(a.metric, "gc.words", "stands before the colon");
	is(a.reason, "why", "blanks do not matter");
	acceptance_release(&a);
	ok(acceptance_parse(&a, &why, "x wall:2% y"), "wall");
	is(a.metric, "seconds", "is wall seconds");
	acceptance_release(&a);
	ok(acceptance_parse(&a, &why, "old missing was removed") && a.missing,
	   "a target that is gone");
	acceptance_release(&a);
}

static void refuses(void)
{
	static const struct {
		const char *text, *lacks;
	} cases[] = {
		{ "", "target" },
		{ "   ", "target" },
		{ "fib", "limit such as 10%, maxrss:10% or missing" },
		{ "fib because", "limit such as 10%, maxrss:10% or missing" },
		{ "fib 10 why", "limit such as 10%, maxrss:10% or missing" },
		{ "fib -1% why", "limit such as 10%, maxrss:10% or missing" },
		{ "fib :1% why", "limit such as 10%, maxrss:10% or missing" },
		{ "fib inf% why", "limit such as 10%, maxrss:10% or missing" },
		{ "fib 10%", "reason" },
		{ "fib missing ", "reason" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct acceptance a;
		const char *why = "";

		ok(!acceptance_parse(&a, &why, cases[i].text), "'%s'",
		   cases[i].text);
		is(why, cases[i].lacks, "lacks that");
		acceptance_release(&a);
	}
}

static void of_a_range(void)
{
	sh("", "git init -q r && cd r && git commit -q --allow-empty -m base");
	sh("r", "git commit -q --allow-empty -m one "
		"-m 'Bench-Accept: fib 10%% a lock\nBench-Accept: zip'");
	AUTO_PTR(repo) repo = scratch_repo("r");
	AUTO(acceptances) found = ACCEPTANCES_INIT, none = ACCEPTANCES_INIT;
	struct oid base = sh_oid("r", "git rev-parse HEAD~1");
	struct oid head = sh_oid("r", "git rev-parse HEAD"), absent;

	works(acceptances_read(&found, repo, &base, &head, true), "a range");
	is_int(found.nr, 1, "what can be read counts");
	ok(oid_equal(&found.items[0].commit, &head) &&
		   !found.items[0].is_signed,
	   "with its commit, which is not signed");
	is_int(found.notes.nr, 1, "what cannot is said");
	ok(text_ends_with(found.notes.items[0],
			  "has no limit such as 10%, maxrss:10% or missing: "
			  "zip"),
	   "in words that help");
	oid_parse(&absent, "0123456789012345678901234567890123456789");
	works(acceptances_read(&none, repo, &absent, &head, false),
	      "commits that are not here are no error");
	ok(none.notes.nr == 1 && strstr(none.notes.items[0], "not all here"),
	   "but are said");
}

int main(void)
{
	scratch_begin();
	reads();
	refuses();
	of_a_range();
	return done();
}
