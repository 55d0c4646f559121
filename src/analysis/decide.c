#include "analysis/decide.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/alone.h"
#include "analysis/fdr.h"
#include "base/alloc.h"

/* As clear as this, wall time needs no processor time to show it. */
#define UNSHOWN_CLARITY 2

const char *decision_state_name(enum decision_state state)
{
	static const char *const names[] = {
		[DECISION_FRESH] = "fresh",	[DECISION_SUSPECT] = "suspect",
		[DECISION_UNSETTLED] = "unsettled",
		[DECISION_QUIET] = "quiet",	[DECISION_UNSHOWN] = "unshown",
		[DECISION_CROWDED] = "crowded", [DECISION_SAME] = "same",
		[DECISION_CHANGED] = "changed",
	};

	return names[state];
}

/* ==== One target ======================================================== */

static size_t looks_most(const struct decision *d,
			 const struct decision_target *t)
{
	size_t least = evidence_looks_least(&t->subject);

	if (d->rules.alone_alpha > 0)
		return d->rules.looks_most;
	return d->rules.looks_most > least ? d->rules.looks_most : least;
}

static enum decision_state state_of(const struct decision *d,
				    const struct decision_target *t,
				    const struct evidence *e)
{
	double most = log1p(d->rules.smallest_effect);

	if (!noise_is_known(&t->subject.wall) &&
	    t->nr < evidence_looks_least(&t->subject))
		return DECISION_FRESH;
	if (e->clarity >= UNSHOWN_CLARITY || (e->clarity >= 1 && e->shown))
		return DECISION_CHANGED;
	if (e->clarity >= 1)
		return DECISION_UNSHOWN;
	if (e->suspect)
		return DECISION_SUSPECT;
	if (shift_greatest(&e->shift) + e->reach <= most && !e->apart)
		return DECISION_SAME;
	if (d->rules.settle && e->settles)
		return DECISION_UNSETTLED;
	return e->hopeful ? DECISION_SUSPECT : DECISION_QUIET;
}

static enum verdict verdict_of(const struct decision_target *t)
{
	bool more = t->result.ratio > 1;

	if (t->result.state == DECISION_SAME)
		return VERDICT_SAME;
	if (t->result.state != DECISION_CHANGED)
		return VERDICT_UNKNOWN;
	return more == t->subject.higher_is_better ? VERDICT_FASTER
						   : VERDICT_SLOWER;
}

/*
 * What the looks say without history. Ranks may have said it before; what
 * this adds are verdicts from fewer looks than they take.
 */
static void judge_alone(const struct decision *d, struct decision_target *t)
{
	const struct alone_plan plan = {
		.looks_least = d->rules.looks_least,
		.looks_most = looks_most(d, t),
		.alpha = d->rules.alone_alpha,
		.nr_targets = d->rules.together ? d->rules.together : d->nr,
		.smallest_effect = d->rules.smallest_effect,
	};
	auto_free double *base = xreallocarray(NULL, t->nr, sizeof(*base));
	auto_free double *head = xreallocarray(NULL, t->nr, sizeof(*head));
	struct comparison found;

	for (size_t i = 0; i < t->nr; i++) {
		base[i] = exp(t->wall[2 * i]);
		head[i] = exp(t->wall[2 * i + 1]);
	}
	alone_judge(&found, &plan, base, head, t->nr);
	t->result.bar = 1 + plan.smallest_effect;
	if (isnan(found.low) || t->result.state == DECISION_CHANGED)
		return;
	/* Undecided, the ratio is that of all looks, not of those tested. */
	if (found.verdict == VERDICT_UNKNOWN) {
		t->result.low = fmin(found.low, t->result.ratio);
		t->result.high = fmax(found.high, t->result.ratio);
		return;
	}
	t->result.ratio = found.ratio;
	t->result.low = found.low;
	t->result.high = found.high;
	t->result.state = DECISION_SAME;
	if (found.verdict == VERDICT_SAME)
		return;
	t->result.state = DECISION_CHANGED;
	t->luck = plan.alpha / alone_tests(&plan) / plan.nr_targets;
}

static void judge(const struct decision *d, struct decision_target *t)
{
	const struct turns turns = { .wall = t->wall,
				     .cpu = t->cpu_known ? t->cpu : NULL,
				     .nr = t->nr,
				     .most = looks_most(d, t) };
	struct evidence e;

	evidence_weigh(&e, &t->subject, &turns, d->rules.smallest_effect);
	t->luck = e.luck;
	t->result = (struct decision_result){
		.state = state_of(d, t, &e),
		.looks = t->nr,
		.ratio = exp(e.shift.paired),
		.low = exp(e.shift.paired - e.reach),
		.high = exp(e.shift.paired + e.reach),
		.bar = exp(e.bar),
		.noise = expm1(e.quartile),
	};
	if (d->rules.alone_alpha > 0 && !noise_is_known(&t->subject.wall))
		judge_alone(d, t);
	t->result.verdict = verdict_of(t);
}

static bool has_logarithm(double x)
{
	return isfinite(x) && x > 0;
}

static void note(struct decision_target *t, const struct look *look)
{
	if (t->nr == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 4;
		t->wall = xreallocarray(t->wall, 2 * t->cap, sizeof(double));
		t->cpu = xreallocarray(t->cpu, 2 * t->cap, sizeof(double));
	}
	double *wall = t->wall + 2 * t->nr, *cpu = t->cpu + 2 * t->nr;
	wall[0] = log(look->base_wall);
	wall[1] = log(look->head_wall);
	t->cpu_known &= has_logarithm(look->base_cpu) &&
			has_logarithm(look->head_cpu);
	cpu[0] = t->cpu_known ? log(look->base_cpu) : 0;
	cpu[1] = t->cpu_known ? log(look->head_cpu) : 0;
	t->nr++;
}

/* ==== All targets ======================================================= */

size_t decision_add(struct decision *d, const struct subject *subject)
{
	ARRAY_GROW(d->targets, d->nr + 1, d->cap);
	d->targets[d->nr] = (struct decision_target){ .subject = *subject };
	decision_forget(d, d->nr);
	return d->nr++;
}

void decision_forget(struct decision *d, size_t target)
{
	struct decision_target *t = &d->targets[target];

	t->nr = 0;
	t->cpu_known = true;
	t->luck = 1;
	t->result = (struct decision_result){
		.ratio = NAN,
		.low = NAN,
		.high = NAN,
		.bar = NAN,
		.noise = expm1(t->subject.wall.quartile),
	};
}

bool decision_look(struct decision *d, size_t target, const struct look *look)
{
	struct decision_target *t = &d->targets[target];

	if (!has_logarithm(look->base_wall) || !has_logarithm(look->head_wall))
		return false;
	note(t, look);
	judge(d, t);
	return true;
}

bool decision_wants_look(const struct decision *d, size_t target)
{
	const struct decision_target *t = &d->targets[target];

	if (t->nr >= looks_most(d, t))
		return false;
	switch (t->result.state) {
	case DECISION_FRESH:
	case DECISION_SUSPECT:
	case DECISION_UNSETTLED:
	case DECISION_UNSHOWN:
	case DECISION_CROWDED:
		return true;
	default:
		return false;
	}
}

void decision_finish(struct decision *d)
{
	auto_free double *luck = xreallocarray(NULL, d->nr + 1, sizeof(double));

	for (size_t i = 0; i < d->nr; i++) {
		if (d->targets[i].result.state == DECISION_CROWDED)
			d->targets[i].result.state = DECISION_CHANGED;
		luck[i] = d->targets[i].result.state == DECISION_CHANGED
				  ? d->targets[i].luck
				  : 1;
	}
	double cut = fdr_cut(luck, d->nr, d->rules.false_share);
	for (size_t i = 0; i < d->nr; i++) {
		struct decision_target *t = &d->targets[i];

		if (t->result.state == DECISION_CHANGED && luck[i] > cut)
			t->result.state = DECISION_CROWDED;
		t->result.verdict = verdict_of(t);
	}
}

const struct decision_result *decision_result(const struct decision *d,
					      size_t target)
{
	return &d->targets[target].result;
}

void decision_release(struct decision *d)
{
	for (size_t i = 0; i < d->nr; i++) {
		free(d->targets[i].wall);
		free(d->targets[i].cpu);
	}
	free(d->targets);
	*d = (struct decision){ .rules = d->rules };
}
