#include "suite/run_config.h"

#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "tap.h"

#define WRAPPERS \
	"{\"wrappers\":[{\"name\":\"orun\",\"command\":\"orun %{command}\"}],"

static int parse(struct run_config *out, const char *text)
{
	return run_config_parse(out, text, strlen(text), "run_config.json");
}

static void test_whole(void)
{
	AUTO(run_config) c = { 0 };

	int rc = parse(&c,
		       WRAPPERS
		       "\"benchmarks\":[{\"executable\":\"benchmarks/bdd/"
		       "bdd.exe\",\"name\":\"bdd\",\"tags\":[\"1s_10s\","
		       "\"macro_bench\"],\"runs\":[{\"params\":\"26\"}]},"
		       "{\"executable\":\"menhir\",\"name\":\"menhir\","
		       "\"runs\":[{\"params\":\"-v x.mly\",\"short_name\":"
		       "\"x.mly\",\"paramwrapper\":\"taskset -c 1\"}]}]}");
	ok(!rc && c.nr_wrappers == 1 && c.nr_benchmarks == 2,
	   "wrappers and benchmarks");
	ok(strlist_has(&c.benchmarks[0].tags, "macro_bench") &&
		   !c.benchmarks[1].tags.nr,
	   "tags, and none");
	is(c.benchmarks[1].runs[0].paramwrapper, "taskset -c 1",
	   "a wrapper of one run");
	const struct config_wrapper *w;
	ok(!run_config_wrapper(&w, &c, "orun"), "a wrapper is found");
	is_int(run_config_wrapper(&w, &c, "perf"), ERR_NOTFOUND,
	       "another is not");
	is(error_message(),
	   "no wrapper 'perf' in the run configuration (there are: orun)",
	   "and those there are are named");
	auto_free char *dir = config_benchmark_dir(&c.benchmarks[0]);
	is(dir, "benchmarks/bdd", "the folder of an executable");
	auto_free char *none = config_benchmark_dir(&c.benchmarks[1]);
	is(none, "", "a bare program has none");
}

static void has_name(const char *name, const char *params, const char *shorts,
		     const char *wrapper, const char *want)
{
	const struct config_benchmark b = { .name = (char *)name };
	const struct config_run run = { .params = (char *)params,
					.short_name = (char *)shorts };
	auto_free char *got = config_run_name(&b, &run, wrapper);

	is(got, want, want);
}

static void test_names(void)
{
	has_name("bdd", "26", NULL, "orun", "bdd.26");
	has_name("fft", "", NULL, "orun", "fft.");
	has_name("setrip", "-enc  -rseed 10.5", NULL, "orun",
		 "setrip.-enc_-rseed_10_5");
	has_name("cubicle", "a/b.cub", "german_pfs.cub", "orun",
		 "cubicle.german_pfs.cub");
	has_name("nbody_multicore", "4 512 2048", NULL, "orunchrt",
		 "nbody_multicore.4_512_2048.orunchrt");
}

static int domains(const char *name, const char *params, const char *shorts)
{
	const struct config_benchmark b = { .name = (char *)name };
	const struct config_run run = { .params = (char *)params,
					.short_name = (char *)shorts };

	return config_run_domains(&b, &run);
}

static void test_domains(void)
{
	is_int(domains("nbody_multicore", "4 512", NULL), 4,
	       "domains are the first parameter");
	is_int(domains("tokens_multicore", "-procs 8", "8_10_words64"), 8,
	       "or lead the short name");
	is_int(domains("nbody", "512 2048", NULL), 0,
	       "a sequential benchmark has none");
	is_int(domains("stack_parallel", "100000", NULL), 0,
	       "a size is not taken for domains");
	is_int(domains("x_multicore", "-n 3", NULL), 0, "an option neither");
}

static void refused(const char *text, const char *message)
{
	AUTO(run_config) c = { 0 };

	if (parse(&c, text) != ERR_BADDATA)
		ok(false, "refused: %s", message);
	else
		is(error_message(), message, message);
}

static void test_refusals(void)
{
	refused("[]", "run_config.json is no JSON object");
	refused("{}", "run_config.json: wrappers is missing");
	refused(WRAPPERS "\"benchmarks\":{}}",
		"run_config.json: benchmarks is no array");
	refused(WRAPPERS "\"benchmarks\":[{\"executable\":\"x\",\"name\":1}]}",
		"run_config.json: benchmarks[0].name is no string");
	refused(WRAPPERS "\"benchmarks\":[{\"executable\":\"a/../../x\"}]}",
		"run_config.json: benchmarks[0].executable is no path inside "
		"the checkout");
	refused(WRAPPERS "\"benchmarks\":[{\"executable\":\"/bin/sh\"}]}",
		"run_config.json: benchmarks[0].executable is no path inside "
		"the checkout");
	refused(WRAPPERS "\"benchmarks\":[{\"executable\":\"x\",\"name\":"
			 "\"x\",\"runs\":[{}]}]}",
		"run_config.json: benchmarks[0].runs[0].params is missing");
}

int main(void)
{
	test_whole();
	test_names();
	test_domains();
	test_refusals();
	return done();
}
