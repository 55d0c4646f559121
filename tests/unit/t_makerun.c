/*
 * The driver "sandmark", mode make: Sandmark does it, we read what it wrote,
 * and see through its silences.
 */
#include "sandmark_job.h"

/* A commit of the compiler with the fault in its subject. */
static void commit_fault(const char *fault)
{
	auto_free char *path = in_scratch("compiler");
	char *argv[] = { (char *)"git",	   (char *)"-C",
			 path,		   (char *)"-c",
			 (char *)"user.name=A",
			 (char *)"-c",	   (char *)"user.email=a@b",
			 (char *)"commit", (char *)"-q",
			 (char *)"--allow-empty", (char *)"-m",
			 (char *)fault,	   NULL };

	if (fixture(argv))
		ok(false, "commit: %s", error_message());
}

static void run_make(struct job *job, struct readings *out, const char *more)
{
	static char *sides[] = { (char *)"main", NULL };
	auto_free char *config =
		xstrfmt("%s\tmode = make\n%s", NATIVE, more);

	if (begin(job, config, sides) || sample_all(out, job, 1))
		ok(false, "make: %s", error_message());
}

static void test_make(void)
{
	struct job job;
	AUTO(readings) readings = READINGS_INIT;

	commit_fault("fine");
	run_make(&job, &readings, "\titerations = 2\n");
	is_int(job.programs.nr, 1, "one program for all rows");
	ok(job.programs.items[0].many, "which reports many");
	const struct reading *loop = find(&readings, "loop.1000");
	ok(loop && !loop->failure && loop->seconds == 1.5 &&
		   metrics_find(&loop->metrics, "maxrss")->value ==
			   2048 * 1024,
	   "rows are read back");
	const struct reading *fib = find(&readings, "fib.3");
	ok(fib && fib->failure && !strcmp(fib->failure, STAGE_OUTPUT),
	   "one without gc figures did not end well");
	const struct reading *ack = find(&readings, "ack.2_1_5");
	ok(ack && ack->failure && !strcmp(ack->failure, STAGE_ABSENT) &&
		   strstr(ack->reason, "ack.exe ended with code 2"),
	   "one that is not there says what make said");
	ok(!find(&readings, "untagged.1"), "what was not asked for is not run");
	is_missing(&job, "0 double.1_2 config: two runs");
	is_int(readings.nr, 2 * 11, "each row once an iteration");
	is_int(job.run.artifacts.nr, 2, "Sandmark's own files are kept");
	end(&job);
}

static void all_fail(const char *fault, const char *stage, const char *part)
{
	struct job job;
	AUTO(readings) readings = READINGS_INIT;
	size_t as_wanted = 0;

	commit_fault(fault);
	run_make(&job, &readings, "\tfilter = ^loop\n");
	for (size_t i = 0; i < readings.nr; i++) {
		const struct reading *r = &readings.items[i];

		as_wanted += r->failure && !strcmp(r->failure, stage) &&
			     strstr(r->reason, part);
	}
	if (!ok(readings.nr == 3 && as_wanted == 3, "%s: %s", fault, part))
		printf("# %s: %s\n", readings.items[0].failure,
		       readings.items[0].reason);
	end(&job);
}

static void test_make_faults(void)
{
	all_fail("no results", STAGE_EXIT, "Error: opam failed");
	all_fail("header only", STAGE_OUTPUT, "header and no row");
	all_fail("stale", STAGE_STALE, "older than the run");
	all_fail("other version", STAGE_STALE,
		 "measured with OCaml 4.12.0, not 4.13.1");
	commit_fault("full disk");
	struct job job;
	AUTO(readings) readings = READINGS_INIT;
	run_make(&job, &readings, "\tfilter = ^loop\n");
	ok(!find(&readings, "loop.1000")->failure &&
		   find(&readings, "loop.seven.x")->failure,
	   "of a file that was cut off the whole rows count");
	ok(has_note(&job, "last record cut off"), "and it is said");
	end(&job);
}

int main(void)
{
	if (scratch_fill()) {
		test_make();
		test_make_faults();
	}
	scratch_empty();
	return done();
}
