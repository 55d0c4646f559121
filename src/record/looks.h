/*
 * looks - what each look behind a document said: the logarithm of head over
 * base, by target and metric, in the order of the looks.
 *
 * Only looks that were taken whatever others had said: those beyond a
 * target's `least` were chosen, and would make the machine look noisier.
 *
 * Read from bench/samples/ once, then kept in an index by the name of the
 * samples' blob: never stale, and nothing is lost with it.
 */
#ifndef RECORD_LOOKS_H
#define RECORD_LOOKS_H

#include "base/strlist.h"
#include "git/repo.h"

#define METRIC_SECONDS "seconds" /* wall time */
/* User and system time added up: a metric that no document names. */
#define METRIC_CPU "cpu_seconds"

struct look_ratios {
	size_t document; /* its number among the paths */
	const char *target;
	const char *metric;
	const double *ratios; /* logarithms, finite */
	size_t nr;	      /* >= 1 */
};

/*
 * Calls `each`, document by document, with what they hold; lent for the call.
 * The baseline and the head are compared, whatever stands between them.
 * Documents without samples, with one side, or with samples that cannot be
 * read are passed over. Stops on non-zero and returns that.
 */
int looks_each(struct repo *repo, const struct strlist *paths,
	       int (*each)(void *data, const struct look_ratios *ratios),
	       void *data);

#endif
