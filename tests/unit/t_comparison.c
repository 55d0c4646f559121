#include "report/comparison.h"

#include <string.h>

#include "base/json.h"
#include "example.h"
#include "tap.h"

static const struct style plain = STYLE_PLAIN;

static void two_sides(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(buf) out = BUF_INIT;

	example_read(&result, example_two);
	comparison_text(&out, &result, NULL, &plain);
	is(out.ptr,
	   "micro: 1 slower (fib.40 +31%), 1 faster (lists -17%), 1 same, "
	   "2 unknown, 1 missing\n"
	   "\n"
	   "base  0123456789\n"
	   "head  89abcdef01  +flambda\n"
	   "\n"
	   "Normalized Time, sequential (head / base, under 1 is faster)\n"
	   "\n"
	   "target    base    head  ratio  interval       n  verdict\n"
	   "fib.40  1.23 s  1.61 s  1.310  1.262 \xe2\x80\x93 1.355  5  "
	   "slower\n"
	   "lists   600 ms  500 ms  0.830  0.800 \xe2\x80\x93 0.860  5  "
	   "faster\n"
	   "noisy   9.8 ms   10 ms  1.020  0.900 \xe2\x80\x93 1.150  5  "
	   "unknown\n"
	   "zip        2 s     2 s  1.000  0.996 \xe2\x80\x93 1.003  5  "
	   "same\n"
	   "geometric mean 1.026\n"
	   "\n"
	   "Normalized Time, parallel (head / base, under 1 is faster)\n"
	   "\n"
	   "target       domains   base  head  ratio  interval    n  "
	   "verdict\n"
	   "quicksort.4        4  3.1 s   3 s  0.970  -         3/2  "
	   "unknown\n"
	   "\n"
	   "not measured  side  stage  reason\n"
	   "menhir        base  build  needs menhirLib\n"
	   "\n"
	   "Other metrics (head / base, each by itself)\n"
	   "\n"
	   "        metric  moved   mean  least         most\n"
	   "memory  maxrss    1/1  2.000  2.000 fib.40  2.000 fib.40\n"
	   "\n"
	   "note: chrt is not allowed here\n"
	   "note: 1 unknown for want of samples: a verdict takes 3 of each side\n"
	   "note: 1 unknown because the interval leaves open whether there is a "
	   "change; more samples make it narrower\n",
	   "the Normalized Time table for a terminal");
}

static void one_side(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(buf) out = BUF_INIT;

	example_read(&result, example_one);
	comparison_text(&out, &result, NULL, &plain);
	is(out.ptr,
	   "micro: 2 targets measured in 3.3 s\n"
	   "\n"
	   "head  0123456789\n"
	   "\n"
	   "Measured, sequential\n"
	   "\n"
	   "target   head  n\n"
	   "zip     2.1 s  5\n"
	   "fib.40  1.2 s  5\n",
	   "one side alone keeps its order");
	buf_clear(&out);
	comparison_csv(&out, &result);
	is(out.ptr,
	   "name,kind,domains,metric,unit,side,side_variant,side_value,"
	   "side_samples,value,samples,ratio,low,high,verdict\r\n"
	   "zip,sequential,,seconds,s,,,,,2.1,5,,,,\r\n"
	   "fib.40,sequential,,seconds,s,,,,,1.2,5,,,,\r\n",
	   "one side alone as CSV");
}

static void several_sides(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(buf) out = BUF_INIT;

	example_read(&result, example_three);
	comparison_text(&out, &result, NULL, &plain);
	is(out.ptr,
	   "micro: 1 faster (=a|b`@all\\x1b[2J +20%), 1 unknown, "
	   "2 missing\n"
	   "\n"
	   "base  0123456789\n"
	   "side  89abcdef01  +fp\n"
	   "head  89abcdef01\n"
	   "\n"
	   "Ratios, sequential (head / base)\n"
	   "\n"
	   "target            metric        base       head  n  / base"
	   "           / +fp\n"
	   "=a|b`@all\\x1b[2J  ops      10k ops/s  12k ops/s  3   1.200  "
	   "faster   1.090  faster\n"
	   "x                 seconds        1 s        1 s  3   1.001  "
	   "unknown      -\n"
	   "\n"
	   "not measured  side  stage  reason\n"
	   "everything    head  build\n"
	   "x             +fp   run    killed by signal 11\n"
	   "\n"
	   "note: 1 unknown because the interval leaves open whether there is a "
	   "change; more samples make it narrower\n",
	   "a column of ratios for each side, and no mean of two metrics");
	buf_clear(&out);
	comparison_csv(&out, &result);
	is(out.ptr,
	   "name,kind,domains,metric,unit,side,side_variant,side_value,"
	   "side_samples,value,samples,ratio,low,high,verdict\r\n"
	   "'=a|b`@all\\x1b[2J,sequential,,ops,ops/s," EXAMPLE_BASE
	   ",,10000.0,3,12000.0,3,1.2,1.15,1.25,faster\r\n"
	   "'=a|b`@all\\x1b[2J,sequential,,ops,ops/s," EXAMPLE_HEAD
	   ",'+fp,11000.0,3,12000.0,3,1.09,1.05,1.12,faster\r\n"
	   "x,sequential,,seconds,s," EXAMPLE_BASE
	   ",,1.0,3,1.0,3,1.001,0.99,1.012,unknown\r\n"
	   "x,sequential,,seconds,s,,,,,1.0,3,,,,\r\n",
	   "a row for each side as CSV");
}

static void markdown(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(result) hostile = RESULT_INIT;
	AUTO(buf) out = BUF_INIT;

	example_read(&result, example_two);
	comparison_markdown(&out, &result, NULL, 0);
	is(out.ptr,
	   "**micro: 1 slower (fib.40 +31%), 1 faster (lists -17%), 1 same, "
	   "2 unknown, 1 missing**\n"
	   "\n"
	   "| side | commit | variant |\n"
	   "|:--|:--|:--|\n"
	   "| base | 0123456789 |  |\n"
	   "| head | 89abcdef01 | `+flambda` |\n"
	   "\n"
	   "#### Normalized Time, sequential (head / base, under 1 is "
	   "faster)\n"
	   "\n"
	   "| target | base | head | ratio | interval | n | verdict |\n"
	   "|:--|--:|--:|--:|:--|--:|:--|\n"
	   "| `fib.40` | 1.23 s | 1.61 s | 1.310 | 1.262 \xe2\x80\x93 1.355 "
	   "| 5 | slower |\n"
	   "| `lists` | 600 ms | 500 ms | 0.830 | 0.800 \xe2\x80\x93 0.860 "
	   "| 5 | faster |\n"
	   "\n"
	   "<details><summary>2 others</summary>\n"
	   "\n"
	   "| target | base | head | ratio | interval | n | verdict |\n"
	   "|:--|--:|--:|--:|:--|--:|:--|\n"
	   "| `noisy` | 9.8 ms | 10 ms | 1.020 | 0.900 \xe2\x80\x93 1.150 "
	   "| 5 | unknown |\n"
	   "| `zip` | 2 s | 2 s | 1.000 | 0.996 \xe2\x80\x93 1.003 "
	   "| 5 | same |\n"
	   "\n"
	   "</details>\n"
	   "\n"
	   "geometric mean 1.026\n"
	   "\n"
	   "#### Normalized Time, parallel (head / base, under 1 is faster)\n"
	   "\n"
	   "<details><summary>1 target</summary>\n"
	   "\n"
	   "| target | domains | base | head | ratio | interval | n | verdict "
	   "|\n"
	   "|:--|--:|--:|--:|--:|:--|--:|:--|\n"
	   "| `quicksort.4` | 4 | 3.1 s | 3 s | 0.970 | - | 3/2 | unknown |\n"
	   "\n"
	   "</details>\n"
	   "\n"
	   "<details><summary>1 not measured</summary>\n"
	   "\n"
	   "| not measured | side | stage | reason |\n"
	   "|:--|:--|:--|:--|\n"
	   "| `menhir` | `base` | `build` | `needs menhirLib` |\n"
	   "\n"
	   "</details>\n"
	   "\n"
	   "<details><summary>memory: 1 moved</summary>\n"
	   "\n"
	   "| target | metric | base | head | ratio |\n"
	   "|:--|:--|--:|--:|--:|\n"
	   "| `fib.40` | `maxrss` | 2.75 MiB | 5.5 MiB | 2.000 |\n"
	   "\n"
	   "</details>\n"
	   "\n"
	   "* chrt is not allowed here\n"
	   "* 1 unknown for want of samples: a verdict takes 3 of each side\n"
	   "* 1 unknown because the interval leaves open whether there is a change; "
	   "more samples make it narrower\n",
	   "changes first, the rest folded");
	buf_clear(&out);
	example_read(&hostile, example_three);
	comparison_markdown(&out, &hostile, NULL, 0);
	ok(strstr(out.ptr, "**`` micro: 1 faster (=a|b`@all\\x1b[2J +20%), "
			   "1 unknown, 2 missing ``**"),
	   "a headline with a hostile name is a code span");
	ok(strstr(out.ptr, "| `` =a\\|b`@all\\x1b[2J `` | `ops` |"),
	   "so is the name in its cell");
	ok(strstr(out.ptr, "<summary>2 not measured</summary>"),
	   "what is missing is folded");
}

/* Rows of the tables of targets and of what is missing. */
static int rows_of(const char *text)
{
	int nr = 0;

	for (const char *at = strstr(text, "\n| `"); at;
	     at = strstr(at + 1, "\n| `"))
		nr++;
	return nr;
}

/* The number before each "more is not listed here". */
static int left_out_of(const char *text)
{
	int nr = 0;

	for (const char *at = strstr(text, " more "); at;
	     at = strstr(at + 1, " more ")) {
		const char *digits = at;

		if (strncmp(at, " more is not", 12) &&
		    strncmp(at, " more are not", 13))
			continue;
		while (digits > text && digits[-1] != '\n')
			digits--;
		nr += atoi(digits);
	}
	return nr;
}

static void fits(void)
{
	AUTO(result) result = RESULT_INIT;
	bool small = true, counted = true, kept = true;
	int shortest = 1000;

	example_read(&result, example_two);
	for (int i = 0; i < 300; i++) {
		auto_free char *name = xstrfmt("target %d | `x` @me", i);
		struct result_target *target =
			result_add_target(&result, name);

		for (int side = 0; side < 2; side++) {
			target->cells[side].measured = true;
			target->cells[side].seconds = 1;
		}
		target->cells[0].ratio = 1;
		target->cells[0].verdict = i % 100 ? VERDICT_SAME :
						     VERDICT_SLOWER;
	}
	AUTO(buf) whole = BUF_INIT;
	comparison_markdown(&whole, &result, NULL, 0);
	ok(strstr(whole.ptr, "memory: 1 moved"), "all of it");
	for (size_t max = 1200; max < whole.len; max += max / 7) {
		AUTO(buf) out = BUF_INIT;

		comparison_markdown(&out, &result, NULL, max);
		int rows = rows_of(out.ptr);
		bool missing = strstr(out.ptr, "menhir");

		small = small && out.len <= max;
		counted = counted && rows + left_out_of(out.ptr) +
						     !missing == 306;
		kept = kept && (max < 3000 || strstr(out.ptr, "`fib.40`"));
		shortest = rows < shortest ? rows : shortest;
	}
	ok(small, "a page has at most the bytes that it may");
	ok(counted, "what is left out is counted");
	ok(kept, "changes stay as long as they can");
	ok(shortest < 10, "some pages are short indeed");
	AUTO(buf) out = BUF_INIT;
	comparison_markdown(&out, &result, NULL, 10);
	ok(!strncmp(out.ptr, "**micro: 4 slower", 17) && out.len < 200,
	   "of a page too small the headline is left");
}

static void data(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(result) again = RESULT_INIT;

	example_read(&result, example_two);
	json_auto_t *json = comparison_json(&result, "another machine");
	is(json_get_string(json, "headline", ""),
	   "1 slower (fib.40 +31%), 1 faster (lists -17%), 1 same, "
	   "2 unknown, 1 missing",
	   "JSON has the headline");
	is(json_get_string(json, "obstacle", ""), "another machine",
	   "and the obstacle");
	auto_free char *line = json_line(json);
	ok(!result_parse(&again, line, strlen(line), "again") &&
		   again.nr_targets == result.nr_targets,
	   "the rest is a result document");
}

static void identical(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(buf) out = BUF_INIT;

	example_read(&result, example_two);
	struct result_target *zip = result_find(&result, "zip");
	zip->identical = true;
	for (size_t i = 0; i < 2; i++) {
		result_cell_init(&zip->cells[i]);
		zip->cells[i].measured = true;
		zip->cells[i].verdict = VERDICT_SAME;
	}
	comparison_text(&out, &result, NULL, &plain);
	ok(strstr(out.ptr, "same (identical)\n") &&
		   strstr(out.ptr, "note: 1 same because what would run is the "
				   "same, byte for byte: not run\n") &&
		   strstr(out.ptr, ", 1 same (1 identical, not run),"),
	   "what is identical was not run, and says so");
}

static void cannot_contradict(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(buf) out = BUF_INIT;

	example_read(&result, example_two);
	result.summary = (struct result_summary){ .count = { 9, 9, 9, 9 } };
	comparison_text(&out, &result, NULL, &plain);
	ok(!strncmp(out.ptr, "micro: 1 slower (fib.40", 23),
	   "a summary that lies is not believed");
	buf_clear(&out);
	for (size_t i = 0; i < result.nr_targets; i++)
		result.targets[i].cells[0].verdict = VERDICT_UNKNOWN;
	comparison_text(&out, &result, "another machine", &plain);
	ok(strstr(out.ptr, "\nNo verdicts (another machine): these ratios say "
			   "nothing of the code.\n") &&
		   strstr(out.ptr, "unknown (another machine)\n") &&
		   !strstr(out.ptr, "geometric mean") &&
		   !strstr(out.ptr, "more samples"),
	   "an obstacle stands at each verdict, and no mean");
}

int main(void)
{
	two_sides();
	one_side();
	several_sides();
	markdown();
	fits();
	data();
	identical();
	cannot_contradict();
	return done();
}
