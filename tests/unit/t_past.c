#include "record/past.h"

#include <math.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "record/history.h"
#include "sample_result.h"
#include "scratch.h"
#include "tap.h"

static struct repo *repo;
static struct oid base, head;
static int written;

/* What one result is to say; each is a day younger than the last. */
struct story {
	const char *runner;
	const char *toolchain;
	bool same_code;
	double slow;
	const double *looks; /* ratios; NULL: no samples are kept */
	size_t nr;
	int least; /* 0: not said */
	const char *variant; /* of the head */
};

static json_t *values(const double *list, size_t nr, double factor)
{
	json_t *out = json_array();

	for (size_t i = 0; i < nr; i++)
		json_array_append_new(out, json_real(list ? list[i] * factor
							  : factor));
	return out;
}

static json_t *samples_of(const struct story *story)
{
	return json_pack(
		"{s:i, s:[{s:s, s:i, s:[{s:{s:o}},{s:{s:o}}]}]}",
		"schema_version", 1, "targets", "name", "fib", "least",
		story->least ? story->least : 1000, "sides", "seconds",
		"values",
		values(NULL, story->nr, 2), "seconds", "values",
		values(story->looks, story->nr, 2 * story->slow));
}

static void tell(const struct story *story)
{
	AUTO(result) result;
	AUTO(history_entry) entry = { 0 };
	bool existed;
	auto_free char *date =
		xstrfmt("2026-%02d-%02dT17:00:00Z", 1 + written / 28,
			1 + written % 28);
	json_auto_t *samples = story->looks ? samples_of(story) : NULL;

	written++;
	sample_result(&result, base.hex,
		      story->same_code ? base.hex : head.hex, date,
		      story->slow);
	json_set_string(result.runner, "name", story->runner);
	json_set_string(result.runner, "class", "c");
	result.toolchain = json_object();
	json_set_string(result.toolchain, "cc", story->toolchain);
	result.sides[1].variant = xstrdup_or_null(story->variant);
	const struct history_append what = { .result = &result,
					     .samples = samples,
					     .runner = story->runner };
	if (history_append(&entry, &existed, repo, &what))
		ok(false, "append: %s", error_message());
}

static void ask(struct past_noise *out, const char *runner,
		const char *toolchain, const char *variant)
{
	AUTO_PTR(past) past = NULL;
	AUTO(result) like;

	sample_result(&like, base.hex, head.hex, "2026-11-30T17:00:00Z", 1);
	json_set_string(like.runner, "name", runner);
	json_set_string(like.runner, "class", "c");
	like.toolchain = json_object();
	json_set_string(like.toolchain, "cc", toolchain);
	json_set_int(like.options, "samples", 4);
	if (past_open(&past, repo, &like))
		ok(false, "open: %s", error_message());
	past_noise(out, past, "fib", NULL, variant, "seconds");
}

static void nothing(void)
{
	struct past_noise noise;

	ask(&noise, "m1", "13", NULL);
	is_int(noise.source, PAST_SHORT, "without a branch nothing is known");
	past_noise(&noise, NULL, "fib", NULL, NULL, "seconds");
	is_int(noise.source, PAST_SHORT, "... nor without a past");
}

/* The base takes 2 s, the head 50 % more, 1 % up or down. */
static void pairs(void)
{
	const double looks[] = { 1.01, 0.99, 1.01, 0.99, 1.01 };
	struct story story = { "m1", "13", false, 1.5, looks, 5 };
	struct past_noise noise;

	for (int i = 0; i < 4; i++)
		tell(&story);
	ask(&noise, "m1", "13", NULL);
	is_int(noise.pairs, 19, "every look but the first has one before it");
	is_int(noise.runs, 3, "every result but the first, too");
	is_int(noise.source, PAST_BOTH, "both together are enough");
	tell(&story);
	ask(&noise, "m1", "13", NULL);
	is_int(noise.source, PAST_PAIRS, "pairs alone are, when they can be");
	is_near(noise.noise.quartile, log(1.01 / 0.99) / sqrt(2), 1e-9,
		"the change of the code cancels");
	ask(&noise, "m2", "13", NULL);
	is_int(noise.pairs + noise.runs, 0, "another machine knows nothing");
	ask(&noise, "m1", "14", NULL);
	is_int(noise.pairs + noise.runs, 0, "nor another toolchain");
	ask(&noise, "m1", "13", "fp");
	is_int(noise.source, PAST_SHORT, "nor a variant");
}

static void chosen_looks(void)
{
	const double looks[] = { 1.01, 1.3, 0.7 };
	struct story story = { "m3", "13", false, 1, looks, 3, 1 };
	struct past_noise noise;

	tell(&story);
	tell(&story);
	ask(&noise, "m3", "13", NULL);
	is_int(noise.pairs, 1, "looks that others called for do not count");
	is_near(noise.noise.quartile, 0, 1e-12, "... whatever they said");
	story.runner = "m4";
	story.same_code = true;
	story.least = 3;
	for (int i = 0; i < 7; i++)
		tell(&story);
	ask(&noise, "m4", "13", NULL);
	is_int(noise.pairs, 21, "between equal code each look is a pair");
	is_near(noise.noise.quartile, -log(0.7), 1e-9,
		"... for what it says");
}

/* Results of which no single sample was kept: medians of five. */
static void runs(void)
{
	struct story story = { .runner = "m5", .toolchain = "13" };
	struct past_noise noise;

	for (int i = 0; i < 21; i++) {
		story.slow = i % 2 ? 1.02 : 1;
		tell(&story);
	}
	ask(&noise, "m5", "13", NULL);
	is_int(noise.runs, 20, "results follow one another");
	is_int(noise.source, PAST_RUNS, "and are enough where they are many");
	is_near(noise.noise.quartile, log(1.02) * sqrt(5), 1e-9,
		"a median of five moves less than a sample");
	is_int(noise.pairs, 0, "without samples there are no pairs");
}

static void variants(void)
{
	const double quiet[] = { 1.01, 0.99, 1.01, 0.99, 1.01, 0.99, 1.01 };
	struct story story = { "m6", "13", false, 1, quiet, 7, 0, "fp" };
	struct past_noise noise;

	for (int i = 0; i < 3; i++)
		tell(&story);
	ask(&noise, "m6", "13", "fp");
	is_int(noise.pairs, 20, "two variants have a noise of their own");
	is_int(noise.source, PAST_PAIRS, "... which is known");
	ask(&noise, "m6", "13", NULL);
	is_int(noise.source, PAST_SHORT, "... and says nothing of others");
}

static void damage(void)
{
	struct past_noise noise, again;
	auto_free char *index =
		xstrfmt("%s/looks-2.sqlite", repo_cache_dir(repo));

	ask(&noise, "m1", "13", NULL);
	ok(sh_ok("", "test -s '%s'", index), "what was read is kept");
	sh("", "printf rubbish >'%s'", index);
	ask(&again, "m1", "13", NULL);
	is_int(again.pairs, noise.pairs, "a damaged index loses nothing");
	sh("", "rm -rf '%s'", repo_cache_dir(repo));
	ask(&again, "m1", "13", NULL);
	is_near(again.noise.quartile, noise.noise.quartile, 1e-12,
		"nor does one that is gone");
}

int main(void)
{
	scratch_begin();
	sh("", "git init -q -b main r && cd r &&"
	       "git commit -q --allow-empty -m 1 &&"
	       "git commit -q --allow-empty -m 2");
	if (repo_open(&repo, scratch_path("r")))
		return 1;
	base = sh_oid("r", "git rev-parse HEAD~");
	head = sh_oid("r", "git rev-parse HEAD");
	nothing();
	pairs();
	chosen_looks();
	runs();
	variants();
	damage();
	repo_free(repo);
	error_clear();
	return done();
}
