#include "follow.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/text.h"
#include "changes.h"
#include "command.h"
#include "print.h"
#include "record/history.h"
#include "service/answer.h"
#include "service/poll.h"
#include "service/worker.h"

/* Seconds without the hub after which it is given up. */
#define AWAY_MAX 3600.0
/* A repository of one's own costs next to nothing to look at. */
#define LOCAL_PAUSE 0.5

int follow_pause(double *out, struct repo *repo)
{
	AUTO(hub) hub = { 0 };
	int rc = hub_open(&hub, repo);

	if (!rc)
		rc = poll_interval(out, repo, LEASE_DEFAULT);
	if (!rc && !hub.shared)
		*out = LOCAL_PAUSE;
	return rc;
}

/* ==== Until the end ===================================================== */

/* What lasts from look to look. */
struct vigil {
	struct follow *follow;
	struct changes changes;
	double pause;
	double begin, seen; /* clock_monotonic(): now and the hub then */
	bool advised;
};

static void vigil_release(struct vigil *vigil)
{
	changes_release(&vigil->changes);
}

/* Nobody else will do it, and a beginner may not know. */
static void advise(struct vigil *vigil, const struct listing *listing)
{
	bool waits = false;

	for (size_t i = 0; i < listing->shown->nr; i++)
		waits |= status_is_waiting(&listing->entries[i]);
	if (!waits)
		return;
	if (!vigil->advised && !listing_has_runner(listing))
		fputs("hint: no runner was seen here; start one with "
		      "'git bench runner', or 'git bench runner --once'\n",
		      stderr);
	vigil->advised = true;
}

/* Is it worth another look? What is wrong for good stays so. */
static bool may_pass(int rc, const struct listing *listing)
{
	return listing->away || (rc != ERR_INTERRUPTED && rc != ERR_USAGE &&
				 rc != ERR_NOTFOUND);
}

static int bear_outage(struct vigil *vigil, int rc,
		       const struct listing *listing)
{
	double now = clock_monotonic();

	if (!rc && !listing->away) {
		changes_away(&vigil->changes, NULL);
		vigil->seen = now;
		return 0;
	}
	if (!may_pass(rc, listing))
		return rc;
	if (now - vigil->seen > AWAY_MAX)
		return rc ? rc : fail(ERR_OFFLINE, "%s", listing->away);
	changes_away(&vigil->changes,
		     listing->away ? listing->away : error_message());
	return 0;
}

static int look(bool *ended, struct vigil *vigil, struct listing *listing)
{
	struct follow *follow = vigil->follow;
	int read = listing_read(listing, follow->repo, LEDGER_LIVE,
				follow->ids.items);
	int rc = bear_outage(vigil, read, listing);

	*ended = !read && listing_has_ended(listing);
	if (rc || read)
		return rc;
	rc = changes_print(&vigil->changes, follow->repo, listing);
	if (!*ended && !listing->away)
		advise(vigil, listing);
	return rc;
}

static int out_of_patience(const struct follow *follow)
{
	auto_free char *time = text_from_seconds(follow->patience);

	fail(ERR_FAILED, "not ended after %s; nothing was cancelled", time);
	fail_hint("git bench wait %.*s", ID_SHORT, follow->ids.items[0]);
	return ERR_FAILED;
}

static int rest(const struct vigil *vigil)
{
	const struct follow *follow = vigil->follow;
	double spent = clock_monotonic() - vigil->begin;
	double pause = poll_jitter(vigil->pause);

	if (follow->patience > 0 && spent >= follow->patience)
		return out_of_patience(follow);
	if (follow->patience > 0 && pause > follow->patience - spent)
		pause = follow->patience - spent;
	poll(NULL, 0, (int)(pause * 1000) + 1);
	return interrupt_check();
}

/* ==== What came of it =================================================== */

/* "1 slower (fib +31%), 4 same"; NULL when the document is not here. */
static char *headline_of(struct repo *repo, const char *path)
{
	AUTO(result) result = RESULT_INIT;

	if (!history_load(&result, repo, path))
		return result_headline(&result);
	error_clear();
	return NULL;
}

static void print_end(struct repo *repo, const struct status_entry *entry)
{
	const struct request *request = entry->request;
	const char *path = json_get_string(request->end, "path", "");
	auto_free char *headline = request->state == REQUEST_DONE ?
					   headline_of(repo, path) :
					   NULL;
	auto_free char *raw =
		headline ? xstrfmt("%s\n  %s", headline, path) :
			   status_words(entry, 0);
	auto_free char *safe = text_escape_lines(raw);

	printf("%.*s: %s%s%s\n", ID_SHORT, request->id,
	       headline ? "" : request_state_name(request->state),
	       headline || !*safe ? "" : ", ", safe);
}

static void print_log(const struct request *request)
{
	const char *log = json_get_string(request->end, "log", NULL);
	auto_free char *safe = log ? text_escape_lines(log) : NULL;

	if (safe)
		fprintf(stderr, "%s%s", safe,
			text_ends_with(safe, "\n") ? "" : "\n");
}

static bool was_refused(const struct request *request)
{
	return !strcmp(json_get_string(request->end, "stage", ""),
		       STAGE_BUDGET);
}

static int fail_request(const struct request *request)
{
	fail(ERR_FAILED, "request %.*s failed: %s: %s", ID_SHORT, request->id,
	     json_get_string(request->end, "stage", "?"),
	     json_get_string(request->end, "reason", "?"));
	fail_hint("mend the cause, then 'git bench retry %.*s'", ID_SHORT,
		  request->id);
	return ERR_FAILED;
}

/* The worst of them decides: failed, then "no". */
static int judge(const struct listing *listing)
{
	int rc = 0;

	for (size_t i = 0; i < listing->shown->nr; i++) {
		const struct request *request = &listing->shown->requests[i];
		const json_t *counts = json_object_get(request->end, "counts");

		if (request->state == REQUEST_FAILED &&
		    !was_refused(request)) {
			print_log(request);
			return fail_request(request);
		}
		if (request->state != REQUEST_DONE ||
		    json_get_int(counts, "slower", 0) > 0)
			rc = COMMAND_NO;
	}
	return rc;
}

static int conclude(const struct follow *follow,
		    const struct listing *listing)
{
	for (size_t i = 0; i < listing->shown->nr; i++) {
		const struct status_entry *entry = &listing->entries[i];

		if (follow->json) {
			json_auto_t *object = status_json(entry);

			print_json(object);
		} else {
			print_end(follow->repo, entry);
		}
	}
	return judge(listing);
}

static void tell_interrupted(const struct follow *follow)
{
	fprintf(stderr, "not ended; 'git bench wait %.*s' waits for it again, "
			"'git bench cancel %.*s' takes it back\n",
		ID_SHORT, follow->ids.items[0], ID_SHORT,
		follow->ids.items[0]);
}

int follow_run(struct follow *follow)
{
	double now = clock_monotonic();
	AUTO(vigil) vigil = {
		.follow = follow,
		.changes = { .file = stderr },
		.begin = now,
		.seen = now,
	};
	int rc = follow_pause(&vigil.pause, follow->repo);

	while (!rc) {
		AUTO(listing) listing = { 0 };
		bool ended;

		rc = look(&ended, &vigil, &listing);
		if (!rc && ended)
			return conclude(follow, &listing);
		if (!rc)
			rc = rest(&vigil);
	}
	if (rc == ERR_INTERRUPTED)
		tell_interrupted(follow);
	return rc;
}

void follow_release(struct follow *follow)
{
	strlist_release(&follow->ids);
}
