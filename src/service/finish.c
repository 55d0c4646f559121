#include "service/finish.h"

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "record/ledger.h"
#include "record/queue.h"
#include "service/mainline.h"

/* A note's line stays readable: the whole log is not for the ledger. */
#define LOG_LINES 20
#define LOG_BYTES 4096

/* ==== The history ======================================================= */

int finish_record(struct history_entry *out, struct repo *repo,
		  const struct job *job, const char *runner)
{
	AUTO(mainline) mainline = { 0 };

	mainline_init(&mainline, repo);
	struct history_append what = {
		.result = &job->result,
		.samples = job->samples,
		.artifact_dir = job->artifact_dir,
		.artifacts = &job->artifacts,
		.default_branch = mainline_has(&mainline, &job->result),
		.runner = runner,
	};
	bool existed;

	return history_append(out, &existed, repo, &what);
}

/* ==== The ledger ======================================================== */

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
}

static int add_event(struct repo *repo, const struct request *request,
		     const struct event *event, ledger_check *check,
		     void *data)
{
	auto_free char *text = event_line(event);
	struct ledger_line line = {
		.commit = request_head(request)->sha,
		.line = text,
	};
	auto_free char *message =
		xstrfmt("%s %s", event_kind_name(event->kind), event->id);

	return ledger_add(repo, &line, 1, message, check, data);
}

/* Claim and keep refs go last: whoever finds them left over may do it too. */
static int let_go(struct repo *repo, const struct claim *claim)
{
	int rc = finish_hand_back(repo, claim);

	return rc ? rc :
		    queue_drop_keep(repo, claim->request, claim->round);
}

int finish_hand_back(struct repo *repo, const struct claim *claim)
{
	bool won;

	/* Not won: somebody took it over, so it is not ours to drop. */
	return claim_drop(&won, claim, repo);
}

int finish_result(struct repo *repo, const struct claim *claim,
		  const struct request *request,
		  const struct history_entry *entry,
		  const struct result *result)
{
	AUTO(event) event = { 0 };

	event_of(&event, EVENT_RESULT, claim);
	json_set_string(event.json, "path", entry->path);
	json_set_string(event.json, "commit", entry->commit.hex);
	json_object_set_new(event.json, "counts", counts_to_json(result));
	int rc = add_event(repo, request, &event, NULL, NULL);
	return rc ? rc : let_go(repo, claim);
}

struct round_check {
	const struct request *request;
	int round;
};

static int check_round_open(void *data, struct repo *repo,
			    const struct oid *tip)
{
	struct round_check *c = data;
	AUTO(request) now = { 0 };

	int rc = ledger_look(&now, repo, tip, &request_head(c->request)->sha,
			     c->request->id);
	if (!rc && (now.round != c->round || request_has_ended(&now)))
		return fail(ERR_REFUSED, "round %d of %s has ended already",
			    c->round, c->request->id);
	return rc;
}

int finish_failure(struct repo *repo, const struct claim *claim,
		   const struct request *request, const char *stage,
		   const char *reason, const char *log)
{
	struct round_check check = { request, claim->round };
	AUTO(event) event = { 0 };

	event_of(&event, EVENT_FAILURE, claim);
	json_set_string(event.json, "stage", stage);
	json_set_string(event.json, "reason", reason);
	if (log) {
		auto_free char *tail = text_tail(log, LOG_LINES, LOG_BYTES);

		json_set_string(event.json, "log", tail);
	}
	int rc = add_event(repo, request, &event, check_round_open, &check);
	if (rc && rc != ERR_REFUSED)
		return rc;
	return let_go(repo, claim);
}
