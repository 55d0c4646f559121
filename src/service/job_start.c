#include "service/job_work.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "git/config.h"
#include "record/history.h"
#include "service/scratch.h"

#define ASK_EVERY 1.0 /* seconds between two looks whether to go on */

/* ==== What the driver calls ============================================= */

static void on_missing(void *data, const char *target, int side,
		       const char *stage, const char *reason)
{
	struct work *w = data;
	struct result *result = &w->job->result;

	for (size_t i = 0; i < result->nr_missing; i++)
		if (result->missing[i].side == side &&
		    !strcmp(result->missing[i].name, target))
			return;
	result_add_missing(result, target, side, stage, reason);
}

void job_tell(struct work *w, enum job_phase phase, const char *detail)
{
	const struct progress_sink *sink = &w->spec->progress;
	struct progress p = {
		.phase = phase,
		.detail = detail,
		.elapsed = clock_monotonic() - w->begin,
		.rest = NAN,
	};

	if (sink->report)
		sink->report(sink->data, &p);
}

static void on_progress(void *data, const char *phase, const char *detail)
{
	struct work *w = data;
	auto_free char *text = detail ? xstrfmt("%s: %s", phase, detail) :
					xstrdup(phase);

	job_tell(w, strcmp(phase, "build") ? PHASE_PREPARE : PHASE_BUILD, text);
}

static void on_wait(void *data, const char *sentence)
{
	job_tell(data, PHASE_WAIT, sentence);
}

void job_end_stage(struct work *w, const char *name)
{
	double now = clock_monotonic();

	json_set_number(w->stages, name, now - w->stage_begin);
	w->stage_begin = now;
}

/* ==== Setting up ======================================================== */

static int find_variant(struct variant *out, struct work *w,
			const char *spelling)
{
	struct variant *found;
	size_t nr;

	int rc = suites_variants(&found, &nr, &w->suites, w->suite,
				 spelling ? spelling : "");
	if (rc)
		return rc;
	if (nr == 1) {
		*out = found[0];
		free(found);
		return 0;
	}
	variants_free(found, nr);
	return fail(ERR_USAGE, "variant '%s' stands for %zu sides, not one",
		    spelling, nr);
}

static int find_sides(struct work *w)
{
	const struct request *request = w->spec->request;

	w->variants = xcalloc(request->nr_sides, sizeof(*w->variants));
	w->sides = xcalloc(request->nr_sides, sizeof(*w->sides));
	w->nr_sides = request->nr_sides;
	for (size_t i = 0; i < request->nr_sides; i++) {
		w->sides[i] = (struct side){
			.index = i,
			.commit = request->sides[i].sha,
			.variant = &w->variants[i],
		};
		int rc = find_variant(&w->variants[i], w,
				      request->sides[i].variant);
		if (rc)
			return rc;
	}
	return 0;
}

static int load_earlier(struct work *w)
{
	const char *path = json_get_string(w->spec->request->options,
					   "continue", NULL);

	if (!path)
		return 0;
	int rc = history_load(&w->earlier, w->repo, path);
	if (rc)
		return fail_in(rc, "continue %s", path);
	w->has_earlier = true;
	bool same = w->earlier.nr_sides == w->nr_sides;
	for (size_t i = 0; same && i < w->nr_sides; i++)
		same = oid_equal(&w->earlier.sides[i].sha,
				 &w->sides[i].commit);
	if (!same)
		return fail(ERR_USAGE, "%s has other sides: it cannot be "
				       "continued by this request", path);
	return 0;
}

int job_configure(struct work *w)
{
	const struct request *request = w->spec->request;

	w->job->failed_stage = xstrdup("config");
	int rc = suites_load(&w->suites, w->repo, request->config);
	if (!rc)
		rc = suites_find(&w->suite, &w->suites, request->suite);
	if (!rc)
		rc = find_sides(w);
	if (!rc)
		rc = load_earlier(w);
	if (rc)
		return rc;
	free(w->job->failed_stage);
	w->job->failed_stage = NULL;
	return 0;
}

/* A pinned sample gets the CPUs of bench.cpus, or else the last one. */
static void choose_cpus(struct work *w)
{
	auto_free char *wanted = config_string(w->repo, "bench.cpus", NULL);

	if (!wanted) {
		const char *usable = w->machine.cpus;
		const char *last = strrchr(usable, ',');
		const char *dash = strrchr(last ? last : usable, '-');

		last = dash ? dash + 1 : last ? last + 1 : usable;
		w->cpus = xstrdup(last);
		return;
	}
	auto_free char *why = NULL;
	if (!machine_map_cpus(&w->cpus, &why, &w->machine, wanted))
		run_note(&w->run, "bench.cpus: %s", why);
}

/* The request's own doing, so that nobody takes it up again. */
static int heed_limit(struct work *w)
{
	int rc = limit_check(&w->limit);

	if (rc) {
		free(w->job->failed_stage);
		w->job->failed_stage = xstrdup("timeout");
	}
	return rc;
}

int job_still_wanted(void *data)
{
	const struct job_spec *spec = ((struct work *)data)->spec;

	if (spec->cancelled && spec->cancelled(spec->cancelled_data))
		return fail(ERR_REFUSED, "the request was cancelled");
	int rc = interrupt_check();
	return rc ? rc : heed_limit(data);
}

/* A launcher that takes its time (it may queue) is worth a line, once. */
static int while_starting(void *data)
{
	struct work *w = data;

	if (w->launcher.nr && !w->waiting) {
		auto_free char *text =
			xstrfmt("the launcher '%s' has not started anything "
				"yet", w->launcher.items[0]);

		job_tell(w, PHASE_WAIT, text);
		w->waiting = true;
	}
	return job_still_wanted(w);
}

/* Starts what runs builds and samples, and learns where it runs them. */
static int open_recorder(struct work *w)
{
	int rc = launcher_words(&w->launcher, w->repo);

	if (!rc)
		rc = launcher_open(&w->recorder, w->repo, &w->launcher,
				   while_starting, w);
	if (rc)
		return rc;
	recorder_on_wait(w->recorder, ASK_EVERY, job_still_wanted, w);
	return recorder_machine(&w->machine, w->recorder);
}

/*
 * One measurement at a time on a machine. On another one that is the
 * business of the launcher that chose it.
 */
static int lock_cpus(struct work *w)
{
	AUTO(machine) here = { 0 };

	machine_read(&here);
	if (w->launcher.nr && !machine_is(&here, &w->machine))
		return 0;
	return cpulock_acquire(&w->lock, w->machine.cpus, on_wait, w);
}

int job_prepare(struct work *w)
{
	job_tell(w, PHASE_PREPARE, w->suite->name);
	w->run = (struct run){
		.repo = w->repo,
		.suite = w->suite,
		.filter = w->spec->request->filter,
		.sides = w->sides,
		.nr_sides = w->nr_sides,
		.toolchain = json_object(),
		.notes = json_array(),
		.missing = on_missing,
		.progress = on_progress,
		.job = w,
	};
	w->tally.nr_sides = w->nr_sides;
	int rc = scratch_make(&w->job->artifact_dir, w->repo);
	if (rc)
		return rc;
	w->run.artifact_dir = w->job->artifact_dir;
	rc = open_recorder(w);
	if (rc)
		return rc;
	w->run.recorder = w->recorder;
	w->run.machine = &w->machine;
	choose_cpus(w);
	rc = lock_cpus(w);
	if (!rc)
		rc = limit_set(&w->limit, w->repo, w->suite, w->spec->request);
	fault_point("job-locked");
	job_end_stage(w, "wait_seconds");
	return rc;
}
