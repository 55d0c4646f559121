#include "plans.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "measure/sample.h"
#include "record/history.h"
#include "service/judge.h"
#include "service/turn.h"
#include "service/watch.h"

#define LOOKS_MOST 30

static const char *const names[LIVE_TARGETS] = {
	"hash", "chase", "sort", "allocate", "floats", "sieve",
};

/* Each program gets each of them in its turn. */
static const int effects[LIVE_TARGETS] = { 1000, 1010, 1020, 1030, 1050, 1100 };

void live_run_plan(struct live_run *run)
{
	bool changed = !strcmp(run->kind, "ab");

	for (size_t i = 0; i < LIVE_TARGETS; i++) {
		struct live_target *target = &run->targets[i];

		snprintf(target->name, sizeof(target->name), "%s", names[i]);
		target->promille =
			changed ? effects[(i + run->number) % LIVE_TARGETS] :
				  1000;
	}
}

/* One run under way. */
struct trial {
	const struct live *live;
	struct live_run *run;
	struct result result;
	struct tally tally;
	struct past *past;
	struct judge judge;
	struct watch watches[LIVE_TARGETS][2];
	double fixed[LIVE_TARGETS][2][FIXED_LOOKS];
	uint32_t seed;
};

static void trial_release(struct trial *trial)
{
	for (size_t i = 0; i < LIVE_TARGETS; i++)
		for (size_t side = 0; side < 2; side++)
			watch_release(&trial->watches[i][side]);
	past_free(trial->past);
	tally_release(&trial->tally);
	result_release(&trial->result);
}

static int trial_begin(struct trial *t, const struct live *live,
		       struct live_run *run)
{
	bool changed = !strcmp(run->kind, "ab");

	t->live = live;
	t->run = run;
	t->seed = turn_seed();
	t->result = (struct result)RESULT_INIT;
	t->result.suite = xstrdup("live");
	t->result.nr_sides = t->tally.nr_sides = 2;
	t->result.sides = xcalloc(2, sizeof(*t->result.sides));
	for (size_t side = 0; side < 2; side++)
		t->result.sides[side].sha = live->commits[side && changed];
	t->result.runner = json_object();
	json_set_string(t->result.runner, "name", run->mode);
	json_set_string(t->result.runner, "class", live->class);
	t->result.options = json_object();
	t->result.toolchain = json_object();
	for (size_t i = 0; i < LIVE_TARGETS; i++)
		for (size_t side = 0; side < 2; side++)
			t->watches[i][side] = (struct watch)WATCH_INIT;
	int rc = past_open(&t->past, live->repo, &t->result);
	t->judge = (struct judge){ .tally = &t->tally, .past = t->past };
	return rc;
}

/* ==== Samples =========================================================== */

static int take(struct sample *out, struct circumstance *c,
		const struct trial *t, size_t target, size_t side)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	struct moment before, after;

	strlist_add(&spec.argv, t->live->work);
	strlist_add(&spec.argv, names[target]);
	strlist_addf(&spec.argv, "%d",
		     side ? t->run->targets[target].promille : 1000);
	spec.cpus = xstrdup(t->live->cpu);
	moment_read(&before, "");
	int rc = sample_take(out, t->live->recorder, &spec);
	moment_read(&after, "");
	if (!rc && !sample_ok(out))
		return fail(ERR_FAILED, "%s fails", t->live->work);
	circumstance_of(c, &before, &after, out->seconds,
			out->user_seconds + out->sys_seconds);
	return rc;
}

static void add_reading(struct trial *t, size_t target, size_t side,
			const struct sample *sample)
{
	AUTO(readings) readings = READINGS_INIT;
	struct reading *reading = readings_add(&readings, names[target]);

	reading->seconds = sample->seconds;
	reading->whole = true;
	metrics_copy(&reading->metrics, &sample->metrics);
	tally_add(&t->tally, side, reading);
}

/* The same sample for both plans, unless ours finds it disturbed. */
static int take_both(struct trial *t, size_t target, size_t side, int look,
		     bool ours)
{
	for (int tries = 0;; tries++) {
		AUTO(sample) sample = SAMPLE_INIT;
		struct circumstance c;
		int rc = take(&sample, &c, t, target, side);

		if (rc)
			return rc;
		if (!tries)
			t->fixed[target][side][look] = sample.seconds;
		if (!ours)
			return 0;
		t->run->targets[target].samples++;
		if (watch_retake(&t->watches[target][side], &c, false, tries))
			continue;
		add_reading(t, target, side, &sample);
		return 0;
	}
}

static bool wants(const struct trial *t, size_t target, int look)
{
	const struct tally_target *known = tally_find(&t->tally,
						      names[target]);

	/* Who stopped has stopped: there are fewer looks than this one. */
	if (look && (!known || t->run->targets[target].looks < look))
		return false;
	if (look < (known ? known->looks_least : 1))
		return true;
	return look < LOOKS_MOST && judge_wants_look(&t->judge, names[target]);
}

static int take_look(struct trial *t, size_t target, int look)
{
	bool ours = wants(t, target, look);
	size_t order[2];

	turn_order(order, 2, t->seed, target, look);
	for (size_t k = 0; k < 2; k++) {
		int rc = take_both(t, target, order[k], look, ours);
		if (rc)
			return rc;
	}
	struct tally_target *known = tally_find(&t->tally, names[target]);
	if (!look) {
		known->looks_most = LOOKS_MOST;
		known->looks_least = judge_looks_least(
			&t->judge, names[target], 1, LOOKS_MOST);
	}
	t->run->targets[target].looks += ours;
	return 0;
}

/* ==== Verdicts ========================================================== */

/* Mann's and Whitney's, by its normal approximation; signed. */
static double fixed_p(double sides[2][FIXED_LOOKS])
{
	const double n = FIXED_LOOKS;
	double u = 0;

	for (int i = 0; i < FIXED_LOOKS; i++)
		for (int k = 0; k < FIXED_LOOKS; k++)
			u += (sides[1][i] > sides[0][k]) +
			     0.5 * (sides[1][i] == sides[0][k]);
	double z = (u - n * n / 2) / sqrt(n * n * (2 * n + 1) / 12);
	return copysign(erfc(fabs(z) / M_SQRT2), z);
}

static void conclude(struct trial *t)
{
	judge_to_result(&t->judge, &t->result);
	for (size_t i = 0; i < LIVE_TARGETS; i++) {
		struct live_target *target = &t->run->targets[i];
		const struct result_target *found =
			result_find(&t->result, names[i]);
		struct past_noise noise;

		past_noise(&noise, t->past, names[i], NULL, NULL,
			   METRIC_SECONDS);
		target->noise = noise_is_known(&noise.noise) ?
					noise.noise.quartile :
					NAN;
		target->verdict = found->cells[0].verdict;
		target->p = fixed_p(t->fixed[i]);
	}
}

static int keep(struct trial *t)
{
	AUTO(history_entry) entry = { 0 };
	json_auto_t *samples = tally_to_json(&t->tally);
	bool existed;
	const struct history_append what = { .result = &t->result,
					     .samples = samples,
					     .runner = t->run->mode };

	t->result.date = clock_format(clock_now());
	return history_append(&entry, &existed, t->live->repo, &what);
}

int live_run_take(struct live_run *run, const struct live *live)
{
	AUTO(trial) trial = { 0 };
	int rc = trial_begin(&trial, live, run);

	for (int look = 0; !rc && look < FIXED_LOOKS; look++)
		for (size_t i = 0; !rc && i < LIVE_TARGETS; i++)
			rc = take_look(&trial, i, look);
	if (rc)
		return rc;
	conclude(&trial);
	return strcmp(run->kind, "aa") ? 0 : keep(&trial);
}
