/*
 * The driver "sandmark", both modes, through its table of functions: on the
 * repositories that tests/fixtures/sandmark.sh makes.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/environ.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/process.h"
#include "git/revision.h"
#include "measure/sample.h"
#include "suite/driver.h"
#include "suite/summary_bench.h"
#include "tap.h"

#define NATIVE                                                          \
	"[suite \"s\"]\n\tdriver = sandmark\n\tsandmark = ../sandmark\n"   \
	"\tjobs = 1\n"

/* ==== A job ============================================================= */

struct job {
	struct repo *repo;
	struct suites suites;
	struct variant *variants[4];
	struct side sides[4];
	struct run run;
	struct programs programs;
	struct recorder *recorder;
	struct strlist missing; /* "side name stage: reason" */
};

static char *scratch;

static void note_missing(void *data, const char *target, int side,
			 const char *stage, const char *reason)
{
	struct job *job = data;

	strlist_addf(&job->missing, "%d %s %s: %s", side, target, stage,
		     reason);
}

static int fixture(char *const *argv)
{
	AUTO(process) p = PROCESS_INIT;

	strlist_add_all(&p.argv, (const char *const *)argv);
	int rc = process_run(&p);
	return rc || process_ok(&p) ? rc : process_fail(&p, argv[0]);
}

static char *in_scratch(const char *name)
{
	return file_join(scratch, name);
}

/* Sides are written "<revision>" or "<revision>:<variant>". */
static void add_side(struct job *job, const char *text)
{
	size_t n = job->run.nr_sides++;
	auto_free char *revision = xmemdupz(text, strcspn(text, ":"));
	const char *variant = strchr(text, ':');
	size_t count;

	job->sides[n].index = n;
	if (commit_resolve(&job->sides[n].commit, job->repo, revision) ||
	    suites_variants(&job->variants[n], &count, &job->suites,
			    job->run.suite, variant ? variant + 1 : NULL))
		ok(false, "side %s: %s", text, error_message());
	job->sides[n].variant = job->variants[n];
}

static int begin(struct job *job, const char *config, char *const *sides)
{
	auto_free char *path = in_scratch("compiler");
	auto_free char *artifacts = in_scratch("artifacts");

	*job = (struct job){ .run = { .sides = job->sides } };
	file_remove_tree(artifacts);
	int rc = file_mkdir_p(artifacts);
	if (!rc)
		rc = repo_open(&job->repo, path);
	if (!rc)
		rc = suites_parse(&job->suites, config, strlen(config));
	if (!rc)
		rc = suites_find(&job->run.suite, &job->suites, NULL);
	if (!rc)
		rc = recorder_open(&job->recorder);
	if (rc)
		return rc;
	job->run.repo = job->repo;
	job->run.toolchain = json_object();
	job->run.notes = json_array();
	job->run.artifact_dir = STEAL(artifacts);
	job->run.missing = note_missing;
	job->run.job = job;
	for (; *sides; sides++)
		add_side(job, *sides);
	rc = driver_sandmark.open(&job->run);
	for (size_t i = 0; !rc && i < job->run.nr_sides; i++)
		rc = driver_sandmark.build(&job->run, &job->sides[i]);
	return rc ? rc : driver_sandmark.programs(&job->programs, &job->run);
}

/* One sample of one program on one side. */
static int sample_once(struct readings *out, struct job *job, size_t program,
		       size_t side)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) sample = SAMPLE_INIT;
	const struct program *p = &job->programs.items[program];
	struct side *s = &job->sides[side];
	int rc = driver_sandmark.before(&job->run, s, p);

	if (!rc)
		rc = driver_sandmark.spec(&spec, &job->run, s, p);
	if (!rc)
		rc = sample_take(&sample, job->recorder, &spec);
	return rc ? rc : driver_sandmark.collect(out, &job->run, s, p,
						 &sample);
}

static int sample_all(struct readings *out, struct job *job, int samples)
{
	int rc = 0;

	for (int n = 0; n < samples; n++)
		for (size_t i = 0; i < job->programs.nr; i++)
			for (size_t j = 0; !rc && j < job->run.nr_sides; j++)
				if (job->programs.items[i].available[j])
					rc = sample_once(out, job, i, j);
	return rc;
}

static void end(struct job *job)
{
	if (job->run.data)
		driver_sandmark.close(&job->run);
	programs_release(&job->programs);
	for (size_t i = 0; i < job->run.nr_sides; i++) {
		variants_free(job->variants[i], 1);
		free(job->sides[i].dir);
	}
	recorder_close(job->recorder);
	json_decref(job->run.toolchain);
	json_decref(job->run.notes);
	free(job->run.suite_sha);
	free(job->run.artifact_dir);
	strlist_release(&job->run.artifacts);
	strlist_release(&job->missing);
	suites_release(&job->suites);
	repo_free(job->repo);
}

/* ==== What to look for ================================================== */

static bool has_line(const struct strlist *list, const char *start)
{
	for (size_t i = 0; i < list->nr; i++)
		if (!strncmp(list->items[i], start, strlen(start)))
			return true;
	return false;
}

static void is_missing(const struct job *job, const char *start)
{
	if (ok(has_line(&job->missing, start), "missing: %s", start))
		return;
	for (size_t i = 0; i < job->missing.nr; i++)
		printf("# %s\n", job->missing.items[i]);
}

static bool has_note(const struct job *job, const char *part)
{
	size_t i;
	json_t *note;

	json_array_foreach(job->run.notes, i, note)
		if (strstr(json_string_value(note), part))
			return true;
	return false;
}

static const struct reading *find(const struct readings *readings,
				  const char *name)
{
	for (size_t i = 0; i < readings->nr; i++)
		if (!strcmp(readings->items[i].target, name))
			return &readings->items[i];
	return NULL;
}

static void read_artifact(struct summary_bench *out, const struct job *job,
			  const char *part)
{
	for (size_t i = 0; i < job->run.artifacts.nr; i++) {
		AUTO(buf) text = BUF_INIT;
		const char *name = job->run.artifacts.items[i];
		auto_free char *path = file_join(job->run.artifact_dir, name);

		if (!strstr(name, part) || file_read(&text, path, 1 << 20))
			continue;
		summary_bench_parse(out, text.ptr, text.len);
		return;
	}
	ok(false, "there is an artifact *%s*", part);
}

/* The steps that the stand-in's makefile noted in a side's tree. */
static char *steps_of(const struct side *side)
{
	AUTO(buf) text = BUF_INIT;
	AUTO(strlist) words = STRLIST_INIT;
	auto_free char *path = xstrfmt("%s/tree/steps", side->dir);

	if (file_read(&text, path, 65536))
		return xstrdup(error_message());
	strlist_split(&words, text.ptr, "\n");
	return strlist_join(&words, " ");
}

/* ==== Native ============================================================ */

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

/* ==== Make ============================================================== */

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
	char *argv[] = { (char *)"tests/fixtures/sandmark.sh", NULL, NULL };

	test_refusals();
	if (file_make_temp_dir(&scratch, "git-bench-t_sandmark"))
		return 1;
	argv[1] = scratch;
	if (fixture(argv)) {
		ok(false, "%s", error_message());
	} else {
		test_native();
		test_incremental();
		test_environment();
		test_parallel();
		test_libraries();
		test_make();
		test_make_faults();
	}
	file_remove_tree(scratch);
	free(scratch);
	error_clear();
	return done();
}
