#include <assert.h>
#include <stdint.h>

#include "base/buf.h"
#include "suite/summary_bench.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What was read can be written, and reads the same again. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	AUTO(summary_bench) first = { 0 };
	AUTO(summary_bench) again = { 0 };
	AUTO(buf) text = BUF_INIT;

	summary_bench_parse(&first, (const char *)data, size);
	if (first.header.version)
		summary_bench_write_header(&text, &first.header);
	for (size_t i = 0; i < first.nr; i++)
		summary_bench_write_row(&text, &first.rows[i]);
	summary_bench_parse(&again, text.ptr, text.len);
	assert(again.nr == first.nr);
	assert(!bench_damages_have(&again.damages, DAMAGE_SYNTAX));
	return 0;
}
