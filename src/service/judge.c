#include "service/judge.h"

#include <math.h>
#include <string.h>

#include "analysis/compare.h"
#include "analysis/decide.h"
#include "analysis/stats.h"

/* Errors of a whole run while history is short: docs/verdicts.md. */
#define ALONE_ALPHA 0.01
#define PLAN_ALPHA 0.05

/* ==== Metrics =========================================================== */

/* Valgrind's counts of a program with one thread come out the same again. */
static bool is_exact(const struct tally_target *target, const char *metric)
{
	return !strcmp(metric, METRIC_INSTRUCTIONS) &&
	       target->kind != KIND_PARALLEL;
}

/* ==== Values ============================================================ */

/* What a decision about one target is made from. */
struct values {
	const struct tally_target *target;
	size_t side; /* that the head is compared with */
	const struct tally_cell *base_cell, *head_cell;
	double *base, *head; /* one value a look, owned */
	size_t nr;	     /* of looks that have a partner */
	bool higher_is_better;
	bool witnessed; /* processor time can show what they say */
};

static void values_release(struct values *values)
{
	free(values->base);
	free(values->head);
}

/*
 * One value a look: what a single process measured several times hangs
 * together, and is worth no more than its median.
 */
static double *looks_of(const struct series *series)
{
	double *out = xcalloc(series->nr_looks, sizeof(*out));

	for (size_t i = 0; i < series->nr_looks; i++) {
		size_t from = series->starts[i];
		size_t to = i + 1 < series->nr_looks ? series->starts[i + 1] :
						       series->nr;

		out[i] = stats_median(series->values + from, to - from);
	}
	return out;
}

/* False, and nothing to release, where a side has no values. */
static bool values_of(struct values *out, const struct tally *tally,
		      const struct tally_target *target, size_t side,
		      const char *metric)
{
	size_t last = tally->nr_sides - 1;
	const struct series *base = tally_series(target, side, metric);
	const struct series *head = tally_series(target, last, metric);

	*out = (struct values){
		.target = target,
		.side = side,
		.base_cell = &target->cells[side],
		.head_cell = &target->cells[last],
		.witnessed = !strcmp(metric, METRIC_SECONDS),
	};
	if (!base || !head)
		return false;
	out->base = looks_of(base);
	out->head = looks_of(head);
	out->nr = base->nr_looks < head->nr_looks ? base->nr_looks :
						    head->nr_looks;
	out->higher_is_better = head->higher_is_better;
	out->witnessed &= base->nr == base->nr_looks &&
			  head->nr == head->nr_looks;
	return true;
}

/* How many targets are decided together. */
static size_t count_together(const struct judge *judge, size_t side,
			     const char *metric)
{
	const struct tally *tally = judge->tally;
	size_t count = 0;

	for (size_t i = 0; i < tally->nr; i++) {
		const struct tally_target *target = &tally->targets[i];
		const char *what =
			metric ? metric : tally_primary(tally, target);

		count += tally_series(target, side, what) &&
			 tally_series(target, tally->nr_sides - 1, what);
	}
	return count;
}

static const char *variant_of(const struct judge *judge, size_t side)
{
	return judge->variants ? judge->variants[side] : NULL;
}

static void noise_of(struct noise *out, const struct judge *judge,
		     const char *target, size_t side, const char *metric)
{
	size_t head = judge->tally->nr_sides - 1;
	struct past_noise found;

	past_noise(&found, judge->past, target, variant_of(judge, side),
		   variant_of(judge, head), metric);
	*out = found.noise;
}

/* ==== Decisions ========================================================= */

static struct decision_rules rules_of(const struct values *values,
				      const char *metric, size_t together)
{
	const struct tally_target *target = values->target;
	struct decision_rules rules = DECISION_RULES_DEFAULT;
	size_t nr = values->nr;

	rules.settle = true;
	rules.together = together;
	if (target->looks_least == target->looks_most) {
		/* One test, at the end, of all that there is. */
		rules.looks_least = rules.looks_most = nr;
		rules.alone_alpha = PLAN_ALPHA;
	} else {
		rules.looks_least =
			target->looks_least > COMPARISON_PAIRS_MIN ?
				target->looks_least :
				COMPARISON_PAIRS_MIN;
		rules.looks_most = target->looks_most;
		rules.alone_alpha = ALONE_ALPHA;
	}
	rules.smallest_effect = past_smallest_effect(metric);
	return rules;
}

static void feed(struct decision *d, size_t number,
		 const struct values *values)
{
	const double *base_cpu = NULL, *head_cpu = NULL;

	if (values->witnessed) {
		base_cpu = tally_witness(values->base_cell);
		head_cpu = tally_witness(values->head_cell);
	}
	for (size_t i = 0; i < values->nr; i++) {
		const struct look look = {
			.base_wall = values->base[i],
			.head_wall = values->head[i],
			.base_cpu = base_cpu ? base_cpu[i] : NAN,
			.head_cpu = head_cpu ? head_cpu[i] : NAN,
		};

		decision_look(d, number, &look);
	}
}

/* Number of the target in the decision. */
static size_t decide(struct decision *d, const struct judge *judge,
		     const struct values *values, const char *metric,
		     size_t together)
{
	const struct tally_target *target = values->target;
	struct subject subject = {
		.parallel = target->kind != KIND_SEQUENTIAL,
		.higher_is_better = values->higher_is_better,
	};

	noise_of(&subject.wall, judge, target->name, values->side, metric);
	if (values->witnessed)
		noise_of(&subject.cpu, judge, target->name, values->side,
			 METRIC_CPU);
	d->rules = rules_of(values, metric, together);
	size_t number = decision_add(d, &subject);
	feed(d, number, values);
	return number;
}

/* ==== Between looks ===================================================== */

static bool wants_against(const struct judge *judge,
			  const struct tally_target *target, size_t side)
{
	const char *metric = tally_primary(judge->tally, target);
	AUTO(decision) d = DECISION_INIT;
	AUTO(values) values;

	/* A side that fails needs no looks. */
	if (!values_of(&values, judge->tally, target, side, metric))
		return false;
	size_t number = decide(&d, judge, &values, metric,
			       count_together(judge, side, NULL));
	return decision_wants_look(&d, number);
}

bool judge_wants_look(const struct judge *judge, const char *name)
{
	const struct tally_target *target = tally_find(judge->tally, name);
	size_t head = judge->tally->nr_sides - 1;

	if (!target)
		return true;
	for (size_t side = 0; side < head; side++)
		if (wants_against(judge, target, side))
			return true;
	return false;
}

int judge_looks_least(const struct judge *judge, const char *name, int least,
		      int most)
{
	int alone = most < COMPARISON_PAIRS_MIN ? most : COMPARISON_PAIRS_MIN;
	const struct tally_target *target = tally_find(judge->tally, name);
	size_t head = judge->tally->nr_sides - 1;
	const char *metric =
		target ? tally_primary(judge->tally, target) : METRIC_SECONDS;

	for (size_t side = 0; side < head; side++) {
		struct noise noise;

		noise_of(&noise, judge, name, side, metric);
		if (!noise_is_known(&noise) && least < alone)
			least = alone;
	}
	return least;
}

/* ==== Results =========================================================== */

static void say_verdict(struct result_cell *cell, const char *metric,
			const struct decision_result *said)
{
	(void)metric;
	cell->ratio = said->ratio;
	cell->low = said->low;
	cell->high = said->high;
	cell->threshold = said->bar;
	cell->verdict = said->verdict;
	if (said->verdict == VERDICT_UNKNOWN)
		cell->why = xstrdup(decision_state_name(said->state));
}

static void say_opinion(struct result_cell *cell, const char *metric,
			const struct decision_result *said)
{
	if (isnan(said->ratio))
		return;
	struct result_opinion *opinion = result_add_opinion(cell, metric);
	opinion->ratio = said->ratio;
	opinion->low = said->low;
	opinion->high = said->high;
	opinion->threshold = said->bar;
	opinion->verdict = said->verdict;
}

typedef void (*say_fn)(struct result_cell *cell, const char *metric,
		       const struct decision_result *said);

static void decide_exactly(struct decision_result *out,
			   const struct values *values)
{
	const struct comparison_rules rules = COMPARISON_RULES_EXACT;
	struct comparison found;

	compare_exact(&found, values->base[0],
		      values->head[0], &rules);
	*out = (struct decision_result){
		.ratio = found.ratio,
		.low = found.low,
		.high = found.high,
		.bar = 1 + rules.smallest_effect,
		.verdict = found.verdict,
	};
}

/* A target of which something is to be said. */
struct open_case {
	struct result_cell *cell;
	const char *metric;
	size_t number; /* in the decision */
};

/*
 * The head against one side in one metric, in all targets together; NULL
 * metric: that which decides in each of them.
 */
static void decide_side(const struct judge *judge, struct result *result,
			size_t side, const char *metric, say_fn say)
{
	const struct tally *tally = judge->tally;
	size_t together = count_together(judge, side, metric), nr = 0;
	auto_free struct open_case *cases =
		xcalloc(tally->nr + 1, sizeof(*cases));
	AUTO(decision) d = DECISION_INIT;

	for (size_t i = 0; i < tally->nr; i++) {
		const struct tally_target *target = &tally->targets[i];
		const char *primary = tally_primary(tally, target);
		const char *what = metric ? metric : primary;
		struct result_target *out = result_find(result, target->name);
		struct decision_result exact;
		AUTO(values) values = { 0 };

		if (!out || (metric && !strcmp(metric, primary)) ||
		    !values_of(&values, tally, target, side, what))
			continue;
		if (is_exact(target, what)) {
			decide_exactly(&exact, &values);
			say(&out->cells[side], what, &exact);
			continue;
		}
		cases[nr++] = (struct open_case){
			.cell = &out->cells[side],
			.metric = what,
			.number = decide(&d, judge, &values, what, together),
		};
	}
	decision_finish(&d);
	for (size_t i = 0; i < nr; i++)
		say(cases[i].cell, cases[i].metric,
		    decision_result(&d, cases[i].number));
}

/* All that is decided beside what decides. */
static void list_metrics(struct strlist *out, const struct tally *tally)
{
	size_t head = tally->nr_sides - 1;

	strlist_add(out, METRIC_SECONDS);
	strlist_add(out, METRIC_CPU);
	for (size_t i = 0; i < tally->nr; i++) {
		const struct tally_cell *cell = &tally->targets[i].cells[head];

		for (size_t k = 0; k < cell->nr; k++) {
			const char *name = cell->series[k].name;

			if (past_is_decided(name) && !strlist_has(out, name))
				strlist_add(out, name);
		}
	}
}

void judge_to_result(const struct judge *judge, struct result *result)
{
	size_t head = judge->tally->nr_sides - 1;
	AUTO(strlist) metrics = STRLIST_INIT;

	tally_to_result(judge->tally, result);
	list_metrics(&metrics, judge->tally);
	for (size_t side = 0; side < head; side++) {
		decide_side(judge, result, side, NULL, say_verdict);
		for (size_t i = 0; i < metrics.nr; i++)
			decide_side(judge, result, side, metrics.items[i],
				    say_opinion);
	}
	result_summarise(result);
}
