#include "service/sampling_loop.h"

#include "base/clock.h"
#include "measure/valgrind.h"

int take_check(const struct loop *loop)
{
	return loop->s->wanted ? loop->s->wanted(loop->s->wanted_data) : 0;
}

static void give_up(struct loop *loop, struct course *course, int side,
		    const char *target, const char *stage, const char *reason)
{
	const struct program *program = course->program;

	if (tally_fail(loop->s->tally, side, target, program->kind,
		       program->domains))
		run_missing(loop->s->run, target, side, stage, reason);
	if (!program->many)
		course_stop(loop, course, side);
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

static int prepare(struct sample_spec *spec, struct loop *loop,
		   struct side *side, const struct program *program)
{
	const struct driver *driver = loop->s->run->suite->driver;

	int rc = driver->before ? driver->before(loop->s->run, side, program) :
				  0;
	return rc ? rc : fill_spec(spec, loop, side, program);
}

/* The range of what the machine tells, for the document. */
static void note_moment(struct loop *loop, const struct moment *now)
{
	if (now->khz >= 0) {
		if (loop->most.khz < 0 || now->khz < loop->least.khz)
			loop->least.khz = now->khz;
		if (now->khz > loop->most.khz)
			loop->most.khz = now->khz;
	}
	if (now->millicelsius < 0)
		return;
	if (loop->most.millicelsius < 0 ||
	    now->millicelsius < loop->least.millicelsius)
		loop->least.millicelsius = now->millicelsius;
	if (now->millicelsius > loop->most.millicelsius)
		loop->most.millicelsius = now->millicelsius;
}

/* One process, and what the machine did meanwhile. */
static int take_once(struct sample *sample, struct circumstance *circumstance,
		     struct loop *loop, struct side *side,
		     const struct program *program)
{
	const char *root = loop->s->local ? "" : NULL;
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	struct moment before, after;

	int rc = prepare(&spec, loop, side, program);
	if (rc)
		return rc;
	moment_read(&before, root);
	rc = sample_take(sample, loop->s->run->recorder, &spec);
	moment_read(&after, root);
	note_moment(loop, &after);
	circumstance_of(circumstance, &before, &after, sample->seconds,
			sample->user_seconds + sample->sys_seconds);
	return rc;
}

/* Warm-ups only teach what is calm; a sample that failed is not repeated. */
static bool is_to_be_retaken(struct watch *watch, const struct course *course,
			     const struct circumstance *circumstance,
			     const struct sample *sample, int tries)
{
	if (!sample_ok(sample))
		return false;
	if (course->looks >= course->warmups)
		return watch_retake(watch, circumstance,
				    course->program->kind != KIND_SEQUENTIAL,
				    tries);
	calm_note(&watch->calm, circumstance);
	return false;
}

static int take(struct sample *sample, struct loop *loop,
		struct course *course, struct side *side, struct watch *watch)
{
	struct circumstance circumstance;
	int tries = 0;

	int rc = take_once(sample, &circumstance, loop, side,
			   course->program);
	while (!rc && is_to_be_retaken(watch, course, &circumstance, sample,
				       tries++)) {
		sample_release(sample);
		rc = take_check(loop);
		if (!rc)
			rc = take_once(sample, &circumstance, loop, side,
				       course->program);
	}
	for (size_t i = 0; i < sample->notes.nr; i++)
		run_note(loop->s->run, "%s", sample->notes.items[i]);
	return rc;
}

/* How many looks are wanted is a matter of the target, once it is known. */
static void note_target(struct loop *loop, struct course *course,
			struct tally *tally, const char *name)
{
	struct tally_target *target = tally_find(tally, name);

	if (target->looks_most)
		return;
	target->looks_most = course->most;
	target->looks_least = course->least;
	if (course->least < course->most)
		target->looks_least = judge_looks_least(&loop->judge, name,
							course->least,
							course->most);
	if (tally == loop->s->tally)
		strlist_add(&course->targets, name);
}

/* A sample that counts, into a side of a tally. */
static void tally_reading(struct loop *loop, struct course *course,
			  struct tally *tally, int side,
			  const struct reading *reading)
{
	tally_add(tally, side, reading);
	note_target(loop, course, tally, reading->target);
}

static void take_reading(struct loop *loop, struct course *course, int side,
			 const struct reading *r)
{
	if (r->failure) {
		give_up(loop, course, side, r->target, r->failure,
			r->reason ? r->reason : "");
		return;
	}
	if (course->looks < course->warmups)
		return;
	tally_reading(loop, course, loop->s->tally, side, r);
	if (loop->controlled && !side)
		tally_reading(loop, course, &loop->control, 0, r);
}

static int read_sample(struct readings *out, struct loop *loop,
		       struct course *course, struct side *side,
		       const struct sample *sample)
{
	struct run *run = loop->s->run;

	return run->suite->driver->collect(out, run, side, course->program,
					   sample);
}

/* A process that measured a target several times is one look at it. */
static void mark_repeated(struct readings *readings)
{
	AUTO(strlist) seen = STRLIST_INIT;

	for (size_t i = 0; i < readings->nr; i++) {
		struct reading *reading = &readings->items[i];

		if (reading->failure)
			continue;
		reading->again = strlist_has(&seen, reading->target);
		if (!reading->again)
			strlist_add(&seen, reading->target);
	}
}

static int collect(struct loop *loop, struct course *course,
		   struct side *side, const struct sample *sample)
{
	AUTO(readings) readings = READINGS_INIT;

	int rc = read_sample(&readings, loop, course, side, sample);
	if (rc)
		return rc;
	mark_repeated(&readings);
	for (size_t i = 0; i < readings.nr; i++)
		take_reading(loop, course, side->index, &readings.items[i]);
	if (!readings.nr)
		give_up(loop, course, side->index, course->program->name,
			STAGE_OUTPUT, "the program reported no target");
	return 0;
}

int take_sample(struct loop *loop, struct course *course, struct side *side)
{
	AUTO(sample) sample = SAMPLE_INIT;

	course_tell(loop, course);
	double begin = clock_monotonic();
	int rc = take(&sample, loop, course, side,
		      &course->watches[side->index]);
	if (!rc)
		rc = collect(loop, course, side, &sample);
	course->spent += clock_monotonic() - begin;
	course->taken++;
	loop->done++;
	return rc;
}

int take_control(struct loop *loop, struct course *course)
{
	struct run *run = loop->s->run;
	struct side *base = &run->sides[0];
	AUTO(sample) sample = SAMPLE_INIT;
	AUTO(readings) readings = READINGS_INIT;

	int rc = take(&sample, loop, course, base,
		      &course->watches[run->nr_sides]);
	if (!rc)
		rc = read_sample(&readings, loop, course, base, &sample);
	mark_repeated(&readings);
	for (size_t i = 0; !rc && i < readings.nr; i++) {
		const struct reading *r = &readings.items[i];

		/* Why it failed is said where the base itself fails. */
		if (r->failure)
			tally_fail(&loop->control, 1, r->target,
				   course->program->kind,
				   course->program->domains);
		else if (course->looks >= course->warmups)
			tally_reading(loop, course, &loop->control, 1, r);
	}
	return rc;
}

int take_count(struct loop *loop, struct course *course, struct side *side)
{
	const struct program *program = course->program;
	AUTO(sample) sample = SAMPLE_INIT;
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;

	int rc = take_check(loop);
	if (!rc)
		rc = prepare(&spec, loop, side, program);
	if (!rc)
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
