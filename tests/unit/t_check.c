/* Results against gates: what fails, what is accepted, and what is said. */
#include "report/check_show.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "example.h"
#include "tap.h"

static const struct style plain = STYLE_PLAIN;

#define SUITES "[suite \"micro\"]\ndriver = command\ntarget = x = ./x\n"

static void read_gates(struct gates *out, const char *text)
{
	AUTO(suites) suites = SUITES_INIT;
	auto_free char *all = xstrfmt(SUITES "%s", text);

	works(suites_parse(&suites, all, strlen(all)) ||
		      gates_read(out, &suites),
	      "the gate is read");
}

static void accept(struct acceptances *out, const char *text, bool is_signed)
{
	struct acceptance acceptance;
	const char *why;

	ok(acceptance_parse(&acceptance, &why, text), "%s", text);
	oid_parse(&acceptance.commit, EXAMPLE_OTHER);
	acceptance.author = xstrdup("A U Thor <author@example.com>");
	acceptance.is_signed = is_signed;
	acceptances_add(out, &acceptance);
	acceptance_release(&acceptance);
}

static const struct finding *find(const struct check *check,
				  const char *target, const char *metric)
{
	for (size_t i = 0; i < check->nr; i++)
		if (!strcmp(check->items[i].target, target) &&
		    !strcmp(check->items[i].metric, metric))
			return &check->items[i];
	return NULL;
}

static void outcome_is(const struct check *check, const char *target,
		       const char *metric, enum outcome want, const char *name)
{
	const struct finding *finding = find(check, target, metric);

	is(finding ? outcome_name(finding->outcome) : NULL,
	   outcome_name(want), name);
}

/* example_two: fib.40 +31 %, lists -17 %, noisy and quicksort unknown. */
static void without_limits(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(gates) gates = GATES_INIT;
	AUTO(acceptances) none = ACCEPTANCES_INIT;
	AUTO(check) check = CHECK_INIT;
	AUTO(check) strict = CHECK_INIT;

	example_read(&result, example_two);
	check_add(&check, &result, NULL, &gates, &none, false);
	check_finish(&check);
	ok(check.failed, "nothing may be slower");
	outcome_is(&check, "fib.40", "seconds", OUTCOME_WORSE, "fib is");
	outcome_is(&check, "lists", "seconds", OUTCOME_FINE, "faster is fine");
	outcome_is(&check, "zip", "seconds", OUTCOME_FINE, "same is fine");
	outcome_is(&check, "noisy", "seconds", OUTCOME_UNKNOWN,
		   "unknown is unknown");
	ok(!find(&check, "noisy", "seconds")->fails, "and does not fail");
	ok(!find(&check, "menhir", ""), "what the base lacks is not missed");
	ok(!find(&check, "fib.40", "maxrss"), "no limit, no other metric");
	is_int(check.nr, 5, "one finding a target");
	is(check.items[0].target, "fib.40", "the worst stands first");
	check_add(&strict, &result, NULL, &gates, &none, true);
	ok(find(&strict, "noisy", "seconds")->fails, "it fails when strict");
}

static void limits(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(gates) gates = GATES_INIT;
	AUTO(acceptances) none = ACCEPTANCES_INIT;
	AUTO(check) check = CHECK_INIT;

	example_read(&result, example_two);
	read_gates(&gates, "[gate]\nlimit = 40%\nlimit = maxrss 50%\n"
			   "limit = gc.* 5%\n"
			   "[gate \"micro/noisy\"]\nlimit = 16%\n"
			   "unknown = fail\n"
			   "[gate \"micro/quick*\"]\nunknown = fail\n");
	check_add(&check, &result, NULL, &gates, &none, false);
	outcome_is(&check, "fib.40", "seconds", OUTCOME_ALLOWED,
		   "slower within the limit is allowed");
	outcome_is(&check, "fib.40", "maxrss", OUTCOME_WORSE,
		   "another metric has a limit of its own");
	outcome_is(&check, "fib.40", "gc.minor_collections", OUTCOME_UNKNOWN,
		   "what the base did not measure is unknown");
	outcome_is(&check, "noisy", "seconds", OUTCOME_FINE,
		   "all of the interval within the limit is not unknown");
	ok(find(&check, "quicksort.4", "seconds")->fails,
	   "unknown fails where the gate says so");
	check_finish(&check);
	auto_free char *headline = check_headline(&check);
	is(headline, "check failed: 1 worse (fib.40 maxrss +100%, 50% allowed), "
		     "2 unknown, 1 allowed, 3 fine", "the headline");
}

static void accepted(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(gates) anyone = GATES_INIT, bounded = GATES_INIT;
	AUTO(gates) signed_only = GATES_INIT, nobody = GATES_INIT;
	AUTO(acceptances) yes = ACCEPTANCES_INIT, little = ACCEPTANCES_INIT;
	const struct {
		const struct gates *gates;
		const struct acceptances *acceptances;
		enum outcome outcome;
		const char *what;
	} cases[] = {
		{ &anyone, &yes, OUTCOME_ACCEPTED, "a trailer is enough" },
		{ &anyone, &little, OUTCOME_WORSE, "within what it says" },
		{ &bounded, &yes, OUTCOME_WORSE, "and what it may say" },
		{ &signed_only, &yes, OUTCOME_WORSE, "if it is signed" },
		{ &nobody, &yes, OUTCOME_WORSE, "or counts at all" },
	};

	example_read(&result, example_two);
	read_gates(&bounded, "[gate]\naccept-limit = 30%\n");
	read_gates(&signed_only, "[gate]\naccept = signed\n");
	read_gates(&nobody, "[gate]\naccept = nobody\n");
	accept(&yes, "f*.40 35% it must", false);
	accept(&little, "fib.40 30% it must", true);
	accept(&little, "fib.40 maxrss:99% it must", true);
	accept(&little, "* missing it must", true);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		AUTO(check) check = CHECK_INIT;

		check_add(&check, &result, NULL, cases[i].gates,
			  cases[i].acceptances, false);
		outcome_is(&check, "fib.40", "seconds", cases[i].outcome,
			   cases[i].what);
	}
}

/* Metrics with a verdict of their own are held to that, not to medians. */
static void opinions(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(gates) gates = GATES_INIT;
	AUTO(acceptances) none = ACCEPTANCES_INIT;
	AUTO(check) check = CHECK_INIT;

	example_read(&result, example_two);
	read_gates(&gates, "[gate]\nlimit = maxrss 50%\n"
			   "limit = cpu_seconds 5%\nlimit = none\n");
	struct result_target *fib = result_find(&result, "fib.40");
	struct result_opinion *more =
		result_add_opinion(&fib->cells[0], "maxrss");
	more->ratio = 2;
	more->low = 0.9;
	more->high = 2.2;
	more->verdict = VERDICT_UNKNOWN;
	for (size_t i = 0; i < 2; i++) {
		metrics_set(&fib->cells[i].metrics, "user_seconds", 1 + i, "s");
		metrics_set(&fib->cells[i].metrics, "sys_seconds", 1, "s");
	}
	check_add(&check, &result, NULL, &gates, &none, false);
	outcome_is(&check, "fib.40", "maxrss", OUTCOME_UNKNOWN,
		   "a verdict that is unknown outweighs two medians");
	outcome_is(&check, "fib.40", "cpu_seconds", OUTCOME_WORSE,
		   "user and system time together have a name");
	outcome_is(&check, "fib.40", "seconds", OUTCOME_FINE, "none is none");
}

static void missing(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(gates) gates = GATES_INIT;
	AUTO(acceptances) gone = ACCEPTANCES_INIT;
	AUTO(check) check = CHECK_INIT;

	example_read(&result, example_two);
	result_add_missing(&result, "menhir", 1, "build", "no menhirLib");
	result_add_missing(&result, "a", 1, "build", "make: error\nno a");
	result_add_missing(&result, "a", 1, "run", "again");
	result_add_missing(&result, "b", 1, "absent", "");
	result_add_missing(&result, "c", 1, "absent", "");
	read_gates(&gates, "[gate \"micro/b\"]\nmissing = allow\n");
	accept(&gone, "c missing was removed", false);
	check_add(&check, &result, NULL, &gates, &gone, false);
	outcome_is(&check, "a", "", OUTCOME_MISSING, "what only the head lacks");
	is_int(check.count[OUTCOME_MISSING], 1, "is missing once");
	ok(find(&check, "a", "")->fails, "and fails");
	outcome_is(&check, "b", "", OUTCOME_ALLOWED, "unless it may");
	outcome_is(&check, "c", "", OUTCOME_ACCEPTED, "or a commit says so");
	ok(!find(&check, "menhir", ""), "both lack it: no change");
}

static void obstacles(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(gates) gates = GATES_INIT;
	AUTO(acceptances) none = ACCEPTANCES_INIT;
	AUTO(check) check = CHECK_INIT;

	example_read(&result, example_two);
	read_gates(&gates, "[gate]\nlimit = maxrss 1%\n");
	check_add(&check, &result, "another machine", &gates, &none, false);
	is_int(check.count[OUTCOME_UNKNOWN], check.nr, "all is unknown");
	is(check.items[0].reason, "another machine", "and why");
	ok(!check.failed, "which is no failure");
}

static void shown(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(gates) gates = GATES_INIT;
	AUTO(acceptances) yes = ACCEPTANCES_INIT;
	AUTO(check) check = CHECK_INIT;
	AUTO(strlist) notes = STRLIST_INIT;
	AUTO(buf) out = BUF_INIT;

	example_read(&result, example_two);
	read_gates(&gates, "[gate]\nlimit = maxrss 50%\n");
	accept(&yes, "fib.40 35% @everyone |", true);
	check_add(&check, &result, NULL, &gates, &yes, false);
	check_finish(&check);
	strlist_add(&notes, "a\033[31m note");
	check_show(&out, &check, &notes, false, TABLE_AS_TEXT, &plain);
	is(out.ptr,
	   "check failed: 1 worse (fib.40 maxrss +100%, 50% allowed), "
	   "2 unknown, 1 accepted, 2 fine\n"
	   "\n"
	   "target  metric       base     head  change  limit  outcome   why\n"
	   "fib.40  maxrss   2.75 MiB  5.5 MiB   +100%    50%  worse     "
	   ".gitbench, line 5\n"
	   "noisy   seconds    9.8 ms    10 ms   +2.0%     0%  unknown   "
	   "the interval is 0.900 \xe2\x80\x93 1.150\n"
	   "fib.40  seconds    1.23 s   1.61 s    +31%     0%  accepted  "
	   "by fedcba9876 up to 35%: @everyone | (A U Thor "
	   "<author@example.com>, signed)\n"
	   "\n"
	   "note: a\\x1b[31m note\n",
	   "for a terminal: what counts, and nothing unescaped");
	buf_clear(&out);
	check_show(&out, &check, &notes, false, TABLE_AS_MARKDOWN, &plain);
	ok(strstr(out.ptr, "`by fedcba9876 up to 35%: @everyone \\| (A U Thor "
			   "<author@example.com>, signed)`"),
	   "in Markdown foreign text is a code span");
	json_auto_t *json = check_json(&check, &notes);
	ok(!json_get_bool(json, "passed", true) &&
		   json_array_size(json_object_get(json, "findings")) == 6,
	   "for programs all of it");
}

/* However many there are, and whatever they are called: a comment holds it. */
static void fits(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(gates) gates = GATES_INIT;
	AUTO(acceptances) none = ACCEPTANCES_INIT;
	AUTO(check) check = CHECK_INIT;
	AUTO(strlist) notes = STRLIST_INIT;
	AUTO(buf) out = BUF_INIT;
	char name[4001];

	example_read(&result, example_two);
	memset(name, '|', 4000);
	name[4000] = '\0';
	for (int i = 0; i < 300; i++) {
		auto_free char *each = xstrfmt("%d%s", i, name);

		result_add_missing(&result, each, 1, "run", name);
		strlist_add(&notes, name);
	}
	check_add(&check, &result, NULL, &gates, &none, false);
	check_finish(&check);
	check_show(&out, &check, &notes, true, TABLE_AS_MARKDOWN, &plain);
	ok(out.len < 65536, "a comment has room for %zu bytes", out.len);
	ok(strstr(out.ptr, "\n255 more are not listed here.\n"),
	   "and what was left out is said");
	ok(strstr(out.ptr, "| `fib.40` |"), "but not the worst");
}

int main(void)
{
	without_limits();
	limits();
	accepted();
	opinions();
	missing();
	obstacles();
	shown();
	fits();
	return done();
}
