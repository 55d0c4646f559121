#include "report/log.h"

#include "example.h"
#include "report/trend.h"
#include "tap.h"

static const struct style plain = STYLE_PLAIN;

static void results(void)
{
	AUTO(result) one = RESULT_INIT;
	AUTO(result) two = RESULT_INIT;
	AUTO(table) table = TABLE_INIT;
	AUTO(buf) out = BUF_INIT;
	struct style style = STYLE_PLAIN;

	example_read(&one, example_one);
	example_read(&two, example_two);
	log_columns(&table);
	log_row(&table, "bench/history/b.json", &two, NULL);
	log_row(&table, "bench/history/a.json", &one, NULL);
	table_print(&out, &table, TABLE_AS_TEXT, &plain);
	is(out.ptr,
	   "2026-11-30  89abcdef01  micro  1 slower (fib.40 +31%), 1 faster "
	   "(lists -17%), 1 same, 2 unknown, 1 missing\n"
	   "2026-11-29  0123456789  micro  2 targets measured in 3.3 s\n",
	   "a line for each result");
	buf_clear(&out);
	style_colour(&style);
	style.columns = 20;
	table_print(&out, &table, TABLE_AS_TEXT, &style);
	ok(strstr(out.ptr, "2026-11-30  \033[33m89abcdef01\033[m  micro  "
			   "\033[1;31m1 slower (fib.40 +31%), 1 faster"),
	   "in colour, and whole however narrow the terminal");
	buf_clear(&out);
	table_print(&out, &table, TABLE_AS_CSV, &plain);
	is(out.ptr,
	   "date,sha,variant,base_sha,suite,ref,pr,schedule,request,runner,"
	   "machine,path,headline,slower,faster,same,unknown,missing,geomean,"
	   "total_seconds,previous,change,obstacle\r\n"
	   "2026-11-30T17:00:00Z," EXAMPLE_HEAD ",'+flambda," EXAMPLE_BASE
	   ",micro,refs/heads/topic,,,11111111222222223333333344444444,"
	   "turing,epyc-2,bench/history/b.json,\"1 slower (fib.40 +31%), "
	   "1 faster (lists -17%), 1 same, 2 unknown, 1 missing\","
	   "1,1,1,2,1,1.01461392508265,7.12,,,\r\n"
	   "2026-11-29T05:06:07Z," EXAMPLE_BASE ",,,micro,,,,,turing,epyc-2,"
	   "bench/history/a.json,2 targets measured in 3.3 s,,,,,0,,3.3,,,\r\n",
	   "as CSV");
	buf_clear(&out);
	table_print(&out, &table, TABLE_AS_JSON, &plain);
	is(strchr(out.ptr, '\n') + 1,
	   "{\"date\":\"2026-11-29T05:06:07Z\",\"headline\":\"2 targets "
	   "measured in 3.3 s\",\"machine\":\"epyc-2\",\"missing\":0,"
	   "\"path\":\"bench/history/a.json\",\"runner\":\"turing\","
	   "\"sha\":\"" EXAMPLE_BASE "\",\"suite\":\"micro\","
	   "\"total_seconds\":3.3}\n",
	   "as JSON, without what is not known");
}

static void set_class(struct result *result, const char *class)
{
	json_object_set_new(result->runner, "class", json_string(class));
}

/* Four results of one target; the third is of another machine. */
static void target(void)
{
	static const double seconds[] = { 1.0, 1.1, 5.0, 0.99 };
	AUTO(trend) trend = TREND_INIT("fib.40", NULL);
	AUTO(trend) alone = TREND_INIT("fib.40", NULL);
	AUTO(table) table = TABLE_INIT;
	AUTO(table) narrow = TABLE_INIT;
	AUTO(buf) out = BUF_INIT;

	for (int i = 0; i < 4; i++) {
		AUTO(result) result = RESULT_INIT;
		auto_free char *path = xstrfmt("p%d", i);

		example_read(&result, example_one);
		result.date[9] = '1' + i;
		result.targets[1].cells[0].seconds = seconds[i];
		set_class(&result, i == 2 ? "xeon-8" : "epyc-2");
		ok(trend_add(&trend, path, &result), "%s has it", path);
		if (i < 2)
			trend_add(&alone, path, &result);
	}
	trend_table(&table, &trend);
	table_print(&out, &table, TABLE_AS_TEXT, &plain);
	is(out.ptr,
	   "date        commit       value  n  change              machine\n"
	   "2026-11-24  0123456789  990 ms  5    -10%  \xe2\x96\x8f"
	   "           epyc-2\n"
	   "2026-11-23  0123456789     5 s  5          "
	   "\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88"
	   "\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88"
	   "  xeon-8\n"
	   "2026-11-22  0123456789   1.1 s  5    +10%  \xe2\x96\x8d"
	   "           epyc-2\n"
	   "2026-11-21  0123456789     1 s  5          \xe2\x96\x8f"
	   "           epyc-2\n",
	   "newest first; a change only on one machine");
	buf_clear(&out);
	table_print(&out, &table, TABLE_AS_JSON, &plain);
	ok(!strncmp(out.ptr,
		    "{\"change\":0.9,\"date\":\"2026-11-24T05:06:07Z\","
		    "\"machine\":\"epyc-2\",\"metric\":\"seconds\","
		    "\"name\":\"fib.40\",\"path\":\"p3\",\"previous\":\"p1\","
		    "\"samples\":5,\"sha\":\"" EXAMPLE_BASE "\","
		    "\"suite\":\"micro\",\"unit\":\"s\",\"value\":0.99}\n",
		    200),
	   "as JSON, with the result that it is a change from");
	buf_clear(&out);
	trend_table(&narrow, &alone);
	table_print(&out, &narrow, TABLE_AS_TEXT, &plain);
	ok(!strstr(out.ptr, "machine"), "one machine is not named");
	AUTO(table) cut = TABLE_INIT;
	trend.most = 1;
	buf_clear(&out);
	trend_table(&cut, &trend);
	table_print(&out, &cut, TABLE_AS_JSON, &plain);
	ok(table_rows(&cut) == 1 && strstr(out.ptr, "\"change\":0.9"),
	   "cut short, the newest keep their change");
}

static void not_there(void)
{
	AUTO(trend) trend = TREND_INIT("nothing", NULL);
	AUTO(trend) metric = TREND_INIT("fib.40", "maxrss");
	AUTO(result) one = RESULT_INIT;
	AUTO(result) two = RESULT_INIT;
	AUTO(table) table = TABLE_INIT;
	AUTO(buf) out = BUF_INIT;

	example_read(&one, example_one);
	example_read(&two, example_two);
	ok(!trend_add(&trend, "p", &one), "no such target");
	ok(!trend_add(&metric, "p", &one), "no such metric there");
	ok(trend_add(&metric, "p", &two), "but here");
	trend_table(&table, &metric);
	table_print(&out, &table, TABLE_AS_CSV, &plain);
	ok(strstr(out.ptr, ",maxrss,5767168.0,B,5,,epyc-2,p,,\r\n"),
	   "a metric's own unit");
	table_release(&table);
	buf_clear(&out);
	trend_table(&table, &trend);
	table_print(&out, &table, TABLE_AS_JSON, &plain);
	is(out.ptr, "", "no results, no lines");
}

int main(void)
{
	results();
	target();
	not_there();
	return done();
}
