#include <assert.h>
#include <stdint.h>

#include "base/alloc.h"
#include "suite/gc_stats.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	AUTO(gc_stats) stats = { 0 };
	AUTO(metrics) metrics = METRICS_INIT;

	assert(gc_stats_parse(&stats, (const char *)data, size) <= size);
	json_auto_t *object = gc_stats_to_json(&stats);
	gc_stats_to_metrics(&metrics, &stats);
	assert(json_object_size(object) <= stats.nr);
	assert(metrics.nr <= stats.nr);
	return 0;
}
