/*
 * format - what the fuzz targets of foreign formats share: any bytes are
 * read or refused, and what is read is fit for a result.
 */
#ifndef TESTS_FUZZ_FORMAT_H
#define TESTS_FUZZ_FORMAT_H

#include <assert.h>
#include <math.h>
#include <stdint.h>

#include "suite/format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_reading(const struct reading *reading)
{
	const char *why;

	assert(target_name_is_valid(reading->target, &why));
	if (reading->failure) {
		assert(reading->reason);
		return;
	}
	/* A time, or a value that decides in its place. */
	assert(isfinite(reading->seconds) ||
	       metrics_find(&reading->metrics, reading->primary));
	for (size_t i = 0; i < reading->metrics.nr; i++)
		assert(isfinite(reading->metrics.items[i].value));
}

static void fuzz_format(format_read_fn *read, const uint8_t *data, size_t size)
{
	AUTO(readings) readings = READINGS_INIT;
	int rc = read(&readings, (const char *)data, size);

	assert(rc || readings.nr);
	assert(readings.nr <= FORMAT_READINGS_MAX);
	for (size_t i = 0; i < readings.nr; i++)
		check_reading(&readings.items[i]);
}

#endif
