#include "report/chain.h"

#include <string.h>

#include "base/error.h"
#include "example.h"
#include "report/comparison.h"
#include "tap.h"

/* A document with the sides of example_two and what the caller adds. */
static void make(struct result *out, const char *continues)
{
	*out = (struct result)RESULT_INIT;
	out->date = xstrdup("2026-12-01T00:00:00Z");
	out->suite = xstrdup("micro");
	out->runner = json_pack("{s:s}", "class", "epyc-2");
	out->continues = xstrdup_or_null(continues);
	out->nr_sides = 2;
	out->sides = xcalloc(2, sizeof(*out->sides));
	oid_parse(&out->sides[0].sha, EXAMPLE_BASE);
	oid_parse(&out->sides[1].sha, EXAMPLE_HEAD);
	out->sides[1].variant = xstrdup("+flambda");
}

static void add(struct result *result, const char *name, double ratio,
		enum verdict verdict)
{
	struct result_target *target = result_add_target(result, name);

	for (size_t i = 0; i < 2; i++) {
		target->cells[i].measured = true;
		target->cells[i].seconds = i ? ratio : 1;
		target->cells[i].samples = 5;
	}
	target->cells[0].ratio = ratio;
	target->cells[0].verdict = verdict;
}

static void joins(void)
{
	AUTO(result) older = RESULT_INIT;
	AUTO(result) newer;

	example_read(&older, example_two);
	make(&newer, "older");
	add(&newer, "menhir", 1.5, VERDICT_SLOWER);
	add(&newer, "zip", 0.5, VERDICT_FASTER);
	ok(chain_join(&newer, &older), "documents of the same sides join");
	is_int(newer.nr_targets, 6, "each target once");
	is_near(result_find(&newer, "zip")->cells[0].ratio, 0.5, 0,
		"as the newest document has it");
	const struct result_target *fib = result_find(&newer, "fib.40");
	is_near(fib->cells[0].high, 1.355, 0, "what only the older has");
	is_near(metrics_find(&fib->cells[1].metrics, "maxrss")->value, 5767168,
		0, "... with its metrics");
	is_int(newer.nr_missing, 0, "what was missing is there now");
	ok(strlist_has(&newer.notes, "chrt is not allowed here"),
	   "notes stay");
	auto_free char *headline = comparison_headline(&newer);
	is(headline,
	   "2 slower (menhir +50%), 2 faster (zip -50%), 2 unknown",
	   "the headline counts all");
	is_near(newer.total_seconds, 1.5 + 0.5 + 1.61 + 0.5 + 0.01 + 3, 1e-9,
		"and so does the total");
}

static void keeps_missing(void)
{
	AUTO(result) older;
	AUTO(result) newer;

	make(&older, NULL);
	make(&newer, "older");
	result_add_missing(&older, "a", 1, "run", "old reason");
	result_add_missing(&older, "b", 1, "run", "only reason");
	result_add_missing(&older, "", 0, "build", "did not build");
	result_add_missing(&newer, "a", 1, "run", "new reason");
	chain_join(&newer, &older);
	is_int(newer.nr_missing, 3, "what is still missing stays");
	is(newer.missing[0].reason, "new reason", "with its newest reason");
	is(newer.missing[1].reason, "only reason", "or its only one");
	is(newer.missing[2].reason, "did not build", "so does a whole side");
	add(&newer, "c", 1, VERDICT_SAME);
	AUTO(result) built;
	make(&built, NULL);
	result_add_missing(&built, "", 0, "build", "another side's word");
	chain_join(&newer, &built);
	is_int(newer.nr_missing, 3, "unless it was measured since");
}

/* What is copied is released twice: each has its own. */
static void copies_cells(void)
{
	AUTO(result) newer, older;

	make(&newer, "p");
	make(&older, NULL);
	add(&older, "a", 1.5, VERDICT_UNKNOWN);
	struct result_cell *cell = &older.targets[0].cells[0];
	cell->why = xstrdup("quiet");
	result_add_opinion(cell, "maxrss")->ratio = 1.25;
	chain_join(&newer, &older);
	const struct result_cell *copy = &newer.targets[0].cells[0];
	is(copy->why, "quiet", "why a verdict is unknown");
	const struct result_opinion *opinion = result_opinion(copy, "maxrss");
	is_near(opinion ? opinion->ratio : 0, 1.25, 0, "and other metrics");
}

static void refuses(void)
{
	AUTO(result) newer;
	AUTO(result) older;
	AUTO(result) elsewhere;

	make(&newer, "older");
	make(&older, NULL);
	make(&elsewhere, NULL);
	add(&older, "a", 1, VERDICT_SAME);
	oid_parse(&older.sides[0].sha, EXAMPLE_OTHER);
	ok(!chain_join(&newer, &older), "other sides do not join");
	is_int(newer.nr_targets, 0, "nothing is taken from them");
	is_int(newer.notes.nr, 1, "and that is noted");
	json_object_set_new(elsewhere.runner, "class", json_string("xeon"));
	ok(chain_join(&newer, &elsewhere) &&
		   strlist_has(&newer.notes, "a part was measured on a "
					     "machine of another class"),
	   "another machine is noted");
}

/* "p3" continues "p2" continues ... "p0"; "loop" continues itself. */
static int load(void *data, struct result *out, const char *path)
{
	int number = path[1] - '0';
	auto_free char *before = xstrfmt("p%d", number - 1);

	++*(int *)data;
	if (!strcmp(path, "gone"))
		return fail(ERR_NOTFOUND, "no document '%s'", path);
	make(out, !strcmp(path, "loop") ? "loop" : number ? before : NULL);
	add(out, path, 1, VERDICT_SAME);
	return 0;
}

static void follows(void)
{
	AUTO(result) chain, loop, gone, alone;
	int loads = 0;

	make(&chain, "p3");
	chain_follow(&chain, load, &loads);
	is_int(chain.nr_targets, 4, "a chain is followed to its end");
	loads = 0;
	make(&loop, "loop");
	chain_follow(&loop, load, &loads);
	is_int(loads, 1, "a circle once");
	make(&gone, "gone");
	chain_follow(&gone, load, &loads);
	ok(strlist_has(&gone.notes, "the result that this one continues "
				    "cannot be read: no document 'gone'"),
	   "what cannot be read is noted");
	is(error_message(), "", "and is no error");
	loads = 0;
	make(&alone, NULL);
	chain_follow(&alone, load, &loads);
	is_int(loads, 0, "most results continue nothing");
}

int main(void)
{
	joins();
	keeps_missing();
	copies_cells();
	refuses();
	follows();
	return done();
}
