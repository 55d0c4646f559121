#include "../../git-bench/option.h"

#include <string.h>

#include "base/error.h"
#include "tap.h"

struct values {
	bool json, all;
	const char *base;
	struct strlist versus;
	int number;
	double since;
	int format;
	int color;
};

static const char *const formats[] = { "text", "csv", NULL };
static const struct option options[] = {
	OPT_BOOL(0, "json", struct values, json, "as JSON"),
	OPT_BOOL('a', "all", struct values, all, "all of them"),
	OPT_STRING('b', "base", struct values, base, "<rev>", "the base"),
	OPT_LIST(0, "vs", struct values, versus, "<side>", "more sides"),
	OPT_INT('n', "number", struct values, number, 0, 100, "<n>",
		"at most that many"),
	OPT_DURATION(0, "since", struct values, since, "<time>", "younger"),
	OPT_CHOICE(0, "format", struct values, format, formats, "<format>",
		   "how it is written"),
	OPT_COLOR(struct values, color),
	OPT_END,
};

static struct values values;
static char *argv[16];
static int argc;

/* Splits `line` at spaces and parses it into `values`. */
static int parse(const char *line)
{
	static char text[256];

	strlist_clear(&values.versus);
	values = (struct values){ .versus = values.versus };
	argc = 0;
	strncpy(text, line, sizeof(text) - 1);
	for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	return option_parse(&values, options, &argc, argv);
}

static void refuses(const char *line, const char *message)
{
	auto_free char *name = xstrfmt("refused: %s", line);

	is_int(parse(line), ERR_USAGE, name);
	is(error_message(), message, name);
}

static void test_values(void)
{
	ok(!parse("--json -a one --base=x two") && values.json && values.all,
	   "flags are set");
	is(values.base, "x", "a value follows '='");
	ok(argc == 2 && !strcmp(argv[0], "one") && !strcmp(argv[1], "two"),
	   "arguments between options stay, in order");
	ok(!parse("-ab x") && values.all, "short options are bundled");
	is(values.base, "x", "the last of a bundle takes the next word");
	ok(!parse("-bx"), "a short option's value may touch it");
	is(values.base, "x", "and is the rest of the word");
	ok(!parse("--vs a --vs=b") && values.versus.nr == 2 &&
		   !strcmp(values.versus.items[1], "b"),
	   "a list keeps all its values");
	ok(!parse("-7") && values.number == 7, "-7 is -n 7");
	ok(!parse("--since 2h") && values.since == 7200, "durations");
	ok(!parse("--format csv") && values.format == 1, "choices");
}

static void test_spellings(void)
{
	ok(!parse("--nu 3") && values.number == 3, "abbreviated");
	ok(!parse("--json --no-json") && !values.json, "--no-x undoes");
	ok(!parse("--vs a --no-vs") && !values.versus.nr, "lists too");
	ok(!parse("--base x --no-ba") && !values.base, "abbreviated too");
	ok(!parse("--color x") && values.color == COLOR_ALWAYS && argc == 1,
	   "--color alone takes no word");
	ok(!parse("--color=auto") && values.color == COLOR_AUTO, "--color=");
	ok(!parse("--no-color") && values.color == COLOR_NEVER, "--no-color");
	ok(!parse("-- --json -b") && !values.json && argc == 2,
	   "'--' ends the options");
	ok(!parse("-") && argc == 1, "'-' is an argument");
}

static void test_refusals(void)
{
	refuses("--jason", "unknown option '--jason'");
	refuses("-x", "unknown option '-x'");
	refuses("--base", "option --base wants <rev>");
	refuses("-b", "option -b wants <rev>");
	refuses("--json=1", "option --json takes no value");
	refuses("--no-base=1", "option --no-base takes no value");
	refuses("-n x", "option --number wants a number from 0 to 100, "
			"not 'x'");
	refuses("-n 101", "option --number wants a number from 0 to 100, "
			  "not '101'");
	refuses("--since soon", "option --since wants a duration such as 90s, "
				"5m or 2h, not 'soon'");
	refuses("--format xml", "option --format wants one of text, csv, "
				"not 'xml'");
	refuses("-h", "");
	static const struct option twins[] = {
		OPT_BOOL(0, "suite", struct values, json, ""),
		OPT_BOOL(0, "suites-of", struct values, all, ""),
		OPT_END,
	};
	char *two[] = { strdup("--suit"), strdup("--suite"), NULL };
	argc = 1;
	is_int(option_parse(&values, twins, &argc, two), ERR_USAGE,
	       "an ambiguous beginning is refused");
	is(error_message(), "option '--suit' could be --suite or --suites-of",
	   "and both are named");
	free(two[0]);
	two[0] = two[1];
	two[1] = NULL;
	argc = 1;
	char *whole = two[0];
	is_int(option_parse(&values, twins, &argc, two), 0,
	       "a whole name is not ambiguous");
	free(whole);
}

static void test_texts(void)
{
	AUTO(buf) text = BUF_INIT;

	option_usage(&text, options + 1);
	ok(strstr(text.ptr, "    -a, --all                 all of them\n"),
	   "usage has letter, name and help");
	ok(strstr(text.ptr, "    --color[=<when>]          colour: "),
	   "an optional value is in brackets");
	buf_clear(&text);
	option_words(&text, options);
	is(text.ptr,
	   "--json --all --base= --vs= --number= --since= --format= --color "
	   "-- --no-json --no-all --no-color",
	   "words for git's completion");
}

int main(void)
{
	test_values();
	test_spellings();
	test_refusals();
	test_texts();
	strlist_release(&values.versus);
	return done();
}
