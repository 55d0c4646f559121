#include "analysis/fdr.h"

#include <string.h>

#include "analysis/stats.h"
#include "base/alloc.h"

double fdr_cut(const double *p, size_t nr, double rate)
{
	auto_free double *sorted = xreallocarray(NULL, nr + 1, sizeof(*p));

	if (nr)
		memcpy(sorted, p, nr * sizeof(*p));
	stats_sort(sorted, nr);
	for (size_t i = nr; i; i--)
		if (sorted[i - 1] <= rate * i / nr)
			return sorted[i - 1];
	return -1;
}
