#include "service/control.h"

#include <math.h>

#include "base/json.h"
#include "tap.h"

static void add(struct tally *tally, int side, const char *target,
		double seconds)
{
	AUTO(readings) readings = READINGS_INIT;
	struct reading *reading = readings_add(&readings, target);

	reading->seconds = seconds;
	tally_add(tally, side, reading);
}

/* Six looks; the second side takes `factor` times as long. */
static void fill(struct tally *tally, const char *target, double factor)
{
	for (int look = 0; look < 6; look++) {
		add(tally, 0, target, 1 + 0.001 * (look % 2));
		add(tally, 1, target, (1 + 0.001 * (look % 3)) * factor);
	}
}

static json_t *control_of(double fib, double lists)
{
	AUTO(tally) tally = { .nr_sides = 2 };

	fill(&tally, "fib", fib);
	fill(&tally, "lists", lists);
	return control_conclude(&(struct judge){ .tally = &tally });
}

static void concluded(void)
{
	json_auto_t *calm = control_of(1, 1), *upset = control_of(1, 1.2);
	json_t *changed = json_object_get(upset, "changed");

	is_int(json_array_size(json_object_get(calm, "changed")), 0,
	       "equal code that comes out equal");
	is_int(json_get_int(calm, "targets", 0), 2, "... on all targets");
	is_int(json_array_size(changed), 1, "... and what does not");
	is(json_string_value(json_array_get(changed, 0)), "lists", "by name");
	is_near(json_get_number(upset, "geomean", 0), sqrt(1.2), 0.01,
		"and by how much in all");
}

/* A result with a change, and the control that was taken with it. */
static void make(struct result *out, json_t *control)
{
	AUTO(tally) tally = { .nr_sides = 2 };

	*out = (struct result)RESULT_INIT;
	out->nr_sides = 2;
	out->sides = xcalloc(2, sizeof(*out->sides));
	fill(&tally, "fib", 1.5);
	judge_to_result(&(struct judge){ .tally = &tally }, out);
	out->sampling = json_object();
	json_object_set_new(out->sampling, "control", control);
	control_apply(out);
}

static void applied(void)
{
	AUTO(result) good;
	AUTO(result) bad;

	make(&good, control_of(1, 1));
	is(verdict_name(good.targets[0].cells[0].verdict), "slower",
	   "a control that is calm leaves verdicts alone");
	is_int(good.notes.nr, 0, "... and needs no words");
	make(&bad, control_of(1, 0.8));
	is(verdict_name(bad.targets[0].cells[0].verdict), "unknown",
	   "one that is not takes them back");
	is(bad.targets[0].cells[0].why, "control", "... and says why");
	ok(isfinite(bad.targets[0].cells[0].ratio), "the ratio stays");
	is_int(bad.summary.count[VERDICT_SLOWER], 0,
	       "the headline counts them no more");
	is(bad.notes.items[0],
	   "the base, measured twice as a control, differed from itself on "
	   "lists: no verdict of this run counts",
	   "the reader is told");
}

int main(void)
{
	concluded();
	applied();
	return done();
}
