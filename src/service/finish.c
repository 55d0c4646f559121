#include "service/finish.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/json.h"
#include "base/text.h"
#include "record/keep.h"
#include "record/ledger.h"
#include "service/mainline.h"

/* A note's line stays readable: the whole log is not for the ledger. */
#define LOG_LINES 20
#define LOG_BYTES 4096

/* ==== The history ======================================================= */

static void append_fill(struct history_append *out, struct repo *repo,
			const struct job *job, const char *runner)
{
	AUTO(mainline) mainline = { 0 };

	mainline_init(&mainline, repo);
	*out = (struct history_append){
		.result = &job->result,
		.samples = job->samples,
		.artifact_dir = job->artifact_dir,
		.artifacts = &job->artifacts,
		.default_branch = mainline_has(&mainline, &job->result),
		.runner = runner,
	};
}

int finish_record(struct history_entry *out, struct repo *repo,
		  const struct job *job, const char *runner)
{
	struct history_append what;
	bool existed;

	append_fill(&what, repo, job, runner);
	return history_append(out, &existed, repo, &what);
}

/* ==== Events ============================================================ */

static json_t *counts_to_json(const struct result *result)
{
	json_t *counts = json_object();

	for (int i = 0; i < VERDICT_NR; i++)
		json_set_int(counts, verdict_name(i),
			     result->summary.count[i]);
	return counts;
}

static void event_of(struct event *out, enum event_kind kind,
		     const struct claim *claim)
{
	event_new(out, kind, claim->request, claim->round, claim->runner);
	json_set_int(out->json, "attempt", claim->attempt);
	json_set_string(out->json, "runner", claim->runner);
	if (claim->taken > 0)
		json_set_number(out->json, "seconds",
				clock_monotonic() - claim->taken);
}

/* ==== What there is to finish =========================================== */

struct ending {
	const struct claim *claim;
	const struct request *request;
	const struct history_append *append; /* NULL: no new document */
	struct event *event; /* one for all tries: its time is that of the end */
	struct event *next; /* opens the next round with it; NULL: nothing does */
	struct history_entry *entry;
	bool ended; /* by us, or as we would have */
};

/* How things stand at the tips that a publication meets. */
struct scene {
	bool open; /* our round is */
	bool ours; /* the claim is */
	bool told; /* the ledger has our own end of it */
	enum request_state state;
	struct oid tip; /* of the ledger that says so */
};

static bool is_own_end(const struct claim *claim, const struct request *now)
{
	return now->end &&
	       !strcmp(json_get_string(now->end, "runner", ""),
		       claim->runner) &&
	       json_get_int(now->end, "attempt", 0) == claim->attempt;
}

static int look(struct scene *out, struct repo *repo,
		const struct ending *ending)
{
	const struct claim *claim = ending->claim;
	auto_free char *ref = xstrfmt(CLAIM_PREFIX "%s", claim->request);
	AUTO(request) now = { 0 };
	struct oid holder;

	*out = (struct scene){ 0 };
	int rc = hub_read(&holder, repo, ref);
	out->ours = !rc && oid_equal(&holder, &claim->oid);
	if (rc && rc != ERR_NOTFOUND)
		return rc;
	rc = ledger_tip(&out->tip, repo);
	if (!rc)
		rc = ledger_look(&now, repo, &out->tip,
				 &request_head(ending->request)->sha,
				 claim->request);
	if (rc)
		return rc;
	out->state = now.state;
	out->open = now.round == claim->round && !request_has_ended(&now);
	out->told = now.round == claim->round && is_own_end(claim, &now);
	return 0;
}

/* ==== The publication =================================================== */

static void add_let_go(struct publication *pub, const struct scene *scene,
		       const struct ending *ending, bool keep_too)
{
	const struct claim *claim = ending->claim;
	auto_free char *ref = xstrfmt(CLAIM_PREFIX "%s", claim->request);

	if (scene->ours)
		publication_add(pub, ref, PUSH_EXACT, &claim->oid, NULL);
	if (keep_too)
		keep_prepare_drop(pub, ending->request, claim->round);
}

struct line_check {
	struct publication *pub;
	const struct scene *scene;
};

/* A line that ends a round goes onto the very ledger where it was open. */
static int check_unmoved(void *data, struct repo *repo, const struct oid *tip)
{
	const struct line_check *check = data;

	(void)repo;
	check->pub->outdated = !oid_equal(tip, &check->scene->tip);
	return check->pub->outdated ? fail(ERR_LOST, "the ledger moved") : 0;
}

static int add_line(struct publication *pub, const struct ending *ending,
		    const struct scene *scene)
{
	struct line_check check = { pub, scene };
	const struct event *event = ending->event;
	const struct oid *head = &request_head(ending->request)->sha;
	auto_free char *text = event_line(event);
	auto_free char *next = ending->next ? event_line(ending->next) : NULL;
	const struct ledger_line lines[] = { { *head, text },
					     { *head, next } };
	auto_free char *message =
		xstrfmt("%s %s", event_kind_name(event->kind), event->id);
	int rc = 0;

	if (next)
		rc = keep_prepare(pub, ending->request,
				  ending->next->round);
	return rc ? rc : ledger_prepare(pub, lines, next ? 2 : 1, message,
					check_unmoved, &check);
}

/* The event of a document that stands at the entry, or is about to. */
static int add_result_line(struct publication *pub,
			   const struct ending *ending,
			   const struct scene *scene,
			   const struct result *result)
{
	json_t *json = ending->event->json;

	json_set_string(json, "path", ending->entry->path);
	json_set_string(json, "commit", ending->entry->commit.hex);
	json_object_set_new(json, "counts", counts_to_json(result));
	return add_line(pub, ending, scene);
}

/* A result goes before cancel and failure, wherever it comes from. */
static int add_found_line(struct publication *pub,
			  const struct ending *ending,
			  const struct scene *scene)
{
	AUTO(result) result = RESULT_INIT;

	if (scene->state == REQUEST_DONE)
		return 0;
	int rc = history_load(&result, pub->hub.repo, ending->entry->path);
	return rc ? rc : add_result_line(pub, ending, scene, &result);
}

static int find_document(bool *found, struct repo *repo,
			 struct ending *ending)
{
	const struct claim *claim = ending->claim;

	history_entry_release(ending->entry);
	int rc = history_find_request(&ending->entry->path,
				      &ending->entry->commit, repo,
				      claim->request, claim->round);
	*found = !rc;
	return rc == ERR_NOTFOUND ? 0 : rc;
}

static int prepare_result(void *data, struct publication *pub)
{
	struct ending *ending = data;
	struct scene scene;
	bool found, existed;
	int rc = look(&scene, pub->hub.repo, ending);

	if (!rc)
		rc = find_document(&found, pub->hub.repo, ending);
	if (rc)
		return rc;
	ending->ended = found || (scene.open && scene.ours &&
				  ending->append);
	if (!ending->ended) {
		if (!scene.open)
			add_let_go(pub, &scene, ending, false);
		return 0;
	}
	if (found)
		rc = add_found_line(pub, ending, &scene);
	else
		rc = history_prepare(pub, ending->entry, &existed,
				     ending->append);
	if (!rc && !found)
		rc = add_result_line(pub, ending, &scene,
				     ending->append->result);
	if (!rc)
		add_let_go(pub, &scene, ending, true);
	fault_point("result-prepared");
	return rc;
}

int finish_result(struct history_entry *out, bool *ended, struct repo *repo,
		  const struct claim *claim, const struct request *request,
		  const struct job *job)
{
	struct history_append append;
	AUTO(event) event = { 0 };
	struct ending ending = {
		.claim = claim,
		.request = request,
		.append = &append,
		.event = &event,
		.entry = out,
	};

	event_of(&event, EVENT_RESULT, claim);
	append_fill(&append, repo, job, claim->runner);
	int rc = publish(repo, "result", prepare_result, &ending);
	*ended = ending.ended;
	return rc;
}

int finish_found(struct history_entry *out, bool *found, struct repo *repo,
		 const struct claim *claim, const struct request *request)
{
	AUTO(event) event = { 0 };
	struct ending ending = {
		.claim = claim,
		.request = request,
		.event = &event,
		.entry = out,
	};

	event_of(&event, EVENT_RESULT, claim);
	int rc = find_document(found, repo, &ending);
	return rc || !*found ? rc : publish(repo, "result", prepare_result,
					    &ending);
}

/* An end that brings no new document: the ledger's line alone. */
static int prepare_line(void *data, struct publication *pub)
{
	struct ending *ending = data;
	struct scene scene;
	int rc = look(&scene, pub->hub.repo, ending);

	if (rc)
		return rc;
	ending->ended = scene.told || (scene.open && scene.ours);
	if (scene.told || !scene.ours || !scene.open) {
		if (!scene.open)
			add_let_go(pub, &scene, ending, scene.told);
		return 0;
	}
	rc = add_line(pub, ending, &scene);
	if (!rc)
		add_let_go(pub, &scene, ending, true);
	fault_point("failure-prepared");
	return rc;
}

int finish_failure(bool *ended, struct repo *repo, const struct claim *claim,
		   const struct request *request, const char *stage,
		   const char *reason, const char *log)
{
	AUTO(event) event = { 0 };
	struct ending ending = {
		.claim = claim,
		.request = request,
		.event = &event,
	};

	event_of(&event, EVENT_FAILURE, claim);
	json_set_string(event.json, "stage", stage);
	json_set_string(event.json, "reason", reason);
	if (log) {
		auto_free char *tail = text_tail(log, LOG_LINES, LOG_BYTES);

		json_set_string(event.json, "log", tail);
	}
	int rc = publish(repo, "failure", prepare_line, &ending);
	*ended = ending.ended;
	return rc;
}

int finish_postponed(bool *ended, struct repo *repo,
		     const struct claim *claim, const struct request *request,
		     const char *stage, const char *reason)
{
	AUTO(event) event = { 0 };
	AUTO(event) next = { 0 };
	struct ending ending = {
		.claim = claim,
		.request = request,
		.event = &event,
		.next = &next,
	};

	event_of(&event, EVENT_FAILURE, claim);
	json_set_string(event.json, "stage", stage);
	json_set_string(event.json, "reason", reason);
	event_new(&next, EVENT_RETRY, claim->request, claim->round + 1,
		  claim->runner);
	json_set_bool(next.json, "needs_approval", true);
	json_set_string(next.json, "why", reason);
	int rc = publish(repo, "failure", prepare_line, &ending);
	*ended = ending.ended;
	return rc;
}

int finish_reused(bool *ended, struct repo *repo, const struct claim *claim,
		  const struct request *request, const struct reuse *reuse)
{
	const char *source = reuse->result.request;
	AUTO(event) event = { 0 };
	struct ending ending = {
		.claim = claim,
		.request = request,
		.event = &event,
	};

	event_of(&event, EVENT_RESULT, claim);
	json_set_string(event.json, "path", reuse->path);
	json_set_string(event.json, "commit", reuse->commit.hex);
	json_set_string(event.json, "reused", source ? source : "");
	json_object_set_new(event.json, "counts",
			    counts_to_json(&reuse->result));
	int rc = publish(repo, "result", prepare_line, &ending);
	*ended = ending.ended;
	return rc;
}

int finish_hand_back(struct repo *repo, const struct claim *claim)
{
	bool won;

	/* Not won: somebody took it over, so it is not ours to drop. */
	return claim_drop(&won, claim, repo);
}
