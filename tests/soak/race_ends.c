/*
 * One round of one request, and four who mean to end it: its runner with a
 * result, somebody with a cancel, another runner that takes over and fails,
 * somebody with a retry. What may come of it is said by docs/design.md: the
 * round has one end, a document stands only with a result, a result goes
 * before the rest, no claim and no keep ref of it is left.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"
#include "base/json.h"
#include "git/notes.h"
#include "git/refs.h"
#include "race.h"
#include "record/claim.h"
#include "record/hub.h"
#include "record/ledger.h"
#include "record/queue.h"
#include "service/finish.h"

enum { FINISH, CANCEL, TAKE_OVER, RETRY, ACTIONS };
#define ORDERS 24

struct round {
	struct request request;
	struct claim claim; /* the runner's, as everybody saw it */
	char **dirs;	    /* an action */
	atomic_int *turn;
	int place[ACTIONS]; /* when it is whose turn; all 0: at once */
	int delay[ACTIONS]; /* microseconds */
};

static struct repo *open_or_die(const char *dir)
{
	struct repo *repo = NULL;
	AUTO(hub) hub = { 0 };

	if (repo_open(&repo, dir) || hub_open(&hub, repo) ||
	    hub_pull(&hub, NULL))
		die(dir);
	return repo;
}

/* ==== The four ========================================================== */

static void fill_job(struct job *job, const struct round *round)
{
	struct result *result = &job->result;

	*job = (struct job)JOB_INIT;
	result->date = clock_format(clock_now());
	result->suite = xstrdup("s");
	result->request = xstrdup(round->request.id);
	result->nr_sides = 1;
	result->sides = xcalloc(1, sizeof(*result->sides));
	result->sides[0].sha = request_head(&round->request)->sha;
	result->runner = json_object();
	result->options = json_object();
	result_summarise(result);
}

static int finish(struct repo *repo, const struct round *round)
{
	AUTO(history_entry) entry = { 0 };
	struct job job;
	bool ended;

	fill_job(&job, round);
	int rc = finish_result(&entry, &ended, repo, &round->claim,
			       &round->request, &job);
	job_release(&job);
	return rc;
}

static int cancel(struct repo *repo, const struct round *round)
{
	int rc = queue_cancel(repo, round->request.id, "a person", NULL);

	return rc == ERR_REFUSED ? 0 : rc;
}

/* As a worker does: whoever takes over looks for the document first. */
static int take_over(struct repo *repo, const struct round *round)
{
	AUTO(history_entry) entry = { 0 };
	struct claim claim = { 0 };
	bool won, found = false, ended;
	int rc = claim_take_over(&won, &claim, repo, &round->claim, 0, 2,
				 "heir", 300);

	if (!rc && won)
		rc = finish_found(&entry, &found, repo, &claim,
				  &round->request);
	if (!rc && won && !found)
		rc = finish_failure(&ended, repo, &claim, &round->request,
				    "run", "it was not to be", NULL);
	claim_release(&claim);
	return rc;
}

static int retry(struct repo *repo, const struct round *round)
{
	int number;
	int rc = queue_retry(&number, repo, round->request.id, "a person");

	return rc == ERR_REFUSED ? 0 : rc;
}

static int (*const actions[ACTIONS])(struct repo *, const struct round *) = {
	[FINISH] = finish,
	[CANCEL] = cancel,
	[TAKE_OVER] = take_over,
	[RETRY] = retry,
};

static void act(const struct round *round, int action)
{
	AUTO_PTR(repo) repo = open_or_die(round->dirs[action]);
	bool in_turn = round->place[CANCEL] != round->place[RETRY];

	atomic_fetch_add(&round->turn[1], 1);
	await(&round->turn[1], ACTIONS);
	await(round->turn, round->place[action]);
	if (round->delay[action])
		usleep(round->delay[action]);
	if (actions[action](repo, round))
		die("action");
	if (in_turn)
		atomic_fetch_add(round->turn, 1);
}

/* ==== What came of it =================================================== */

struct outcome {
	int lines[EVENT_NR]; /* of round 0 */
	int documents;
	bool claimed, kept; /* in round 0 */
	struct request now;
};

static void count_lines(struct outcome *out, struct repo *repo,
			const struct request *request)
{
	AUTO(buf) text = BUF_INIT;
	AUTO(strlist) lines = STRLIST_INIT;
	struct oid tip;

	if (ledger_tip(&tip, repo) ||
	    notes_read(&text, repo, &tip, &request_head(request)->sha))
		die("ledger");
	strlist_split(&lines, text.ptr, "\n");
	for (size_t i = 0; i < lines.nr; i++) {
		AUTO(event) event = { 0 };

		if (!event_parse(&event, lines.items[i],
				 strlen(lines.items[i])) &&
		    !strcmp(event.id, request->id) && !event.round)
			out->lines[event.kind]++;
	}
}

struct documents {
	const char *request;
	int nr;
};

static int count_document(void *data, const char *path,
			  const struct result *result)
{
	struct documents *documents = data;

	(void)path;
	documents->nr += result->request && !result->round &&
			 !strcmp(result->request, documents->request);
	return 0;
}

static int note_ref(void *data, const struct ref *ref)
{
	(void)ref;
	*(bool *)data = true;
	return 0;
}

/* In a hub, what it says itself: clones may remember more for a while. */
static bool is_kept(struct repo *repo, const struct hub *hub, const char *ref)
{
	AUTO(strlist) names = STRLIST_INIT;
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;
	bool kept = false;

	if (!hub->shared) {
		refs_each(repo, ref, note_ref, &kept);
		return kept;
	}
	strlist_take(&names, hub_name(hub, ref));
	if (remote_list(&refs, &hub->remote, &names))
		die("list");
	return refs.nr > 0;
}

static void look(struct outcome *out, struct repo *repo,
		 const struct request *request)
{
	struct documents documents = { request->id, 0 };
	struct claim claim = { 0 };
	AUTO(hub) hub = { 0 };

	*out = (struct outcome){ 0 };
	if (hub_open(&hub, repo) || hub_pull(&hub, NULL) ||
	    ledger_find(&out->now, repo, request->id))
		die("look");
	count_lines(out, repo, request);
	history_each(repo, count_document, &documents);
	out->documents = documents.nr;
	out->claimed = !claim_read(&claim, repo, request->id);
	claim_release(&claim);
	auto_free char *ref = xstrfmt(KEEP_PREFIX "%s/0/", request->id);
	out->kept = is_kept(repo, &hub, ref);
	error_clear();
}

static enum request_state end_of_round(const struct outcome *outcome)
{
	return outcome->lines[EVENT_RESULT] ? REQUEST_DONE :
	       outcome->lines[EVENT_CANCEL] ? REQUEST_CANCELLED :
					      REQUEST_FAILED;
}

/* One sentence for what is wrong; NULL when all is well. */
static const char *wrong(const struct outcome *o)
{
	if (!o->lines[EVENT_RESULT] && !o->lines[EVENT_CANCEL] &&
	    !o->lines[EVENT_FAILURE])
		return "nobody ended the round";
	if (o->lines[EVENT_RESULT] > 1 || o->lines[EVENT_CANCEL] > 1 ||
	    o->lines[EVENT_FAILURE] > 1)
		return "it ended twice in the same way";
	if (o->documents != o->lines[EVENT_RESULT])
		return "documents and results are not as many";
	if (o->claimed)
		return "a claim is left";
	if (o->kept)
		return "a keep ref is left";
	if (o->now.round == 0 && o->now.state != end_of_round(o))
		return "the fold does not follow the precedence";
	/* A cancel that comes after the retry is one of the new round. */
	if (o->now.round == 1 && o->now.state != REQUEST_OPEN &&
	    o->now.state != REQUEST_CANCELLED)
		return "the new round is not open";
	return NULL;
}

/* How one after the other has to end, by the rules. */
static enum request_state expect(bool *retried, const int order[ACTIONS])
{
	enum request_state end = REQUEST_OPEN;
	int holder = FINISH; /* whose the claim is */

	*retried = false;
	for (int i = 0; i < ACTIONS; i++) {
		bool open = end == REQUEST_OPEN;

		if (order[i] == FINISH && holder == FINISH) {
			end = open ? REQUEST_DONE : end;
			holder = ACTIONS;
		} else if (order[i] == CANCEL && open) {
			end = REQUEST_CANCELLED;
		} else if (order[i] == TAKE_OVER && holder == FINISH) {
			end = open ? REQUEST_FAILED : end;
			holder = ACTIONS;
		} else if (order[i] == RETRY && !open) {
			*retried = true;
		}
	}
	return end;
}

/* ==== The rounds ======================================================== */

static void begin(struct round *round, struct repo *repo, char **dirs)
{
	bool won;

	*round = (struct round){
		.request = {
			.id = id_random(),
			.suite = xstrdup("s"),
			.nr_sides = 1,
			.sides = xcalloc(1, sizeof(*round->request.sides)),
			.options = json_object(),
			.at = clock_now(),
			.by = xstrdup("a person"),
		},
		.dirs = dirs,
		.turn = shared_memory(2 * sizeof(atomic_int)),
	};
	struct oid *sha = &round->request.sides[0].sha;
	if (refs_read(sha, repo, "HEAD") ||
	    queue_add(repo, &round->request, 1) ||
	    claim_take(&won, &round->claim, repo, round->request.id, 0, 1,
		       "holder", 300) || !won)
		die("begin");
}

/* False when something is wrong, which has been said. */
static bool play(struct round *round, struct repo *repo, int seen[EVENT_NR],
		 const char *order, int wanted, bool retried)
{
	struct outcome outcome;
	int status, bad = 0;

	for (int i = 0; i < ACTIONS; i++) {
		if (fork())
			continue;
		act(round, i);
		_exit(0);
	}
	while (wait(&status) > 0)
		bad |= status;
	look(&outcome, repo, &round->request);
	const char *why = bad ? "a process failed" : wrong(&outcome);
	if (!why && wanted >= 0 &&
	    ((int)end_of_round(&outcome) != wanted ||
	     (outcome.now.round == 1) != retried))
		why = "another end than the rules say";
	if (why)
		printf("%s: %s (results %d, cancels %d, failures %d, "
		       "documents %d, round %d)\n", order, why,
		       outcome.lines[EVENT_RESULT],
		       outcome.lines[EVENT_CANCEL],
		       outcome.lines[EVENT_FAILURE], outcome.documents,
		       outcome.now.round);
	seen[end_of_round(&outcome)]++;
	request_release(&outcome.now);
	return !why;
}

static void end(struct round *round)
{
	request_release(&round->request);
	claim_release(&round->claim);
}

/* The n-th permutation. */
static void order_of(int out[ACTIONS], int n)
{
	int left[ACTIONS] = { FINISH, CANCEL, TAKE_OVER, RETRY };

	for (int i = 0, nr = ACTIONS, size = ORDERS; i < ACTIONS; i++, nr--) {
		size /= nr;
		out[i] = left[n / size];
		memmove(&left[n / size], &left[n / size + 1],
			(nr - n / size - 1) * sizeof(*left));
		n %= size;
	}
}

static bool play_in_order(struct repo *repo, char **dirs, int n, int *seen)
{
	struct round round;
	int order[ACTIONS];
	char name[ACTIONS + 1] = "";
	bool retried;

	order_of(order, n);
	begin(&round, repo, dirs);
	for (int i = 0; i < ACTIONS; i++) {
		round.place[order[i]] = i;
		name[i] = "FCTR"[order[i]];
	}
	enum request_state wanted = expect(&retried, order);
	bool well = play(&round, repo, seen, name, wanted, retried);
	end(&round);
	return well;
}

static bool play_at_once(struct repo *repo, char **dirs, int *seen)
{
	struct round round;

	begin(&round, repo, dirs);
	for (int i = 0; i < ACTIONS; i++)
		round.delay[i] = rand() % 4 * (rand() % 5000);
	bool well = play(&round, repo, seen, "at once", -1, false);
	end(&round);
	return well;
}

int race_ends(int count, char **dirs)
{
	AUTO_PTR(repo) repo = open_or_die(dirs[0]);
	int seen[REQUEST_FAILED + 1] = { 0 }, wrong_ones = 0;

	for (int i = 0; i < ORDERS; i++)
		wrong_ones += !play_in_order(repo, dirs, i, seen);
	for (int i = 0; i < count; i++)
		wrong_ones += !play_at_once(repo, dirs, seen);
	printf("%d orders and %d races of finish, cancel, takeover, retry: "
	       "%d results, %d cancelled, %d failed; %d ended wrongly\n",
	       ORDERS, count, seen[REQUEST_DONE], seen[REQUEST_CANCELLED],
	       seen[REQUEST_FAILED], wrong_ones);
	return wrong_ones ? 1 : 0;
}
