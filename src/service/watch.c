#include "service/watch.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/stats.h"
#include "base/buf.h"

#define TRIES_MAX 2	/* beyond the first */
#define BY_NATURE 2	/* so many that stayed disturbed are enough */
#define STEADY_SAMPLES 3 /* a difference needs */
#define STEADY_SHARE 0.05

static void keep(struct watch *watch, const struct circumstance *c)
{
	ARRAY_GROW(watch->busy, watch->nr + 1, watch->cap);
	watch->busy[watch->nr++] = c->busy;
}

bool watch_retake(struct watch *watch, const struct circumstance *c,
		  bool parallel, int tries)
{
	bool upset = disturbance_of(c, &watch->calm, parallel);

	calm_note(&watch->calm, c);
	if (upset && tries < TRIES_MAX && watch->disturbed < BY_NATURE) {
		watch->retaken++;
		return true;
	}
	watch->disturbed += upset;
	keep(watch, c);
	return false;
}

char *watch_difference(const struct watch *base, const struct watch *head)
{
	size_t nr = base->nr < head->nr ? base->nr : head->nr;
	double of_base = stats_median(base->busy, base->nr);
	double of_head = stats_median(head->busy, head->nr);

	if (nr < STEADY_SAMPLES || !(of_base > 0) || !(of_head > 0) ||
	    fabs(of_head - of_base) < STEADY_SHARE * fmax(of_base, of_head))
		return NULL;
	/* Steadily: no sample of the one side is like one of the other. */
	if (fmax(stats_min(base->busy, base->nr),
		 stats_min(head->busy, head->nr)) <=
	    fmin(stats_max(base->busy, base->nr),
		 stats_max(head->busy, head->nr)))
		return NULL;
	return xstrfmt("keeps %.2f CPUs busy, the base %.2f", of_head,
		       of_base);
}

void watch_release(struct watch *watch)
{
	free(watch->busy);
	*watch = (struct watch)WATCH_INIT;
}
