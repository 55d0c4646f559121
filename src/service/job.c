#include "service/job_work.h"

#include <string.h>

#include "base/clock.h"
#include "base/complaint.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/json.h"
#include "base/text.h"
#include "service/identical.h"
#include "service/sampling.h"
#include "service/scratch.h"
#include "suite/cachespace.h"

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
	job_end_stage(w, "prepare_seconds");
	for (size_t i = 0; !rc && i < w->nr_sides; i++) {
		auto_free char *name = side_name(&w->sides[i]);

		job_tell(w, PHASE_BUILD, name);
		rc = cachespace_secure(w->repo);
		if (rc)
			break;
		rc = driver->build(&w->run, &w->sides[i]);
		if (rc && recorder_is_lost(w->recorder))
			fail_in(rc, "build of %s", name);
		fault_point("job-built-side");
	}
	if (!rc)
		rc = driver->programs(&w->programs, &w->run);
	if (!rc && identical_is_wanted(w->spec->request))
		identical_take(&w->same, &w->programs, &w->run);
	job_end_stage(w, "build_seconds");
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
		.wanted = job_still_wanted,
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
	job_end_stage(w, "measure_seconds");
	return rc;
}

/* ==== The job =========================================================== */

static void close_driver(struct work *w)
{
	if (w->opened)
		w->suite->driver->close(&w->run);
	w->opened = false;
}

/* For the result, above all; a cache that stays too large spoils none. */
static void make_room(struct work *w)
{
	int rc = cachespace_tidy(w->repo);

	if (!rc)
		rc = cachespace_secure(w->repo);
	if (rc)
		strlist_add(&w->job->result.notes, error_message());
	error_clear();
}

/* What was measured becomes the document, if anything was. */
static int conclude(struct work *w)
{
	identical_report(&w->job->result, &w->same);
	job_conclude(w);
	w->job->artifacts = w->run.artifacts;
	w->run.artifacts = (struct strlist)STRLIST_INIT;
	close_driver(w);
	make_room(w);
	return w->job->result.nr_targets ? 0 : nothing_measured(w);
}

/*
 * One that does not even start is this machine's trouble. One that is lost
 * with a program under way may be that program's doing (too much memory for
 * its scope, say): the round ends, and does not go round for ever.
 */
static void blame_launcher(struct work *w)
{
	if (!w->launcher.nr || !w->opened || !recorder_is_lost(w->recorder))
		return;
	free(w->job->failed_stage);
	w->job->failed_stage = xstrdup("launcher");
}

static void work_release(struct work *w)
{
	close_driver(w);
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
	int rc = job_configure(&w);
	if (rc)
		return rc;
	job_begin_result(&w);
	rc = job_prepare(&w);
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
