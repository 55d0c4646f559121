/* .gitbench: what is read, and in which words the rest is refused. */
#include "suite/suite.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "suite/driver.h"
#include "suite/format.h"
#include "tap.h"

static struct suites suites;

static int parse(const char *text)
{
	suites_release(&suites);
	return suites_parse(&suites, text, strlen(text));
}

static const struct suite *only(const char *text)
{
	const struct suite *suite = NULL;

	if (parse(text) || suites_find(&suite, &suites, NULL))
		ok(false, "%s", error_message());
	return suite;
}

static void refuses(const char *text, const char *message, const char *hint)
{
	is_int(parse(text), ERR_BADDATA, message);
	is(error_message(), message, "in these words");
	is(error_hint(), hint, "with this hint");
}

/* ==== What is read ====================================================== */

static void defaults(void)
{
	const struct suite *s = only("[suite \"micro\"]\n"
				     "	driver = command\n"
				     "	target = fib = ./fib 30\n");

	is(s->name, "micro", "the only suite is the default");
	is(s->driver->name, "command", "its driver");
	is_int(s->samples, 0, "as many samples as it takes");
	is_int(s->warmups, 1, "one warm-up");
	is_near(s->timeout, 600, 0, "ten minutes");
	ok(s->pin && s->count && !s->valgrind && !s->no_aslr &&
		   s->base_default && !s->incremental,
	   "and the other defaults");
	is_int(s->nr_targets, 1, "one target");
	is(s->targets[0].name, "fib", "its name ends at the first '='");
	is(s->targets[0].command, "./fib 30", "its command is the rest");
	is_int(s->targets[0].warmups, -1, "its warm-ups are the suite's");
	s = only("[suite \"p\"]\ndriver = lake\n");
	ok(!s->base_default && s->samples == 1 && !s->pin,
	   "a driver has defaults of its own");
}

static void all_keys(void)
{
	const struct suite *s = only(
		"[bench]\n suite = micro\n"
		"[suite \"other\"]\n driver = command\n target = a = b\n"
		"[suite \"micro\"]\n"
		" driver = command\n prepare = ./configure\n build = make\n"
		" filter = ^f\n warmups = 0\n samples = 9\n timeout = 2m\n"
		" build-timeout = 1h\n env = A=1\n env = B=2\n env = A=3\n"
		" pin = false\n aslr = false\n nice = -5\n"
		" counter = valgrind\n incremental\n base = no\n"
		" value = (\\\\d+) ops\n unit = ops\n better = higher\n"
		" kind = parallel\n domains = 2\n allow-env = X\n"
		" toolchain = ocamlopt -version\n"
		" target = a = ./a\n"
		" target = -b .. \\\"c\\\" = ./b\n"
		"[target \"micro/a\"]\n timeout = 5s\n unit = MB\n shell\n"
		"[target \"micro/x=y/z\"]\n command = ./c\n kind = build\n");

	is(s->name, "micro", "the default suite is named");
	is(s->prepare, "./configure", "prepare");
	is(s->filter, "^f", "filter");
	ok(!s->warmups && s->samples == 9 && s->timeout == 120 &&
		   s->build_timeout == 3600, "numbers and times");
	is_int(s->env.nr, 2, "a variable is set once");
	ok(!s->pin && s->no_aslr && s->nice == -5 && !s->count &&
		   s->valgrind && s->incremental && !s->base_default,
	   "switches");
	is_int(s->nr_targets, 3, "three targets");
	is(s->targets[1].name, "-b .. \"c\"", "a name may be odd");
	const struct target *a = suite_target(s, "a");
	is(a->value, "(\\d+) ops", "a target takes the suite's value");
	is(a->unit, "MB", "unless it has its own");
	ok(a->shell && a->timeout == 5 && a->better == BETTER_HIGHER &&
		   a->kind == KIND_PARALLEL && a->domains == 2,
	   "and the rest");
	a = suite_target(s, "x=y/z");
	ok(a && a->kind == KIND_BUILD && !strcmp(a->command, "./c"),
	   "a name with '=' and '/' has its own section");
}

static void ways_of_reporting(void)
{
	const struct suite *s = only(
		"[suite \"m\"]\ndriver = command\nrun = make bench\n"
		"output = current-bench\noutput-file = out/bench.json\n"
		"[target \"m/t/time\"]\nkind = parallel\n");

	is(suite_get(s, "run", NULL), "make bench", "a program that reports");
	is_int(s->nr_targets, 1, "and what is said of one of its targets");
	ok(!parse(""), "an empty file is no error");
	const struct suite *none;
	is_int(suites_find(&none, &suites, NULL), ERR_NOTFOUND,
	       "but holds no suite");
	is(error_message(), "no suite is configured", "and says so");
	ok(!parse("[gate \"x\"]\nslower = 5%\n"),
	   "gates are left to others");
}

static void finds(void)
{
	const struct suite *s;

	parse("[suite \"one\"]\ndriver = command\ntarget = a = b\n"
	      "[suite \"two\"]\ndriver = command\ntarget = a = b\n");
	is_int(suites_find(&s, &suites, NULL), ERR_NOTFOUND,
	       "two suites without a default");
	is(error_message(), "there are several suites: one, two", "are told");
	is_int(suites_find(&s, &suites, "tow"), ERR_NOTFOUND, "a mistyped one");
	is(error_hint(), "did you mean 'two'?", "is guessed");
	ok(!suites_find(&s, &suites, "two") && !strcmp(s->name, "two"),
	   "one that is there is found");
}

/* ==== What is refused =================================================== */

#define SUITE "[suite \"micro\"]\ndriver = command\n"

static void refuses_keys(void)
{
	refuses(SUITE "target = a = b\nsampels = 3\n",
		".gitbench, line 4: unknown key 'sampels' in "
		"[suite \"micro\"]", "did you mean 'samples'?");
	refuses(SUITE "target = a = b\nsamples = 0\n",
		".gitbench, line 4: samples = '0' is no number from 1 to 1000",
		"");
	refuses(SUITE "target = a = b\nfilter = (\n",
		".gitbench, line 4: filter: bad pattern '(', at offset 1: "
		"missing closing parenthesis", "");
	refuses("[suite \"m\"]\ndriver = sandmrak\n",
		".gitbench, line 2: there is no driver 'sandmrak', only: "
		"command, lake, sandmark", "did you mean 'sandmark'?");
	refuses("[suite \"m\"]\ndriver = comand\n",
		".gitbench, line 2: there is no driver 'comand', only: "
		"command, lake, sandmark", "did you mean 'command'?");
	refuses("[suite \"m\"]\nsamples = 3\n",
		".gitbench, line 2: suite 'm': it needs a driver",
		"add 'driver = <name>', one of: command, lake, sandmark");
	refuses("[suite]\ndriver = command\n",
		".gitbench, line 2: [suite] needs a name: [suite \"name\"]",
		"");
	refuses("[suite \"../x\"]\ndriver = command\n",
		".gitbench, line 2: the name of a suite is made of at most 64 "
		"letters, digits, '.', '_' and '-', not '../x'", "");
	refuses("[siute \"m\"]\ndriver = command\n",
		".gitbench, line 2: unknown section [siute]",
		"did you mean '[suite]'?");
	refuses("[bench]\nsuite = x\n",
		".gitbench, line 2: there is no suite 'x'", "");
	refuses("[bench]\nsiute = x\n",
		".gitbench, line 2: unknown key 'siute' in [bench]",
		"did you mean 'suite'?");
	refuses("[variant \"fp\"]\noptoin = -fp\n",
		".gitbench, line 2: unknown key 'optoin' in [variant \"fp\"]",
		"did you mean 'option'?");
}

static void refuses_targets(void)
{
	refuses(SUITE, ".gitbench, line 2: suite 'micro': it has nothing to "
		       "measure", "add 'target = <name> = <command>'");
	refuses(SUITE "target = a = b\ntarget = a = c\n",
		".gitbench, line 4: target 'a' is named twice, first in line 3",
		"");
	refuses(SUITE "target = a\n",
		".gitbench, line 3: a target is written "
		"'target = <name> = <command>'", "");
	refuses(SUITE "target = a = \n",
		".gitbench, line 3: target 'a' has no command", "");
	refuses(SUITE "target = a = b 'c\n",
		".gitbench, line 3: target 'a': a ' is not closed", "");
	refuses(SUITE "target = a = ./b > /dev/null\n",
		".gitbench, line 3: target 'a': '>' means nothing without a "
		"shell", "set 'shell = true', or quote it");
	refuses(SUITE "target = a = {PROGRAM} 3\n",
		".gitbench, line 3: target 'a': the program itself "
		"('{PROGRAM}') cannot be a parameter", "");
	refuses(SUITE "target = \"a\\nb = c\"\n",
		".gitbench, line 3: the name of a target holds a control "
		"character", "");
	refuses(SUITE "target = a\xff = c\n",
		".gitbench, line 3: the name of a target is not UTF-8", "");
	refuses(SUITE "target = a = b\nvalue = (\\\\d+)\n",
		".gitbench, line 3: target 'a' has a value, and nothing says "
		"which way is better",
		"add 'unit = ms' or the like for a time, else 'better = "
		"lower' or 'better = higher'");
	refuses(SUITE "target = a = b\n[target \"micro/c\"]\nkind = build\n",
		".gitbench, line 5: target 'c' has no command", "");
	refuses(SUITE "target = a = b\n[target \"micro/a\"]\nunti = s\n",
		".gitbench, line 5: unknown key 'unti' in "
		"[target \"micro/a\"]", "did you mean 'unit'?");
	refuses("[target \"x/a\"]\ncommand = b\n",
		".gitbench, line 2: there is no suite 'x'", "");
	refuses("[target \"x\"]\ncommand = b\n",
		".gitbench, line 2: [target] needs a suite and a name: "
		"[target \"suite/name\"]", "");
}

static void refuses_reports(void)
{
	refuses(SUITE "run = make bench\n",
		".gitbench, line 3: suite 'micro': 'run' needs 'output = "
		"<format>', one of: current-bench, google-benchmark, "
		"hyperfine, lakeprof", "");
	refuses(SUITE "target = a = b\noutput = hyperfine\n",
		".gitbench, line 4: suite 'micro': 'output' needs a program: "
		"'run = <command>'", "");
	refuses(SUITE "run = make\noutput = junit\n",
		".gitbench, line 4: suite 'micro': there is no format "
		"'junit', only: current-bench, google-benchmark, hyperfine, "
		"lakeprof", "");
	refuses(SUITE "run = make\noutput = hyperfine\noutput-file = ../x\n",
		".gitbench, line 5: suite 'micro': '../x' leads out of the "
		"tree", "");
	refuses("[suite \"p\"]\ndriver = lake\ncold = /tmp\n",
		".gitbench, line 3: suite 'p': '/tmp' leads out of the tree",
		"");
	refuses("[suite \"p\"]\ndriver = lake\ntarget = a = b\n",
		".gitbench, line 3: unknown key 'target' in [suite \"p\"]",
		"");
	is_int(parse("[suite \"m\"\n"), ERR_BADDATA, "bad syntax");
}

static void long_names(void)
{
	auto_free char *name = xmalloc(10001);

	memset(name, 'n', 10000);
	name[10000] = '\0';
	auto_free char *target = xstrfmt(SUITE "target = %s = b\n", name);
	refuses(target, ".gitbench, line 3: the name of a target is longer "
			"than 200 bytes", "");
	auto_free char *suite =
		xstrfmt("[suite \"%s\"]\ndriver = command\n", name);
	is_int(parse(suite), ERR_BADDATA, "a suite's name of 10 kB");
	ok(strlen(error_message()) < 300, "is not shown in full");
}

/* ==== The manual page =================================================== */

static void documents(const char *page, const char *section, const char *key)
{
	auto_free char *suite = xstrfmt("*suite.<name>.%s*", key);
	auto_free char *target = xstrfmt("*target.<suite>/<target>.%s*", key);

	ok((strcmp(section, "target") && strstr(page, suite)) ||
		   strstr(page, target),
	   "git-bench-config(5) tells of %s.%s", section, key);
}

static void manual_page(void)
{
	AUTO(buf) page = BUF_INIT;
	AUTO(strlist) drivers = STRLIST_INIT;

	ok(!file_read(&page, "docs/man/git-bench-config.5.scd", 1 << 20),
	   "git-bench-config(5) is there");
	for (size_t i = 0; i < suite_keys_nr; i++)
		documents(page.ptr, "suite", suite_keys[i].name);
	for (size_t i = 0; i < target_keys_nr; i++)
		documents(page.ptr, "target", target_keys[i].name);
	driver_names(&drivers);
	for (size_t i = 0; i < drivers.nr; i++) {
		const char *const *key = driver_find(drivers.items[i])->keys;

		for (; key && *key; key++)
			documents(page.ptr, drivers.items[i], *key);
	}
	auto_free char *formats = format_names();
	AUTO(strlist) names = STRLIST_INIT;
	strlist_split(&names, formats, ", ");
	for (size_t i = 0; i < names.nr; i++) {
		auto_free char *term = xstrfmt("\n*%s*\n", names.items[i]);

		ok(strstr(page.ptr, term), "and of the format %s",
		   names.items[i]);
	}
}

int main(void)
{
	manual_page();
	defaults();
	all_keys();
	ways_of_reporting();
	finds();
	refuses_keys();
	refuses_targets();
	refuses_reports();
	long_names();
	suites_release(&suites);
	return done();
}
