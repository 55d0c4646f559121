/*
 * log - what each run of `make verdict-live` found, a line for each target:
 *
 *	mode run kind target promille verdict looks samples p noise
 *
 * mode "quiet" or "busy"; kind "aa" (unchanged code) or "ab"; promille: the
 * head's work; verdict, looks and samples of our plan (samples of both
 * sides, those taken anew too); p of the fixed plan, < 0 when the head was
 * faster; noise: upper quartile that our plan reckoned with. Lines are only
 * added, a run at a time.
 */
#ifndef LIVE_LOG_H
#define LIVE_LOG_H

#include <stddef.h>

#include "analysis/verdict.h"

#define LIVE_TARGETS 6

struct live_target {
	char name[16];
	int promille;
	enum verdict verdict;
	int looks, samples;
	double p;
	double noise;
};

struct live_run {
	char mode[8];
	char kind[4];
	int number;
	struct live_target targets[LIVE_TARGETS];
};

struct live_log {
	struct live_run *runs;
	size_t nr, cap;
};

/* A missing file is an empty log. */
int live_log_read(struct live_log *out, const char *path);
int live_log_append(const char *path, const struct live_run *run);
/* Of that mode and kind; NULL: of any. */
size_t live_log_count(const struct live_log *log, const char *mode,
		      const char *kind);
void live_log_release(struct live_log *log);

#endif
