#include "service/presence.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"
#include "measure/machine.h"
#include "record/hub.h"
#include "service/judge.h"

/* All in seconds. */
#define WINDOW 60.0   /* in which there are two writings at most */
#define SPACING 30.0  /* between two that tell of progress only */
#define SETTLING 2.0  /* a change that lasts shorter is not worth a push */
#define SETBACK 60.0  /* after one that failed */
#define TAKE_TRIES 3

struct presence {
	pthread_mutex_t mutex;
	struct face face; /* as it is to be; its oid: as it was written */
	bool replace;
	bool replaced;
	bool sampling; /* only the thread that samples may write */
	bool urgent;
	double changed;	    /* first change not written yet; NaN: none */
	bool progress_only; /* all of the changes */
	double written[2];  /* the newest writing, and the one before */
	double not_before;
	struct repo *repo; /* of the thread that samples */
	struct progress_sink next;
};

/* ==== Beginning ========================================================= */

static void fill_machine(struct face_machine *out)
{
	struct machine machine = { 0 };

	machine_read(&machine);
	*out = (struct face_machine){
		.class = xstrdup_or_null(machine.class),
		.cpu = xstrdup_or_null(machine.cpu),
		.cores = machine.cores,
		.memory_bytes = (int64_t)machine.memory_kib * 1024,
		.kernel = xstrdup_or_null(machine.kernel),
	};
	machine_release(&machine);
}

void presence_new(struct presence **out, const char *name,
		  const char *version, bool replace)
{
	struct presence *p = xcalloc(1, sizeof(*p));

	pthread_mutex_init(&p->mutex, NULL);
	p->replace = replace;
	p->changed = NAN;
	p->written[0] = p->written[1] = p->not_before = -INFINITY;
	p->face.name = xstrdup(name);
	p->face.instance = id_random();
	p->face.version = xstrdup(version);
	p->face.since = clock_now();
	owner_self(&p->face.owner);
	fill_machine(&p->face.machine);
	*out = p;
}

static void note_change(struct presence *p, bool progress_only)
{
	if (isnan(p->changed))
		p->changed = clock_monotonic();
	p->progress_only &= progress_only;
}

void presence_set_labels(struct presence *p, const struct strlist *labels)
{
	pthread_mutex_lock(&p->mutex);
	strlist_clear(&p->face.labels);
	for (size_t i = 0; i < labels->nr && i < FACE_LABELS_MAX; i++)
		strlist_add(&p->face.labels, labels->items[i]);
	note_change(p, false);
	pthread_mutex_unlock(&p->mutex);
}

static bool is_stale(const struct face *face)
{
	int64_t age = clock_now() - face->at;

	return age > PRESENCE_STALE || age < -PRESENCE_STALE;
}

static int fail_taken(const struct face *theirs)
{
	auto_free char *ago = clock_ago(theirs->at, clock_now());
	const char *class = theirs->machine.class;

	fail(ERR_REFUSED,
	     "there is a runner '%s' already (process %lld of a machine %s, "
	     "last heard of %s): two of one name cannot be told apart",
	     theirs->name, (long long)theirs->owner.pid,
	     class ? class : "unknown", ago);
	fail_hint("give this one another: --name; or, if that one is gone "
		  "for good: --replace");
	return ERR_REFUSED;
}

/* *old: what ours takes the place of; "none": nothing stands there. */
static int look_at_place(struct oid *old, struct presence *p,
			 struct repo *repo)
{
	AUTO(face) theirs = { 0 };
	int rc = face_read(&theirs, repo, p->face.name);

	*old = theirs.oid;
	if (rc == ERR_NOTFOUND || rc == ERR_BADDATA) {
		error_clear();
		return 0;
	}
	if (rc || p->replace || theirs.state == FACE_STOPPED ||
	    !strcmp(theirs.instance, p->face.instance) ||
	    face_is_dead(&theirs) || is_stale(&theirs))
		return rc;
	return fail_taken(&theirs);
}

/* ==== Writing =========================================================== */

static void note_written(struct presence *p, double now)
{
	p->written[1] = p->written[0];
	p->written[0] = now;
	p->changed = NAN;
	p->progress_only = true;
	p->urgent = false;
}

/* Somebody wrote where ours stood; or it was we, and the answer was lost. */
static int look_who(struct presence *p, struct repo *repo)
{
	AUTO(face) now = { 0 };
	AUTO(hub) hub = { 0 };
	int rc = hub_open(&hub, repo);

	if (!rc)
		rc = hub_pull(&hub, NULL);
	if (!rc)
		rc = face_read(&now, repo, p->face.name);
	if (rc && rc != ERR_NOTFOUND && rc != ERR_BADDATA)
		return rc;
	p->replaced = !rc && strcmp(now.instance, p->face.instance);
	p->face.oid = now.oid;
	return 0;
}

/* Under the mutex; who waits for it waits for FACE_TIMEOUT at most. */
static int write_face(struct presence *p, struct repo *repo)
{
	bool won = false;
	int rc = face_put(&won, &p->face, repo);

	if (!rc && !won)
		rc = look_who(p, repo);
	double now = clock_monotonic();
	if (!rc && won)
		note_written(p, now);
	else
		p->not_before = now + SETBACK;
	return rc;
}

static bool is_due(const struct presence *p, double now)
{
	if (p->replaced || now < p->not_before)
		return false;
	if (p->urgent || now - p->written[0] >= FACE_REST)
		return true;
	return now - p->changed >= SETTLING &&
	       now - p->written[1] >= WINDOW &&
	       (!p->progress_only || now - p->written[0] >= SPACING);
}

/* A killed runner's last push may still arrive: who wrote it is looked at. */
static int take_place(struct presence *p, struct repo *repo)
{
	for (int tries = 1;; tries++) {
		p->replaced = false;
		p->not_before = -INFINITY;
		int rc = look_at_place(&p->face.oid, p, repo);
		if (!rc)
			rc = write_face(p, repo);
		if (rc || !p->replaced || tries == TAKE_TRIES)
			return rc;
	}
}

int presence_fail_replaced(const struct presence *p)
{
	fail(ERR_REFUSED, "another runner has taken the name '%s'",
	     p->face.name);
	fail_hint("give each runner a name of its own: --name");
	return ERR_REFUSED;
}

int presence_take(struct presence *p, struct repo *repo)
{
	pthread_mutex_lock(&p->mutex);
	int rc = take_place(p, repo);
	bool replaced = p->replaced;
	pthread_mutex_unlock(&p->mutex);
	return rc || !replaced ? rc : presence_fail_replaced(p);
}

/* Whoever took our place is seen with the next look, not the next writing. */
static void look_whether_there(struct presence *p, struct repo *repo)
{
	auto_free char *ref = xstrfmt(RUNNER_PREFIX "%s", p->face.name);
	AUTO(face) now = { 0 };
	struct oid oid;
	int rc = hub_read(&oid, repo, ref);

	if (!rc && oid_equal(&oid, &p->face.oid))
		return;
	if (!rc)
		rc = face_read(&now, repo, p->face.name);
	if (!rc)
		p->replaced = strcmp(now.instance, p->face.instance);
	else if (rc == ERR_NOTFOUND)
		p->urgent = true;
	error_clear();
}

void presence_update(struct presence *p, struct repo *repo)
{
	pthread_mutex_lock(&p->mutex);
	look_whether_there(p, repo);
	if (!p->sampling && is_due(p, clock_monotonic()) &&
	    write_face(p, repo))
		error_clear();
	pthread_mutex_unlock(&p->mutex);
}

/* ==== What there is to tell ============================================= */

/* People wait for an answer to an order; work comes and goes by itself. */
static bool is_worth_a_hurry(enum face_state state)
{
	return state != FACE_IDLE && state != FACE_WORKING;
}

static void set_state(struct presence *p, enum face_state state)
{
	if (p->face.state == state)
		return;
	p->urgent |= is_worth_a_hurry(state) ||
		     is_worth_a_hurry(p->face.state);
	p->face.state = state;
	p->face.since = clock_now();
	note_change(p, false);
}

void presence_set_state(struct presence *p, enum face_state state)
{
	pthread_mutex_lock(&p->mutex);
	set_state(p, state);
	pthread_mutex_unlock(&p->mutex);
}

void presence_begin_job(struct presence *p, const struct request *request,
			int attempt)
{
	pthread_mutex_lock(&p->mutex);
	face_job_release(&p->face.job);
	p->face.job.request = xstrdup(request->id);
	p->face.job.suite = xstrdup(request->suite);
	p->face.job.round = request->round;
	p->face.job.attempt = attempt;
	face_begin_phase(&p->face.job, job_phase_name(PHASE_PREPARE),
			 clock_now());
	set_state(p, FACE_WORKING);
	note_change(p, false);
	/* Now or, if that is one long sample, when it is over. */
	p->changed = -INFINITY;
	pthread_mutex_unlock(&p->mutex);
}

void presence_end_job(struct presence *p)
{
	pthread_mutex_lock(&p->mutex);
	face_job_release(&p->face.job);
	p->sampling = false;
	p->repo = NULL;
	note_change(p, false);
	pthread_mutex_unlock(&p->mutex);
}

/* ==== During a job ====================================================== */

static void take_progress(struct presence *p, const struct progress *progress)
{
	struct face_job *job = &p->face.job;
	const char *phase = job_phase_name(progress->phase);

	p->sampling = progress->phase == PHASE_MEASURE;
	if (!job->phase || strcmp(job->phase, phase)) {
		face_begin_phase(job, phase, clock_now());
		note_change(p, false);
	}
	if (!progress->targets_total)
		return;
	job->targets_done = progress->targets_done;
	job->targets_total = progress->targets_total;
	note_change(p, true);
}

static void count_verdicts(struct face_job *job, const struct judge *judge)
{
	AUTO(result) result = RESULT_INIT;

	result.nr_sides = judge->tally->nr_sides;
	result.sides = xcalloc(result.nr_sides, sizeof(*result.sides));
	judge_to_result(judge, &result);
	for (int i = 0; i < VERDICT_NR; i++)
		job->verdicts[i] = result.summary.count[i];
}

/* Called before a sample, so that this is the time to write. */
static void report(void *data, const struct progress *progress)
{
	struct presence *p = data;

	pthread_mutex_lock(&p->mutex);
	take_progress(p, progress);
	if (p->sampling && is_due(p, clock_monotonic())) {
		if (progress->judge)
			count_verdicts(&p->face.job, progress->judge);
		if (write_face(p, p->repo))
			error_clear();
	}
	pthread_mutex_unlock(&p->mutex);
	if (p->next.report)
		p->next.report(p->next.data, progress);
}

struct progress_sink presence_sink(struct presence *p, struct repo *repo,
				   struct progress_sink next)
{
	p->repo = repo;
	p->next = next;
	return (struct progress_sink){ .report = report, .data = p };
}

/* ==== Ending ============================================================ */

bool presence_is_replaced(struct presence *p)
{
	pthread_mutex_lock(&p->mutex);
	bool replaced = p->replaced;
	pthread_mutex_unlock(&p->mutex);
	return replaced;
}

void presence_leave(struct presence *p, struct repo *repo)
{
	struct error error;

	error_put_aside(&error);
	pthread_mutex_lock(&p->mutex);
	set_state(p, FACE_STOPPED);
	face_job_release(&p->face.job);
	if (!p->replaced && p->written[0] > -INFINITY)
		write_face(p, repo);
	pthread_mutex_unlock(&p->mutex);
	error_bring_back(&error);
}

void presence_free(struct presence *p)
{
	if (!p)
		return;
	pthread_mutex_destroy(&p->mutex);
	face_release(&p->face);
	free(p);
}
