#include "suite/row_samples.h"

#include <string.h>

#include "base/alloc.h"
#include "tap.h"

static void add(struct row_samples *samples, double seconds)
{
	auto_free char *text =
		xstrfmt("allocated_words: %.0f\n", seconds * 10);
	struct gc_stats gc = { 0 };
	const struct sample sample = { .seconds = seconds,
				       .user_seconds = seconds / 2,
				       .sys_seconds = 0,
				       .maxrss = 4096 };

	gc_stats_parse(&gc, text, strlen(text));
	row_samples_add(samples, &sample, &gc);
	if (gc.nr)
		ok(false, "the figures are taken");
}

int main(void)
{
	AUTO(row_samples) samples = { 0 };
	struct summary_row row = { 0 };

	ok(!row_samples_median(&row, &samples), "no sample, no row");
	add(&samples, 3);
	add(&samples, 1);
	ok(row_samples_median(&row, &samples) && row.time == 1,
	   "the faster of two");
	add(&samples, 2);
	ok(row_samples_median(&row, &samples) && row.time == 2 &&
		   row.user == 1 && row.maxrss == 4096 &&
		   row.gc.items[0].value == 20,
	   "the median, with all that was measured then");
	return done();
}
