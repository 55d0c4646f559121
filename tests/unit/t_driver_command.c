/* The command driver, step by step as a job drives it. */
#include "driving.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/interrupt.h"

static void make_repo(void)
{
	sh("repo", "printf 'true\\n' >ok; printf 'x\\n' >data;"
		   "printf 'exit 3\\n' >bad; git add .; git commit -qm one;"
		   "git tag one;"
		   "printf 'echo broken >&2; exit 9\\n' >bad; git add .;"
		   "git commit -qm two; git tag two");
}

/* Each way in which a target can end has a word of its own. */
static void stages(void)
{
	ok(!begin_job("[suite \"m\"]\n driver = command\n timeout = 1s\n"
		      " build = cp ok built\n"
		      " target = fine = sh built\n"
		      " target = exits = sh bad\n"
		      " target = sleeps = sleep 100\n"
		      " target = absent = ./no-such-program 1\n"
		      " target = no input = cat\n"
		      "[target \"m/no input\"]\n input = no-such-file\n"
		      "[target \"m/crashes\"]\n shell\n command = kill -SEGV $$\n"
		      "[target \"m/no command\"]\n shell\n"
		      " command = no-such-program\n"
		      "[target \"m/reads\"]\n command = cat\n input = data\n",
		      "one", "two"),
	   "both sides are built");
	ok(sides[0].built && sides[1].built, "and said to be");
	is_int(strlen(sides[0].dir), strlen(sides[1].dir),
	       "at paths of equal length");
	ok(strcmp(sides[0].dir, sides[1].dir), "that differ");
	is_int(missing.nr, 4, "what is not there is missing on both");
	is(missing.items[0],
	   "absent/0/absent: there is no program ./no-such-program",
	   "a program");
	is(missing.items[2],
	   "no input/0/absent: there is no input file no-such-file",
	   "an input file");
	is_int(programs.nr, 6, "and the others are programs");

	ok(!take("fine", 0) && reading("fine")->seconds > 0 &&
		   !reading("fine")->failure, "one that works has a time");
	ok(metrics_find(&reading("fine")->metrics, "maxrss"),
	   "and all else that was measured");
	ok(!take("reads", 0) && !reading("reads")->failure,
	   "one reads its input");
	take("exits", 1);
	is(reading("exits")->failure, STAGE_EXIT, "an exit status");
	is(reading("exits")->reason, "exit status 9: broken",
	   "with the last lines of its errors");
	take("sleeps", 0);
	is(reading("sleeps")->failure, STAGE_TIMEOUT, "a timeout");
	take("crashes", 0);
	is(reading("crashes")->failure, STAGE_CRASH, "a signal");
	take("no command", 0);
	is(reading("no command")->failure, STAGE_ABSENT,
	   "a shell without its program");
}

static void failed_build(void)
{
	ok(!begin_job("[suite \"m\"]\n driver = command\n"
		      " build = \"echo compiling; sh bad\"\n"
		      " target = a = true\n target = b = true\n",
		      "one", "two"),
	   "a build that fails is no error of the job");
	is_int(missing.nr, 4, "every target of both sides is missing");
	is(missing.items[0], "a/0/build: build: exit status 3\ncompiling",
	   "with what the build said");
	is(missing.items[3],
	   "b/1/build: build: exit status 9\ncompiling\nbroken",
	   "on each side");
	ok(!programs.nr, "there is nothing to run");
	ok(sh_ok("artifacts", "grep -q compiling build-0.log"),
	   "and the log is kept");
	is(sh("repo", "cd .git/git-bench/builds; ls -d */tree | wc -l"), "2",
	   "nothing of a failed build stays, only those of before");
	is(sh("repo", "git worktree list | wc -l"), "1",
	   "nor is a worktree left");
}

static void values(void)
{
	ok(!begin_job("[suite \"m\"]\n driver = command\n shell\n"
		      " value = \"= ([0-9.]+\\\\w*)\"\n better = higher\n"
		      " target = ops = echo n = 12\n"
		      " target = on stderr = echo n = 13 >&2\n"
		      " target = none = echo nothing\n"
		      "[target \"m/time\"]\n better = lower\n"
		      " command = echo t = 1500\n unit = ms\n"
		      "[target \"m/own unit\"]\n better = lower\n"
		      " command = echo t = 2us\n",
		      "one", "one"), "values");
	take("ops", 0);
	const struct metric *value =
		metrics_find(&reading("ops")->metrics, "value");
	ok(value && value->value == 12 && value->higher_is_better,
	   "a number in the output");
	ok(isnan(reading("ops")->seconds), "is no time");
	is(reading("ops")->primary, "value", "but what decides");
	ok(metrics_find(&reading("ops")->metrics, "wall_seconds"),
	   "the wall time goes along");
	take("on stderr", 0);
	ok(metrics_find(&reading("on stderr")->metrics, "value"),
	   "or in the error output");
	take("none", 0);
	is(reading("none")->failure, STAGE_OUTPUT, "or nowhere");
	take("time", 0);
	is_near(reading("time")->seconds, 1.5, 1e-12, "a time in its unit");
	take("own unit", 0);
	is_near(reading("own unit")->seconds, 2e-6, 1e-18,
		"or in the one it prints");
}

#define REPORTS                                           \
	"[suite \"m\"]\n driver = command\n shell\n" \
	" output = current-bench\n"
#define RESULT(name, value)                                         \
	"{\\\"results\\\":[{\\\"name\\\":\\\"" name                 \
	"\\\",\\\"metrics\\\":[{\\\"name\\\":\\\"m\\\",\\\"value\\\":" value \
	"}]}]}"

static void reports(void)
{
	ok(!begin_job(REPORTS " filter = ^[ab]\n"
		      " run = \"echo '" RESULT("a", "1") RESULT("c", "2")
		      "'; exit 3\"\n"
		      "[target \"m/a/m\"]\n better = higher\n"
		      " kind = parallel\n domains = 3\n"
		      "[target \"m/b/m\"]\n better = higher\n",
		      "one", "one"), "a program that reports");
	is_int(programs.nr, 1, "is one program");
	ok(programs.items[0].many, "of many targets");
	take("run", 0);
	ok(metrics_find(&reading("a/m")->metrics, "value")->higher_is_better &&
		   reading("a/m")->domains == 3 &&
		   reading("a/m")->kind == KIND_PARALLEL,
	   "what it reported is read, .gitbench adds to it");
	is(reading("run")->failure, STAGE_EXIT,
	   "although it failed, which is told");
	is_int(readings.nr, 2, "and the filter holds");

	begin_job(REPORTS " run = \"echo '" RESULT("a", "1") "'\"\n"
		  "[target \"m/b/m\"]\n kind = parallel\n", "one", "one");
	take("run", 0);
	is(reading("b/m")->failure, STAGE_ABSENT,
	   "one that .gitbench names and it does not is told");
	begin_job(REPORTS " run = echo done\n", "one", "one");
	take("run", 0);
	is(reading("run")->failure, STAGE_OUTPUT, "output without results");
}

static void output_files(void)
{
	begin_job(REPORTS " output-file = out.json\n"
		  " build = \"echo '" RESULT("a", "1") "' >out.json\"\n"
		  " run = \"test ! -e new || cp new out.json\"\n",
		  "one", "one");
	take("run", 0);
	is(reading("run")->failure, STAGE_STALE,
	   "a file that was there before is stale");
	is(reading("run")->reason, "out.json is older than the run",
	   "and called so");
	sh("", "cp '%s/out.json' '%s/new'", sides[0].dir, sides[0].dir);
	take("run", 0);
	ok(!reading("a/m")->failure && readings.nr == 1,
	   "one that is written anew is read");
	sh("", "rm '%s/new' '%s/out.json'", sides[0].dir, sides[0].dir);
	take("run", 0);
	is(reading("run")->failure, STAGE_OUTPUT, "one that is not there");
	is(reading("run")->reason, "out.json was not written", "is told");
}

static void variants(void)
{
	struct variant *list;
	size_t nr;

	begin_job("[suite \"m\"]\n driver = command\n env = BASE=1\n"
		  " build = echo \"$BENCH_OPTIONS $BENCH_PARAM_N\" >opts\n"
		  " target = echo = echo {N}\n"
		  " value = (.+)\n better = lower\n"
		  "[variant \"fast\"]\n option = -O3\n option = -g\n",
		  "one", "one");
	is(sides[0].dir, sides[1].dir, "equal sides share one build");
	ok(!suites_variants(&list, &nr, &suites, run.suite, "+fast,N=7"),
	   "a variant");
	auto_free char *other = xstrdup(sides[1].dir);
	run.suite->driver->close(&run);
	programs_release(&programs);
	sides[1].variant = list;
	ok(!run.suite->driver->open(&run) &&
		   !run.suite->driver->build(&run, &sides[0]) &&
		   !run.suite->driver->build(&run, &sides[1]) &&
		   !run.suite->driver->programs(&programs, &run),
	   "with the variant");
	ok(strcmp(other, sides[1].dir), "it is a build of its own");
	is(sh("", "cat '%s/opts'", sides[1].dir), "-O3 -g 7",
	   "that sees options and parameters");
	take("echo", 1);
	is_near(metrics_find(&reading("echo")->metrics, "value")->value, 7, 0,
		"and so does the command");
	variants_free(list, nr);
}

static void environment(void)
{
	setenv("GH_TOKEN", "secret", 1);
	begin_job("[suite \"m\"]\n driver = command\n"
		  " build = env >env.txt\n target = env = env\n"
		  " value = (GH_TOKEN|SOURCE_DATE_EPOCH)\n better = lower\n",
		  "one", "one");
	is(sh("", "grep -c TOKEN '%s/env.txt' || true", sides[0].dir), "0",
	   "a build sees no token");
	is(sh("", "sed -n 's/^SOURCE_DATE_EPOCH=//p' '%s/env.txt'",
	      sides[0].dir), "315619200", "but a fixed date");
	is(sh("", "sed -n 's/^BUILD_PATH_PREFIX_MAP=//p' '%s/env.txt'",
	      sides[0].dir),
	   sh("", "echo '/bench-source=%s'", sides[0].dir),
	   "and what its path is to be called");
	take("env", 0);
	is(reading("env")->failure, STAGE_OUTPUT, "a sample sees neither");
	ok(json_object_get(run.toolchain, "cc"), "the compiler is named");
}

/* In a process of its own: an interrupt is remembered for good. */
static void interrupted(void)
{
	int status = -1;
	pid_t child = fork();

	if (!child) {
		interrupt_install();
		int rc = begin_job("[suite \"m\"]\n driver = command\n"
				   " build = \"kill -INT $PPID; sleep 100\"\n"
				   " target = a = true\n", "one", "two");
		end_job();
		_exit(rc == ERR_INTERRUPTED ? 0 : 1);
	}
	waitpid(child, &status, 0);
	is_int(status, 0, "Ctrl-C ends a build");
	is(sh("repo", "git worktree list | wc -l"), "1",
	   "and leaves no worktree");
	is(sh("repo", "cd .git/git-bench/builds; for d in */; do "
		      "test -e $d/complete || echo $d; done"), "",
	   "nor half a build");
}

int main(void)
{
	begin_driving();
	make_repo();
	stages();
	failed_build();
	values();
	reports();
	output_files();
	variants();
	environment();
	end_job();
	interrupted();
	end_driving();
	return done();
}
