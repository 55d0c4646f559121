#include "log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"

#define LINE "%7s %d %3s %15s %d %15s %d %d %lf %lf"

static struct live_run *run_of(struct live_log *log, const struct live_run *like)
{
	struct live_run *last = log->nr ? &log->runs[log->nr - 1] : NULL;

	if (last && !strcmp(last->mode, like->mode) &&
	    !strcmp(last->kind, like->kind) && last->number == like->number)
		return last;
	ARRAY_GROW(log->runs, log->nr + 1, log->cap);
	log->runs[log->nr] = *like;
	return &log->runs[log->nr++];
}

int live_log_read(struct live_log *out, const char *path)
{
	FILE *file = fopen(path, "r");
	char line[256], word[16];
	size_t at = 0;

	*out = (struct live_log){ 0 };
	while (file && fgets(line, sizeof(line), file)) {
		struct live_run run = { 0 };
		struct live_target target;

		if (sscanf(line, LINE, run.mode, &run.number, run.kind,
			   target.name, &target.promille, word, &target.looks,
			   &target.samples, &target.p, &target.noise) != 10 ||
		    !verdict_parse(&target.verdict, word))
			continue;
		run_of(out, &run)->targets[at++ % LIVE_TARGETS] = target;
	}
	if (file)
		fclose(file);
	return 0;
}

int live_log_append(const char *path, const struct live_run *run)
{
	FILE *file = fopen(path, "a");

	if (!file)
		return fail_errno("open %s", path);
	for (size_t i = 0; i < LIVE_TARGETS; i++) {
		const struct live_target *t = &run->targets[i];

		fprintf(file, "%s %d %s %s %d %s %d %d %.9g %.6g\n",
			run->mode, run->number, run->kind, t->name,
			t->promille, verdict_name(t->verdict), t->looks,
			t->samples, t->p, isfinite(t->noise) ? t->noise : -1);
	}
	return fclose(file) ? fail_errno("write %s", path) : 0;
}

size_t live_log_count(const struct live_log *log, const char *mode,
		      const char *kind)
{
	size_t count = 0;

	for (size_t i = 0; i < log->nr; i++)
		count += (!mode || !strcmp(log->runs[i].mode, mode)) &&
			 (!kind || !strcmp(log->runs[i].kind, kind));
	return count;
}

void live_log_release(struct live_log *log)
{
	free(log->runs);
	*log = (struct live_log){ 0 };
}
