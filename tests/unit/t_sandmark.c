/*
 * The driver "sandmark", mode native: compilers are built, benchmarks are
 * built with them, and each row is run by us.
 */
#include "sandmark_job.h"

static void check_missing(const struct job *job)
{
	is_missing(job, "0 fib.3 build: needs library \"nolib\"");
	is_missing(job, "1 fib.3 build: needs library \"nolib\"");
	is_missing(job, "0 broken. build: Error: Unbound value print_strin");
	is_missing(job, "0 menhir.x build: needs program \"menhir\"");
	is_missing(job, "0 js.%{bin:frama-c_byte} config: only dune can fill "
			"in %{bin:frama-c.byte}");
	is_missing(job, "1 double.1_2 config: two runs");
	is_missing(job, "0 gone. build: Error: Don't know how to build");
	is_int(job->missing.nr, 2 * 6, "nothing else is missing");
	ok(has_note(job, "ack.exe was built without nolib"),
	   "a library that a program does not need is taken from its stanza");
}

static void check_readings(const struct job *job,
			   const struct readings *readings)
{
	const struct reading *loop = find(readings, "loop.20000");
	const struct reading *crash = find(readings, "crash.");

	ok(loop && !loop->failure && loop->seconds > 0 &&
		   metrics_find(&loop->metrics, "user_seconds"),
	   "a run has its time");
	ok(loop && metrics_find(&loop->metrics, "gc.minor_words")->value >
			   20000,
	   "and gc figures, though the program ended no line");
	ok(loop && metrics_find(&loop->metrics, "codesize")->value > 1000,
	   "and the size of its code");
	ok(crash && crash->failure && !strcmp(crash->failure, STAGE_EXIT) &&
		   strstr(crash->reason, "no such heap"),
	   "one that fails says what it said");
	ok(find(readings, "loop.seven.x") && find(readings, "ack.2_1_5"),
	   "names are made as Sandmark makes them");
	ok(!find(readings, "untagged.1"), "what has no such tag is not run");
	const struct reading *reader = find(readings, "reader.words_txt");
	ok(reader && !reader->failure, "data files are in place");
	ok(!has_note(job, "printed no gc"), "all printed their figures");
}

static void check_artifact(struct job *job)
{
	AUTO(summary_bench) s = { 0 };

	ok(!driver_sandmark.finish(&job->run), "files are written at the end");
	is_int(job->run.artifacts.nr, 4, "two build logs, a file a side");
	read_artifact(&s, job, ".orun.summary.bench");
	is_int(s.damages.nr, 0, "our reader takes it as it is");
	is_int(s.nr, 5, "a row for each target that was measured");
	const struct summary_row *row = summary_bench_find(&s, "loop.1000");
	ok(row && row->gc.nr >= 9 && row->maxrss > 1 << 20 &&
		   row->codesize > 1000 && row->user >= 0,
	   "with all a row has");
	is(row ? row->command : NULL, "taskset --cpu-list 5 ./loop.exe 1000",
	   "the command as Sandmark shows it");
	is(row ? summary_row_version(row) : NULL, "4.13.1", "the compiler");
}

/* The sum of digits appended to made.txt, and what it began with. */
static void check_data(struct job *job)
{
	AUTO(buf) first = BUF_INIT, second = BUF_INIT;
	struct buf *texts[] = { &first, &second };
	size_t reader = 0;

	while (strcmp(job->programs.items[reader].name, "reader.words_txt"))
		reader++;
	for (int i = 0; i < 2; i++) {
		AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
		const struct program *p = &job->programs.items[reader];

		driver_sandmark.before(&job->run, &job->sides[i], p);
		driver_sandmark.spec(&spec, &job->run, &job->sides[i], p);
		auto_free char *path = file_join(spec.cwd, "made.txt");
		if (file_read(texts[i], path, 1000))
			ok(false, "%s", error_message());
	}
	is(second.ptr, first.ptr,
	   "random data are the same for both sides, before each sample");
}

static void test_native(void)
{
	static char *sides[] = { (char *)"main~3", (char *)"main~2", NULL };
	struct job job;
	AUTO(readings) readings = READINGS_INIT;

	if (begin(&job, NATIVE, sides)) {
		ok(false, "native: %s", error_message());
		end(&job);
		return;
	}
	ok(job.sides[0].built && job.sides[1].built, "both sides are built");
	is_int(strlen(job.sides[0].dir), strlen(job.sides[1].dir),
	       "at paths of one length");
	auto_free char *base = steps_of(&job.sides[0]);
	is(base, "configured gc.o amd64.o unix.o made installed",
	   "the first side is built from nothing");
	auto_free char *head = steps_of(&job.sides[1]);
	is(head, "configured gc.o amd64.o unix.o made installed "
		 "gc.o made installed",
	   "the second one only what has changed");
	check_missing(&job);
	ok(!sample_all(&readings, &job, 3), "every program runs");
	check_readings(&job, &readings);
	check_artifact(&job);
	check_data(&job);
	ok(has_note(&job, "5"), "CPUs that the machine lacks are said");
	end(&job);
}

static void test_incremental(void)
{
	static char *sides[] = { (char *)"main~1", (char *)"main~3:+flambda",
				 (char *)"main", (char *)"main~3", NULL };
	struct job job;

	ok(!begin(&job, NATIVE "\tfilter = ^loop\\\\.1000$\n", sides),
	   "four sides: %s", error_message());
	auto_free char *header = steps_of(&job.sides[0]);
	is(header, "configured gc.o amd64.o unix.o made installed "
		   "gc.o made installed amd64.o unix.o made installed",
	   "a header rebuilds what make would wrongly keep");
	auto_free char *flambda = steps_of(&job.sides[1]);
	is(flambda, "configured gc.o amd64.o unix.o made installed",
	   "other options are another build");
	is_missing(&job, "2  build: make: exit status 2: gc.c:1:2: error: "
			 "no heap");
	ok(!job.sides[2].built && job.sides[3].built,
	   "a side that does not build leaves the others");
	is_int(job.programs.nr, 1, "the filter leaves one program");
	ok(job.programs.items[0].available[1] &&
		   !job.programs.items[0].available[2],
	   "which is not there on that side");
	auto_free char *cached = steps_of(&job.sides[3]);
	is(cached, "configured gc.o amd64.o unix.o made installed",
	   "what was built before is not built again");
	AUTO(readings) readings = READINGS_INIT;
	ok(!sample_all(&readings, &job, 1) && readings.nr == 3,
	   "and all that is built runs");
	AUTO(summary_bench) s = { 0 };
	ok(!driver_sandmark.finish(&job.run), "files are written");
	read_artifact(&s, &job, "+flambda_1.orun");
	is(s.nr ? json_get_string(s.rows[0].ocaml, "flambda", "") : "", "true",
	   "a variant's option reaches the compiler");
	end(&job);
}

static void test_environment(void)
{
	static char *sides[] = { (char *)"main~3:OCAMLRUNPARAM=s=8k", NULL };
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	struct job job;

	setenv("OCAMLRUNPARAM", "v=0x3", 1);
	setenv("OPAM_SWITCH_PREFIX", "/none", 1);
	ok(!begin(&job,
		  NATIVE "\tfilter = ^loop\\\\.1000$\n\tocamlrunparam = b\n"
			 "\tenv = FROM_SUITE=1\n"
			 "[target \"s/loop.1000\"]\n\tsamples = 7\n"
			 "\ttimeout = 9\n\tenv = FROM_TARGET=1\n",
		  sides),
	   "one side: %s", error_message());
	unsetenv("OCAMLRUNPARAM");
	ok(!driver_sandmark.spec(&spec, &job.run, &job.sides[0],
				 &job.programs.items[0]),
	   "its program can be started");
	is(environ_get(&spec.env, "OCAMLRUNPARAM"), "s=16k,b,s=8k,v=0x400",
	   "OCAMLRUNPARAM: wrapper, suite, variant, and what we need");
	ok(environ_get(&spec.env, "FROM_WRAPPER") &&
		   environ_get(&spec.env, "FROM_SUITE") &&
		   environ_get(&spec.env, "FROM_TARGET"),
	   "all who may set variables do");
	ok(!environ_get(&spec.env, "OPAM_SWITCH_PREFIX"),
	   "this shell's own OCaml is not there");
	is_int(job.programs.items[0].samples, 7, "a target's own samples");
	ok(spec.timeout == 9, "and timeout");
	ok(spec.cpus && strcmp(spec.cpus, "5"), "CPUs are mapped");
	is(spec.argv.items[0], "./loop.exe", "and no taskset is timed");
	end(&job);
}

static void test_parallel(void)
{
	static char *sides[] = { (char *)"main~3", NULL };
	struct job job;
	AUTO(readings) readings = READINGS_INIT;
	AUTO(summary_bench) s = { 0 };

	ok(!begin(&job,
		  NATIVE "\trun-config = parallel_run_config.json\n"
			 "\trun-config = run_config.json\n"
			 "\tfilter = ^loop\n",
		  sides),
	   "two configurations: %s", error_message());
	is_int(job.programs.nr, 6, "both are run");
	ok(!sample_all(&readings, &job, 2), "all of them");
	const struct reading *two =
		find(&readings, "loop_multicore.2_500.orunchrt");
	ok(two && two->kind == KIND_PARALLEL && two->domains == 2 &&
		   !two->failure,
	   "a parallel run knows its domains");
	const struct reading *one = find(&readings, "loop.500.orunchrt");
	ok(one && one->kind == KIND_SEQUENTIAL && !one->domains,
	   "its sequential counterpart has none");
	ok(!driver_sandmark.finish(&job.run), "files are written");
	read_artifact(&s, &job, ".orunchrt.summary.bench");
	is_int(s.nr, 3, "a file for each wrapper");
	end(&job);
}

/* A dune library in a folder of its own, as for `vendor`. */
static int make_library(void)
{
	static const char *const files[][2] = {
		{ "dune-project", "(lang dune 2.0)\n(name nolib)\n"
				  "(package (name nolib))\n" },
		{ "dune", "(library (name nolib) (public_name nolib))\n" },
		{ "nolib.ml", "let fib n = n\n" },
	};
	auto_free char *dir = in_scratch("nolib");
	int rc = file_mkdir_p(dir);

	for (size_t i = 0; !rc && i < ARRAY_SIZE(files); i++) {
		auto_free char *path = file_join(dir, files[i][0]);

		rc = file_write(path, files[i][1], strlen(files[i][1]));
	}
	return rc;
}

static void test_libraries(void)
{
	static char *sides[] = { (char *)"main~3", NULL };
	struct job job;
	AUTO(readings) readings = READINGS_INIT;

	ok(!make_library(), "a library to vendor");
	ok(!begin(&job,
		  NATIVE "\tvendor = ../nolib\n\tfilter = fib|menhir\n"
			 "\tlibraries = \"printf '#!/bin/sh\\\\necho $*' "
			 ">$PREFIX/bin/menhir; chmod +x $PREFIX/bin/menhir\"\n",
		  sides),
	   "what is missing can be given: %s", error_message());
	if (!is_int(job.missing.nr, 0, "then nothing is missing"))
		printf("# %s\n", job.missing.items[0]);
	ok(!sample_all(&readings, &job, 1), "and all runs");
	ok(find(&readings, "fib.3") && !find(&readings, "fib.3")->failure,
	   "a library comes with the suite");
	ok(find(&readings, "menhir.x") &&
		   !find(&readings, "menhir.x")->failure,
	   "a program with the compiler");
	ok(has_note(&job, "menhir.x printed no gc figures"),
	   "which is no program of OCaml's, as is said");
	ok(json_object_get(job.run.toolchain, "vendored"),
	   "what was given is part of the toolchain");
	end(&job);
}

/* ==== Configuration ===================================================== */

static void refused(const char *config, const char *message)
{
	AUTO(suites) suites = SUITES_INIT;
	auto_free char *text = xstrfmt("[suite \"s\"]\n\tdriver = sandmark\n%s",
				       config);
	int rc = suites_parse(&suites, text, strlen(text));

	if (ok(rc == ERR_BADDATA && strstr(error_message(), message), "%s",
	       message))
		return;
	printf("# %d: %s\n", rc, error_message());
}

static void test_refusals(void)
{
	refused("", "needs a Sandmark checkout");
	refused("\tsandmark = https://x/y\n",
		".gitbench, line 3: suite 's': a URL needs a commit");
	refused("\tsandmark = x\n\tmode = fast\n",
		"line 4: suite 's': the mode is 'native' or 'make', not");
	refused("\tsandmark = x\n\tjobs = many\n", "line 4");
	refused("\tsandmark = x\n\trun-config = ../a.json\n",
		"../a.json is no file of the checkout");
	refused("\tsandmark = x\n\tconfigure = CC='gcc\n", "is not closed");
	refused("\tsandmark = x\n\tsandmrk = y\n", "line 4");
}

int main(void)
{
	test_refusals();
	if (scratch_fill()) {
		test_native();
		test_incremental();
		test_environment();
		test_parallel();
		test_libraries();
	}
	scratch_empty();
	return done();
}
