#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "base/complaint.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "suite/makerun.h"
#include "suite/summary_bench.h"

#define RESULTS_MAX (64 << 20)

/* One result file of a sample, and what is wrong with all of it. */
struct results {
	struct summary_bench bench;
	const char *stage; /* NULL: it can be read row by row */
	char *reason;
};

static void results_release(struct results *r)
{
	summary_bench_release(&r->bench);
	free(r->reason);
}

/* How the run as a whole ended, for the rows that it left out. */
static char *outcome_of(const struct sample *sample)
{
	auto_free char *outcome = sample_outcome(sample);
	auto_free char *error = complaint_find(sample->out.ptr);

	if (sample_ok(sample))
		return xstrdup("make ended well");
	return *error ? xstrfmt("make: %s: %s", outcome, error) :
			xstrfmt("make: %s", outcome);
}

static const char *failed_stage(const struct sample *sample)
{
	if (sample->timed_out)
		return STAGE_TIMEOUT;
	if (sample->signal)
		return STAGE_CRASH;
	return sample_ok(sample) ? STAGE_ABSENT : STAGE_EXIT;
}

static bool is_older(const struct stat *st, const struct timespec *than)
{
	if (st->st_mtim.tv_sec != than->tv_sec)
		return st->st_mtim.tv_sec < than->tv_sec;
	return st->st_mtim.tv_nsec < than->tv_nsec;
}

static void all_fail(struct results *r, const char *stage, char *reason)
{
	r->stage = stage;
	r->reason = reason;
}

static int read_results(struct results *out, const char *path,
			const struct makerun_side *side,
			const struct sample *sample)
{
	AUTO(buf) text = BUF_INIT;
	auto_free char *outcome = outcome_of(sample);
	struct stat st;

	if (stat(path, &st)) {
		all_fail(out, failed_stage(sample),
			 xstrfmt("no result file; %s", outcome));
		return 0;
	}
	if (is_older(&st, &side->begun)) {
		all_fail(out, STAGE_STALE,
			 xstrdup("the result file is older than the run"));
		return 0;
	}
	int rc = file_read(&text, path, RESULTS_MAX);
	if (rc)
		return rc;
	summary_bench_parse(&out->bench, text.ptr, text.len);
	if (!out->bench.nr)
		all_fail(out, STAGE_OUTPUT,
			 xstrfmt("result file: %s; %s",
				 out->bench.damages.nr ?
					 bench_damage_text(
						 out->bench.damages.items[0]
							 .kind) :
					 "no row",
				 outcome));
	return 0;
}

static void add_reading(struct readings *out, const struct sandmark_row *row,
			const struct summary_row *got)
{
	struct reading *reading = readings_add(out, row->name);
	struct metrics *metrics = &reading->metrics;

	reading->kind = row->kind;
	reading->domains = row->domains;
	reading->seconds = got->time;
	reading->whole = true;
	metrics_set(metrics, "user_seconds", got->user, "s");
	metrics_set(metrics, "sys_seconds", got->sys, "s");
	if (got->maxrss >= 0)
		metrics_set(metrics, "maxrss", got->maxrss, "B");
	gc_stats_to_metrics(metrics, &got->gc);
	metrics_set(metrics, "codesize", got->codesize, "B");
}

static void read_row(struct readings *out, const struct results *results,
		     const struct sandmark_row *row, const char *version,
		     const struct sample *sample)
{
	const struct summary_row *got =
		summary_bench_find(&results->bench, row->name);

	if (results->stage) {
		readings_add_failure(out, row->name, results->stage,
				     results->reason);
	} else if (!got) {
		auto_free char *outcome = outcome_of(sample);
		auto_free char *reason = xstrfmt("no row; %s", outcome);

		readings_add_failure(out, row->name, STAGE_ABSENT, reason);
	} else if (*version && strcmp(summary_row_version(got), version)) {
		auto_free char *reason =
			xstrfmt("measured with OCaml %s, not %s",
				summary_row_version(got), version);

		readings_add_failure(out, row->name, STAGE_STALE, reason);
	} else if (!got->gc.nr) {
		readings_add_failure(out, row->name, STAGE_OUTPUT,
				     "its row has no gc figures: the program "
				     "did not end by itself");
	} else {
		add_reading(out, row, got);
	}
}

static void note_damage(struct run *run, const struct results *results)
{
	for (size_t i = 0; i < results->bench.damages.nr; i++) {
		const struct bench_damage_at *d =
			&results->bench.damages.items[i];

		if (d->kind != DAMAGE_NO_GC)
			run_note(run, "Sandmark's result file, line %d: %s",
				 d->line, bench_damage_text(d->kind));
	}
}

/* Sandmark's own file, under the name it gave it; later samples numbered. */
static int keep_file(struct run *run, const char *path)
{
	AUTO(buf) text = BUF_INIT;
	const char *name = strrchr(path, '/') + 1;
	auto_free char *kept = xstrdup(name);

	if (!file_exists(path))
		return 0;
	for (int i = 2; strlist_has(&run->artifacts, kept); i++) {
		free(kept);
		kept = xstrfmt("%s.%d", name, i);
	}
	int rc = file_read(&text, path, RESULTS_MAX);
	return rc ? rc : run_keep_artifact(run, kept, text.ptr, text.len);
}

static int collect_iteration(struct readings *out, struct run *run,
			     const struct makerun_side *side,
			     const struct sandmark_config *config,
			     const struct sample *sample, int iteration)
{
	const struct makerun *m = run->data;
	AUTO(results) results = { 0 };
	auto_free char *path = xstrfmt("%s/_results/%s_%d.%s.summary.bench",
				       side->dir, side->name, iteration,
				       config->wrapper->name);
	int rc = read_results(&results, path, side, sample);

	for (size_t i = 0; !rc && i < m->sandmark.nr_rows; i++)
		if (m->sandmark.rows[i].config == config &&
		    !m->sandmark.rows[i].twice)
			read_row(out, &results, &m->sandmark.rows[i],
				 side->version, sample);
	note_damage(run, &results);
	return rc ? rc : keep_file(run, path);
}

int makerun_collect(struct readings *out, struct run *run, struct side *side,
		    const struct program *program,
		    const struct sample *sample)
{
	const struct makerun *m = run->data;
	const struct makerun_side *own = makerun_side(run, side);
	int rc = 0;

	for (int i = 1; !rc && i <= m->iterations; i++)
		rc = collect_iteration(out, run, own, program->data, sample,
				       i);
	return rc;
}
