#include "format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_format(current_bench_read, data, size);
	return 0;
}
