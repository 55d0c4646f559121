/*
 * Everything is reckoned in logarithms of ratios. There are two ways to be a
 * change, and both ask for a shift of at least the smallest effect on which
 * all readings of shift.h agree.
 *
 * 1. Beyond the bar that history sets, from 3 looks on. With q the upper
 *    quartile of the noise the bar is
 *
 *	sequential	max(1.3 %, 1.45 q, 1.8 q - 0.6 %)
 *	parallel	max(1.3 %, 1.8 q)
 *
 *    It stays where it is: the more looks, the less luck gets that far. How
 *    often unchanged code does was measured, not derived: c times as far in
 *    about 0.0006 c^-4 of comparisons.
 *
 * 2. By rank, from 9 looks on, whatever history knows: Mann's and Whitney's
 *    deviate z, at look n of N at most, of at least
 *
 *	3.6 (N / n)^(1/4)
 *
 *    That boundary falls as looks are added, so that a test which is
 *    repeated keeps most of its error for the last one (S. K. Wang and A. A.
 *    Tsiatis, Biometrics 43, 1987). It sees what is smaller than the bar,
 *    where the caller affords the looks.
 *
 * Looks before that can only end a target as unsuspicious, which cannot
 * raise the rate of false alarms. It ends when the shift falls short of the
 * bar, and z, grown as sqrt(n) does and with some luck on top, of the last
 * rank (stochastic curtailment: K. K. G. Lan, R. Simon and M. Halperin,
 * Sequential Analysis 1, 1982).
 *
 * The constants of 1. were fitted on runs before 2023 of the archive that
 * docs/verdicts.md names, those of 2. by simulation. Those that are no
 * multiples of the noise belong to a smallest effect of 1 %, and shrink with
 * it: counts, which repeat better than times, have one of 0.1 %.
 */
#include "analysis/evidence.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/rank.h"
#include "analysis/stats.h"
#include "base/alloc.h"

#define EFFECT_FITTED 0.01
#define BAR_LOOKS 3
#define BAR_LEAST 0.013
#define BAR_NEAR 1.45
#define BAR_FAR 1.8
#define BAR_FAR_LESS 0.006
#define BAR_LUCK 0.0006
#define BAR_LUCK_POWER 4

#define RANK_LOOKS 9
#define RANK_LAST 3.6
#define RANK_POWER 0.25
#define RANK_UNIT 1.5 /* so much more is worth as much as twice the bar */

/* A first look may fall short of the bar by 15 % of it or by 0.15 % ... */
#define FIRST_SHORT_SHARE 0.15
#define FIRST_SHORT 0.0015
/* ... a later one by a tenth; the rank to come by so many deviations. */
#define LATER_SHORT_SHARE 0.1
#define RANK_SHORT 1.4

/* Processor time shows a shift if it moved by half as much. */
#define SHOWN_SHARE 0.5
/* A look moved the times apart by more than half the smallest effect. */
#define APART_SHARE 0.5
/* The upper quartile of normal noise, in standard deviations. */
#define NORMAL_QUARTILE 1.15
/* Half the interval, in quartiles: 1.32 deviations of normal noise. */
#define REACH 1.15
/* From here on the looks' own noise counts, and more where it is all. */
#define OWN_NOISE_LOOKS 5
#define OWN_NOISE_ALONE 1.5

size_t evidence_looks_least(const struct subject *subject)
{
	return noise_is_known(&subject->wall) ? BAR_LOOKS : RANK_LOOKS;
}

/* ==== Both sides of a time ============================================== */

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

static double quartile_of(const struct noise *noise, const struct sides *sides)
{
	if (sides->nr < OWN_NOISE_LOOKS)
		return noise->quartile;
	double own = own_quartile(sides);
	if (!noise_is_known(noise))
		own *= OWN_NOISE_ALONE;
	return fmax(noise->quartile, own);
}

/* ==== A change? ========================================================= */

double evidence_bar(double quartile, bool parallel, double smallest_effect)
{
	double scale = smallest_effect / EFFECT_FITTED;
	double bar = BAR_FAR * quartile;

	if (!parallel)
		bar = fmax(BAR_NEAR * quartile, bar - BAR_FAR_LESS * scale);
	bar = fmax(bar, BAR_LEAST * scale);
	return fmax(bar, log1p(smallest_effect));
}

static void weigh_by_bar(struct evidence *e, double agreed)
{
	e->clarity = fabs(agreed) / e->bar;
	if (e->clarity >= 1)
		e->luck = BAR_LUCK * pow(e->clarity, -BAR_LUCK_POWER);
}

static void weigh_by_rank(struct evidence *e, double z,
			  const struct turns *turns)
{
	double left = fmax(1, turns->most / (double)turns->nr);
	double bar = RANK_LAST * pow(left, RANK_POWER);

	e->clarity = fmax(e->clarity, 1 + (z - bar) / RANK_UNIT);
	if (z >= bar)
		e->luck = fmin(e->luck,
			       BAR_LUCK * exp((bar * bar - z * z) / 2));
}

/* ==== Could it become one? ============================================== */

static bool bar_in_sight(double shift, double bar, size_t nr,
			 double smallest_effect)
{
	double first = FIRST_SHORT * smallest_effect / EFFECT_FITTED;

	if (nr > 1)
		return fabs(shift) > bar - LATER_SHORT_SHARE * bar;
	return fabs(shift) > bar - fmin(FIRST_SHORT_SHARE * bar, first);
}

static bool rank_in_sight(double z, const struct turns *turns)
{
	double growth = turns->most / (double)turns->nr;

	if (turns->most < RANK_LOOKS || growth < 1)
		return false;
	return z * sqrt(growth) + RANK_SHORT * sqrt(growth - 1) >= RANK_LAST;
}

/* Of two looks ranks say nothing yet, but history says what is much. */
static double deviate(const struct sides *wall, double shift, double quartile)
{
	if (wall->nr > 2)
		return fabs(rank_deviate(wall->base, wall->head, wall->nr));
	double deviation = quartile / NORMAL_QUARTILE;
	return fabs(shift) * sqrt(wall->nr) / fmax(deviation, 1e-9);
}

/* Only of a first look, and where both times are one program's work. */
static bool cpu_in_sight(const struct subject *subject,
			 const struct turns *turns, double smallest_effect)
{
	double bar = evidence_bar(subject->cpu.quartile, false, smallest_effect);

	if (turns->nr != 1 || !turns->cpu || subject->parallel ||
	    !noise_is_known(&subject->cpu))
		return false;
	return bar_in_sight(turns->cpu[1] - turns->cpu[0], bar, 1,
			    smallest_effect);
}

/* ==== Processor time as witness ========================================= */

static bool cpu_shows(const struct turns *turns, double agreed)
{
	AUTO(sides) cpu = { 0 };
	struct shift shift;

	if (!turns->cpu)
		return true;
	sides_of(&cpu, turns->cpu, turns->nr);
	shift_measure(&shift, cpu.base, cpu.head, cpu.nr);
	double shown = shift_agreed(&shift);
	return shown * agreed > 0 && fabs(shown) >= SHOWN_SHARE * fabs(agreed);
}

static bool cpu_apart(const struct turns *turns, double smallest_effect)
{
	const double *wall = turns->wall, *cpu = turns->cpu;

	for (size_t i = 0; cpu && i < 2 * turns->nr; i += 2)
		if (fabs((wall[i + 1] - wall[i]) - (cpu[i + 1] - cpu[i])) >
		    APART_SHARE * log1p(smallest_effect))
			return true;
	return false;
}

/* Looks after which the interval would lie within the smallest effect. */
static double settling_looks(double quartile, const struct shift *shift,
			     double smallest_effect)
{
	double room = log1p(smallest_effect) - shift_greatest(shift);

	return room > 0 ? pow(REACH * quartile / room, 2) : INFINITY;
}

void evidence_weigh(struct evidence *out, const struct subject *subject,
		    const struct turns *turns, double smallest_effect)
{
	AUTO(sides) wall = { 0 };

	sides_of(&wall, turns->wall, turns->nr);
	*out = (struct evidence){ .luck = 1 };
	shift_measure(&out->shift, wall.base, wall.head, wall.nr);
	double q = quartile_of(&subject->wall, &wall);
	double agreed = shift_agreed(&out->shift);
	double z = deviate(&wall, out->shift.paired, q);
	out->quartile = q;
	out->reach = REACH * q / sqrt(turns->nr);
	out->bar = evidence_bar(q, subject->parallel, smallest_effect);
	if (turns->nr >= BAR_LOOKS && noise_is_known(&subject->wall))
		weigh_by_bar(out, agreed);
	if (turns->nr >= RANK_LOOKS && fabs(agreed) >= log1p(smallest_effect))
		weigh_by_rank(out, z, turns);
	out->suspect = bar_in_sight(out->shift.low, out->bar, turns->nr,
				    smallest_effect) ||
		       cpu_in_sight(subject, turns, smallest_effect);
	out->hopeful = rank_in_sight(z, turns);
	out->shown = cpu_shows(turns, agreed);
	out->apart = cpu_apart(turns, smallest_effect);
	out->settles = settling_looks(q, &out->shift, smallest_effect) <=
		       turns->most;
}
