#include "report/beside.h"

#include <string.h>

#include "base/error.h"
#include "tap.h"

static const struct style plain = STYLE_PLAIN;

static void two_sides(struct result *out)
{
	AUTO(result) blank = RESULT_INIT;

	*out = blank;
	out->suite = xstrdup("s");
	out->nr_sides = 2;
	out->sides = xcalloc(2, sizeof(*out->sides));
}

static struct result_target *add(struct result *result, const char *name)
{
	struct result_target *target = result_add_target(result, name);

	for (size_t i = 0; i < 2; i++) {
		target->cells[i].measured = true;
		target->cells[i].seconds = 1;
	}
	return target;
}

static void set(struct result_target *target, const char *metric, double base,
		double head, const char *unit)
{
	metrics_set(&target->cells[0].metrics, metric, base, unit);
	metrics_set(&target->cells[1].metrics, metric, head, unit);
}

static void decide(struct result_target *target, const char *metric,
		   double ratio, enum verdict verdict)
{
	struct result_opinion *opinion =
		result_add_opinion(&target->cells[0], metric);

	opinion->ratio = ratio;
	opinion->low = ratio * 0.99;
	opinion->high = ratio * 1.01;
	opinion->verdict = verdict;
}

static void summary(void)
{
	AUTO(result) result;
	AUTO(beside) beside;
	AUTO(table) table = TABLE_INIT;
	AUTO(buf) out = BUF_INIT;

	two_sides(&result);
	struct result_target *a = add(&result, "a"), *b;
	set(a, "user_seconds", 1, 1.5, "s");
	set(a, "sys_seconds", 1, 1.5, "s");
	set(a, "maxrss", 1000, 1005, "B");
	set(a, "codesize", 100, 101.5, "B");
	set(a, "minor_faults", 100, 300, "1");
	b = add(&result, "b");
	set(b, "codesize", 100, 50, "B");
	set(b, "gc.minor_words", 0, 50, "words");
	set(b, "throughput", 100, 200, "1/s");
	beside_of(&beside, &result);
	is_int(beside_summary(&table, &beside), 1, "what did not move");
	table_print(&out, &table, TABLE_AS_TEXT, &plain);
	is(out.ptr,
	   "                metric       moved   mean  least    most\n"
	   "processor time  cpu_seconds    1/1  1.500  1.500 a  1.500 a\n"
	   "code size       codesize       2/2  0.712  0.500 b  1.015 a\n"
	   "of the suite    throughput     1/1  2.000  2.000 b  2.000 b\n",
	   "one row a metric; user and system time as one; of zero no ratio");
}

static void decided(void)
{
	AUTO(result) result;
	AUTO(beside) beside;
	AUTO(table) table = TABLE_INIT;
	AUTO(buf) out = BUF_INIT;

	two_sides(&result);
	struct result_target *a = add(&result, "a");
	set(a, "maxrss", 1000, 1500, "B");
	decide(a, "maxrss", 1.4, VERDICT_UNKNOWN);
	struct result_target *b = add(&result, "b");
	set(b, "maxrss", 1000, 1004, "B");
	decide(b, "maxrss", 1.005, VERDICT_SLOWER);
	struct result_target *c = add(&result, "c");
	set(c, "maxrss", 1000, 1000, "B");
	c->cells[0].measured = false;
	beside_of(&beside, &result);
	is_int(beside_count_moved(&beside, BESIDE_MEMORY), 1,
	       "a verdict outweighs medians, both ways");
	beside_moved(&table, &beside, BESIDE_MEMORY, 5);
	table_print(&out, &table, TABLE_AS_TEXT, &plain);
	is(out.ptr,
	   "target  metric       base      head  ratio  interval       "
	   "change\n"
	   "b       maxrss  0.977 KiB  0.98 KiB  1.005  "
	   "0.995 \xe2\x80\x93 1.015  more\n",
	   "what moved, with its verdict");
}

static void one_metric(void)
{
	AUTO(result) result;
	AUTO(beside) beside;
	AUTO(table) table = TABLE_INIT, none = TABLE_INIT;
	AUTO(buf) out = BUF_INIT;

	two_sides(&result);
	for (int i = 0; i < 3; i++) {
		auto_free char *name = xstrfmt("t%d", i);

		set(add(&result, name), "ops", 100, 100 + 10 * i, "1");
	}
	result.targets[1].primary[0] = '\0';
	free(result.targets[2].primary);
	result.targets[2].primary = xstrdup("ops");
	beside_of(&beside, &result);
	works(beside_metric(&table, &beside, "ops"), "a metric is found");
	table_print(&out, &table, TABLE_AS_CSV, &plain);
	is(out.ptr, "name,base,head,ratio\r\nt1,100.0,110.0,1.1\r\n"
		    "t0,100.0,100.0,1.0\r\n",
	   "of every target it does not decide for, the biggest change first");
	is_int(beside_metric(&none, &beside, "nosuch"), ERR_NOTFOUND,
	       "one that nobody has is not");
}

int main(void)
{
	summary();
	decided();
	one_metric();
	return done();
}
