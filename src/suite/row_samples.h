/*
 * row_samples - the samples of one benchmark on one side, kept for the
 * `.summary.bench` beside the result: there it is one row, the sample whose
 * wall time is the median.
 */
#ifndef SUITE_ROW_SAMPLES_H
#define SUITE_ROW_SAMPLES_H

#include "base/buf.h"
#include "measure/sample.h"
#include "suite/gc_stats.h"
#include "suite/summary_bench.h"

struct row_samples {
	struct row_sample {
		double time, user, sys; /* seconds */
		int64_t maxrss;		/* bytes */
		struct gc_stats gc;
	} *items;
	size_t nr;
	size_t cap;
};

/* Takes what `gc` holds and empties it. */
void row_samples_add(struct row_samples *samples, const struct sample *sample,
		     struct gc_stats *gc);
/*
 * Fills times, memory and gc of `row` (gc is lent: do not release) from the
 * median sample, the faster of two; false when there is none.
 */
bool row_samples_median(struct summary_row *row,
			const struct row_samples *samples);
void row_samples_release(struct row_samples *samples);

#endif
