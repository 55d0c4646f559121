#include "report/pair.h"

#include <math.h>
#include <string.h>

#include "analysis/compare.h"
#include "record/comparability.h"
#include "record/couple.h"
#include "report/chain.h"
#include "report/section.h"

/* ==== What is different ==== */

static void find_obstacles(struct pair *pair, const struct result *a,
			   const struct result *b)
{
	AUTO(comparability) found;

	comparability_of(&found, a, b);
	if (!found.obstacle && !comparability_is_one_machine(a->runner, b->runner))
		found.obstacle = OBSTACLE_MACHINE;
	pair->obstacle = xstrdup_or_null(comparability_name(found.obstacle));
	for (size_t i = 0; i < found.notes.nr; i++)
		strlist_add(&pair->result.notes, found.notes.items[i]);
}

static bool is_equal(const json_t *a, const json_t *b)
{
	return a && b ? json_equal(a, b) : !a && !b;
}

/* ==== Targets ==== */

static const struct result_cell *head_cell(const struct result *result,
					   const struct result_target *target)
{
	return &target->cells[result->nr_sides - 1];
}

static bool higher_is_better(const struct result_cell *cell,
			     const char *primary)
{
	const struct metric *metric = metrics_find(&cell->metrics, primary);

	return metric && metric->higher_is_better;
}

static bool have_one_base(const struct result *a, const struct result *b)
{
	const struct result_side *x = result_base(a), *y = result_base(b);

	return x && y && oid_equal(&x->sha, &y->sha) &&
	       !strcmp(x->variant ? x->variant : "",
		       y->variant ? y->variant : "");
}

/* A result's own comparison of its head with its base. */
static struct comparison with_base(const struct result_target *target)
{
	const struct result_cell *base = &target->cells[0];

	return (struct comparison){
		.ratio = base->measured ? base->ratio : NAN,
		.low = base->low,
		.high = base->high,
	};
}

/* Counts that come out the same again: see measure/valgrind.h. */
static bool is_exact(const struct result_target *target)
{
	return !strcmp(target->primary, "instructions.valgrind") &&
	       strcmp(target->kind, "parallel") != 0 && target->domains <= 1;
}

static int fewest_samples(const struct result *result,
			  const struct result_target *target)
{
	int head = head_cell(result, target)->samples;
	int base = target->cells[0].samples;

	return head < base ? head : base;
}

/*
 * Intervals that come from known noise are narrow, for there it is a
 * threshold that keeps luck out. That of a difference of two comparisons is
 * as far again as their noises together; and a target that was left after a
 * look or two has shown too little to be held against anything.
 */
static void hold_back(struct comparison *c, const struct result *a,
		      const struct result_target *x, const struct result *b,
		      const struct result_target *y)
{
	double first = x->cells[0].threshold, second = y->cells[0].threshold;

	if (!isfinite(first) || !isfinite(second) ||
	    c->verdict == VERDICT_UNKNOWN)
		return;
	if (fewest_samples(a, x) < COMPARISON_PAIRS_MIN ||
	    fewest_samples(b, y) < COMPARISON_PAIRS_MIN ||
	    (c->verdict != VERDICT_SAME &&
	     fabs(log(c->ratio)) < hypot(log(first), log(second))))
		c->verdict = VERDICT_UNKNOWN;
}

static void compare_heads(struct comparison *out, const struct result *a,
			  const struct result_target *x,
			  const struct result *b,
			  const struct result_target *y)
{
	struct comparison_rules rules = COMPARISON_RULES_DEFAULT;
	const struct comparison_rules exact = COMPARISON_RULES_EXACT;
	double from = section_metric(head_cell(a, x), y->primary);
	double to = section_metric(head_cell(b, y), y->primary);

	rules.higher_is_better = higher_is_better(head_cell(b, y), y->primary);
	if (is_exact(x) && is_exact(y)) {
		compare_exact(out, from, to, &exact);
		return;
	}
	if (have_one_base(a, b) && !strcmp(x->primary, y->primary)) {
		struct comparison before = with_base(x);
		struct comparison after = with_base(y);

		compare_through_base(out, &before, &after, &rules);
		hold_back(out, a, x, b, y);
		if (isfinite(out->low))
			return;
	}
	/* One pair: a ratio and no verdict. */
	compare_samples(out, &from, 1, &to, 1, &rules);
}

static void add_target(struct pair *pair, const struct result *a,
		       const struct result_target *x, const struct result *b,
		       const struct result_target *y)
{
	struct result_target *target =
		result_add_target(&pair->result, y->name);
	const struct result_cell *heads[] = { head_cell(a, x),
					      head_cell(b, y) };
	struct comparison comparison;

	free(target->kind);
	free(target->primary);
	target->kind = xstrdup(y->kind);
	target->primary = xstrdup(y->primary);
	target->domains = y->domains;
	for (size_t i = 0; i < 2; i++) {
		target->cells[i].measured = true;
		target->cells[i].seconds = heads[i]->seconds;
		target->cells[i].samples = heads[i]->samples;
		metrics_copy(&target->cells[i].metrics, &heads[i]->metrics);
	}
	compare_heads(&comparison, a, x, b, y);
	if (pair->obstacle)
		comparison.verdict = VERDICT_UNKNOWN;
	target->cells[0].ratio = comparison.ratio;
	target->cells[0].low = comparison.low;
	target->cells[0].high = comparison.high;
	target->cells[0].verdict = comparison.verdict;
}

/* ==== Both lists of targets, side by side ==== */

struct measured {
	const struct result_target **targets; /* by name */
	size_t nr;
};

static int compare_names(const void *a, const void *b)
{
	const struct result_target *x = *(const struct result_target *const *)a;
	const struct result_target *y = *(const struct result_target *const *)b;

	return strcmp(x->name, y->name);
}

static void measured_init(struct measured *out, const struct result *result)
{
	out->targets = xcalloc(result->nr_targets + 1, sizeof(*out->targets));
	out->nr = 0;
	for (size_t i = 0; i < result->nr_targets; i++)
		if (head_cell(result, &result->targets[i])->measured)
			out->targets[out->nr++] = &result->targets[i];
	qsort(out->targets, out->nr, sizeof(*out->targets), compare_names);
}

static void measured_release(struct measured *measured)
{
	free(measured->targets);
}

/* By name, the index into `missing` of what the head lacks. */
static json_t *reasons_of(const struct result *result)
{
	json_t *reasons = json_object();

	for (size_t i = 0; i < result->nr_missing; i++) {
		const struct result_missing *missing = &result->missing[i];

		if (missing->side == (int)result->nr_sides - 1)
			json_object_set_new(reasons, missing->name,
					    json_integer(i));
	}
	return reasons;
}

static void add_absent(struct pair *pair, const char *name, int side,
		       const struct result *lacking, const json_t *reasons)
{
	const json_t *known = json_object_get(reasons, name);
	const struct result_missing *missing = NULL;

	/* The head as a whole goes by the name "". */
	if (!known)
		known = json_object_get(reasons, "");
	if (known)
		missing = &lacking->missing[json_integer_value(known)];
	result_add_missing(&pair->result, name, side,
			   missing ? missing->stage : "absent",
			   missing ? missing->reason :
			   side    ? "only the first result has it" :
				     "only the second result has it");
}

static void add_targets(struct pair *pair, const struct result *a,
			const struct result *b)
{
	AUTO(measured) x;
	AUTO(measured) y;
	json_auto_t *lacks_a = reasons_of(a), *lacks_b = reasons_of(b);
	size_t i = 0, j = 0;

	measured_init(&x, a);
	measured_init(&y, b);
	while (i < x.nr || j < y.nr) {
		int order = i == x.nr ? 1 :
			    j == y.nr ? -1 :
					compare_names(&x.targets[i],
						      &y.targets[j]);

		if (order < 0)
			add_absent(pair, x.targets[i]->name, 1, b, lacks_b);
		else if (order > 0)
			add_absent(pair, y.targets[j]->name, 0, a, lacks_a);
		else
			add_target(pair, a, x.targets[i], b, y.targets[j]);
		i += order <= 0;
		j += order >= 0;
	}
}

/* Verdicts are missing although nothing is in their way: say why. */
static void explain_unknown(struct pair *pair)
{
	size_t ratios = 0, intervals = 0;

	for (size_t i = 0; i < pair->result.nr_targets; i++) {
		const struct result_cell *cell =
			&pair->result.targets[i].cells[0];

		ratios += isfinite(cell->ratio);
		intervals += isfinite(cell->low);
	}
	if (pair->obstacle || intervals == ratios)
		return;
	if (!intervals)
		pair->obstacle = xstrdup("measured apart");
	strlist_addf(&pair->result.notes,
		     "%zu measured apart and without a common base that both "
		     "were compared with: a ratio of medians, no verdict. "
		     "`git bench run` measures both sides in alternation",
		     ratios - intervals);
}

void pair_make(struct pair *out, const struct result *a,
	       const struct result *b)
{
	const struct result_side *sides[] = { result_head(a), result_head(b) };
	struct result *result = &out->result;

	*out = (struct pair)PAIR_INIT;
	result->date = xstrdup(b->date);
	result->suite = xstrdup(b->suite);
	result->nr_sides = 2;
	result->sides = xcalloc(2, sizeof(*result->sides));
	for (size_t i = 0; i < 2; i++) {
		result->sides[i].sha = sides[i]->sha;
		result->sides[i].variant =
			xstrdup_or_null(sides[i]->variant);
	}
	find_obstacles(out, a, b);
	if (is_equal(a->runner, b->runner))
		result->runner = json_incref(b->runner);
	if (is_equal(a->toolchain, b->toolchain))
		result->toolchain = json_incref(b->toolchain);
	if (is_equal(a->options, b->options))
		result->options = json_incref(b->options);
	add_targets(out, a, b);
	explain_unknown(out);
	result_summarise(result);
}

/* ==== Two sides of one result ==== */

static void copy_side(struct result *to, size_t at, const struct result *from,
		      size_t side)
{
	to->sides[at].sha = from->sides[side].sha;
	to->sides[at].variant = xstrdup_or_null(from->sides[side].variant);
	for (size_t i = 0; i < from->nr_targets; i++)
		result_cell_copy(&to->targets[i].cells[at],
				 &from->targets[i].cells[side]);
	for (size_t i = 0; i < from->nr_missing; i++) {
		const struct result_missing *missing = &from->missing[i];

		if (missing->side == (int)side)
			result_add_missing(to, missing->name, (int)at,
					   missing->stage, missing->reason);
	}
}

static void replace(char **slot, const char *value)
{
	free(*slot);
	*slot = xstrdup(value);
}

void pair_of_side(struct pair *out, const struct result *from, size_t side)
{
	struct result *result = &out->result;

	*out = (struct pair)PAIR_INIT;
	result->date = xstrdup(from->date);
	result->suite = xstrdup(from->suite);
	result->runner = json_incref(from->runner);
	result->toolchain = json_incref(from->toolchain);
	result->options = json_incref(from->options);
	result->nr_sides = 2;
	result->sides = xcalloc(2, sizeof(*result->sides));
	for (size_t i = 0; i < from->nr_targets; i++) {
		const struct result_target *target = &from->targets[i];
		struct result_target *copy =
			result_add_target(result, target->name);

		replace(&copy->kind, target->kind);
		replace(&copy->status, target->status);
		replace(&copy->primary, target->primary);
		copy->domains = target->domains;
		copy->identical = target->identical;
	}
	copy_side(result, 0, from, side);
	copy_side(result, 1, from, from->nr_sides - 1);
	for (size_t i = 0; i < from->notes.nr; i++)
		strlist_add(&result->notes, from->notes.items[i]);
	result_summarise(result);
}

/* ==== By name ==== */

static int load_together(struct pair *out, struct repo *repo,
			 const struct couple *couple)
{
	AUTO(result) both = RESULT_INIT;
	int rc = chain_load(&both, repo, couple->head);

	if (rc)
		return rc;
	pair_of_side(out, &both, couple->side);
	strlist_addf(&out->result.notes,
		     "measured side by side, in %s", couple->head);
	return 0;
}

static int load_apart(struct pair *out, struct repo *repo,
		      const struct couple *couple)
{
	AUTO(result) base = RESULT_INIT;
	AUTO(result) head = RESULT_INIT;
	int rc = chain_load(&base, repo, couple->base);

	if (!rc)
		rc = chain_load(&head, repo, couple->head);
	if (rc)
		return rc;
	pair_make(out, &base, &head);
	if (!strcmp(couple->base, couple->head)) {
		replace(&out->obstacle, "one and the same result");
		return 0;
	}
	strlist_addf(&out->result.notes, "measured apart, in %s and %s",
		     couple->base, couple->head);
	return 0;
}

int pair_load(struct pair *out, struct repo *repo, const char *base,
	      const char *head, const char *suite)
{
	AUTO(couple) couple = { 0 };
	int rc = couple_find(&couple, repo, base, head, suite);

	if (rc)
		return rc;
	return couple.together ? load_together(out, repo, &couple) :
				 load_apart(out, repo, &couple);
}

void pair_release(struct pair *pair)
{
	result_release(&pair->result);
	free(pair->obstacle);
	pair->obstacle = NULL;
}
