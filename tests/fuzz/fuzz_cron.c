#include <assert.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/cron.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is read has slots, and they are met from both sides. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	auto_free char *text = xmemdupz((const char *)data, size);
	int64_t when = 1796058000;
	struct cron cron;

	if (cron_parse(&cron, text))
		return 0;
	for (int i = 0; i < 3; i++) {
		int64_t next = cron_next(&cron, when);
		int64_t before = cron_previous(&cron, when);

		assert(next > when && next % 60 == 0);
		assert(before <= when && before % 60 == 0);
		assert(cron_previous(&cron, next) == next);
		assert(cron_next(&cron, before) == next);
		when = next;
	}
	return 0;
}
