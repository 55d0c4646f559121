#include "service/sampling_loop.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "record/result.h"

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

/* A number that somebody chose; 0: nobody did. */
static int chosen_samples(const struct sampling *s,
			  const struct program *program)
{
	return s->samples	? s->samples :
	       program->samples ? program->samples :
				  s->run->suite->samples;
}

static void plan_looks(struct course *course, const struct sampling *s)
{
	const struct suite *suite = s->run->suite;
	int chosen = chosen_samples(s, course->program);

	/* Alone, a side has nothing that could be decided. */
	if (!chosen && s->run->nr_sides == 1)
		chosen = suite->samples_alone;
	course->least = chosen ? chosen : suite->samples_least;
	course->most = chosen ? chosen : suite->samples_most;
	if (course->most < course->least)
		course->most = course->least;
}

static size_t sides_left(const struct loop *loop, const struct course *course)
{
	size_t left = 0;

	for (size_t i = 0; i < loop->s->run->nr_sides; i++)
		left += !course->stopped[i];
	return left;
}

static void add_course(struct loop *loop, const struct program *program)
{
	const struct run *run = loop->s->run;
	struct course *course = &loop->courses[loop->nr];

	*course = (struct course){
		.program = program,
		.number = loop->nr++,
		.warmups = program->warmups >= 0 ? program->warmups :
						   run->suite->warmups,
		.stopped = xcalloc(run->nr_sides, sizeof(bool)),
		.watches = xcalloc(run->nr_sides + 1, sizeof(struct watch)),
	};
	for (size_t i = 0; i <= run->nr_sides; i++)
		course->watches[i] = (struct watch)WATCH_INIT;
	plan_looks(course, loop->s);
	for (size_t i = 0; i < run->nr_sides; i++)
		course->stopped[i] = program->available &&
				     !program->available[i];
	int first = course->least;
	if (course->most > first && !program->many)
		first = judge_looks_least(&loop->judge, program->name, first,
					  course->most);
	course_expect(loop, course, course->warmups + first);
}

void courses_plan(struct loop *loop)
{
	const struct programs *programs = loop->s->programs;

	loop->courses = xcalloc(programs->nr, sizeof(*loop->courses));
	for (size_t i = 0; i < programs->nr; i++)
		if (!measured_earlier(loop->s, &programs->items[i]))
			add_course(loop, &programs->items[i]);
}

static void conclude(struct loop *loop, const struct course *course)
{
	size_t head = loop->s->run->nr_sides - 1;

	for (size_t i = 0; i < course->targets.nr; i++)
		for (size_t side = 0; side <= head; side++)
			tally_disturbed(loop->s->tally, side,
					course->targets.items[i],
					course->watches[side].retaken,
					course->watches[side].disturbed);
	auto_free char *note = watch_difference(&course->watches[0],
						&course->watches[head]);
	if (note)
		run_note(loop->s->run, "%s: the head %s",
			 course->program->name, note);
}

void courses_conclude(struct loop *loop)
{
	for (size_t i = 0; i < loop->nr; i++)
		conclude(loop, &loop->courses[i]);
}

void courses_release(struct loop *loop)
{
	for (size_t i = 0; i < loop->nr; i++) {
		struct course *course = &loop->courses[i];

		for (size_t side = 0; side <= loop->s->run->nr_sides; side++)
			watch_release(&course->watches[side]);
		strlist_release(&course->targets);
		free(course->watches);
		free(course->stopped);
	}
	free(loop->courses);
}

/* ==== What is left ====================================================== */

void course_expect(struct loop *loop, struct course *course, int looks)
{
	size_t sides = sides_left(loop, course);

	loop->total += sides * looks;
	loop->total -= sides * course->expected;
	course->expected = looks;
}

void course_stop(struct loop *loop, struct course *course, int side)
{
	if (course->stopped[side])
		return;
	course->stopped[side] = true;
	/* The look that is going on counts as done. */
	loop->total -= course->expected - course->looks - 1;
}

bool course_is_stopped(const struct loop *loop, const struct course *course)
{
	return !sides_left(loop, course);
}

/* From what samples took so far; a program not yet seen counts as average. */
static double time_left(const struct loop *loop)
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

		rest += each * (c->expected - c->looks) * sides_left(loop, c);
	}
	return rest;
}

static size_t courses_done(const struct loop *loop)
{
	size_t done = 0;

	for (size_t i = 0; i < loop->nr; i++)
		done += course_is_stopped(loop, &loop->courses[i]) ||
			loop->courses[i].looks >= loop->courses[i].expected;
	return done;
}

void course_tell(const struct loop *loop, const struct course *course)
{
	const struct progress_sink *sink = &loop->s->progress;
	struct progress p = {
		.phase = PHASE_MEASURE,
		.detail = course->program->name,
		.sample = loop->done + 1,
		.samples = loop->total,
		.elapsed = clock_monotonic() - loop->s->begin,
		.rest = time_left(loop),
		.targets_done = courses_done(loop),
		.targets_total = loop->nr,
		.judge = &loop->judge,
	};

	if (sink->report)
		sink->report(sink->data, &p);
}
