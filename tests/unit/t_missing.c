#include "report/missing.h"

#include <stdint.h>
#include <string.h>

#include "example.h"
#include "tap.h"

static const struct style plain = STYLE_PLAIN;

static void table(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(table) all = TABLE_INIT, few = TABLE_INIT;
	AUTO(buf) out = BUF_INIT;

	example_read(&result, example_two);
	result_add_missing(&result, "both", 0, "build", "needs x");
	result_add_missing(&result, "both", 1, "build", "needs x");
	result_add_missing(&result, "differ", 0, "build", "needs y");
	result_add_missing(&result, "differ", 1, "run", "exit status 2");
	result_add_missing(&result, "", 1, "build",
			   "build: exit status 2\na.c:1:2: error: no\n"
			   "make: *** [a.o] Error 1");
	is_int(missing_table(&all, &result, SIZE_MAX), 0, "nothing left out");
	table_print(&out, &all, TABLE_AS_TEXT, &plain);
	is(out.ptr,
	   "not measured  side  stage  reason\n"
	   "differ        head  run    exit status 2\n"
	   "everything    head  build  a.c:1:2: error: no\n"
	   "menhir        base  build  needs menhirLib\n"
	   "differ        base  build  needs y\n"
	   "both          both  build  needs x\n",
	   "one row for all sides; the head's own first");
	is_int(missing_table(&few, &result, 2), 3, "what is left out");
	is_int(table_rows(&few), 2, "and what is not");
}

static void sentences(void)
{
	static const struct {
		const char *stage, *reason, *want;
	} cases[] = {
		{ "run", "exit status 1: hello\nFatal error: exception X\nbye",
		  "Fatal error: exception X" },
		{ "crash", "killed by signal 11: one\nerror: no", "killed by "
							    "signal 11: one" },
		{ "timeout", "timed out after 5 min: x\ny",
		  "timed out after 5 min: x" },
		{ "run", "", "" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct result_missing missing = {
			.stage = (char *)cases[i].stage,
			.reason = (char *)cases[i].reason,
		};
		auto_free char *got = missing_sentence(&missing);

		is(got, cases[i].want, cases[i].want);
	}
}

int main(void)
{
	table();
	sentences();
	return done();
}
