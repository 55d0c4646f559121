#include <assert.h>
#include <stdint.h>

#include "base/alloc.h"
#include "suite/pausetimes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	AUTO(pausetimes) p = { 0 };

	pausetimes_parse(&p, (const char *)data, size);
	for (size_t i = 0; i < p.nr; i++)
		assert(p.rows[i].name && p.rows[i].nr_points);
	return 0;
}
