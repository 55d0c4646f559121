#include "report/pair.h"

#include <string.h>

#include "base/json.h"
#include "example.h"
#include "tap.h"

/* A result of two targets against EXAMPLE_BASE, with members changed. */
static void make(struct result *out, const char *head, const char *primary,
		 double value, double ratio)
{
	AUTO(result) blank = RESULT_INIT;

	*out = blank;
	out->date = xstrdup("2026-11-30T17:00:00Z");
	out->suite = xstrdup("micro");
	out->suite_sha = xstrdup("5555");
	out->runner = json_pack("{s:s, s:s}", "class", "epyc-2", "governor",
				"performance");
	out->toolchain = json_pack("{s:s}", "cc", "gcc 12.2.0");
	out->options = json_pack("{s:i}", "samples", 5);
	out->nr_sides = 2;
	out->sides = xcalloc(2, sizeof(*out->sides));
	oid_parse(&out->sides[0].sha, EXAMPLE_BASE);
	oid_parse(&out->sides[1].sha, head);
	struct result_target *target = result_add_target(out, "fib");
	free(target->primary);
	target->primary = xstrdup(primary);
	for (size_t i = 0; i < 2; i++) {
		target->cells[i].measured = true;
		target->cells[i].seconds = i ? value : value / ratio;
		target->cells[i].samples = 5;
	}
	metrics_set(&target->cells[1].metrics, primary, value, "1");
	target->cells[0].ratio = ratio;
	target->cells[0].low = ratio * 0.99;
	target->cells[0].high = ratio * 1.01;
}

static const char *verdict(const struct pair *pair)
{
	return verdict_name(pair->result.targets[0].cells[0].verdict);
}

static bool has_note(const struct pair *pair, const char *note)
{
	return strlist_has(&pair->result.notes, note);
}

static void through_base(void)
{
	AUTO(result) a, b;
	AUTO(pair) pair = PAIR_INIT;

	/* The machine was twice as slow on the second day. */
	make(&a, EXAMPLE_HEAD, "seconds", 1.0, 1.0);
	make(&b, EXAMPLE_OTHER, "seconds", 2.2, 1.1);
	pair_make(&pair, &a, &b);
	is(verdict(&pair), "slower", "two heads are compared through a base");
	is_near(pair.result.targets[0].cells[0].ratio, 1.1, 1e-9,
		"so that drift of the machine cancels");
	is(pair.obstacle, NULL, "nothing is in the way");
	is_int(pair.result.notes.nr, 0, "and there is nothing to note");
	is(pair.result.sides[0].sha.hex, EXAMPLE_HEAD, "the first is base");
	is(pair.result.sides[1].sha.hex, EXAMPLE_OTHER, "the second head");
}

/* Thresholds of known noise, and looks that were few. */
static void through_thresholds(void)
{
	static const struct {
		double threshold;
		int samples;
		const char *want, *name;
	} cases[] = {
		{ 1.02, 5, "slower", "beyond both thresholds together" },
		{ 1.08, 5, "unknown", "within them" },
		{ 1.02, 2, "unknown", "of targets that were hardly looked at" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		AUTO(result) a, b;
		AUTO(pair) pair = PAIR_INIT;

		make(&a, EXAMPLE_HEAD, "seconds", 1.0, 1.0);
		make(&b, EXAMPLE_OTHER, "seconds", 1.1, 1.1);
		a.targets[0].cells[0].threshold = cases[i].threshold;
		b.targets[0].cells[0].threshold = cases[i].threshold;
		b.targets[0].cells[1].samples = cases[i].samples;
		pair_make(&pair, &a, &b);
		is(verdict(&pair), cases[i].want, cases[i].name);
	}
}

static void measured_apart(void)
{
	AUTO(result) a, b;
	AUTO(pair) pair = PAIR_INIT;

	make(&a, EXAMPLE_HEAD, "seconds", 1.0, 1.0);
	make(&b, EXAMPLE_OTHER, "seconds", 1.0, 1.0);
	oid_parse(&a.sides[0].sha, EXAMPLE_OTHER);
	pair_make(&pair, &a, &b);
	is(verdict(&pair), "unknown", "equal medians alone are not `same`");
	is(pair.obstacle, "measured apart", "and the reason is given");
	is_near(pair.result.targets[0].cells[0].ratio, 1, 1e-12,
		"the ratio of the medians is there");
}

static void counts(void)
{
	AUTO(result) a, b;
	AUTO(pair) pair = PAIR_INIT;
	AUTO(pair) parallel = PAIR_INIT;

	make(&a, EXAMPLE_HEAD, "instructions.valgrind", 1000000, 1.0);
	make(&b, EXAMPLE_OTHER, "instructions.valgrind", 1002000, 1.0);
	oid_parse(&a.sides[0].sha, EXAMPLE_OTHER);
	pair_make(&pair, &a, &b);
	is(verdict(&pair), "slower", "exact counts need no common base");
	free(a.targets[0].kind);
	a.targets[0].kind = xstrdup("parallel");
	pair_make(&parallel, &a, &b);
	is(verdict(&parallel), "unknown", "those of parallel code repeat not");
}

static void obstacles(void)
{
	static const struct {
		const char *member, *key, *value, *obstacle, *note;
	} cases[] = {
		{ "runner", "class", "xeon-8", "another machine",
		  "machine class differs: 'epyc-2' and 'xeon-8'" },
		{ "runner", "class", NULL, "machine not known",
		  "machine class differs: 'epyc-2' and not said" },
		{ "toolchain", "cc", "clang", "another toolchain",
		  "toolchain cc differs: 'gcc 12.2.0' and 'clang'" },
		{ "toolchain", "ld", "mold", "another toolchain",
		  "toolchain ld differs: not said and 'mold'" },
		{ "options", "pin", "yes", "other options",
		  "option pin differs: not said and 'yes'" },
		{ "options", "samples", "3", NULL,
		  "option samples differs: 5 and '3'" },
		{ "runner", "governor", "powersave", NULL,
		  "governor differs: 'performance' and 'powersave'" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		AUTO(result) a, b;
		AUTO(pair) pair = PAIR_INIT;

		make(&a, EXAMPLE_HEAD, "seconds", 1.0, 1.0);
		make(&b, EXAMPLE_OTHER, "seconds", 1.1, 1.1);
		json_t *member = !strcmp(cases[i].member, "runner") ?
					 b.runner :
				 !strcmp(cases[i].member, "options") ?
					 b.options :
					 b.toolchain;
		if (cases[i].value)
			json_set_string(member, cases[i].key, cases[i].value);
		else
			json_object_del(member, cases[i].key);
		pair_make(&pair, &a, &b);
		is(pair.obstacle, cases[i].obstacle, cases[i].note);
		ok(has_note(&pair, cases[i].note), "... is noted");
		is(verdict(&pair), cases[i].obstacle ? "unknown" : "slower",
		   "... and decides whether there is a verdict");
	}
}

static void other_suites(void)
{
	AUTO(result) a, b, c;
	AUTO(pair) suite = PAIR_INIT;
	AUTO(pair) revision = PAIR_INIT;

	make(&a, EXAMPLE_HEAD, "seconds", 1.0, 1.0);
	make(&b, EXAMPLE_OTHER, "seconds", 1.0, 1.0);
	make(&c, EXAMPLE_OTHER, "seconds", 1.0, 1.0);
	free(b.suite);
	b.suite = xstrdup("nightly");
	pair_make(&suite, &a, &b);
	is(suite.obstacle, "another suite", "suites are not mixed");
	free(STEAL(c.suite_sha));
	pair_make(&revision, &a, &c);
	is(revision.obstacle, "another suite revision",
	   "nor are revisions of one");
}

static void what_is_missing(void)
{
	AUTO(result) a = RESULT_INIT;
	AUTO(result) b, c;
	AUTO(pair) forth = PAIR_INIT;
	AUTO(pair) back = PAIR_INIT;

	example_read(&a, example_two);
	make(&b, EXAMPLE_OTHER, "seconds", 1.0, 1.0);
	result_add_missing(&b, "zip", 1, "run", "killed by signal 11");
	result_add_missing(&b, "lists", 0, "run", "this is the base's");
	pair_make(&forth, &a, &b);
	is_int(forth.result.nr_targets, 0, "nothing in common");
	is_int(forth.result.nr_missing, 6, "each is missing on one side");
	const struct result_missing *missing = forth.result.missing;
	is(missing[0].name, "fib", "in the order of names");
	is_int(missing[0].side, 0, "on the first side");
	is(missing[2].reason, "only the first result has it",
	   "a base's reason is not the head's");
	is(missing[5].name, "zip", "what is missing for a reason");
	is_int(missing[5].side, 1, "on the second side");
	is(missing[5].reason, "killed by signal 11", "has that reason");
	make(&c, EXAMPLE_OTHER, "seconds", 1.0, 1.0);
	c.targets[0].cells[1].measured = false;
	result_add_missing(&c, "", 1, "build", "does not compile");
	pair_make(&back, &c, &b);
	is(back.result.missing[0].reason, "does not compile",
	   "what a whole side lacks, each target lacks");
}

int main(void)
{
	through_base();
	through_thresholds();
	measured_apart();
	counts();
	obstacles();
	other_suites();
	what_is_missing();
	return done();
}
