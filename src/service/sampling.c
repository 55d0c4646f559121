#include "service/sampling.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "measure/valgrind.h"

/* A program and how far its sampling has come. */
struct course {
	const struct program *program;
	int warmups;
	int looks; /* warm-ups included */
	double spent; /* seconds of the samples taken so far */
	size_t taken;
	bool *stopped; /* one a side: failed or not available */
};

struct loop {
	const struct sampling *s;
	struct course *courses;
	size_t nr;
	size_t total; /* samples planned */
	size_t done;  /* taken, or given up */
};

/* ==== Planning ========================================================== */

static bool measured_earlier(const struct sampling *s,
			     const struct program *program)
{
	const struct result_target *old =
		s->earlier && !program->many ?
			result_find(s->earlier, program->name) :
			NULL;

	for (size_t i = 0; old && i < s->run->nr_sides; i++)
		if (!old->cells[i].measured)
			return false;
	return old;
}

static void add_course(struct loop *loop, const struct program *program)
{
	const struct suite *suite = loop->s->run->suite;
	struct course *course = &loop->courses[loop->nr++];
	int samples = loop->s->samples	 ? loop->s->samples :
		      program->samples ? program->samples :
					   suite->samples;

	*course = (struct course){
		.program = program,
		.warmups = program->warmups >= 0 ? program->warmups :
						   suite->warmups,
		.stopped = xcalloc(loop->s->run->nr_sides, sizeof(bool)),
	};
	course->looks = course->warmups + samples;
	for (size_t i = 0; i < loop->s->run->nr_sides; i++) {
		course->stopped[i] = program->available &&
				     !program->available[i];
		if (!course->stopped[i])
			loop->total += course->looks;
	}
}

static void plan(struct loop *loop)
{
	const struct programs *programs = loop->s->programs;

	loop->courses = xcalloc(programs->nr, sizeof(*loop->courses));
	for (size_t i = 0; i < programs->nr; i++)
		if (!measured_earlier(loop->s, &programs->items[i]))
			add_course(loop, &programs->items[i]);
}

/* ==== Telling =========================================================== */

static size_t samples_left(const struct loop *loop,
			   const struct course *course, int look)
{
	size_t left = 0;

	for (size_t i = 0; i < loop->s->run->nr_sides; i++)
		if (!course->stopped[i] && look < course->looks)
			left += course->looks - look;
	return left;
}

/* From what samples took so far; a program not yet seen counts as average. */
static double time_left(const struct loop *loop, int look)
{
	double spent = 0, rest = 0;
	size_t taken = 0;

	for (size_t i = 0; i < loop->nr; i++) {
		spent += loop->courses[i].spent;
		taken += loop->courses[i].taken;
	}
	if (!taken)
		return NAN;
	for (size_t i = 0; i < loop->nr; i++) {
		const struct course *c = &loop->courses[i];
		double each = c->taken ? c->spent / c->taken : spent / taken;

		rest += each * samples_left(loop, c, look);
	}
	return rest;
}

static void tell(const struct loop *loop, const struct course *course,
		 int look)
{
	const struct progress_sink *sink = &loop->s->progress;
	struct progress p = {
		.phase = PHASE_MEASURE,
		.detail = course->program->name,
		.sample = loop->done + 1,
		.samples = loop->total,
		.elapsed = clock_monotonic() - loop->s->begin,
		.rest = time_left(loop, look),
	};

	if (sink->report)
		sink->report(sink->data, &p);
}

static int check(const struct loop *loop)
{
	return loop->s->wanted ? loop->s->wanted(loop->s->wanted_data) : 0;
}

/* ==== One sample ======================================================== */

static void give_up(struct loop *loop, struct course *course, int side,
		    int look, const char *target, const char *stage,
		    const char *reason)
{
	const struct program *program = course->program;

	if (tally_fail(loop->s->tally, side, target, program->kind,
		       program->domains))
		run_missing(loop->s->run, target, side, stage, reason);
	if (program->many || course->stopped[side])
		return;
	course->stopped[side] = true;
	loop->total -= course->looks - look - 1;
}

/* The driver's spec; where it runs is the machine's business, so ours. */
static int fill_spec(struct sample_spec *spec, struct loop *loop,
		     struct side *side, const struct program *program)
{
	struct run *run = loop->s->run;

	int rc = run->suite->driver->spec(spec, run, side, program);
	if (!rc && !spec->cpus && run->suite->pin && loop->s->cpus)
		spec->cpus = xstrdup(loop->s->cpus);
	return rc;
}

static int take(struct sample *sample, struct loop *loop, struct side *side,
		const struct program *program)
{
	const struct driver *driver = loop->s->run->suite->driver;
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;

	int rc = driver->before ? driver->before(loop->s->run, side, program) :
				  0;
	if (!rc)
		rc = fill_spec(&spec, loop, side, program);
	if (!rc)
		rc = sample_take(sample, loop->s->run->recorder, &spec);
	for (size_t i = 0; i < sample->notes.nr; i++)
		run_note(loop->s->run, "%s", sample->notes.items[i]);
	return rc;
}

static int collect(struct loop *loop, struct course *course,
		   struct side *side, int look, const struct sample *sample)
{
	struct run *run = loop->s->run;
	const struct program *program = course->program;
	AUTO(readings) readings = READINGS_INIT;

	int rc = run->suite->driver->collect(&readings, run, side, program,
					     sample);
	if (rc)
		return rc;
	for (size_t i = 0; i < readings.nr; i++) {
		const struct reading *r = &readings.items[i];

		if (r->failure)
			give_up(loop, course, side->index, look, r->target,
				r->failure, r->reason ? r->reason : "");
		else if (look >= course->warmups)
			tally_add(loop->s->tally, side->index, r);
	}
	if (readings.nr)
		return 0;
	give_up(loop, course, side->index, look, program->name, STAGE_OUTPUT,
		"the program reported no target");
	return 0;
}

static int look_at(struct loop *loop, struct course *course,
		   struct side *side, int look)
{
	AUTO(sample) sample = SAMPLE_INIT;

	tell(loop, course, look);
	double begin = clock_monotonic();
	int rc = take(&sample, loop, side, course->program);
	if (!rc)
		rc = collect(loop, course, side, look, &sample);
	course->spent += clock_monotonic() - begin;
	course->taken++;
	loop->done++;
	return rc;
}

/* ==== The loop ========================================================== */

/*
 * Which side comes `k`th in a look: forwards, then backwards, the start
 * moving on with every second look.
 */
static size_t turn(int look, size_t k, size_t nr_sides)
{
	size_t place = look % 2 ? nr_sides - 1 - k : k;

	return (place + look / 2) % nr_sides;
}

static int one_look(struct loop *loop, struct course *course, int look)
{
	struct run *run = loop->s->run;

	for (size_t k = 0; k < run->nr_sides; k++) {
		struct side *side = &run->sides[turn(look, k, run->nr_sides)];

		if (course->stopped[side->index])
			continue;
		int rc = check(loop);
		if (!rc)
			rc = look_at(loop, course, side, look);
		if (rc)
			return fail_in(rc, "target '%s'",
				       course->program->name);
	}
	return 0;
}

static int all_looks(struct loop *loop)
{
	int most = 0;

	for (size_t i = 0; i < loop->nr; i++)
		if (loop->courses[i].looks > most)
			most = loop->courses[i].looks;
	for (int look = 0; look < most; look++) {
		for (size_t i = 0; i < loop->nr; i++) {
			if (look >= loop->courses[i].looks)
				continue;
			int rc = one_look(loop, &loop->courses[i], look);
			if (rc)
				return rc;
		}
	}
	return 0;
}

/* ==== Instructions by valgrind ========================================== */

static int count_on(struct loop *loop, struct course *course,
		    struct side *side)
{
	const struct program *program = course->program;
	const struct driver *driver = loop->s->run->suite->driver;
	AUTO(sample) sample = SAMPLE_INIT;
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;

	int rc = check(loop);
	if (!rc && driver->before)
		rc = driver->before(loop->s->run, side, program);
	if (!rc)
		rc = fill_spec(&spec, loop, side, program);
	if (rc)
		return rc;
	rc = valgrind_count(&sample, loop->s->run->recorder, &spec);
	if (rc)
		return rc;
	for (size_t i = 0; i < sample.metrics.nr; i++)
		tally_add_metric(loop->s->tally, side->index, program->name,
				 &sample.metrics.items[i]);
	if (sample.metrics.nr)
		return 0;
	auto_free char *outcome = sample_outcome(&sample);
	run_note(loop->s->run, "%s: instructions not counted: %s",
		 program->name, outcome);
	return 0;
}

static int count_all(struct loop *loop)
{
	struct run *run = loop->s->run;

	for (size_t i = 0; i < loop->nr; i++) {
		struct course *course = &loop->courses[i];

		if (course->program->many)
			continue;
		for (size_t k = 0; k < run->nr_sides; k++) {
			int rc = course->stopped[k] ?
					 0 :
					 count_on(loop, course,
						  &run->sides[k]);
			if (rc)
				return rc;
		}
	}
	return 0;
}

static void loop_release(struct loop *loop)
{
	for (size_t i = 0; i < loop->nr; i++)
		free(loop->courses[i].stopped);
	free(loop->courses);
}

int sampling_run(const struct sampling *sampling)
{
	AUTO(loop) loop = { .s = sampling };

	bool count = sampling->run->suite->valgrind;
	int rc = count ? valgrind_check() : 0;

	if (rc)
		return rc;
	plan(&loop);
	rc = all_looks(&loop);
	if (!rc && count)
		rc = count_all(&loop);
	return rc;
}
