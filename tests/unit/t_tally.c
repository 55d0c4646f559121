#include "service/judge.h"

#include <math.h>

#include "base/json.h"
#include "tap.h"

static void add(struct tally *tally, int side, const char *target,
		double seconds, double words)
{
	AUTO(readings) readings = READINGS_INIT;
	struct reading *r = readings_add(&readings, target);

	r->seconds = seconds;
	metrics_set(&r->metrics, "gc.minor_words", words, "words");
	tally_add(tally, side, r);
}

static void fill(struct tally *tally)
{
	static const double noise[] = { 1.0, 1.001, 0.999, 1.002, 0.998, 1 };

	for (int look = 0; look < 6; look++) {
		add(tally, 0, "steady", noise[look], 100);
		add(tally, 1, "steady", noise[5 - look], 100);
		add(tally, 0, "worse", 2 * noise[look], 100);
		add(tally, 1, "worse", 3 * noise[5 - look], 150);
	}
}

static void test_values(void)
{
	AUTO(tally) tally = { .nr_sides = 2 };
	AUTO(result) result = RESULT_INIT;

	result.nr_sides = 2;
	result.sides = xcalloc(2, sizeof(*result.sides));
	fill(&tally);
	judge_to_result(&(struct judge){ .tally = &tally }, &result);
	const struct result_target *worse = result_find(&result, "worse");
	const struct result_target *steady = result_find(&result, "steady");

	if (!ok(worse && steady, "targets are there"))
		return;
	is_near(worse->cells[1].seconds, 3, 1e-3, "the head's median");
	is_int(worse->cells[0].samples, 6, "the samples are counted");
	is_near(worse->cells[0].ratio, 1.5, 0.01, "head / base");
	is_int(worse->cells[0].verdict, VERDICT_SLOWER, "slower");
	ok(steady->cells[0].verdict != VERDICT_SLOWER &&
		   steady->cells[0].verdict != VERDICT_FASTER,
	   "equal code is neither slower nor faster");
	const struct metric *m =
		metrics_find(&worse->cells[1].metrics, "gc.minor_words");
	ok(m && m->value == 150, "other metrics have medians too");
	is_int(result.summary.count[VERDICT_SLOWER], 1, "and the summary");
}

static void test_failure(void)
{
	AUTO(tally) tally = { .nr_sides = 2 };
	AUTO(result) result = RESULT_INIT;

	result.nr_sides = 2;
	result.sides = xcalloc(2, sizeof(*result.sides));
	fill(&tally);
	ok(tally_fail(&tally, 1, "worse", KIND_SEQUENTIAL, 0),
	   "a cell fails once");
	ok(!tally_fail(&tally, 1, "worse", KIND_SEQUENTIAL, 0), "not twice");
	tally_fail(&tally, 0, "absent", KIND_SEQUENTIAL, 0);
	tally_fail(&tally, 1, "absent", KIND_SEQUENTIAL, 0);
	add(&tally, 1, "worse", 3, 150);
	judge_to_result(&(struct judge){ .tally = &tally }, &result);
	const struct result_target *worse = result_find(&result, "worse");

	ok(worse && worse->cells[0].measured && !worse->cells[1].measured,
	   "one side's failure leaves the other's values");
	ok(worse && isnan(worse->cells[0].ratio), "without a ratio");
	ok(!result_find(&result, "absent"),
	   "a target that no side measured is not listed");
}

static void test_raw(void)
{
	AUTO(tally) tally = { .nr_sides = 2 };

	fill(&tally);
	json_auto_t *raw = tally_to_json(&tally);
	json_t *first = json_array_get(json_object_get(raw, "targets"), 0);
	json_t *head = json_array_get(json_object_get(first, "sides"), 1);
	json_t *seconds = json_object_get(head, "seconds");

	is(json_get_string(first, "name", NULL), "steady", "by name");
	is(json_get_string(seconds, "unit", NULL), "s", "with unit");
	json_t *values = json_object_get(seconds, "values");
	is_int((int64_t)json_array_size(values), 6, "every sample's value");
	is_near(json_number_value(json_array_get(values, 1)), 0.998, 1e-9,
		"in the order they were taken");
}

/* Counts decide alone, at a finer grain than times ever could. */
static void test_counts(void)
{
	AUTO(tally) tally = { .nr_sides = 2 };
	AUTO(result) result = RESULT_INIT;
	struct metric count = { (char *)METRIC_INSTRUCTIONS, 1e9,
				(char *)"1", false };

	result.nr_sides = 2;
	result.sides = xcalloc(2, sizeof(*result.sides));
	fill(&tally);
	tally_add_metric(&tally, 0, "steady", &count);
	count.value *= 1.005;
	tally_add_metric(&tally, 1, "steady", &count);
	tally_add_metric(&tally, 1, "worse", &count);
	judge_to_result(&(struct judge){ .tally = &tally }, &result);
	const struct result_target *steady = result_find(&result, "steady");
	const struct result_target *worse = result_find(&result, "worse");

	is(steady->primary, METRIC_INSTRUCTIONS, "counted on both sides");
	is_int(steady->cells[0].verdict, VERDICT_SLOWER, "0.5 % is seen");
	is_near(steady->cells[0].ratio, 1.005, 1e-9, "by its exact ratio");
	is_near(steady->cells[1].seconds, 1, 0.01, "the time still stands");
	is(worse->primary, METRIC_SECONDS, "counted on one side is not enough");
}

int main(void)
{
	test_counts();
	test_values();
	test_failure();
	test_raw();
	return done();
}
