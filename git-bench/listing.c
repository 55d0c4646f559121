#include "listing.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "record/hub.h"

/* A hub that cannot be reached is told; what was seen last is shown. */
static int look_at_hub(struct listing *out, struct repo *repo)
{
	AUTO(hub) hub = { 0 };
	int rc = hub_open(&hub, repo);

	if (!rc)
		rc = hub_pull(&hub, &out->notice);
	if (rc != ERR_OFFLINE)
		return rc;
	out->away = xstrdup(error_message());
	return 0;
}

/* ==== The queue ========================================================= */

static const struct claim *find_claim(const struct listing *listing,
				      const struct request *request)
{
	for (size_t i = 0; i < listing->claims.nr; i++) {
		const struct claim *claim = &listing->claims.items[i];

		if (!strcmp(claim->request, request->id) &&
		    claim->round == request->round)
			return claim;
	}
	return NULL;
}

static void number_waiting(struct listing *out)
{
	size_t position = 0;

	out->positions = xcalloc(out->queue.nr + 1, sizeof(*out->positions));
	for (size_t i = 0; i < out->queue.nr; i++) {
		const struct request *request = &out->queue.requests[i];
		const struct status_entry entry = {
			.request = request,
			.claim = find_claim(out, request),
		};

		if (status_is_waiting(&entry))
			out->positions[i] = ++position;
	}
}

static int read_queue(struct listing *out, struct repo *repo)
{
	int rc = ledger_read(&out->queue, repo, LEDGER_LIVE);

	if (rc)
		return rc;
	number_waiting(out);
	out->forecasts = xcalloc(out->queue.nr + 1, sizeof(*out->forecasts));
	return forecast_queue(out->forecasts, repo, &out->queue, &out->claims,
			      &out->faces, out->now);
}

/* ==== What is shown ===================================================== */

static int read_named(struct ledger *out, struct repo *repo, char *const *ids)
{
	int rc = 0;

	for (size_t i = 0; !rc && ids[i]; i++) {
		ARRAY_GROW(out->requests, out->nr + 1, out->cap);
		struct request *request = &out->requests[out->nr];

		*request = (struct request){ 0 };
		rc = ledger_find(request, repo, ids[i]);
		out->nr += !rc;
	}
	return rc;
}

/* What its runner last said, if it speaks of this very claim. */
static const struct face_job *find_job(const struct listing *listing,
				       const struct claim *claim)
{
	const struct face *face = faces_find(&listing->faces, claim->runner);
	const struct face_job *job = face ? &face->job : NULL;

	return job && job->request && !strcmp(job->request, claim->request) &&
			       job->round == claim->round ?
		       job :
		       NULL;
}

static void expect(struct status_entry *entry, const struct listing *listing)
{
	const struct ledger *queue = &listing->queue;

	for (size_t i = 0; i < queue->nr; i++) {
		if (strcmp(queue->requests[i].id, entry->request->id))
			continue;
		entry->position = listing->positions[i];
		entry->expected = true;
		entry->wait = listing->forecasts[i].wait;
		entry->seconds = listing->forecasts[i].seconds;
		entry->obstacle = listing->forecasts[i].obstacle;
	}
}

static void make_entries(struct listing *out)
{
	const struct ledger *shown = out->shown;

	out->entries = xcalloc(shown->nr + 1, sizeof(*out->entries));
	for (size_t i = 0; i < shown->nr; i++) {
		struct status_entry *entry = &out->entries[i];

		entry->request = &shown->requests[i];
		if (request_has_ended(entry->request))
			continue;
		entry->claim = find_claim(out, entry->request);
		entry->gone = entry->claim && claim_is_dead(entry->claim);
		entry->job = entry->claim ? find_job(out, entry->claim) : NULL;
		expect(entry, out);
	}
}

static bool has_claim(const struct listing *listing, const struct face *face)
{
	for (size_t i = 0; i < listing->claims.nr; i++)
		if (find_job(listing, &listing->claims.items[i]) == &face->job)
			return true;
	return false;
}

static void make_runners(struct listing *out)
{
	const struct faces *faces = &out->faces;

	out->runners = xcalloc(faces->nr + 1, sizeof(*out->runners));
	for (size_t i = 0; i < faces->nr; i++) {
		const struct face *face = &faces->items[i];
		bool gone = !forecast_is_there(face, out->now);

		out->runners[i] = (struct runner_entry){
			.face = face,
			.gone = gone,
			.busy = !gone && has_claim(out, face),
		};
	}
}

int listing_read(struct listing *out, struct repo *repo,
		 enum ledger_scope scope, char *const *ids)
{
	out->now = clock_now();
	int rc = look_at_hub(out, repo);
	/* Claims first: a request that ends in between is then seen ended. */
	if (!rc)
		rc = claims_read(&out->claims, repo);
	if (!rc)
		rc = faces_read(&out->faces, repo);
	if (!rc)
		rc = read_queue(out, repo);
	if (!rc && ids)
		rc = read_named(&out->other, repo, ids);
	else if (!rc && scope == LEDGER_ALL)
		rc = ledger_read(&out->other, repo, scope);
	out->shown = ids || scope == LEDGER_ALL ? &out->other : &out->queue;
	if (rc)
		return rc;
	make_entries(out);
	make_runners(out);
	return 0;
}

bool listing_has_ended(const struct listing *listing)
{
	for (size_t i = 0; i < listing->shown->nr; i++)
		if (!request_has_ended(&listing->shown->requests[i]))
			return false;
	return true;
}

bool listing_has_runner(const struct listing *listing)
{
	for (size_t i = 0; i < listing->faces.nr; i++)
		if (!listing->runners[i].gone)
			return true;
	return listing->claims.nr > 0;
}

void listing_release(struct listing *listing)
{
	forecasts_free(listing->forecasts, listing->queue.nr);
	free(listing->positions);
	free(listing->entries);
	free(listing->runners);
	free(listing->away);
	free(listing->notice);
	ledger_release(&listing->other);
	ledger_release(&listing->queue);
	faces_release(&listing->faces);
	claims_release(&listing->claims);
	*listing = (struct listing){ 0 };
}
