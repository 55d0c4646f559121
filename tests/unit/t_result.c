#include "record/result.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "tap.h"

#define SHA_A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define SHA_B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
#define ID "0123456789abcdef0123456789abcdef"

static void start(struct result *out, size_t nr_sides)
{
	*out = (struct result)RESULT_INIT;
	out->date = xstrdup("2026-11-30T17:00:00Z");
	out->suite = xstrdup("sandmark");
	out->nr_sides = nr_sides;
	out->sides = xcalloc(nr_sides, sizeof(*out->sides));
	for (size_t i = 0; i < nr_sides; i++)
		oid_parse(&out->sides[i].sha,
			  i + 1 < nr_sides ? SHA_A : SHA_B);
}

static void add(struct result *result, const char *name, double base,
		double head, enum verdict verdict)
{
	struct result_target *target = result_add_target(result, name);
	struct result_cell *cell = &target->cells[result->nr_sides - 1];

	cell->measured = true;
	cell->seconds = head;
	cell->samples = 5;
	if (result->nr_sides < 2)
		return;
	target->cells[0] = (struct result_cell){
		.measured = true,
		.seconds = base,
		.samples = 5,
		.ratio = head / base,
		.low = head / base - 0.01,
		.high = head / base + 0.01,
		.verdict = verdict,
	};
}

static void headline(struct result *result, const char *want,
		     const char *name)
{
	result_summarise(result);
	auto_free char *got = result_headline(result);
	is(got, want, name);
	result_release(result);
}

static void test_headlines(void)
{
	struct result r;

	start(&r, 2);
	add(&r, "fib", 1, 1.31, VERDICT_SLOWER);
	add(&r, "bdd", 1, 1.04, VERDICT_SLOWER);
	add(&r, "lex", 1, 1, VERDICT_SAME);
	result_add_missing(&r, "zip", 0, "build", "needs zlib");
	result_add_missing(&r, "zip", 1, "build", "needs zlib");
	headline(&r, "2 slower (fib +31%), 1 same, 1 missing",
		 "the worst is named, a missing target counts once");

	start(&r, 2);
	add(&r, "fib", 1, 0.5, VERDICT_FASTER);
	add(&r, "a\nb", 1, 20, VERDICT_SLOWER);
	headline(&r, "1 slower (a\\nb 20x), 1 faster (fib -50%)",
		 "names stay in their line");

	start(&r, 2);
	add(&r, "fib", 1, 1, VERDICT_UNKNOWN);
	headline(&r, "no change shown: 1 unknown", "no evidence, no claim");

	start(&r, 2);
	add(&r, "fib", 1, 1, VERDICT_SAME);
	headline(&r, "no change: 1 same", "evidence of nothing");

	start(&r, 1);
	add(&r, "fib", 0, 1.5, VERDICT_UNKNOWN);
	add(&r, "lex", 0, 2.5, VERDICT_UNKNOWN);
	headline(&r, "2 targets measured in 4 s", "nothing to compare with");

	start(&r, 2);
	result_add_missing(&r, "", 1, "build", "make: error");
	headline(&r, "nothing measured: 1 missing", "a side did not build");
}

static void test_summary(void)
{
	AUTO(result) r;

	start(&r, 2);
	add(&r, "a", 1, 2, VERDICT_SLOWER);
	add(&r, "b", 1, 0.5, VERDICT_FASTER);
	add(&r, "c", 1, 1, VERDICT_SAME);
	r.targets[2].cells[0].measured = false;
	result_summarise(&r);
	is_near(r.total_seconds, 3.5, 1e-12, "the head's seconds add up");
	is_near(r.summary.geomean, 1, 1e-12, "the ratios' mean is geometric");
	is_int(r.summary.count[VERDICT_SAME], 0,
	       "without a baseline there is no verdict");
	add(&r, "total", 1, 2.5, VERDICT_SAME);
	result_summarise(&r);
	is_near(r.total_seconds, 6, 1e-12, "a name alone is no total");
	free(r.targets[3].kind);
	r.targets[3].kind = xstrdup("build");
	result_summarise(&r);
	is_near(r.total_seconds, 2.5, 1e-12, "a build says its own");
}

/* A document with everything in it, also what we do not know. */
static const char document[] =
	"{\"artifacts\":{\"summary\":\"bench/x\"},"
	"\"base_sha\":\"" SHA_A "\",\"config\":\"" SHA_A "\","
	"\"continues\":null,\"date\":\"2026-11-30T17:00:00Z\","
	"\"future\":{\"a\":[1]},"
	"\"missing\":[{\"name\":\"menhir\",\"reason\":\"needs menhirLib\","
	"\"side\":1,\"stage\":\"build\",\"tries\":2}],"
	"\"notes\":[\"no chrt\"],\"options\":{\"samples\":5},\"pr\":\"17\","
	"\"ref\":\"refs/heads/x\",\"request\":\"" ID "\",\"round\":2,"
	"\"runner\":{\"name\":\"m1\"},\"schedule\":null,"
	"\"schema_version\":1,\"sha\":\"" SHA_B "\","
	"\"sides\":[{\"sha\":\"" SHA_A "\"},"
	"{\"sha\":\"" SHA_A "\",\"variant\":\"+fp\"},"
	"{\"note\":\"kept\",\"sha\":\"" SHA_B "\"}],"
	"\"stages\":{\"build_seconds\":12.5},"
	"\"suite\":\"sandmark\",\"suite_sha\":\"" SHA_B "\","
	"\"summary\":{\"better\":0,\"faster\":0,\"geomean\":1.027,"
	"\"same\":0,\"slower\":1,\"unknown\":0},"
	"\"targets\":[{\"colour\":\"red\",\"domains\":4,"
	"\"interval\":[1.021,1.034],\"kind\":\"parallel\","
	"\"metrics\":{\"ops\":{\"better\":\"higher\",\"unit\":\"1/s\","
	"\"value\":3.5,\"x\":1}},\"name\":\"bdd\",\"primary\":\"ops\","
	"\"ratio\":1.027,\"samples\":5,\"seconds\":1.234,"
	"\"sides\":[{\"metrics\":{},\"samples\":5,\"seconds\":1.201},"
	"{\"interval\":[0.9,1.1],\"metrics\":{},\"ratio\":1.01,"
	"\"samples\":5,\"seconds\":1.22,\"verdict\":\"unknown\"}],"
	"\"status\":\"ok\",\"verdict\":\"slower\"},"
	"{\"domains\":null,\"kind\":\"sequential\",\"metrics\":{},"
	"\"name\":\"menhir\",\"sides\":[{\"metrics\":{},\"samples\":1},null],"
	"\"status\":\"build failed\"}],\"toolchain\":{\"cc\":\"12.2\"},"
	"\"total_seconds\":1.234}";

static void test_round_trip(void)
{
	json_auto_t *json = NULL;
	AUTO(result) r = RESULT_INIT;

	is_int(json_parse(&json, document, strlen(document), "t"), 0, "JSON");
	if (!ok(!result_parse(&r, document, strlen(document), "t"),
		"the document is read"))
		printf("# %s\n", error_message());
	is_int(r.nr_targets, 2, "targets");
	is_int(r.nr_sides, 3, "sides");
	ok(r.targets[0].cells[2].metrics.items[0].higher_is_better,
	   "a metric has a direction");
	ok(isnan(r.targets[1].cells[2].seconds) &&
		   !r.targets[1].cells[2].measured,
	   "what was not measured is absent, not zero");
	ok(r.targets[1].cells[0].measured, "a time is not all there is");
	is_near(r.targets[0].cells[1].ratio, 1.01, 0,
		"each further side has its own comparison");
	json_auto_t *back = result_to_json(&r);
	auto_free char *line = json_line(back);
	is(line, document, "and is written as it was, the unknown kept");

	auto_free char *text = result_to_text(&r);
	json_auto_t *parsed = NULL;
	json_parse(&parsed, text, strlen(text), "text");
	ok(json_equal(parsed, json), "the text holds the same document");
	ok(strstr(text, "\n {\"colour\":\"red\"") &&
		   strstr(text, "\n\"date\":\"2026-11-30T17:00:00Z\",\n"),
	   "with a line for each member and target");
}

static void test_changes_win(void)
{
	AUTO(result) r = RESULT_INIT;

	result_parse(&r, document, strlen(document), "t");
	free(r.request);
	r.request = NULL;
	r.targets[0].cells[0].measured = false;
	r.targets[0].cells[2].seconds = NAN;
	json_auto_t *back = result_to_json(&r);
	const json_t *target =
		json_array_get(json_object_get(back, "targets"), 0);
	ok(!json_object_get(back, "request") &&
		   !json_object_get(back, "round"),
	   "a member that was taken away is gone");
	ok(!json_object_get(target, "seconds") &&
		   !json_object_get(target, "verdict") &&
		   !json_object_get(target, "ratio"),
	   "so are a target's");
	is(json_get_string(target, "colour", ""), "red",
	   "what we do not know stays");
	auto_free char *old = json_line(r.extra);
	is(old, document, "and the document that was read is untouched");
}

static void test_small(void)
{
	static const char small[] =
		"{\"schema_version\":1,\"date\":\"2026-11-30T17:00:00Z\","
		"\"sha\":\"" SHA_B "\",\"suite\":\"lake\","
		"\"targets\":[{\"name\":\"A\",\"seconds\":2},"
		"{\"name\":\"B\",\"seconds\":3}]}";
	AUTO(result) r = RESULT_INIT;

	is_int(result_parse(&r, small, strlen(small), "t"), 0,
	       "date, sha, suite and seconds are enough");
	is_int(r.nr_sides, 1, "one side");
	is_near(r.total_seconds, 5, 0, "the total follows");
	ok(!result_base(&r), "no base");
}

/* Replaces one text in the document; what comes of reading it? */
static void broken(const char *old, const char *new, int code,
		   const char *message)
{
	const char *at = strstr(document, old);
	AUTO(result) r = RESULT_INIT;
	AUTO(buf) text = BUF_INIT;

	if (!ok(at != NULL, "the document has %s", old))
		return;
	buf_add(&text, document, at - document);
	buf_addstr(&text, new);
	buf_addstr(&text, at + strlen(old));
	is_int(result_parse(&r, text.ptr, text.len, "t"), code, message);
	is(error_message(), message, "and the message says so");
}

static void test_hostile(void)
{
	auto_free char *longer = xcalloc(10001, 1);

	memset(longer, 'x', 10000);
	broken("\"schema_version\":1", "\"schema_version\":2", ERR_REFUSED,
	       "t was written by a newer git-bench (schema_version 2; this "
	       "one reads 1)");
	broken("\"schema_version\":1", "\"schema_version\":\"1\"",
	       ERR_BADDATA, "t: schema_version is missing");
	broken("2026-11-30T17", "2026-11-31T17", ERR_BADDATA,
	       "t: date is not like 2026-11-30T17:00:00Z");
	broken("\"seconds\":1.201", "\"seconds\":\"1\"", ERR_BADDATA,
	       "t: targets[0].sides[0].seconds is no number");
	broken("\"seconds\":1.234", "\"seconds\":-1", ERR_BADDATA,
	       "t: targets[0].seconds is negative");
	broken("\"seconds\":1.234", "\"seconds\":1e999", ERR_BADDATA,
	       "t, line 1: real number overflow near '1e999'");
	broken("5,\"seconds\":1.234", "99999999999", ERR_BADDATA,
	       "t: targets[0].samples is out of range");
	broken("\"name\":\"menhir\",\"sides\"", "\"name\":\"bdd\",\"sides\"",
	       ERR_BADDATA, "t: the target 'bdd' is there twice");
	broken("\"name\":\"bdd\"", "\"name\":7", ERR_BADDATA,
	       "t: targets[0].name is no text");
	broken("\"targets\":[", "\"targets\":[[],", ERR_BADDATA,
	       "t: targets holds what is no object");
	broken("[1.021,1.034]", "[1.021]", ERR_BADDATA,
	       "t: targets[0].interval is no pair of numbers");
	broken("\"verdict\":\"slower\"", "\"verdict\":\"great\"", ERR_BADDATA,
	       "t: targets[0].verdict is no verdict");
	broken("\"side\":1", "\"side\":3", ERR_BADDATA,
	       "t: missing[0].side is out of range");
	broken("\"sha\":\"" SHA_B "\",\"sides\"",
	       "\"sha\":\"" SHA_A "\",\"sides\"", ERR_BADDATA,
	       "t: sha is not the last side's");
	broken("\"request\":\"", "\"request\":\"../../", ERR_BADDATA,
	       "t: request is no id");
	broken("{\"samples\":5}", "[]", ERR_BADDATA,
	       "t: options is no object");
	broken("\"value\":3.5", "\"value\":true", ERR_BADDATA,
	       "t: targets[0].metrics.ops.value is no number");
	broken("\"no chrt\"", "7", ERR_BADDATA,
	       "t: notes holds what is no text");
	auto_free char *named = xstrfmt("\"name\":\"%s\"", longer);
	broken("\"name\":\"bdd\"", named, ERR_BADDATA,
	       "t: targets[0].name is too long");
}

static void test_our_own_excess(void)
{
	AUTO(result) r;
	AUTO(result) back = RESULT_INIT;
	auto_free char *longer = xcalloc(200001, 1);

	memset(longer, '\xff', 200000);
	start(&r, 1);
	add(&r, "caf\xe9", 0, 1, VERDICT_UNKNOWN);
	result_add_missing(&r, "x", 0, "run", longer);
	metrics_set(&r.targets[0].cells[0].metrics, "n\xff", 1, "1");
	auto_free char *text = result_to_text(&r);
	is_int(result_parse(&back, text, strlen(text), "t"), 0,
	       "what we write of wild bytes we also read");
	is(back.targets[0].name, "caf\\xe9", "escaped");
	is(back.targets[0].cells[0].metrics.items[0].name, "n\\xff",
	   "also in a metric's name");
}

int main(void)
{
	test_headlines();
	test_summary();
	test_round_trip();
	test_changes_win();
	test_small();
	test_hostile();
	test_our_own_excess();
	error_clear();
	return done();
}
