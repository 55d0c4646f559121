#include "service/reuse.h"

#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "record/history.h"
#include "sample_result.h"
#include "scratch.h"
#include "tap.h"

#define CONFIG "0123456789abcdef0123456789abcdef01234567"
#define DATE "2026-11-30T17:00:00Z"
#define AN_HOUR_LATER "1796061600"
#define A_WEEK_LATER "1796662801"

static struct repo *repo;
static struct oid base, head;
static struct request_side sides[2];

/* The request that the first document answers. */
static struct request wanted(void)
{
	struct request request = {
		.suite = (char *)"s",
		.sides = sides,
		.nr_sides = 2,
		.filter = (char *)"^fib$",
		.config = (char *)CONFIG,
		.options = json_pack("{s:i}", "samples", 5),
	};

	sides[0] = (struct request_side){ .sha = base };
	sides[1] = (struct request_side){ .sha = head };
	return request;
}

static struct machine machine_of(const char *class, const char *kernel)
{
	return (struct machine){ .class = (char *)class,
				 .kernel = (char *)kernel };
}

static void append(const char *date, bool missing)
{
	const struct machine machine = machine_of("fast", "6.1");
	AUTO(result) result = RESULT_INIT;
	AUTO(history_entry) entry = { 0 };
	bool existed;

	sample_result(&result, base.hex, head.hex, date, 1);
	json_decref(result.runner);
	result.runner = machine_to_json(&machine);
	result.config = xstrdup(CONFIG);
	json_set_int(result.options, "samples", 5);
	json_set_string(result.options, "filter", "^fib$");
	if (missing)
		result_add_missing(&result, "nbody", 1, "build", "no rule");
	const struct history_append what = { .result = &result };
	if (history_append(&entry, &existed, repo, &what))
		ok(false, "append: %s", error_message());
}

static void finds(const struct request *request,
		  const struct machine *machine, const char *want,
		  const char *name)
{
	AUTO(reuse) reuse = REUSE_INIT;

	if (reuse_find(&reuse, repo, request, machine))
		ok(false, "%s: %s", name, error_message());
	else
		is(reuse.path ? reuse.path : "none", want, name);
}

/* Each changes one thing about a request that would be answered. */
static void test_different(const struct machine *here)
{
	struct request r = wanted();

#define DIFFERS(name, ...)                        \
	do {                                      \
		struct request other = r;         \
		__VA_ARGS__;                      \
		finds(&other, here, "none", name); \
	} while (0)
	DIFFERS("another suite", other.suite = (char *)"t");
	DIFFERS("another filter", other.filter = NULL);
	DIFFERS("another configuration", other.config = (char *)base.hex);
	DIFFERS("one without .gitbench", other.config = NULL);
	DIFFERS("one side only", other.sides++, other.nr_sides--);
	DIFFERS("one that is made anew", other.fresh = true);
	DIFFERS("a schedule", other.schedule = (char *)"nightly");
	DIFFERS("a retry", other.round = 1);
	json_set_int(r.options, "samples", 6);
	DIFFERS("other options", (void)0);
	json_set_int(r.options, "samples", 5);
	sides[1].variant = (char *)"+fp";
	DIFFERS("another variant", (void)0);
	sides[1].variant = NULL;
	sides[0].sha = head;
	DIFFERS("another base", (void)0);
	sides[0].sha = base;
	json_decref(r.options);
}

static void test_age(const struct request *request, const char *path)
{
	setenv("GIT_BENCH_NOW", A_WEEK_LATER, 1);
	finds(request, NULL, "none", "one that is too old");
	sh("r", "git config bench.reuse 30d");
	finds(request, NULL, path, "how old is said by bench.reuse");
	sh("r", "git config bench.reuse 0");
	setenv("GIT_BENCH_NOW", AN_HOUR_LATER, 1);
	finds(request, NULL, "none", "0 is never");
	sh("r", "git config bench.reuse soon");
	AUTO(reuse) reuse = REUSE_INIT;
	is_int(reuse_find(&reuse, repo, request, NULL), ERR_BADDATA,
	       "what is no age is told");
	sh("r", "git config --unset bench.reuse");
}

int main(void)
{
	const struct machine here = machine_of("fast", "6.1");
	const struct machine slower = machine_of("slow", "6.1");
	const struct machine newer = machine_of("fast", "6.12");

	scratch_begin();
	sh("", "git init -q r && cd r && git commit -q --allow-empty -m 1 &&"
	       "git commit -q --allow-empty -m 2");
	head = sh_oid("r", "git rev-parse HEAD");
	base = sh_oid("r", "git rev-parse HEAD^");
	repo = scratch_repo("r");
	setenv("GIT_BENCH_NOW", AN_HOUR_LATER, 1);
	struct request request = wanted();
	finds(&request, &here, "none", "nothing without a history");
	append(DATE, true);
	finds(&request, &here, "none", "nor one that misses a target");
	append(DATE, false);
	auto_free char *path = xstrfmt(
		"bench/history/2026-11-30-%.10s-2.json", head.hex);
	finds(&request, &here, path, "what is the same is found");
	finds(&request, NULL, path, "by one that has no machine, too");
	finds(&request, &slower, "none", "but not on another machine");
	finds(&request, &newer, "none", "nor after a new kernel");
	test_different(&here);
	test_age(&request, path);
	json_decref(request.options);
	repo_free(repo);
	return done();
}
