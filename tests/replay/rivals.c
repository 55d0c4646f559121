#include "rivals.h"

#include <math.h>
#include <string.h>

#include "analysis/stats.h"

#define LEAST 20 /* changes known */

const char *rival_name(enum rival rival)
{
	static const char *const names[] = {
		[RIVAL_FIXED] = "fixed 5 %",
		[RIVAL_QUARTILES] = "Q3 + 3 IQR of the last 30 changes",
		[RIVAL_PERCENTILE] = "3 x the 90th percentile of the last 30",
		[RIVAL_DEVIATION] = "4 standard deviations of the last 40",
	};

	return names[rival];
}

/* The last changes before the one numbered `nr`; returns how many. */
static size_t last(double *out, const struct target *target, size_t nr,
		   size_t most, bool absolute)
{
	size_t from = nr > most ? nr - most : 0;

	for (size_t i = from; i < nr; i++) {
		double change = target->changes[i].wall;
		out[i - from] = absolute ? fabs(change) : change;
	}
	return nr - from;
}

static void thresholds(double *out, const struct target *target, size_t nr)
{
	double sizes[30], changes[40];
	size_t n = last(sizes, target, nr, 30, true);
	size_t m = last(changes, target, nr, 40, false);

	stats_sort(sizes, n);
	double q1 = sizes[n / 4], q3 = sizes[3 * n / 4];
	out[RIVAL_FIXED] = log(1.05);
	out[RIVAL_QUARTILES] = fmax(q3 + 3 * (q3 - q1), 0.002);
	out[RIVAL_PERCENTILE] = 3 * sizes[9 * n / 10];
	out[RIVAL_DEVIATION] = 4 * stats_deviation(changes, m);
}

static void play_pair(struct rivals *out, const struct target *target,
		      const struct change *change)
{
	size_t known = target_changes_before(target,
					     change->to->source->date);
	double limit[RIVAL_NR];

	if (known < LEAST)
		return;
	thresholds(limit, target, known);
	out->pairs++;
	for (int r = 0; r < RIVAL_NR; r++) {
		out->alarms[r] += fabs(change->wall) > limit[r];
		out->finds_3[r] += change->wall + log(1.03) > limit[r];
		out->finds_5[r] += change->wall + log(1.05) > limit[r];
	}
}

void rivals_play(struct rivals *out, const struct runs *runs, enum kind kind)
{
	*out = (struct rivals){ 0 };
	for (size_t t = 0; t < runs->nr_targets; t++) {
		const struct target *target = &runs->targets[t];

		if (target->runs->source->kind != kind)
			continue;
		for (size_t i = 0; i < target->nr_changes; i++) {
			const struct change *change = &target->changes[i];

			if (!strcmp(change->from->source->commit,
				    change->to->source->commit))
				play_pair(out, target, change);
		}
	}
}
