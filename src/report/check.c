#include "report/check.h"

#include <math.h>
#include <string.h>

#include "base/glob.h"
#include "record/looks.h"
#include "report/section.h"

/* What one result is held against. */
struct bar {
	const struct result *result;
	const char *obstacle;
	const struct gates *gates;
	const struct acceptances *acceptances;
	bool strict;
};

const char *outcome_name(enum outcome outcome)
{
	static const char *const names[OUTCOME_NR] = {
		[OUTCOME_WORSE] = "worse",	 [OUTCOME_MISSING] = "missing",
		[OUTCOME_UNKNOWN] = "unknown",	 [OUTCOME_ACCEPTED] = "accepted",
		[OUTCOME_ALLOWED] = "allowed",	 [OUTCOME_FINE] = "fine",
	};

	return names[outcome];
}

/* ==== What is accepted ==== */

/* Does the gate take a trailer of that kind at all? */
static bool may_accept(const struct bar *bar, const char *target,
		       const struct acceptance *acceptance)
{
	const struct gate_rule *rule = gates_find(
		bar->gates, GATE_ACCEPT, bar->result->suite, target);
	enum gate_accept accept = rule ? rule->word : ACCEPT_ANYONE;

	if (!glob_matches(acceptance->target, target))
		return false;
	return accept == ACCEPT_ANYONE ||
	       (accept == ACCEPT_SIGNED && acceptance->is_signed);
}

/* What a trailer may accept at the most, whatever it says. */
static double accept_limit(const struct bar *bar, const char *target)
{
	const struct gate_rule *rule = gates_find(
		bar->gates, GATE_ACCEPT_LIMIT, bar->result->suite, target);

	return rule ? rule->most : INFINITY;
}

static const struct acceptance *find_acceptance(const struct bar *bar,
						const struct finding *finding,
						bool decides)
{
	double limit = accept_limit(bar, finding->target);

	for (size_t i = 0; i < bar->acceptances->nr; i++) {
		const struct acceptance *item = &bar->acceptances->items[i];
		bool is_of_it = item->metric ? glob_matches(item->metric,
							    finding->metric) :
					       decides;

		if (!item->missing && is_of_it &&
		    finding->worse <= fmin(item->most, limit) &&
		    may_accept(bar, finding->target, item))
			return item;
	}
	return NULL;
}

static const struct acceptance *find_farewell(const struct bar *bar,
					      const char *target)
{
	for (size_t i = 0; i < bar->acceptances->nr; i++)
		if (bar->acceptances->items[i].missing &&
		    may_accept(bar, target, &bar->acceptances->items[i]))
			return &bar->acceptances->items[i];
	return NULL;
}

/* ==== One metric of one target ==== */

/* By how much it is worse, for a ratio of head and base. */
static double worse_by(double ratio, bool higher_is_better)
{
	return (higher_is_better ? 1 / ratio : ratio) - 1;
}

/* The most that the interval leaves open. */
static double worst_case(const struct finding *finding, bool higher_is_better)
{
	return worse_by(higher_is_better ? finding->low : finding->high,
			higher_is_better);
}

static bool unknown_fails(const struct bar *bar, const char *target)
{
	const struct gate_rule *rule = gates_find(
		bar->gates, GATE_UNKNOWN, bar->result->suite, target);

	return rule ? rule->word : bar->strict;
}

static void add(struct check *check, const struct bar *bar,
		struct finding *finding)
{
	finding->result = bar->result;
	finding->fails = finding->outcome == OUTCOME_WORSE ||
			 finding->outcome == OUTCOME_MISSING ||
			 (finding->outcome == OUTCOME_UNKNOWN &&
			  unknown_fails(bar, finding->target));
	check->failed = check->failed || finding->fails;
	check->count[finding->outcome]++;
	ARRAY_GROW(check->items, check->nr + 1, check->cap);
	check->items[check->nr++] = *finding;
}

/* `verdict` is about being worse: slower, or more of what is better less. */
static void judge(struct finding *finding, const struct bar *bar,
		  enum verdict verdict, bool higher_is_better, bool decides)
{
	finding->outcome = OUTCOME_FINE;
	if (isinf(finding->most))
		return;
	if (bar->obstacle) {
		finding->outcome = OUTCOME_UNKNOWN;
		finding->reason = bar->obstacle;
		return;
	}
	if (verdict == VERDICT_SAME || verdict == VERDICT_FASTER)
		return;
	if (verdict == VERDICT_UNKNOWN) {
		double worst = worst_case(finding, higher_is_better);

		if (!(worst <= finding->most))
			finding->outcome = OUTCOME_UNKNOWN;
		return;
	}
	if (finding->worse <= finding->most) {
		finding->outcome = OUTCOME_ALLOWED;
		return;
	}
	finding->accepted = find_acceptance(bar, finding, decides);
	finding->outcome = finding->accepted ? OUTCOME_ACCEPTED :
					       OUTCOME_WORSE;
}

static void check_primary(struct check *check, const struct bar *bar,
			  const struct result_target *target)
{
	const struct result_cell *base = &target->cells[0];
	size_t head = bar->result->nr_sides - 1;
	const struct metric *metric = metrics_find(
		&target->cells[head].metrics, target->primary);
	bool higher = metric && metric->higher_is_better;
	const struct gate_rule *rule =
		gates_limit(bar->gates, bar->result->suite, target->name,
			    target->primary, true);
	struct finding finding = {
		.target = target->name,
		.metric = target->primary,
		.ratio = base->ratio,
		.low = base->low,
		.high = base->high,
		.worse = worse_by(base->ratio, higher),
		.most = rule ? rule->most : 0,
		.rule = rule,
	};

	finding.base = section_value(&finding.unit, target, 0);
	finding.head = section_value(&finding.unit, target, head);
	judge(&finding, bar, base->verdict, higher, true);
	add(check, bar, &finding);
}

/* ==== The other metrics ==== */

/* Without a verdict the medians speak; of zero there is no share. */
static enum verdict verdict_of_medians(struct finding *finding, bool higher)
{
	if (!isfinite(finding->base) || !isfinite(finding->head)) {
		finding->reason = "not measured on both sides";
		return VERDICT_UNKNOWN;
	}
	if (!(finding->base > 0) || !(finding->head > 0)) {
		if (finding->base >= finding->head)
			return VERDICT_SAME;
		finding->reason = "the base has none";
		return VERDICT_UNKNOWN;
	}
	finding->ratio = finding->head / finding->base;
	finding->low = finding->high = finding->ratio;
	finding->worse = worse_by(finding->ratio, higher);
	return finding->worse > 0 ? VERDICT_SLOWER : VERDICT_SAME;
}

/* Decided by its own noise when it was measured, where it was. */
static enum verdict verdict_of_opinion(struct finding *finding,
				       const struct result_opinion *opinion,
				       bool higher)
{
	finding->ratio = opinion->ratio;
	finding->low = opinion->low;
	finding->high = opinion->high;
	finding->worse = worse_by(opinion->ratio, higher);
	if (higher && opinion->verdict == VERDICT_SLOWER)
		return VERDICT_FASTER;
	if (higher && opinion->verdict == VERDICT_FASTER)
		return VERDICT_SLOWER;
	return opinion->verdict;
}

static void check_metric(struct check *check, const struct bar *bar,
			 const struct result_target *target, const char *name,
			 const struct metric *metric)
{
	size_t head = bar->result->nr_sides - 1;
	bool higher = metric && metric->higher_is_better;
	const struct result_opinion *opinion =
		result_opinion(&target->cells[0], name);
	const struct gate_rule *rule =
		gates_limit(bar->gates, bar->result->suite, target->name,
			    name, false);
	struct finding finding = {
		.target = target->name,
		.metric = name,
		.unit = metric ? metric->unit : "s",
		.ratio = NAN,
		.low = NAN,
		.high = NAN,
		.worse = NAN,
		.most = rule ? rule->most : INFINITY,
		.rule = rule,
	};

	if (!rule)
		return;
	finding.base = section_metric(&target->cells[0], name);
	finding.head = section_metric(&target->cells[head], name);
	enum verdict verdict =
		opinion ? verdict_of_opinion(&finding, opinion, higher) :
			  verdict_of_medians(&finding, higher);
	judge(&finding, bar, verdict, higher, false);
	add(check, bar, &finding);
}

static void check_metrics(struct check *check, const struct bar *bar,
			  const struct result_target *target)
{
	const struct metrics *base = &target->cells[0].metrics;
	const struct metrics *head =
		&target->cells[bar->result->nr_sides - 1].metrics;

	if (strcmp(target->primary, "seconds"))
		check_metric(check, bar, target, "seconds", NULL);
	if (!metrics_find(head, METRIC_CPU) &&
	    isfinite(section_metric(&target->cells[0], METRIC_CPU)))
		check_metric(check, bar, target, METRIC_CPU, NULL);
	for (size_t i = 0; i < head->nr; i++)
		if (strcmp(head->items[i].name, target->primary))
			check_metric(check, bar, target, head->items[i].name,
				     &head->items[i]);
	for (size_t i = 0; i < base->nr; i++)
		if (strcmp(base->items[i].name, target->primary) &&
		    !metrics_find(head, base->items[i].name))
			check_metric(check, bar, target, base->items[i].name,
				     &base->items[i]);
}

/* ==== What is missing ==== */

/* The names of what a side lacks. */
static json_t *names_missing(const struct result *result, int side)
{
	json_t *names = json_object();

	for (size_t i = 0; i < result->nr_missing; i++)
		if (result->missing[i].side == side)
			json_object_set_new(names, result->missing[i].name,
					    json_true());
	return names;
}

static void check_missing(struct check *check, const struct bar *bar,
			  const struct result_missing *missing)
{
	const struct gate_rule *rule = gates_find(
		bar->gates, GATE_MISSING, bar->result->suite, missing->name);
	struct finding finding = {
		.target = missing->name,
		.metric = "",
		.unit = "",
		.base = NAN,
		.head = NAN,
		.ratio = NAN,
		.low = NAN,
		.high = NAN,
		.worse = NAN,
		.most = NAN,
		.rule = rule,
		.reason = missing->reason,
		.outcome = OUTCOME_MISSING,
	};

	if (rule && rule->word)
		finding.outcome = OUTCOME_ALLOWED;
	else
		finding.accepted = find_farewell(bar, missing->name);
	if (finding.accepted)
		finding.outcome = OUTCOME_ACCEPTED;
	add(check, bar, &finding);
}

/* ==== Whole ==== */

/* A target is missing once, whatever stages failed. */
static void check_all_missing(struct check *check, const struct bar *bar)
{
	const struct result *result = bar->result;
	json_auto_t *seen = names_missing(result, 0);

	if (json_object_get(seen, ""))
		return;
	for (size_t i = 0; i < result->nr_missing; i++) {
		const struct result_missing *missing = &result->missing[i];

		if (missing->side != (int)result->nr_sides - 1 ||
		    json_object_get(seen, missing->name))
			continue;
		json_object_set_new(seen, missing->name, json_true());
		check_missing(check, bar, missing);
	}
}

void check_add(struct check *check, const struct result *result,
	       const char *obstacle, const struct gates *gates,
	       const struct acceptances *acceptances, bool strict)
{
	const struct bar bar = { result, obstacle, gates, acceptances, strict };

	check->nr_results++;
	for (size_t i = 0; i < result->nr_targets; i++) {
		if (!result_is_compared(result, &result->targets[i]))
			continue;
		check_primary(check, &bar, &result->targets[i]);
		check_metrics(check, &bar, &result->targets[i]);
	}
	check_all_missing(check, &bar);
}

static int compare_findings(const void *a, const void *b)
{
	const struct finding *x = a, *y = b;
	double more = (isfinite(y->worse) ? y->worse : 0) -
		      (isfinite(x->worse) ? x->worse : 0);

	if (x->outcome != y->outcome)
		return x->outcome < y->outcome ? -1 : 1;
	if (more > 0 || more < 0)
		return more > 0 ? 1 : -1;
	int order = strcmp(x->target, y->target);
	return order ? order : strcmp(x->metric, y->metric);
}

void check_finish(struct check *check)
{
	if (check->nr)
		qsort(check->items, check->nr, sizeof(*check->items),
		      compare_findings);
}

void check_release(struct check *check)
{
	free(check->items);
	*check = (struct check)CHECK_INIT;
}
