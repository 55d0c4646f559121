#include "record/queue.h"

#include "base/error.h"
#include "base/fault.h"
#include "base/json.h"
#include "record/keep.h"
#include "record/ledger.h"

/* ==== Asking ==== */

struct batch {
	struct ledger_line *lines;
	size_t nr;
};

static void batch_release(struct batch *batch)
{
	for (size_t i = 0; i < batch->nr; i++)
		free(batch->lines[i].line);
	free(batch->lines);
}

static void batch_add(struct batch *batch, const struct request *request)
{
	AUTO(event) event;

	request_to_event(&event, request);
	batch->lines[batch->nr++] = (struct ledger_line){
		.commit = request_head(request)->sha,
		.line = event_line(&event),
	};
}

/* One publication of new lines, and the keep refs of their rounds. */
struct opening {
	const struct request *requests;
	const size_t *chosen;
	size_t nr;
	int round;
	const struct ledger_line *lines;
	const char *message;
	ledger_check *check;
	void *data;
};

static int prepare_opening(void *data, struct publication *pub)
{
	const struct opening *o = data;
	int rc = 0;

	for (size_t i = 0; i < o->nr && !rc; i++)
		rc = keep_prepare(pub, &o->requests[o->chosen[i]], o->round);
	if (!rc)
		rc = ledger_prepare(pub, o->lines, o->nr, o->message,
				    o->check, o->data);
	fault_point("request-prepared");
	return rc;
}

static int add_batch(struct repo *repo, const struct request *requests,
		     const size_t *chosen, size_t nr, ledger_check *check,
		     void *data)
{
	AUTO(batch) batch = { .lines = xcalloc(nr, sizeof(*batch.lines)) };

	for (size_t i = 0; i < nr; i++)
		batch_add(&batch, &requests[chosen[i]]);
	auto_free char *message =
		nr == 1 ? xstrfmt("request %s", requests[chosen[0]].id) :
			  xstrfmt("%zu requests", nr);
	struct opening opening = {
		.requests = requests,
		.chosen = chosen,
		.nr = nr,
		.lines = batch.lines,
		.message = message,
		.check = check,
		.data = data,
	};
	return publish(repo, message, prepare_opening, &opening);
}

/* What follows is decided by the hub's ledger, as it is now. */
static int pull(struct repo *repo)
{
	AUTO(hub) hub = { 0 };
	int rc = hub_open(&hub, repo);

	return rc ? rc : hub_pull(&hub, NULL);
}

int queue_add(struct repo *repo, const struct request *requests, size_t nr)
{
	auto_free size_t *all = xcalloc(nr, sizeof(*all));

	for (size_t i = 0; i < nr; i++)
		all[i] = i;
	return nr ? add_batch(repo, requests, all, nr, NULL, NULL) : 0;
}

/* The requests whose ids the ledger does not know. */
struct unknown {
	const struct request *requests;
	size_t *chosen;
	size_t nr;
};

static void unknown_release(struct unknown *unknown)
{
	free(unknown->chosen);
}

static int find_unknown(struct unknown *out, struct repo *repo,
			const struct request *requests, size_t nr)
{
	struct oid tip = { 0 };
	int rc = ledger_tip(&tip, repo);

	out->requests = requests;
	out->chosen = xcalloc(nr, sizeof(*out->chosen));
	if (rc == ERR_NOTFOUND)
		rc = 0;
	for (size_t i = 0; i < nr && !rc; i++) {
		bool known;

		rc = ledger_knows(&known, repo, &tip, requests[i].id);
		if (!rc && !known)
			out->chosen[out->nr++] = i;
	}
	return rc;
}

static int check_unknown(void *data, struct repo *repo,
			 const struct oid *tip)
{
	const struct unknown *unknown = data;
	int rc = 0;

	for (size_t i = 0; i < unknown->nr && !rc; i++) {
		const char *id = unknown->requests[unknown->chosen[i]].id;
		bool known;

		rc = ledger_knows(&known, repo, tip, id);
		if (!rc && known)
			rc = fail(ERR_LOST, "request %s was made meanwhile",
				  id);
	}
	return rc;
}

int queue_add_derived(size_t *added, struct repo *repo,
		      const struct request *requests, size_t nr)
{
	int rc = pull(repo);

	if (rc)
		return rc;
	rc = ERR_LOST;
	/* Each lost race makes at least one more of them known. */
	for (size_t try = 0; try <= nr && rc == ERR_LOST; try++) {
		AUTO(unknown) unknown = { 0 };

		rc = find_unknown(&unknown, repo, requests, nr);
		*added = unknown.nr;
		if (!rc && unknown.nr)
			rc = add_batch(repo, requests, unknown.chosen,
				       unknown.nr, check_unknown, &unknown);
	}
	return rc;
}

/* ==== What comes after ==== */

static int find(struct request *out, struct repo *repo, const char *id)
{
	int rc = pull(repo);

	return rc ? rc : ledger_find(out, repo, id);
}

static int refuse_ended(const struct request *request)
{
	fail(ERR_REFUSED, "request %s has already ended: it is %s",
	     request->id, request_state_name(request->state));
	fail_hint("git bench retry %.8s", request->id);
	return ERR_REFUSED;
}

static int may_cancel(const struct request *request)
{
	return request_has_ended(request) ? refuse_ended(request) : 0;
}

static int may_approve(const struct request *request)
{
	if (request_has_ended(request))
		return refuse_ended(request);
	if (request->state != REQUEST_UNAPPROVED)
		return fail(ERR_REFUSED,
			    "request %s waits for no approval", request->id);
	return 0;
}

static int may_retry(const struct request *request)
{
	if (request_has_ended(request))
		return 0;
	fail(ERR_REFUSED, "request %s is still open (round %d)", request->id,
	     request->round);
	fail_hint("git bench cancel %.8s", request->id);
	return ERR_REFUSED;
}

/* One step of a request, as seen at first; looked at again at each try. */
struct step {
	const struct request *seen;
	int (*may)(const struct request *request);
};

static int check_step(void *data, struct repo *repo, const struct oid *tip)
{
	const struct step *step = data;
	const struct request *seen = step->seen;
	AUTO(request) now = { 0 };
	int rc = ledger_look(&now, repo, tip, &request_head(seen)->sha,
			     seen->id);

	/* Its lines may stand on another note; a second step does no harm. */
	if (rc == ERR_NOTFOUND)
		return 0;
	if (!rc)
		rc = step->may(&now);
	if (!rc && now.round != seen->round)
		rc = fail(ERR_REFUSED, "request %s is in round %d by now",
			  seen->id, now.round);
	return rc;
}

/* The publication of a step; one that ends the round lets its refs go. */
struct stride {
	struct step *step;
	const struct ledger_line *line;
	const char *message;
	bool ends;
};

static int prepare_stride(void *data, struct publication *pub)
{
	const struct stride *s = data;
	const struct request *seen = s->step->seen;
	int rc = ledger_prepare(pub, s->line, 1, s->message, check_step,
				s->step);

	if (!rc && s->ends)
		keep_prepare_drop(pub, seen, seen->round);
	fault_point("step-prepared");
	return rc;
}

static int add_step(struct repo *repo, struct step *step,
		    const struct event *event)
{
	auto_free char *text = event_line(event);
	auto_free char *message =
		xstrfmt("%s %s", event_kind_name(event->kind), event->id);
	const struct ledger_line line = { request_head(step->seen)->sha,
					  text };
	struct stride stride = { step, &line, message,
				 event->kind == EVENT_CANCEL };

	return publish(repo, message, prepare_stride, &stride);
}

int queue_approve(struct repo *repo, const char *id, const char *by)
{
	AUTO(request) request = { 0 };
	AUTO(event) event = { 0 };
	struct step step = { &request, may_approve };
	int rc = find(&request, repo, id);

	if (!rc)
		rc = may_approve(&request);
	if (rc)
		return rc;
	event_new(&event, EVENT_APPROVE, request.id, request.round, by);
	return add_step(repo, &step, &event);
}

int queue_cancel(struct repo *repo, const char *id, const char *by,
		 const char *why)
{
	AUTO(request) request = { 0 };
	AUTO(event) event = { 0 };
	struct step step = { &request, may_cancel };
	int rc = find(&request, repo, id);

	if (!rc)
		rc = may_cancel(&request);
	if (rc)
		return rc;
	event_new(&event, EVENT_CANCEL, request.id, request.round, by);
	if (why)
		json_set_string(event.json, "why", why);
	return add_step(repo, &step, &event);
}

int queue_retry(int *round, struct repo *repo, const char *id,
		const char *by)
{
	AUTO(request) request = { 0 };
	AUTO(event) event = { 0 };
	struct step step = { &request, may_retry };
	int rc = find(&request, repo, id);

	if (!rc)
		rc = may_retry(&request);
	if (rc)
		return rc;
	*round = request.round + 1;
	event_new(&event, EVENT_RETRY, request.id, *round, by);
	auto_free char *text = event_line(&event);
	auto_free char *message = xstrfmt("retry %s", request.id);
	const struct ledger_line line = { request_head(&request)->sha, text };
	const size_t first = 0;
	struct opening opening = {
		.requests = &request,
		.chosen = &first,
		.nr = 1,
		.round = *round,
		.lines = &line,
		.message = message,
		.check = check_step,
		.data = &step,
	};
	return publish(repo, message, prepare_opening, &opening);
}
