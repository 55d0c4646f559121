/* The lake driver over tests/bin/lake, which speaks Lake's language. */
#include "driving.h"

#define LAKE "[suite \"proofs\"]\n driver = lake\n"

static void make_repo(void)
{
	sh("repo", "echo '-- takes 1.2s' >Foo.lean;"
		   "echo '-- takes 340ms' >Bar.lean; git add .;"
		   "git commit -qm one; git tag one;"
		   "echo '-- takes 12s' >Foo.lean; echo 'sorry!' >Bad.lean;"
		   "git add .; git commit -qm two; git tag two");
}

static void builds(void)
{
	ok(!begin_job(LAKE " prepare = lake exe cache get\n", "one", "two"),
	   "both sides are prepared");
	ok(sh_ok("", "test -d '%s/.lake/packages'", sides[0].dir),
	   "by the command that gets what others built");
	is(json_string_value(json_object_get(run.toolchain, "lake")),
	   "Lake version 5.0.0-src+0000000 (Lean version 4.20.0)",
	   "the compiler is named");
	is_int(programs.nr, 1, "there is one program");
	ok(!take("total", 0) && !reading("total")->failure, "it builds");
	ok(reading("total")->seconds > 0, "in so much time");
	is_near(reading("Foo")->seconds, 1.2, 1e-12, "a target's seconds");
	is_near(reading("Bar")->seconds, 0.34, 1e-12, "or milliseconds");
	is_int(reading("Bar")->kind, KIND_BUILD, "of kind build");
	ok(!take("total", 0) && readings.nr == 3,
	   "each sample starts from a cold folder");
	ok(sh_ok("", "test -e '%s/lakeprof.log'", sides[0].dir),
	   "lakeprof is put in front");
}

static void failures(void)
{
	ok(!take("total", 1), "a build that fails");
	is(reading("total")->failure, STAGE_EXIT, "has no total");
	is(reading("Bad")->failure, STAGE_BUILD, "the target is named");
	is_near(reading("Foo")->seconds, 12, 1e-12,
		"what was built before it keeps its time");
	begin_job(LAKE " cold = nothing\n", "one", "one");
	take("total", 0);
	take("total", 0);
	is(reading("total")->failure, STAGE_OUTPUT,
	   "a warm build measures nothing");
	begin_job(LAKE " filter = ^B\n", "one", "one");
	take("total", 0);
	is_int(readings.nr, 2, "the filter is for targets, not for the total");
	begin_job(LAKE " prepare = lake exe cache put\n", "one", "one");
	is(missing.items[0],
	   "total/0/build: prepare: exit status 1\n"
	   "error: unknown command 'exe'", "a prepare that fails is told");
	begin_job(LAKE " run = no-such-lake build\n", "one", "one");
	is(missing.items[1],
	   "total/1/absent: there is no program no-such-lake",
	   "so is a lake that is not there");
}

static void other_outputs(void)
{
	begin_job(LAKE " run = lake build\n", "one", "one");
	ok(!take("total", 0) && readings.nr == 3,
	   "lake's own output is read without lakeprof");
	begin_job(LAKE " run = sh trace.sh\n"
		  " output-file = lakeprof.trace_event\n"
		  " build = \"echo 'echo \\\"$T\\\" >lakeprof.trace_event' "
		  ">trace.sh\"\n"
		  " env = \"T=[{\\\"ph\\\":\\\"X\\\",\\\"name\\\":\\\"Foo\\\","
		  "\\\"dur\\\":2500000}]\"\n", "one", "one");
	take("total", 0);
	is_near(reading("Foo")->seconds, 2.5, 1e-12, "a trace is read");
	ok(!reading("total")->failure, "beside the total");
}

int main(void)
{
	const char *bin = getenv("TEST_BIN");
	auto_free char *here = bin ? xstrdup(bin) : file_real("tests/bin");

	if (!here) {
		printf("Bail out! run it from the top of the sources\n");
		return 99;
	}
	auto_free char *path = xstrfmt("%s:%s", here, getenv("PATH"));
	setenv("PATH", path, 1);
	begin_driving();
	make_repo();
	builds();
	failures();
	other_outputs();
	end_driving();
	return done();
}
