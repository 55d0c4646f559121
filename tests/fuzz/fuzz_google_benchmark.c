#include "format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_format(google_benchmark_read, data, size);
	return 0;
}
