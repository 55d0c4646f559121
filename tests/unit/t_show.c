#include "report/show.h"

#include <string.h>

#include "base/json.h"
#include "example.h"
#include "tap.h"

static const struct style plain = STYLE_PLAIN;

#define PATH "bench/history/2026-11-30-89abcdef01.json"

static void show_all(struct buf *out, const char *path,
		     const struct result *result, bool metrics)
{
	show_result(out, result, metrics, &plain);
	show_circumstances(out, path, result, &plain);
}

static void whole(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(buf) out = BUF_INIT;
	static const char head[] =
		"micro: 1 slower (fib.40 +31%), 1 faster (lists -17%), "
		"1 same, 2 unknown, 1 missing\n"
		"\n"
		"base  ";
	static const char rest[] =
		"\nWhy not measured\n"
		"\n"
		"menhir (base, build):\n"
		"    make: ...\n"
		"    needs menhirLib\n"
		"\n"
		"Metrics (medians)\n"
		"\n"
		"target  metric                    base     head  head / base\n"
		"fib.40  maxrss                2.75 MiB  5.5 MiB        2.000\n"
		"        gc.minor_collections         -       12            "
		"-\n"
		"\n"
		"result " PATH "\n"
		"suite:     micro\n"
		"date:      2026-11-30T17:00:00Z\n"
		"base:      " EXAMPLE_BASE "\n"
		"head:      " EXAMPLE_HEAD "  +flambda\n"
		"ref:       refs/heads/topic\n"
		"runner:    turing\n"
		"request:   11111111222222223333333344444444, round 1\n"
		"revision:  5555\n"
		"machine:\n"
		"  class     epyc-2\n"
		"  cores     2\n"
		"  cpu       AMD EPYC\n"
		"  governor  performance\n"
		"  name      turing\n"
		"toolchain:\n"
		"  cc  gcc 12.2.0\n"
		"options:\n"
		"  samples  5\n";

	example_read(&result, example_two);
	show_all(&out, PATH, &result, true);
	char *second = strstr(out.ptr, "\nWhy not");
	ok(!strncmp(out.ptr, head, strlen(head)), "the answer first");
	is(second, rest, "whole error texts, every metric, and last where, "
			 "when, who and with what");
	buf_clear(&out);
	show_all(&out, NULL, &result, false);
	ok(strstr(out.ptr, "\n\nresult (not recorded)\n") &&
		   !strstr(out.ptr, "\nMetrics"),
	   "a result that stands nowhere; metrics only on request");
}

static void entry(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(result) one = RESULT_INIT;
	AUTO(buf) out = BUF_INIT;

	example_read(&result, example_two);
	show_entry(&out, PATH, &result, &plain);
	is(out.ptr,
	   "result " PATH "\n"
	   "suite:     micro\n"
	   "date:      2026-11-30T17:00:00Z\n"
	   "base:      " EXAMPLE_BASE "\n"
	   "head:      " EXAMPLE_HEAD "  +flambda\n"
	   "ref:       refs/heads/topic\n"
	   "runner:    turing\n"
	   "\n"
	   "    1 slower (fib.40 +31%), 1 faster (lists -17%), 1 same, "
	   "2 unknown, 1 missing\n"
	   "\n"
	   "    slower  fib.40  +31%  1.262 \xe2\x80\x93 1.355\n"
	   "    faster  lists   -17%  0.800 \xe2\x80\x93 0.860\n"
	   "\n",
	   "an entry of the log names what changed");
	buf_clear(&out);
	example_read(&one, example_one);
	show_entry(&out, PATH, &one, &plain);
	ok(strstr(out.ptr, "runner:    turing\n\n    2 targets measured in "
			   "3.3 s\n\n"),
	   "without a base there is only the headline");
	buf_clear(&out);
	for (int i = 0; i < 12; i++) {
		auto_free char *name = xstrfmt("t%d", i);
		struct result_target *target =
			result_add_target(&result, name);

		target->cells[0].measured = target->cells[1].measured = true;
		target->cells[0].ratio = 2;
		target->cells[0].verdict = VERDICT_SLOWER;
	}
	show_entry(&out, PATH, &result, &plain);
	ok(strstr(out.ptr, "\n    ... and 4 more\n\n"),
	   "a long list is cut, and that is said");
}

static void failures(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(buf) out = BUF_INIT;

	example_read(&result, example_one);
	result_add_missing(&result, "a", 0, "run", "one\033\ntwo");
	result_add_missing(&result, "b", 0, "run", "one\033\ntwo");
	result_add_missing(&result, "", 0, "build", "other\n");
	show_all(&out, PATH, &result, false);
	char *rest = strstr(out.ptr, "\nresult ");
	if (rest)
		*rest = '\0';
	is(strstr(out.ptr, "\nWhy"),
	   "\nWhy not measured\n"
	   "\n"
	   "a, b (head, run):\n"
	   "    one\\x1b\n"
	   "    two\n"
	   "everything (head, build):\n"
	   "    other\n",
	   "one error text for all that have it");
}

static void machine(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(buf) out = BUF_INIT;

	example_read(&result, example_two);
	json_object_clear(result.runner);
	json_set_bool(result.runner, "virtual", true);
	json_object_set_new(result.runner, "load_before",
			    json_real(10.2431640625));
	json_set_int(result.runner, "memory", 25769803776);
	show_all(&out, NULL, &result, false);
	ok(strstr(out.ptr, "  load_before  10.24\n"
			   "  memory       24 GiB\n"
			   "  virtual      yes\n"),
	   "what is known of the machine, as people read it, by name");
}

static void hostile(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(buf) out = BUF_INIT;

	example_read(&result, example_two);
	json_set_string(result.runner, "cpu\033", "\033[2Jx\n\xff");
	free(result.ref);
	result.ref = xstrdup("refs/heads/\033]0;x\a");
	free(result.sides[1].variant);
	result.sides[1].variant = xstrdup("\r\033[1A");
	show_all(&out, "a\nb", &result, true);
	show_entry(&out, "a\nb", &result, &plain);
	ok(!strpbrk(out.ptr, "\033\r\a") && !strstr(out.ptr, "\xff"),
	   "nothing in a result steers the terminal");
	ok(strstr(out.ptr, "\nresult a\\nb\n"), "nor makes a line");
}

static void data(void)
{
	AUTO(result) result = RESULT_INIT;

	example_read(&result, example_two);
	json_auto_t *json = show_json(PATH, &result);
	json_auto_t *nowhere = show_json(NULL, &result);
	is(json_get_string(json, "path", NULL), PATH, "JSON says where");
	ok(json_get_string(json, "headline", NULL) &&
		   json_object_get(json, "targets"),
	   "what, and in short");
	ok(!json_object_get(nowhere, "path"), "nowhere is absent");
}

int main(void)
{
	whole();
	entry();
	failures();
	machine();
	hostile();
	data();
	return done();
}
