#include "measure/valgrind.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "sampling.h"
#include "tap.h"

static void is_summary(const char *text, double want, const char *name)
{
	double got = -1;

	if (!valgrind_parse_summary(&got, text))
		got = -1;
	is_near(got, want, 0, name);
}

static void test_parse(void)
{
	is_summary("events: Ir\nfn=x\n1 2\nsummary: 226178\n", 226178,
		   "the last line is the sum");
	is_summary("summary: 5", 5, "also without a line feed");
	is_summary("summary: 5 6 7\n", 5, "of several events the first");
	is_summary("events: Ir\n1 2\n", -1, "a file cut short has none");
	is_summary("summary:\n", -1, "a sum without number is none");
	is_summary("summary: -1\n", -1, "nor is a negative one");
	is_summary("summary: 1x\n", -1, "nor is a word");
	is_summary("summary: 99999999999999999999999\n", -1,
		   "nor is one beyond all counting");
	is_summary("the summary: 1\n", -1, "nor one within a line");
	is_summary("", -1, "nor is nothing");
}

static double count(const char *script)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) s = SAMPLE_INIT;

	spec_shell(&spec, script);
	spec.timeout = 600;
	if (valgrind_count(&s, recorder, &spec)) {
		printf("# %s\n", error_message());
		return -1;
	}
	const struct metric *m =
		metrics_find(&s.metrics, "instructions.valgrind");
	is_int(s.metrics.nr, m ? 1 : 0, "no other figure comes with it");
	return m ? m->value : 0;
}

static void test_count(void)
{
	double none = count(":");
	double some = count("i=0; while [ $i -lt 1000 ]; do i=$((i+1)); done");
	double child = count("/bin/true; :");

	printf("# %.0f, %.0f, %.0f\n", none, some, child);
	ok(none > 10000, "an empty script has instructions");
	ok(some > none + 100000, "a loop has more");
	ok(child > none + 10000, "a child's are counted with it");
	is_near(count(":"), none, none * 1e-4, "and they repeat");
	is_near(count("kill -9 $$"), 0, 0, "a killed program has no count");
}

static void test_output(void)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) s = SAMPLE_INIT;

	spec_shell(&spec, "echo out; echo err >&2; exit 3");
	is_int(valgrind_count(&s, recorder, &spec), 0, "a program is counted");
	is(s.out.ptr, "out\n", "its output is its own");
	is(s.err.ptr, "err\n", "its errors as well");
	is_int(s.exit_code, 3, "and its exit code");
}

static void test_missing(void)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) s = SAMPLE_INIT;

	spec_shell(&spec, ":");
	setenv("PATH", scratch, 1);
	is_int(valgrind_check(), ERR_NOTFOUND, "without valgrind");
	is_int(valgrind_count(&s, recorder, &spec), ERR_NOTFOUND,
	       "nothing is counted");
	is(error_hint(), "apt install valgrind", "and the way out is told");
}

int main(void)
{
	if (!sampling_begin())
		return 1;
	test_parse();
	if (valgrind_check()) {
		ok(true, "counting # SKIP no valgrind here");
	} else {
		test_count();
		test_output();
	}
	test_missing();
	sampling_end();
	return done();
}
