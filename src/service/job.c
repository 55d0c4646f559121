#include "service/job_work.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/complaint.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/text.h"
#include "git/config.h"
#include "record/history.h"
#include "service/identical.h"
#include "service/sampling.h"
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

static void tell(struct work *w, enum job_phase phase, const char *detail)
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

	tell(w, strcmp(phase, "build") ? PHASE_PREPARE : PHASE_BUILD, text);
}

static void on_wait(void *data, const char *sentence)
{
	tell(data, PHASE_WAIT, sentence);
}

/* Books the time since the last call under `name`. */
static void end_stage(struct work *w, const char *name)
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

static int configure(struct work *w)
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

/* Asked every second while a program runs, and between samples. */
static int still_wanted(void *data)
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

		tell(w, PHASE_WAIT, text);
		w->waiting = true;
	}
	return still_wanted(w);
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
	recorder_on_wait(w->recorder, ASK_EVERY, still_wanted, w);
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

static int prepare(struct work *w)
{
	tell(w, PHASE_PREPARE, w->suite->name);
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
	end_stage(w, "wait_seconds");
	return rc;
}

/* ==== Building and measuring ============================================ */

static char *side_name(const struct side *side)
{
	const char *variant = side->variant->name;

	return xstrfmt("%.10s%s%s", side->commit.hex,
		       variant && *variant ? " " : "",
		       variant ? variant : "");
}

/* The whole side's reason, for when nothing could be measured at all. */
static int nothing_measured(struct work *w)
{
	struct result *result = &w->job->result;
	int head = w->nr_sides - 1;
	const struct result_missing *why = NULL;

	for (size_t i = 0; i < result->nr_missing; i++)
		if (!why || (why->side != head &&
			     result->missing[i].side == head))
			why = &result->missing[i];
	free(w->job->failed_stage);
	w->job->failed_stage = xstrdup(why ? why->stage : "run");
	if (!why) {
		int rc = fail(ERR_FAILED, "suite '%s' has nothing to measure%s",
			      w->suite->name,
			      w->has_earlier ? " that is still missing" :
			      w->spec->request->filter ?
					       " that matches the filter" :
					       "");
		fail_hint("see the targets of [suite \"%s\"] in .gitbench",
			  w->suite->name);
		return rc;
	}
	w->job->log_tail = xstrdup(why->reason);
	auto_free char *side = side_name(&w->sides[why->side]);
	auto_free char *last = complaint_line(why->reason);
	auto_free char *what = *why->name ? xstrfmt("'%s'", why->name) :
					    xstrdup(why->stage);
	return fail(ERR_FAILED, "nothing could be measured: %s of %s: %s",
		    what, side, last);
}

static int build(struct work *w)
{
	const struct driver *driver = w->suite->driver;

	int rc = driver->open(&w->run);
	w->opened = !rc;
	fault_point("job-opened");
	end_stage(w, "prepare_seconds");
	for (size_t i = 0; !rc && i < w->nr_sides; i++) {
		auto_free char *name = side_name(&w->sides[i]);

		tell(w, PHASE_BUILD, name);
		rc = driver->build(&w->run, &w->sides[i]);
		if (rc && recorder_is_lost(w->recorder))
			fail_in(rc, "build of %s", name);
		fault_point("job-built-side");
	}
	if (!rc)
		rc = driver->programs(&w->programs, &w->run);
	if (!rc && identical_is_wanted(w->spec->request))
		identical_take(&w->same, &w->programs, &w->run);
	end_stage(w, "build_seconds");
	return rc;
}

/* -1 when unknown; if the recorder is lost, the next program will say so. */
static double load_there(struct work *w)
{
	AUTO(machine) now = { .load = -1 };

	if (recorder_machine(&now, w->recorder))
		error_clear();
	return now.load;
}

/* What this machine does to unchanged code, as far as it is known. */
static int remember(struct work *w)
{
	w->variant_names = xcalloc(w->nr_sides, sizeof(*w->variant_names));
	for (size_t i = 0; i < w->nr_sides; i++)
		w->variant_names[i] = w->job->result.sides[i].variant;
	job_describe(w);
	return past_open(&w->past, w->repo, &w->job->result);
}

static int sample(struct work *w)
{
	const json_t *options = w->spec->request->options;
	struct sampling sampling = {
		.run = &w->run,
		.programs = &w->programs,
		.tally = &w->tally,
		.past = w->past,
		.variants = w->variant_names,
		.samples = json_get_int(options, "samples", 0),
		.budget = json_get_number(options, "budget",
					  w->suite->budget),
		.control = json_get_bool(options, "control", false),
		.local = w->lock,
		.cpus = w->cpus,
		.earlier = w->has_earlier ? &w->earlier : NULL,
		.progress = w->spec->progress,
		.begin = w->begin,
		.wanted = still_wanted,
		.wanted_data = w,
	};

	return sampling_run(&w->job->result.sampling, &sampling);
}

static int measure(struct work *w)
{
	w->load_before = load_there(w);
	int rc = remember(w);
	if (!rc)
		rc = sample(w);
	fault_point("job-sampled");
	if (!rc && w->suite->driver->finish)
		rc = w->suite->driver->finish(&w->run);
	w->load_after = rc ? -1 : load_there(w);
	end_stage(w, "measure_seconds");
	return rc;
}

/* ==== The job =========================================================== */

/* What was measured becomes the document, if anything was. */
static int conclude(struct work *w)
{
	identical_report(&w->job->result, &w->same);
	job_conclude(w);
	w->job->artifacts = w->run.artifacts;
	w->run.artifacts = (struct strlist)STRLIST_INIT;
	return w->job->result.nr_targets ? 0 : nothing_measured(w);
}

/*
 * One that does not even start is this machine's trouble. One that is lost
 * with a program under way may be that program's doing (too much memory for
 * its scope, say): the round ends, and does not go round for ever.
 */
static void blame_launcher(struct work *w)
{
	if (!w->launcher.nr || !recorder_is_lost(w->recorder))
		return;
	free(w->job->failed_stage);
	w->job->failed_stage = xstrdup("launcher");
}

static void work_release(struct work *w)
{
	if (w->opened)
		w->suite->driver->close(&w->run);
	programs_release(&w->programs);
	programs_release(&w->same);
	tally_release(&w->tally);
	past_free(w->past);
	free(w->variant_names);
	json_decref(w->run.toolchain);
	json_decref(w->run.notes);
	json_decref(w->stages);
	free(w->run.suite_sha);
	strlist_release(&w->run.artifacts);
	recorder_close(w->recorder);
	strlist_release(&w->launcher);
	cpulock_free(w->lock);
	machine_release(&w->machine);
	free(w->cpus);
	for (size_t i = 0; i < w->nr_sides; i++) {
		variant_release(&w->variants[i]);
		free(w->sides[i].dir);
	}
	free(w->variants);
	free(w->sides);
	result_release(&w->earlier);
	suites_release(&w->suites);
}

int job_run(struct job *out, struct repo *repo, const struct job_spec *spec)
{
	AUTO(work) w = {
		.job = out,
		.repo = repo,
		.spec = spec,
		.begin = clock_monotonic(),
		.stages = json_object(),
	};

	w.stage_begin = w.begin;
	int rc = configure(&w);
	if (rc)
		return rc;
	job_begin_result(&w);
	rc = prepare(&w);
	if (!rc)
		rc = build(&w);
	if (!rc)
		rc = measure(&w);
	if (rc == ERR_FAILED)
		blame_launcher(&w);
	return rc ? rc : conclude(&w);
}

void job_release(struct job *job)
{
	result_release(&job->result);
	json_decref(job->samples);
	strlist_release(&job->artifacts);
	scratch_remove(job->artifact_dir);
	free(job->failed_stage);
	free(job->log_tail);
	*job = (struct job)JOB_INIT;
}
