#include "service/sampling.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "measure/valgrind.h"
#include "service/control.h"
#include "service/sampling_loop.h"
#include "service/turn.h"
#include "suite/sidebuild.h"

/* So many samples have to be disturbed before a control is taken. */
#define DISTURBED_SHARE 0.25
#define DISTURBED_SAMPLES 8

/* ==== Looks ============================================================= */

/* The sample of a side; after the last side comes the control. */
static int one_sample(struct loop *loop, struct course *course, size_t at)
{
	struct run *run = loop->s->run;
	bool is_control = at == run->nr_sides;

	if (course->stopped[is_control ? 0 : at])
		return 0;
	int rc = take_check(loop);
	if (rc)
		return rc;
	return is_control ? take_control(loop, course) :
			    take_sample(loop, course, &run->sides[at]);
}

/* All sides have the same of their builds; warm-ups the first. */
static int choose_layout(struct loop *loop, const struct course *course)
{
	struct run *run = loop->s->run;
	int look = course->looks - course->warmups;
	int layout = look > 0 ? look % SIDE_LAYOUTS : 0;

	for (size_t i = 0; i < run->nr_sides; i++) {
		int rc = course->stopped[i] ?
				 0 :
				 run->suite->driver->choose_layout(
					 run, &run->sides[i], layout);
		if (rc)
			return rc;
	}
	return 0;
}

static int one_look(struct loop *loop, struct course *course)
{
	int rc = loop->rebuild ? choose_layout(loop, course) : 0;
	size_t nr = loop->s->run->nr_sides + loop->controlled;
	auto_free size_t *order = xcalloc(nr, sizeof(*order));

	turn_order(order, nr, loop->seed, course->number, course->looks);
	for (size_t k = 0; k < nr; k++) {
		if (!rc)
			rc = one_sample(loop, course, order[k]);
		if (rc)
			return fail_in(rc, "target '%s'",
				       course->program->name);
	}
	course->looks++;
	return 0;
}

static bool is_undecided(const struct loop *loop, const struct course *course)
{
	for (size_t i = 0; i < course->targets.nr; i++)
		if (judge_wants_look(&loop->judge, course->targets.items[i]))
			return true;
	return false;
}

static bool has_time(const struct loop *loop)
{
	double budget = loop->s->budget;

	return budget <= 0 || clock_monotonic() - loop->begin < budget;
}

/* Looks that an undecided target may have, but need not. */
static bool goes_on(struct loop *loop, const struct course *course)
{
	int looks = course->looks - course->warmups;

	if (looks >= course->most || !is_undecided(loop, course))
		return false;
	if (has_time(loop))
		return true;
	loop->out_of_time = true;
	return false;
}

static bool wants_look(struct loop *loop, struct course *course)
{
	if (course_is_stopped(loop, course))
		return false;
	if (course->looks < course->expected)
		return true;
	if (!goes_on(loop, course))
		return false;
	course_expect(loop, course, course->looks + 1);
	return true;
}

/*
 * Does the machine look as if it made differences by itself? Then it has to
 * show that it makes none between base and base.
 */
static void consider_control(struct loop *loop)
{
	struct run *run = loop->s->run;
	size_t upset = 0, all = 0;

	for (size_t i = 0; i < loop->nr; i++)
		for (size_t k = 0; k < run->nr_sides; k++) {
			const struct watch *watch =
				&loop->courses[i].watches[k];

			upset += watch->retaken + watch->disturbed;
			all += watch->retaken + watch->nr;
		}
	if (loop->controlled || run->nr_sides < 2 ||
	    all < DISTURBED_SAMPLES || upset < DISTURBED_SHARE * all)
		return;
	loop->controlled = true;
	run_note(run, "the machine looks disturbed (%zu of %zu samples): from "
		      "there on the base was measured twice, as a control",
		 upset, all);
}

/* Every target gets a look before any gets its next. */
static int all_looks(struct loop *loop)
{
	for (bool any = true; any;) {
		any = false;
		for (size_t i = 0; i < loop->nr; i++) {
			if (!wants_look(loop, &loop->courses[i]))
				continue;
			any = true;
			int rc = one_look(loop, &loop->courses[i]);
			if (rc)
				return rc;
		}
		consider_control(loop);
	}
	return 0;
}

/* ==== Instructions by valgrind ========================================== */

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
					 take_count(loop, course,
						    &run->sides[k]);
			if (rc)
				return rc;
		}
	}
	return 0;
}

/* ==== The whole ========================================================= */

/* Absent where the machine does not tell. */
static void add_range(json_t *json, const char *key, int64_t least,
		      int64_t most)
{
	if (most >= 0)
		json_object_set_new(json, key,
				    json_pack("[II]", (json_int_t)least,
					      (json_int_t)most));
}

/* How it was done, for the document. */
static json_t *describe(const struct loop *loop)
{
	json_t *json = json_object();
	int least = 0, most = 0;

	for (size_t i = 0; i < loop->nr; i++) {
		const struct course *course = &loop->courses[i];

		if (!i || course->least < least)
			least = course->least;
		if (course->most > most)
			most = course->most;
	}
	json_set_int(json, "seed", loop->seed);
	json_set_int(json, "least", least);
	json_set_int(json, "most", most);
	if (loop->s->budget > 0 && least < most)
		json_set_number(json, "budget_seconds", loop->s->budget);
	add_range(json, "frequency_khz", loop->least.khz, loop->most.khz);
	add_range(json, "millicelsius", loop->least.millicelsius,
		  loop->most.millicelsius);
	if (loop->rebuild)
		json_set_int(json, "layouts", SIDE_LAYOUTS);
	json_set_string(json, "ended",
			loop->out_of_time ? "budget" :
			least == most	  ? "plan" :
					    "decided");
	return json;
}

/* Base and control as two sides; nothing where there are no looks. */
static void add_control(json_t *json, const struct loop *loop)
{
	const char *const variants[] = { loop->judge.variants[0],
					 loop->judge.variants[0] };
	const struct judge judge = { .tally = &loop->control,
				     .past = loop->judge.past,
				     .variants = variants };

	if (loop->control.nr)
		json_object_set_new(json, "control", control_conclude(&judge));
}

static void loop_release(struct loop *loop)
{
	courses_release(loop);
	tally_release(&loop->control);
}

int sampling_run(json_t **out, const struct sampling *sampling)
{
	AUTO(loop) loop = {
		.s = sampling,
		.judge = { .tally = sampling->tally,
			   .past = sampling->past,
			   .variants = sampling->variants },
		.seed = turn_seed(),
		.begin = clock_monotonic(),
		.controlled = sampling->control &&
			      sampling->run->nr_sides > 1,
		.control = { .nr_sides = 2 },
		.least = { -1, -1, -1, -1 },
		.most = { -1, -1, -1, -1 },
	};

	bool count = sampling->run->suite->valgrind;
	int rc = count ? valgrind_check() : 0;

	if (!rc && sampling->run->suite->driver->choose_layout)
		rc = suite_get_bool(&loop.rebuild, sampling->run->suite,
				    "rebuild", false);
	if (rc)
		return rc;
	courses_plan(&loop);
	rc = all_looks(&loop);
	if (!rc && count)
		rc = count_all(&loop);
	if (rc)
		return rc;
	courses_conclude(&loop);
	*out = describe(&loop);
	add_control(*out, &loop);
	return 0;
}
