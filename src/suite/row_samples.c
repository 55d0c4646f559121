#include "suite/row_samples.h"

#include <stdlib.h>

#include "base/alloc.h"

void row_samples_add(struct row_samples *samples, const struct sample *sample,
		     struct gc_stats *gc)
{
	ARRAY_GROW(samples->items, samples->nr + 1, samples->cap);
	samples->items[samples->nr++] = (struct row_sample){
		.time = sample->seconds,
		.user = sample->user_seconds,
		.sys = sample->sys_seconds,
		.maxrss = sample->maxrss,
		.gc = *gc,
	};
	*gc = (struct gc_stats){ 0 };
}

static int compare_times(const void *a, const void *b)
{
	const struct row_sample *const *x = a, *const *y = b;

	return ((*x)->time > (*y)->time) - ((*x)->time < (*y)->time);
}

bool row_samples_median(struct summary_row *row,
			const struct row_samples *samples)
{
	if (!samples->nr)
		return false;
	auto_free const struct row_sample **sorted =
		xcalloc(samples->nr, sizeof(*sorted));
	for (size_t i = 0; i < samples->nr; i++)
		sorted[i] = &samples->items[i];
	qsort(sorted, samples->nr, sizeof(*sorted), compare_times);
	const struct row_sample *median = sorted[(samples->nr - 1) / 2];
	row->time = median->time;
	row->user = median->user;
	row->sys = median->sys;
	row->maxrss = median->maxrss;
	row->gc = median->gc;
	return true;
}

void row_samples_release(struct row_samples *samples)
{
	for (size_t i = 0; i < samples->nr; i++)
		gc_stats_release(&samples->items[i].gc);
	free(samples->items);
	*samples = (struct row_samples){ 0 };
}
