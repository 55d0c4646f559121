/* From one result of a schedule to the next, on machines that change. */
#include "report/since.h"

#include <string.h>

#include "base/json.h"
#include "example.h"
#include "report/lineage.h"
#include "report/trend.h"
#include "tap.h"

static const struct style plain = STYLE_PLAIN;

static const char *const names[] = { "Slow", "Fast", "Tiny", "A", "B", "C",
				     "D", "E", "Same" };

/* A build of nine targets and their total, on a machine of that id. */
static void make(struct result *out, const char *date, const char *id,
		 const double seconds[9])
{
	*out = (struct result)RESULT_INIT;
	out->date = xstrdup(date);
	out->suite = xstrdup("proofs");
	out->ref = xstrdup("refs/heads/main");
	out->schedule = xstrdup("weekly");
	out->runner = json_pack("{s:s, s:s, s:s}", "class", "xeon-4", "id",
				id, "name", "ci");
	out->toolchain = json_object();
	out->options = json_object();
	out->nr_sides = 1;
	out->sides = xcalloc(1, sizeof(*out->sides));
	oid_parse(&out->sides[0].sha, EXAMPLE_BASE);
	double total = 0;
	for (size_t i = 0; i < 10; i++) {
		struct result_target *target = result_add_target(
			out, i < 9 ? names[i] : "total");

		free(target->kind);
		target->kind = xstrdup("build");
		target->cells[0].measured = true;
		target->cells[0].samples = 1;
		target->cells[0].seconds = i < 9 ? seconds[i] : total;
		total += i < 9 ? seconds[i] : 0;
	}
	result_summarise(out);
}

static const double before[9] = { 100, 60, 0.01, 1, 2, 3, 4, 5, 7 };
static const double after[9] = { 110, 30, 0.05, 1.1, 2.2, 3.3, 4.4, 5.5, 7 };

static void another_machine(void)
{
	AUTO(result) old = RESULT_INIT;
	AUTO(result) new = RESULT_INIT;
	AUTO(since) since = SINCE_INIT;
	AUTO(buf) out = BUF_INIT;

	make(&old, "2026-11-23T06:40:00Z", "1111111111111111", before);
	make(&new, "2026-11-30T06:40:00Z", "2222222222222222", after);
	since_make(&since, "bench/history/old.json", &old, &new);
	auto_free char *headline = since_headline(&since);
	is(headline, "total -10% since 2026-11-23 (3 min 02 s, then 2 min "
		     "44 s): unknown (another machine)", "the total's change");
	is_int(since.nr_more, 5, "five that take more time");
	is(since.more[0]->name, "Slow", "by seconds, not by ratio");
	is(since.more[4]->name, "B", "down to the fifth");
	is_int(since.nr_less, 1, "one that takes less");
	is(since.less[0]->name, "Fast", "by name");
	since_text(&out, &since, &plain);
	ok(strstr(out.ptr, "Slow    1 min 40 s  1 min 50 s    +10%  "
			   "unknown (another machine)\n") != NULL,
	   "a line of the table says all of it");
	ok(!strstr(out.ptr, "Same") && !strstr(out.ptr, "\ntotal  "),
	   "what did not change, and the total, are not in it");
	buf_clear(&out);
	since_markdown(&out, &since);
	ok(strstr(out.ptr, "| `Slow` |") != NULL, "Markdown");
	json_auto_t *json = since_json(&since);
	is(json_get_string(json, "obstacle", NULL), "another machine",
	   "programs are told as well");
	is_int(json_array_size(json_object_get(json, "more")), 5,
	       "and get the lists");
}

static void one_machine(void)
{
	AUTO(result) old = RESULT_INIT;
	AUTO(result) new = RESULT_INIT;
	AUTO(since) since = SINCE_INIT;

	make(&old, "2026-11-23T06:40:00Z", "1111111111111111", before);
	make(&new, "2026-11-30T06:40:00Z", "1111111111111111", after);
	since_make(&since, "p", &old, &new);
	auto_free char *headline = since_headline(&since);
	ok(strstr(headline, "unknown (measured apart)") != NULL,
	   "one machine, but not side by side");
}

static void series(void)
{
	static const char *const ids[] = { "1", "1", "2" };
	AUTO(lineage) lineage = LINEAGE_INIT;
	AUTO(trend) trend = TREND_INIT("Slow", NULL);
	AUTO(table) table = TABLE_INIT;
	AUTO(buf) out = BUF_INIT;
	struct lineage_step steps[3];

	for (size_t i = 0; i < 3; i++) {
		AUTO(result) result = RESULT_INIT;
		auto_free char *date = xstrfmt("2026-11-%02zuT00:00:00Z",
					       10 + i);
		auto_free char *path = xstrfmt("p%zu", i);

		make(&result, date, ids[i], i ? after : before);
		lineage_next(&steps[i], &lineage, path, &result);
		trend_add(&trend, path, &result);
	}
	ok(!steps[0].path, "nothing is before the first");
	is(steps[1].path, "p0", "the second follows it");
	ok(!steps[1].obstacle && steps[1].change < 1, "on one machine");
	is(steps[2].obstacle, "another machine", "the third was elsewhere");
	is_near(steps[2].change, 1, 1e-9, "its change is there all the same");
	trend_table(&table, &trend);
	table_print(&out, &table, TABLE_AS_TEXT, &plain);
	ok(strstr(out.ptr, "unknown (another machine)\n2026-11-11") != NULL,
	   "a target's series says at which point the machine changed");
	for (size_t i = 0; i < 3; i++)
		lineage_step_release(&steps[i]);
}

int main(void)
{
	another_machine();
	one_machine();
	series();
	return done();
}
