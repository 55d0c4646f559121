#include <assert.h>
#include <math.h>
#include <stdint.h>

#include "base/alloc.h"
#include "suite/perf_stat.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	AUTO(perf_stat) stat = { 0 };

	perf_stat_parse(&stat, (const char *)data, size);
	for (size_t i = 0; i < stat.nr; i++) {
		assert(isfinite(stat.blocks[i].elapsed));
		for (size_t j = 0; j < stat.blocks[i].nr; j++)
			assert(isfinite(stat.blocks[i].counters[j].value));
	}
	return 0;
}
