#include "service/judge.h"

#include <math.h>
#include <string.h>

#include "tap.h"

/* What one sample says. */
struct said {
	double seconds, user, words;
	bool whole;
};

static void add(struct tally *tally, int side, const struct said *said)
{
	AUTO(readings) readings = READINGS_INIT;
	struct reading *reading = readings_add(&readings, "fib");

	reading->seconds = said->seconds;
	reading->whole = said->whole;
	metrics_set(&reading->metrics, "user_seconds", said->user, "s");
	metrics_set(&reading->metrics, "sys_seconds", 0.01, "s");
	metrics_set(&reading->metrics, "minor_faults", 100, "1");
	metrics_set(&reading->metrics, "gc.minor_words", said->words,
		    "words");
	tally_add(tally, side, reading);
}

static void plan(struct tally *tally, int least, int most)
{
	struct tally_target *target = tally_find(tally, "fib");

	target->looks_least = least;
	target->looks_most = most;
}

static const double scatter[] = { 1, 1.001, 0.999, 1.002, 0.998, 1.001 };

/* One look; the head has `factor` times as much to do. */
static void look(struct tally *tally, int n, double factor)
{
	double at = scatter[n % ARRAY_SIZE(scatter)];
	double other = scatter[(n + 2) % ARRAY_SIZE(scatter)];
	struct said base = { at, at, 1000, true };
	struct said head = { other * factor, other * factor, 1000 * factor,
			     true };

	for (size_t side = 0; side + 1 < tally->nr_sides; side++)
		add(tally, side, &base);
	add(tally, tally->nr_sides - 1, &head);
}

static void make(struct result *out, const struct tally *tally)
{
	*out = (struct result)RESULT_INIT;
	out->nr_sides = tally->nr_sides;
	out->sides = xcalloc(out->nr_sides, sizeof(*out->sides));
	judge_to_result(&(struct judge){ .tally = tally }, out);
}

static const struct result_opinion *opinion(const struct result *result,
					    const char *metric)
{
	const struct result_cell *cell = &result->targets[0].cells[0];

	for (size_t i = 0; i < cell->nr_opinions; i++)
		if (!strcmp(cell->opinions[i].metric, metric))
			return &cell->opinions[i];
	return NULL;
}

static void looks(void)
{
	AUTO(tally) tally = { .nr_sides = 2 };
	const struct judge judge = { .tally = &tally };
	int n = 0;

	ok(judge_wants_look(&judge, "fib"), "a first look is wanted");
	is_int(judge_looks_least(&judge, "fib", 1, 30), 3,
	       "without history there are three");
	is_int(judge_looks_least(&judge, "fib", 1, 2), 2,
	       "... but not more than there may be");
	is_int(judge_looks_least(&judge, "fib", 5, 30), 5,
	       "... and as many as there must be");
	do {
		look(&tally, n++, 1.3);
		plan(&tally, 3, 30);
	} while (judge_wants_look(&judge, "fib") && n < 30);
	ok(n >= 3 && n < 10, "a large change takes few: %d", n);

	AUTO(result) result;
	make(&result, &tally);
	const struct result_cell *cell = &result.targets[0].cells[0];
	is(verdict_name(cell->verdict), "slower",
	   "what ended the looks is what the result says");
	is_int(cell->samples, n, "... of all of them");
	ok(cell->low > 1 && cell->ratio > cell->low &&
		   cell->ratio < cell->high && cell->threshold > 1,
	   "ratio, interval and threshold fit");
	is_int(result.summary.count[VERDICT_SLOWER], 1, "... the headline");
}

static void metrics(void)
{
	AUTO(tally) tally = { .nr_sides = 2 };
	AUTO(result) result;

	for (int n = 0; n < 6; n++)
		look(&tally, n, 1.3);
	plan(&tally, 6, 6);
	make(&result, &tally);
	const struct result_opinion *cpu = opinion(&result, METRIC_CPU);
	const struct result_opinion *words = opinion(&result,
						     "gc.minor_words");
	ok(cpu && cpu->verdict == VERDICT_SLOWER,
	   "user and system time are one metric, decided apart");
	ok(words && words->verdict == VERDICT_SLOWER &&
		   fabs(words->ratio - 1.3) < 1e-9,
	   "the suite's own are, too");
	ok(!opinion(&result, METRIC_SECONDS), "what decides is no other");
	ok(!opinion(&result, "minor_faults") &&
		   !opinion(&result, "user_seconds"),
	   "circumstances are not decided");
}

/* As a processor would count: recorded, for want of one that does. */
static void counts(void)
{
	static const double recorded[] = { 1000000123, 1000000671, 999999874,
					   1000000456, 1000001002, 1000000233 };
	AUTO(tally) tally = { .nr_sides = 2 };
	AUTO(result) result;

	for (int n = 0; n < 6; n++) {
		struct metric count = { (char *)"instructions", recorded[n],
					(char *)"1", false };

		look(&tally, n, 1);
		tally_add_metric(&tally, 0, "fib", &count);
		count.value = recorded[5 - n] * 1.003;
		tally_add_metric(&tally, 1, "fib", &count);
	}
	plan(&tally, 6, 6);
	make(&result, &tally);
	const struct result_opinion *counted = opinion(&result,
						       "instructions");
	ok(counted && counted->verdict == VERDICT_SLOWER,
	   "three instructions more in a thousand are seen");
	ok(result.targets[0].cells[0].verdict != VERDICT_SLOWER,
	   "... and say nothing of the time");
}

/* Ten values of one process are one look, however well they agree. */
static void repeated(void)
{
	AUTO(tally) tally = { .nr_sides = 2 };
	AUTO(result) result;

	for (int side = 0; side < 2; side++)
		for (int n = 0; n < 30; n++) {
			AUTO(readings) readings = READINGS_INIT;
			struct reading *r = readings_add(&readings, "fib");

			/* Processes scatter, what one says does not. */
			r->seconds = 1 + 0.02 * ((n / 10 * 2 + side) % 3) +
				     0.05 * side + 0.0001 * (n % 3);
			r->again = n % 10;
			tally_add(&tally, side, r);
		}
	plan(&tally, 1, 30);
	ok(judge_wants_look(&(struct judge){ .tally = &tally }, "fib"),
	   "three looks of many values each are three");
	make(&result, &tally);
	is(verdict_name(result.targets[0].cells[0].verdict), "unknown",
	   "... and too few where processes scatter");
	is_int(result.targets[0].cells[0].samples, 30,
	       "all values are samples");
	json_auto_t *raw = tally_to_json(&tally);
	json_t *side = json_array_get(
		json_object_get(json_array_get(json_object_get(raw, "targets"),
					       0),
				"sides"),
		0);
	json_t *starts = json_object_get(json_object_get(side, "seconds"),
					 "starts");
	is_int(json_array_size(starts), 3, "which is of which look is kept");
	is_int(json_integer_value(json_array_get(starts, 2)), 20,
	       "... by where it begins");
}

static void three_sides(void)
{
	AUTO(tally) tally = { .nr_sides = 3 };
	AUTO(result) result;

	for (int n = 0; n < 6; n++)
		look(&tally, n, 0.5);
	plan(&tally, 6, 6);
	tally_fail(&tally, 1, "fib", KIND_SEQUENTIAL, 0);
	make(&result, &tally);
	is(verdict_name(result.targets[0].cells[0].verdict), "faster",
	   "the head is held against each side");
	ok(isnan(result.targets[0].cells[1].ratio),
	   "... but one that failed");
}

static void fixed_plans(void)
{
	AUTO(tally) tally = { .nr_sides = 2 };
	AUTO(result) result;

	for (int n = 0; n < 2; n++)
		look(&tally, n, 1.3);
	plan(&tally, 2, 2);
	make(&result, &tally);
	const struct result_cell *cell = &result.targets[0].cells[0];
	is(verdict_name(cell->verdict), "unknown", "two looks are too few");
	is(cell->why, "fresh", "... and the result says so");
	ok(!judge_wants_look(&(struct judge){ .tally = &tally }, "fib"),
	   "... but no more were planned");
}

int main(void)
{
	looks();
	metrics();
	counts();
	repeated();
	three_sides();
	fixed_plans();
	return done();
}
