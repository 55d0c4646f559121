/* The readers of other tools' formats, on what those tools really print. */
#include "suite/format.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/error.h"
#include "suite/lakeprof.h"
#include "tap.h"

static struct readings got;

static int reads(const char *format, const char *text)
{
	readings_clear(&got);
	return format_find(format)->read(&got, text, strlen(text));
}

/* The n-th reading of a target; one that fails the test if there is none. */
static const struct reading *reading(const char *target, size_t n)
{
	static const struct reading none = { .seconds = -1 };

	for (size_t i = 0; i < got.nr; i++)
		if (!strcmp(got.items[i].target, target) && !n--)
			return &got.items[i];
	return &none;
}

static double metric(const char *target, const char *name)
{
	const struct metric *m =
		metrics_find(&reading(target, 0)->metrics, name);

	return m ? m->value : NAN;
}

/* ==== current-bench ===================================================== */

static void current_bench_values(void)
{
	const char *text =
		"dune build @bench\n"
		"{\"name\":\"irmin\",\"results\":[{\"name\":\"add\","
		"\"metrics\":[{\"name\":\"time\",\"value\":1.5,"
		"\"units\":\"ms\"},{\"name\":\"rate\",\"value\":[250,265],"
		"\"units\":\"ops/sec\"}]}]}\nsome noise {\n"
		"{\"results\":[{\"name\":\"t\",\"metrics\":["
		"{\"name\":\"str\",\"value\":\"1.2ms\"},"
		"{\"name\":\"long\",\"value\":\"1min2s\"},"
		"{\"name\":\"spread\",\"value\":{\"min\":1,\"avg\":2,"
		"\"max\":\"3\"},\"units\":\"s\"},"
		"{\"name\":\"size\",\"value\":7,\"units\":\"kB\"},"
		"{\"name\":\"score\",\"value\":9,"
		"\"trend\":\"higher-is-better\"},"
		"{\"name\":\"bad\",\"value\":\"soon\"}]}]}\n";

	ok(!reads("current-bench", text), "objects are found in a log");
	is_near(reading("irmin/add/time", 0)->seconds, 0.0015, 1e-12,
		"milliseconds become seconds");
	is_int(reading("irmin/add/rate", 0)->primary != NULL, 1,
	       "a rate is no time");
	is_near(metric("irmin/add/rate", "value"), 250, 0,
		"a list gives samples: the first");
	is_near(metrics_find(&reading("irmin/add/rate", 1)->metrics, "value")
			->value, 265, 0, "and the second");
	ok(metrics_find(&reading("irmin/add/rate", 0)->metrics, "value")
		   ->higher_is_better, "more per second is better");
	is_near(reading("t/str", 0)->seconds, 0.0012, 1e-12,
		"a unit may stand in the value");
	is_near(reading("t/long", 0)->seconds, 62, 1e-12, "minutes too");
	is_near(reading("t/spread", 0)->seconds, 2, 0, "the average decides");
	is_near(metric("t/spread", "min"), 1, 0, "the least goes along");
	is_near(metric("t/spread", "max"), 3, 0, "the most too");
	ok(!metrics_find(&reading("t/size", 0)->metrics, "value")
		    ->higher_is_better, "less is better where nothing is said");
	ok(metrics_find(&reading("t/score", 0)->metrics, "value")
		   ->higher_is_better, "a trend is heeded");
	is(reading("t/bad", 0)->failure, STAGE_OUTPUT,
	   "a value that is no number is told");
	is_int(got.nr, 9, "and that is all");
}

static void current_bench_merges(void)
{
	ok(!reads("current-bench",
		  "{\"results\":[{\"name\":\"t\",\"metrics\":{\"a\":1}}]}"
		  "{\"results\":[{\"name\":\"t\",\"metrics\":{\"a\":2}}]}"),
	   "the format's first version is read");
	is_near(metrics_find(&reading("t/a", 1)->metrics, "value")->value, 2,
		0, "equal names are samples of one target");
	is_int(reads("current-bench", "make: nothing to be done\n"),
	       ERR_BADDATA, "a log without results is refused");
	is(error_message(), "the output holds no current-bench results",
	   "and says so");
	is_int(reads("current-bench", "{\"results\":[]}"), ERR_BADDATA,
	       "so is one with none");
	ok(!reads("current-bench",
		  "{\"results\":[{\"name\":\"a\\nb\",\"metrics\":[{\"name\":"
		  "\"\\u001b[31m\",\"value\":1}]}]}"),
	   "control characters in names are survived");
	is(got.items[0].target, "a\\nb/\\x1b[31m", "and escaped");
}

/* ==== hyperfine ========================================================= */

static void hyperfine(void)
{
	ok(!reads("hyperfine",
		  "{\"results\":[{\"command\":\"./fib 30\",\"mean\":0.55,"
		  "\"stddev\":null,\"median\":0.55,\"user\":0.5,"
		  "\"system\":0.25,\"min\":0.5,\"max\":0.6,"
		  "\"times\":[0.5,0.6],\"exit_codes\":[0,1]}]}"),
	   "the export of version 1 is read");
	is_int(got.nr, 2, "each time is a sample");
	is_near(reading("./fib 30", 1)->seconds, 0.6, 0, "in order");
	is_near(metric("./fib 30", "user_seconds"), 0.5, 0,
		"user time goes along");
	ok(!reads("hyperfine",
		  "{\"results\":[{\"command\":\"x\",\"times\":[1,2],"
		  "\"exit_codes\":[0,null]}]}"), "null is an exit code");
	is(reading("x", 0)->failure, STAGE_CRASH, "of one killed by a signal");
	ok(!reads("hyperfine",
		  "{\"results\":[{\"command\":\"n\",\"times\":[1],"
		  "\"parameters\":{\"k\":\"1\"}},{\"command\":\"n\","
		  "\"times\":[2],\"parameters\":{\"k\":\"2\"}}]}"),
	   "one name for several parameters");
	is_near(reading("n k=2", 0)->seconds, 2, 0, "they tell them apart");
	ok(!reads("hyperfine",
		  "{\"schema_version\":2,\"results\":[{\"command\":\"x\","
		  "\"name\":\"n\",\"measurements\":[{\"time_wall_clock\":"
		  "{\"value\":1.5,\"unit\":\"second\"},\"time_user\":"
		  "{\"value\":1,\"unit\":\"second\"},"
		  "\"memory_peak_resident\":{\"value\":4096,\"unit\":"
		  "\"byte\"},\"exit_code\":0}]}]}"),
	   "the export of version 2 is read");
	is_near(reading("n", 0)->seconds, 1.5, 0, "its wall time");
	is_near(metric("n", "maxrss"), 4096, 0, "its memory");
	is_int(reads("hyperfine", "{\"results\":[{\"command\":\"x\"}]}"), 0,
	       "a result without times");
	is(reading("x", 0)->failure, STAGE_OUTPUT, "is told");
	is_int(reads("hyperfine", "Benchmark 1: x\n"), ERR_BADDATA,
	       "text without an export is refused");
}

/* ==== Google Benchmark ================================================== */

static const char google[] =
	"{\"context\":{\"num_cpus\":2,\"caches\":[]},\"benchmarks\":["
	"{\"name\":\"BM_Copy/64\",\"run_name\":\"BM_Copy/64\","
	"\"run_type\":\"iteration\",\"repetitions\":2,\"threads\":1,"
	"\"iterations\":100,\"real_time\":5.0e+01,\"cpu_time\":4.0e+01,"
	"\"time_unit\":\"ns\",\"bytes_per_second\":1e9,\"hits\":3},"
	"{\"name\":\"BM_Copy/64\",\"run_name\":\"BM_Copy/64\","
	"\"run_type\":\"iteration\",\"threads\":1,\"real_time\":60,"
	"\"cpu_time\":40,\"time_unit\":\"ns\"},"
	"{\"name\":\"BM_Copy/64_median\",\"run_name\":\"BM_Copy/64\","
	"\"run_type\":\"aggregate\",\"aggregate_name\":\"median\","
	"\"real_time\":55,\"cpu_time\":40,\"time_unit\":\"ns\"},"
	"{\"name\":\"BM_Copy_BigO\",\"run_name\":\"BM_Copy\","
	"\"run_type\":\"aggregate\",\"aggregate_name\":\"BigO\","
	"\"cpu_coefficient\":1,\"big_o\":\"N\",\"time_unit\":\"ns\"},"
	"{\"name\":\"BM_Old\",\"iterations\":1,\"real_time\":2,"
	"\"cpu_time\":1,\"time_unit\":\"ms\"},"
	"{\"name\":\"BM_Par/threads:4\",\"run_type\":\"iteration\","
	"\"threads\":4,\"real_time\":1,\"cpu_time\":1,\"time_unit\":\"s\"},"
	"{\"name\":\"BM_Agg_median\",\"run_name\":\"BM_Agg\","
	"\"run_type\":\"aggregate\",\"aggregate_name\":\"median\","
	"\"real_time\":7,\"cpu_time\":7,\"time_unit\":\"us\"},"
	"{\"name\":\"BM_Bad\",\"run_name\":\"BM_Bad\","
	"\"run_type\":\"iteration\",\"error_occurred\":true,"
	"\"error_message\":\"no file\",\"iterations\":0,\"real_time\":0,"
	"\"cpu_time\":0,\"time_unit\":\"ns\"}]}";

static void google_benchmark(void)
{
	ok(!reads("google-benchmark", google), "its JSON is read");
	is_near(reading("BM_Copy/64", 0)->seconds, 50e-9, 1e-18,
		"nanoseconds become seconds");
	is_near(reading("BM_Copy/64", 1)->seconds, 60e-9, 1e-18,
		"repetitions are samples");
	is_near(reading("BM_Copy/64", 2)->seconds, -1, 0,
		"aggregates of them are not");
	is_near(metric("BM_Copy/64", "cpu_seconds"), 40e-9, 1e-18,
		"processor time goes along");
	is_near(metric("BM_Copy/64", "hits"), 3, 0, "and its own counters");
	ok(metrics_find(&reading("BM_Copy/64", 0)->metrics,
			"bytes_per_second")->higher_is_better,
	   "more per second is better");
	ok(isnan(metric("BM_Copy/64", "iterations")),
	   "what is no counter does not");
	is_near(reading("BM_Old", 0)->seconds, 0.002, 1e-15,
		"an old version's benchmark");
	is_int(reading("BM_Par/threads:4", 0)->domains, 4, "threads");
	is_int(reading("BM_Par/threads:4", 0)->kind, KIND_PARALLEL,
	       "make it parallel");
	is_near(reading("BM_Agg", 0)->seconds, 7e-6, 1e-15,
		"the median where there is nothing else");
	is(reading("BM_Bad", 0)->failure, STAGE_ERROR, "an error is told");
	is(reading("BM_Bad", 0)->reason, "no file", "in its words");
	is_int(got.nr, 6, "and that is all");
}

/* ==== lakeprof ========================================================== */

static void lake_log(void)
{
	ok(!reads("lakeprof",
		  "[0.120] \xe2\x84\xb9 [1/9] Fetched proofwidgets:release\n"
		  "[1.000] \xe2\x9c\x94 [2/9] Built Foo.Basic (340ms)\n"
		  "[2.500] \xe2\x9c\x94 [3/9] Built Foo.Bar (1.2s)\r\n"
		  "[2.600] \xe2\x9c\x94 [4/9] Built Foo.Bar:c.o (12s)\n"
		  "[2.700] \xe2\x9a\xa0 [5/9] (Optional) Built Foo.Opt (1s)\n"
		  "[2.800] warning: Foo.lean:1:2: Built lies (3s)\n"
		  "[2.900] \xe2\x9c\x94 [6/9] Built Foo.Untimed\n"
		  "[3.000] \xe2\x9c\x96 [7/9] Building Foo.Bad (1.0s)\n"
		  "[3.100] Build completed successfully.\n"),
	   "what lakeprof writes down is read");
	is_near(reading("Foo.Basic", 0)->seconds, 0.34, 1e-12, "ms");
	is_near(reading("Foo.Bar", 0)->seconds, 1.2, 1e-12, "seconds");
	is_int(reading("Foo.Bar", 0)->kind, KIND_BUILD, "of kind build");
	is_near(reading("Foo.Bar:c.o", 0)->seconds, 12, 1e-12, "C objects");
	is_near(reading("Foo.Opt", 0)->seconds, 1, 1e-12, "optional ones");
	is(reading("Foo.Bad", 0)->failure, STAGE_BUILD, "one that failed");
	is_int(got.nr, 5, "and nothing else");
	ok(!reads("lakeprof", "\xe2\x9c\x94 [1/2] Built A (1s)\n"
			      "\xe2\x9c\x94 [2/2] Built A (2s)"),
	   "lake's own output is read");
	is_near(reading("A", 0)->seconds, 2, 0, "the last of a name stays");
	is_int(got.nr, 1, "once");
	is_int(reads("lakeprof", "Nothing to build.\n"), ERR_BADDATA,
	       "a log without targets is refused");
}

static void lake_trace(void)
{
	const char *events =
		"[{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":0,\"tid\":0,"
		"\"args\":{\"name\":\"critical path\"}},"
		"{\"name\":\"Foo\",\"cat\":null,\"ph\":\"X\",\"ts\":0,"
		"\"dur\":1500000,\"pid\":0,\"tid\":1},"
		"{\"name\":\"Foo\",\"ph\":\"X\",\"ts\":0,\"dur\":9,"
		"\"pid\":0,\"tid\":0},"
		"{\"name\":\"mark\",\"ph\":\"i\",\"ts\":0,\"dur\":5}]";
	auto_free char *object = xstrfmt("{\"traceEvents\": %s}", events);

	ok(!reads("lakeprof", events), "a bare array of events is read");
	is_near(reading("Foo", 0)->seconds, 1.5, 1e-12, "microseconds");
	is_int(got.nr, 1, "the critical path is not read twice");
	ok(!reads("lakeprof", object) && got.nr == 1, "so is an object");
	is_int(reads("lakeprof", "{\"traceEvents\": []}"), ERR_BADDATA,
	       "an empty trace is refused");
	is_int(reads("lakeprof", "[{\"ph\":\"X\""), ERR_BADDATA,
	       "so is one that is cut short");
}

/* ==== All =============================================================== */

static void bounds(void)
{
	AUTO(buf) text = BUF_INIT;

	buf_addstr(&text, "{\"results\":[{\"name\":\"");
	buf_addn(&text, 'x', 10000);
	buf_addstr(&text, "\",\"metrics\":[{\"name\":\"n\",\"value\":[1");
	for (int i = 0; i < FORMAT_READINGS_MAX + 10; i++)
		buf_addstr(&text, ",1");
	buf_addstr(&text, "]}]}]}");
	ok(!reads("current-bench", text.ptr), "a very long list is read");
	is_int(got.nr, FORMAT_READINGS_MAX, "up to the limit");
	is_int(reads("hyperfine", "{\"results\":[{\"command\":\"x\","
				  "\"times\":[1e308]}]}"), 0, "a huge time");
	is_int(reads("current-bench",
		     "{\"results\":[{\"name\":\"t\",\"metrics\":["
		     "{\"name\":\"m\",\"value\":1e308,"
		     "\"units\":\"h\"}]}]}"), 0, "in hours");
	is(got.items[0].failure, STAGE_OUTPUT, "is no number of seconds");
	reads("current-bench", text.ptr);
	is_int(strlen(got.items[0].target), TARGET_NAME_MAX,
	       "a very long name is cut");
}

int main(void)
{
	current_bench_values();
	current_bench_merges();
	hyperfine();
	google_benchmark();
	lake_log();
	lake_trace();
	bounds();
	auto_free char *names = format_names();
	is(names, "current-bench, google-benchmark, hyperfine, lakeprof",
	   "formats have names");
	ok(!format_find("junit"), "and no others");
	readings_release(&got);
	return done();
}
