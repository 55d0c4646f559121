/*
 * Everything is reckoned in logarithms of ratios. With q the upper quartile
 * of the noise, the bar after three looks is
 *
 *	sequential	max(1.3 %, 1.45 q, 1.8 q - 0.6 %)
 *	parallel	max(1.3 %, 1.8 q)
 *
 * After n looks it is lower by (3 / n)^0.4. The spread of a mean shrinks with
 * n^-0.5; what is left pays for testing after each look, in the form of the
 * boundaries of S. K. Wang and A. A. Tsiatis (Biometrics 43, 1987; theirs is
 * n^(D - 1) on this scale, so D = 0.6). Earlier looks can only end a target
 * as unsuspicious, which cannot raise the rate of false alarms (K. K. G. Lan,
 * R. Simon and M. Halperin, Sequential Analysis 1, 1982).
 *
 * A change is what all three readings of shift.h agree on beyond the bar.
 * How often unchanged code does that was measured, not derived: at `clarity`
 * c (shift over bar) in about 0.0006 c^-4 of comparisons, which serves as
 * p-value where many targets are weighed together (fdr.h).
 *
 * All constants were fitted on runs before 2023 of the archive that
 * docs/verdicts.md names; the tables there show the years after, too.
 */
#include "analysis/decide.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/fdr.h"
#include "analysis/shift.h"
#include "analysis/stats.h"
#include "base/alloc.h"

#define BAR_LEAST 0.013
#define BAR_NEAR 1.45
#define BAR_FAR 1.8
#define BAR_FAR_LESS 0.006
#define BAR_SHRINKS 0.4
/* A first look may fall short of the last bar by a fifth or 0.25 %. */
#define FIRST_SHORT_SHARE 0.2
#define FIRST_SHORT 0.0025
/* Later the fastest runs of both sides must differ by this much of it. */
#define LATER_SHARE 0.9
/* Processor time shows a change if it moved by half as much. */
#define SHOWN_SHARE 0.5
#define UNSHOWN_CLARITY 2
/* `same` takes both times apart by no more than this much of what matters. */
#define APART_SHARE 0.5
/* Half the interval, in quartiles: 1.32 deviations of normal noise. */
#define REACH 1.15
/* From here on the looks' own noise counts, too. */
#define LOOKS_OWN_NOISE 5
/* ... and so much more where there is nothing else to go by. */
#define OWN_NOISE_ALONE 2
#define LUCK_AT_BAR 0.0006
#define LUCK_POWER 4

const char *decision_state_name(enum decision_state state)
{
	static const char *const names[] = {
		[DECISION_FRESH] = "fresh",	[DECISION_SUSPECT] = "suspect",
		[DECISION_QUIET] = "quiet",	[DECISION_UNSHOWN] = "unshown",
		[DECISION_CROWDED] = "crowded", [DECISION_SAME] = "same",
		[DECISION_CHANGED] = "changed",
	};

	return names[state];
}

/* ==== The bar =========================================================== */

static double bar_after(const struct decision_rules *rules, double quartile,
			bool parallel, double looks)
{
	double bar = BAR_FAR * quartile;

	if (!parallel)
		bar = fmax(BAR_NEAR * quartile, bar - BAR_FAR_LESS);
	bar = fmax(bar, BAR_LEAST);
	bar *= pow(DECISION_LOOKS_LEAST / looks, BAR_SHRINKS);
	return fmax(bar, log1p(rules->smallest_effect));
}

static size_t looks_least(const struct subject *subject)
{
	return noise_is_known(&subject->wall) ? DECISION_LOOKS_LEAST
					      : DECISION_LOOKS_UNKNOWN;
}

static size_t looks_most(const struct decision *d,
			 const struct subject *subject)
{
	size_t least = looks_least(subject);

	return d->rules.looks_most > least ? d->rules.looks_most : least;
}

/* ==== What the looks say ================================================ */

/* Base and head in turn, taken apart. */
struct sides {
	double *base, *head;
	size_t nr;
};

static void sides_of(struct sides *out, const double *turns, size_t nr)
{
	out->base = xreallocarray(NULL, 2 * nr, sizeof(*out->base));
	out->head = out->base + nr;
	out->nr = nr;
	for (size_t i = 0; i < nr; i++) {
		out->base[i] = turns[2 * i];
		out->head[i] = turns[2 * i + 1];
	}
}

static void sides_release(struct sides *sides)
{
	free(sides->base);
}

/* Upper quartile of |d - median d|, for d = head - base of each look. */
static double own_quartile(const struct sides *sides)
{
	size_t nr = sides->nr;
	auto_free double *d = xreallocarray(NULL, nr, sizeof(*d));

	for (size_t i = 0; i < nr; i++)
		d[i] = sides->head[i] - sides->base[i];
	double median = stats_median(d, nr);
	for (size_t i = 0; i < nr; i++)
		d[i] = fabs(d[i] - median);
	stats_sort(d, nr);
	return d[3 * nr / 4];
}

static double quartile(const struct noise *noise, const struct sides *sides)
{
	if (sides->nr < LOOKS_OWN_NOISE)
		return noise->quartile;
	double own = own_quartile(sides);
	if (!noise_is_known(noise))
		own *= OWN_NOISE_ALONE;
	return fmax(noise->quartile, own);
}

/* Could this still become a change at the last look? */
static bool is_suspect(const struct shift *shift, double last_bar, size_t nr)
{
	double most = fmin(FIRST_SHORT_SHARE * last_bar, FIRST_SHORT);

	if (nr == 1)
		return fabs(shift->paired) > last_bar - most;
	return fabs(shift->low) > LATER_SHARE * last_bar;
}

/* Only of a first look, and where both times are one program's work. */
static bool cpu_is_suspect(const struct decision *d,
			   const struct decision_target *t)
{
	const struct subject *subject = &t->subject;

	if (t->nr != 1 || !t->cpu_known || subject->parallel ||
	    !noise_is_known(&subject->cpu))
		return false;
	double change = t->cpu[1] - t->cpu[0];
	const struct shift shift = { .paired = change };
	double last = bar_after(&d->rules, subject->cpu.quartile, false,
				looks_most(d, subject));
	return is_suspect(&shift, last, 1);
}

static bool cpu_shows(const struct decision_target *t, double agreed)
{
	struct shift shift;

	if (!t->cpu_known)
		return true;
	__attribute__((cleanup(sides_release))) struct sides cpu;
	sides_of(&cpu, t->cpu, t->nr);
	shift_measure(&shift, cpu.base, cpu.head, cpu.nr);
	double shown = shift_agreed(&shift);
	return shown * agreed > 0 && fabs(shown) >= SHOWN_SHARE * fabs(agreed);
}

/* Did no look move wall and processor time apart? */
static bool times_agree(const struct decision *d,
			const struct decision_target *t)
{
	double most = APART_SHARE * log1p(d->rules.smallest_effect);

	for (size_t i = 0; t->cpu_known && i < t->nr; i++) {
		double wall = t->wall[2 * i + 1] - t->wall[2 * i];
		double cpu = t->cpu[2 * i + 1] - t->cpu[2 * i];

		if (fabs(wall - cpu) > most)
			return false;
	}
	return true;
}

/* ==== The state of one target =========================================== */

static enum decision_state state_of(const struct decision *d,
				    const struct decision_target *t,
				    const struct shift *shift, double q,
				    double reach)
{
	const struct subject *subject = &t->subject;
	double last = bar_after(&d->rules, q, subject->parallel,
				looks_most(d, subject));

	if (t->nr < looks_least(subject) && !noise_is_known(&subject->wall))
		return DECISION_FRESH;
	if (t->nr >= looks_least(subject) && t->clarity >= 1)
		return t->clarity >= UNSHOWN_CLARITY ||
				       cpu_shows(t, shift_agreed(shift))
			       ? DECISION_CHANGED
			       : DECISION_UNSHOWN;
	if (is_suspect(shift, last, t->nr) || cpu_is_suspect(d, t))
		return DECISION_SUSPECT;
	if (shift_greatest(shift) + reach <=
		    log1p(d->rules.smallest_effect) &&
	    times_agree(d, t))
		return DECISION_SAME;
	return DECISION_QUIET;
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

static void judge(const struct decision *d, struct decision_target *t)
{
	__attribute__((cleanup(sides_release))) struct sides wall;
	struct shift shift;

	sides_of(&wall, t->wall, t->nr);
	shift_measure(&shift, wall.base, wall.head, wall.nr);
	double q = quartile(&t->subject.wall, &wall);
	double looks = fmax(t->nr, looks_least(&t->subject));
	double bar = bar_after(&d->rules, q, t->subject.parallel, looks);
	double reach = REACH * q / sqrt(t->nr);

	t->clarity = fabs(shift_agreed(&shift)) / bar;
	t->result = (struct decision_result){
		.state = state_of(d, t, &shift, q, reach),
		.looks = t->nr,
		.ratio = exp(shift.paired),
		.low = exp(shift.paired - reach),
		.high = exp(shift.paired + reach),
		.bar = exp(bar),
		.noise = expm1(q),
	};
	t->result.verdict = verdict_of(t);
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
	t->clarity = 0;
	t->result = (struct decision_result){
		.ratio = NAN,
		.low = NAN,
		.high = NAN,
		.bar = NAN,
		.noise = expm1(t->subject.wall.quartile),
	};
}

static bool has_logarithm(double x)
{
	return isfinite(x) && x > 0;
}

bool decision_look(struct decision *d, size_t target, const struct look *look)
{
	struct decision_target *t = &d->targets[target];

	if (!has_logarithm(look->base_wall) || !has_logarithm(look->head_wall))
		return false;
	if (t->nr == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 4;
		t->wall = xreallocarray(t->wall, 2 * t->cap, sizeof(double));
		t->cpu = xreallocarray(t->cpu, 2 * t->cap, sizeof(double));
	}
	t->wall[2 * t->nr] = log(look->base_wall);
	t->wall[2 * t->nr + 1] = log(look->head_wall);
	t->cpu[2 * t->nr] = log(look->base_cpu);
	t->cpu[2 * t->nr + 1] = log(look->head_cpu);
	t->cpu_known &= has_logarithm(look->base_cpu) &&
			has_logarithm(look->head_cpu);
	t->nr++;
	judge(d, t);
	return true;
}

bool decision_wants_look(const struct decision *d, size_t target)
{
	const struct decision_target *t = &d->targets[target];

	if (t->nr >= looks_most(d, &t->subject))
		return false;
	switch (t->result.state) {
	case DECISION_FRESH:
	case DECISION_SUSPECT:
	case DECISION_UNSHOWN:
	case DECISION_CROWDED:
		return true;
	case DECISION_QUIET:
		return d->rules.settle;
	default:
		return false;
	}
}

/* How often unchanged code comes out as clear as this or clearer. */
static double luck(const struct decision_target *t)
{
	if (t->result.state != DECISION_CHANGED)
		return 1;
	return LUCK_AT_BAR * pow(t->clarity, -LUCK_POWER);
}

void decision_finish(struct decision *d)
{
	auto_free double *p = xreallocarray(NULL, d->nr + 1, sizeof(*p));

	for (size_t i = 0; i < d->nr; i++) {
		if (d->targets[i].result.state == DECISION_CROWDED)
			d->targets[i].result.state = DECISION_CHANGED;
		p[i] = luck(&d->targets[i]);
	}
	double cut = fdr_cut(p, d->nr, d->rules.false_share);
	for (size_t i = 0; i < d->nr; i++) {
		struct decision_target *t = &d->targets[i];

		if (t->result.state == DECISION_CHANGED && p[i] > cut)
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
