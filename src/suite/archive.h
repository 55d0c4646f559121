/*
 * archive - a folder of Sandmark results, such as the nightly keeps it:
 * <kind>/<host>/<YYYYMMDD_HHMMSS>/<commit>/<variant>_<n>.<wrapper>.summary.bench
 *
 * Every file whose name ends in ".bench" is read, wherever it lies; its
 * wrapper says by which reader. The walk is in byte order of the paths, does
 * not follow links, and never fails because of what a file holds.
 */
#ifndef SUITE_ARCHIVE_H
#define SUITE_ARCHIVE_H

#include <stddef.h>

#include "suite/pausetimes.h"
#include "suite/perf_stat.h"
#include "suite/summary_bench.h"

enum archive_format { ARCHIVE_SUMMARY, ARCHIVE_PERF, ARCHIVE_PAUSES };

struct archive_file {
	const char *path; /* below the folder that was asked for */
	const char *wrapper; /* "orun", "orunchrt", "perfstat", "" */
	enum archive_format format; /* which of the three is filled */
	const struct summary_bench *summary;
	const struct perf_stat *perf;
	const struct pausetimes *pauses;
	const struct bench_damages *damages;
	size_t rows; /* read well */
};

/*
 * Calls back for each file; what it is given lives until it returns. Stops
 * on non-zero and returns that. ERR_NOTFOUND when there is no such folder;
 * ERR_FAILED when a file cannot be read.
 */
int archive_each(const char *dir,
		 int (*each)(void *data, const struct archive_file *file),
		 void *data);

/* What a whole archive holds. */
struct archive_count {
	size_t files;
	size_t rows;
	size_t damaged; /* files with damage of any kind */
	size_t by_damage[DAMAGE_NR]; /* how often each kind was met */
};
int archive_count(struct archive_count *out, const char *dir);

#endif
