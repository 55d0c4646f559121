/*
 * sample - a block of samples of one program, for sample.sh.
 *
 *	sample RUNS PROGRAM [ARGUMENT...]
 *
 * Prints the median of the times that the samples report, in microseconds.
 */
#include "measure/sample.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/environ.h"
#include "base/error.h"

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int measure(double *seconds, int runs, const struct sample_spec *spec)
{
	struct recorder *recorder;
	int rc = recorder_open(&recorder);

	if (rc)
		return rc;
	for (int i = 0; !rc && i < runs; i++) {
		AUTO(sample) sample = SAMPLE_INIT;

		rc = sample_take(&sample, recorder, spec);
		if (!rc && !sample_ok(&sample))
			rc = fail(ERR_FAILED, "%s", sample.err.ptr);
		seconds[i] = sample.seconds;
	}
	recorder_close(recorder);
	return rc;
}

int main(int argc, char **argv)
{
	int runs = argc > 2 ? atoi(argv[1]) : 0;
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;

	if (runs <= 0) {
		fprintf(stderr, "usage: sample RUNS PROGRAM [ARGUMENT...]\n");
		return 129;
	}
	auto_free double *seconds = xcalloc(runs, sizeof(*seconds));
	environ_copy(&spec.env);
	strlist_add_all(&spec.argv, (const char *const *)argv + 2);
	if (measure(seconds, runs, &spec)) {
		fprintf(stderr, "sample: %s\n", error_message());
		return 128;
	}
	qsort(seconds, runs, sizeof(*seconds), compare);
	printf("%.1f\n", seconds[runs / 2] * 1e6);
	return 0;
}
