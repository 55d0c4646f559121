#include "format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_format(hyperfine_json_read, data, size);
	return 0;
}
