#include "service/schedule.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "git/object.h"
#include "git/refs.h"
#include "git/tree.h"
#include "record/hub.h"
#include "record/queue.h"
#include "service/occasion.h"

#define CONFIG_NAME ".gitbench"
#define CONFIG_MAX (1 << 20)

/* What is known of one schedule from look to look. */
struct schedule_state {
	char *name;
	int64_t done;	   /* the newest slot that needs no more work */
	double not_before; /* monotonic: it failed, and is tried again */
	char *told;	   /* what was said last, so that it is said once */
};

static void say(const struct scheduler *s, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void say(const struct scheduler *s, const char *fmt, ...)
{
	va_list ap;

	if (!s->say)
		return;
	va_start(ap, fmt);
	auto_free char *text = xstrvfmt(fmt, ap);
	va_end(ap);
	s->say(s->data, text);
}

static struct schedule_state *state_of(struct scheduler *s, const char *name)
{
	for (size_t i = 0; i < s->nr; i++)
		if (!strcmp(s->states[i].name, name))
			return &s->states[i];
	ARRAY_GROW(s->states, s->nr + 1, s->cap);
	struct schedule_state *state = &s->states[s->nr++];
	*state = (struct schedule_state){ .name = xstrdup(name),
					  .done = INT64_MIN };
	return state;
}

static void say_once(const struct scheduler *s, char **told,
		     const char *text)
{
	if (*told && !strcmp(*told, text))
		return;
	free(*told);
	*told = xstrdup(text);
	say(s, "%s", text);
}

/* ==== .gitbench, as the source has it =================================== */

/* Without a .gitbench there is what git's configuration says. */
static int load_suites(struct suites *out, struct repo *repo,
		       const struct oid *tip)
{
	struct oid blob;
	int rc = tree_find(&blob, repo, tip, CONFIG_NAME);

	if (rc && rc != ERR_NOTFOUND)
		return rc;
	rc = suites_load(out, repo, rc ? NULL : blob.hex);
	if (rc == ERR_NOTFOUND) {
		error_clear();
		return 0;
	}
	return rc;
}

static int look_at_source(struct source *source, struct oid *tip,
			  struct suites *suites, struct repo *repo)
{
	int rc = source_open(source, repo);

	if (!rc)
		rc = source_tip(tip, source);
	return rc ? rc : load_suites(suites, repo, tip);
}

/* What is asked for depends on what is there: requests, results. */
static int look_at_queue(struct repo *repo)
{
	AUTO(hub) hub = { 0 };
	int rc = hub_open(&hub, repo);

	return rc ? rc : hub_pull(&hub, NULL);
}

/* Did the .gitbench of a commit speak of that schedule? */
static int has_section(bool *out, struct repo *repo, const struct oid *commit,
		       const char *name)
{
	AUTO(buf) text = BUF_INIT;
	AUTO(configfile) file = CONFIGFILE_INIT;
	struct oid blob;
	int rc = tree_find(&blob, repo, commit, CONFIG_NAME);

	*out = false;
	if (!rc)
		rc = blob_read(&text, repo, &blob, CONFIG_MAX);
	if (!rc)
		rc = configfile_parse(&file, text.ptr, text.len, CONFIG_NAME);
	for (size_t i = 0; !rc && i < file.nr; i++) {
		const struct config_entry *entry = &file.entries[i];

		if (!strcmp(entry->section, "schedule") &&
		    entry->subsection && !strcmp(entry->subsection, name))
			*out = true;
	}
	return rc;
}

/* Where nobody can tell, it was there. */
static bool was_there(struct repo *repo, const struct schedule *schedule,
		      const struct oid *tip, int64_t slot)
{
	struct oid commit;
	bool known, there = true;

	if (schedule->is_local)
		return true;
	if (commit_at(&commit, &known, repo, tip, slot))
		there = !known;
	else if (has_section(&there, repo, &commit, schedule->name))
		there = false;
	error_clear();
	return there;
}

/* ==== One schedule ====================================================== */

static bool is_wanted(const struct scheduler *s,
		      const struct schedule *schedule)
{
	return schedule->has_cron &&
	       (!s->only || !strcmp(s->only, schedule->name));
}

/* The newest slot that has come and is not done; false: none. */
static bool find_due(int64_t *slot, struct scheduler *s,
		     const struct schedule *schedule, int64_t now,
		     double monotonic)
{
	if (!is_wanted(s, schedule))
		return false;
	struct schedule_state *state = state_of(s, schedule->name);
	*slot = cron_previous(&schedule->cron, now);
	if (*slot <= state->done || *slot >= schedule->expires ||
	    monotonic < state->not_before)
		return false;
	const char *later = clocks_later(&s->clocks, *slot, now, monotonic);
	if (!later)
		return true;
	auto_free char *text = xstrfmt(
		"schedule %s: left to %s, whose clock differs from ours",
		schedule->name, later);
	say_once(s, &state->told, text);
	return false;
}

static void say_made(const struct scheduler *s, const struct occasion *o,
		     const struct bundle *bundle)
{
	auto_free char *slot = clock_format(o->slot);

	for (size_t i = 0; i < bundle->nr; i++) {
		const struct request *request = &bundle->items[i];

		say(s, "schedule %s, %s: %.8s asks for %s at %.10s",
		    o->schedule->name, slot, request->id, request->suite,
		    request_head(request)->sha.hex);
	}
}

/* What cannot be asked for now may be later. */
static void postpone(struct scheduler *s, struct schedule_state *state,
		     const char *why, double monotonic)
{
	say_once(s, &state->told, why);
	state->not_before = monotonic + SCHEDULE_PAUSE;
}

static int fire(size_t *made, struct scheduler *s, const struct occasion *o,
		double monotonic)
{
	struct schedule_state *state = state_of(s, o->schedule->name);
	AUTO(bundle) bundle = { 0 };
	AUTO(strlist) problems = STRLIST_INIT;
	size_t added = 0;
	int rc = occasion_requests(&bundle, &problems, o);

	if (!rc && bundle.nr)
		rc = queue_add_derived(&added, o->repo, bundle.items,
				       bundle.nr);
	if (rc)
		return rc;
	*made += added;
	if (added)
		say_made(s, o, &bundle);
	if (problems.nr) {
		auto_free char *why = strlist_join(&problems, "; ");

		postpone(s, state, why, monotonic);
	} else {
		state->done = o->slot;
	}
	return 0;
}

/* Trouble with one schedule does not end the others. */
static int serve(size_t *made, struct scheduler *s, const struct occasion *o,
		 const struct oid *tip, double monotonic)
{
	struct schedule_state *state = state_of(s, o->schedule->name);

	if (!was_there(o->repo, o->schedule, tip, o->slot)) {
		state->done = o->slot;
		return 0;
	}
	int rc = fire(made, s, o, monotonic);
	if (!rc || s->only || rc == ERR_INTERRUPTED)
		return rc;
	auto_free char *why = xstrfmt("schedule %s: %s", o->schedule->name,
				      error_message());
	postpone(s, state, why, monotonic);
	error_clear();
	return 0;
}

/* ==== A look ============================================================ */

static int look_at_faces(struct scheduler *s, struct repo *repo,
			 double monotonic)
{
	AUTO(faces) faces = { 0 };
	int rc = faces_read(&faces, repo);

	if (!rc)
		clocks_look(&s->clocks, &faces, s->runner ? s->runner : "",
			    clock_now(), monotonic);
	return rc;
}

static int refresh(struct source *source, struct oid *tip,
		   struct scheduler *s, struct repo *repo, double monotonic)
{
	AUTO(suites) fresh = SUITES_INIT;
	int rc = look_at_source(source, tip, &fresh, repo);

	if (rc)
		return rc;
	suites_release(&s->suites);
	s->suites = fresh;
	fresh = (struct suites)SUITES_INIT;
	s->loaded = true;
	s->looked = monotonic;
	s->is_remote = source->is_remote;
	s->tip = *tip;
	return 0;
}

/* Here a new .gitbench is seen at once; a remote is not asked for that. */
static bool has_moved(const struct scheduler *s, struct repo *repo)
{
	auto_free char *branch = NULL;
	struct oid tip = { "" };

	if (s->is_remote)
		return false;
	if (default_branch(&branch, repo) || refs_read(&tip, repo, branch))
		error_clear();
	return !oid_equal(&tip, &s->tip);
}

static bool is_anything_due(struct scheduler *s, int64_t now,
			    double monotonic)
{
	int64_t slot;

	for (size_t i = 0; i < s->suites.nr_schedules; i++)
		if (find_due(&slot, s, &s->suites.schedules[i], now,
			     monotonic))
			return true;
	return false;
}

static int check_only(const struct scheduler *s)
{
	const struct schedule *found;

	return s->only ? schedules_find(&found, &s->suites, s->only) : 0;
}

/*
 * A .gitbench that cannot be read, or a source that is away, keeps nobody
 * from measuring what was asked for otherwise.
 */
static int put_off(struct scheduler *s, int rc, double monotonic)
{
	if (s->only || rc == ERR_INTERRUPTED)
		return rc;
	auto_free char *text = xstrfmt("schedules: %s", error_message());

	say_once(s, &s->told, text);
	error_clear();
	s->loaded = true;
	s->looked = monotonic;
	return 0;
}

int schedule_look(size_t *made, struct repo *repo, struct scheduler *s)
{
	double monotonic = clock_monotonic();
	int64_t now = clock_now();
	AUTO(source) source = { 0 };
	struct oid tip;

	*made = 0;
	int rc = look_at_faces(s, repo, monotonic);
	if (rc)
		return rc;
	bool stale = !s->loaded || monotonic - s->looked >= SCHEDULE_PAUSE ||
		     has_moved(s, repo);
	if (!stale && !is_anything_due(s, now, monotonic))
		return 0;
	rc = refresh(&source, &tip, s, repo, monotonic);
	if (!rc)
		rc = check_only(s);
	if (!rc && is_anything_due(s, now, monotonic))
		rc = look_at_queue(repo);
	if (rc)
		return put_off(s, rc, monotonic);
	for (size_t i = 0; !rc && i < s->suites.nr_schedules; i++) {
		struct occasion o = {
			.repo = repo,
			.suites = &s->suites,
			.schedule = &s->suites.schedules[i],
			.source = &source,
		};

		if (find_due(&o.slot, s, o.schedule, now, monotonic))
			rc = serve(made, s, &o, &tip, monotonic);
	}
	return rc;
}

void scheduler_release(struct scheduler *s)
{
	clocks_release(&s->clocks);
	suites_release(&s->suites);
	for (size_t i = 0; i < s->nr; i++) {
		free(s->states[i].name);
		free(s->states[i].told);
	}
	free(s->states);
	free(s->told);
	s->states = NULL;
	s->told = NULL;
	s->nr = s->cap = 0;
}

/* ==== By hand =========================================================== */

int schedule_dispatch(struct bundle *out, struct strlist *problems,
		      struct repo *repo, const char *name)
{
	AUTO(source) source = { 0 };
	AUTO(suites) suites = SUITES_INIT;
	struct oid tip;
	struct occasion o = {
		.repo = repo,
		.suites = &suites,
		.source = &source,
		.slot = clock_now(),
		.by_hand = true,
	};
	int rc = look_at_source(&source, &tip, &suites, repo);

	if (!rc)
		rc = look_at_queue(repo);
	if (!rc)
		rc = schedules_find(&o.schedule, &suites, name);
	if (!rc)
		rc = occasion_requests(out, problems, &o);
	if (rc || out->nr)
		return rc;
	if (problems->nr)
		return fail(ERR_NOTFOUND, "%s", problems->items[0]);
	return fail(ERR_NOTFOUND, "schedule %s: no ref fits that is young "
				  "enough", o.schedule->name);
}
