#include "record/publication.h"

#include <poll.h>
#include <string.h>

#include "base/error.h"
#include "base/fault.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "git/checkout.h"
#include "git/refs.h"
#include "record/queue.h"
#include "record/retry.h"

#define SETTLE_PAUSE_MAX 8000 /* milliseconds; 16 seconds in all */

int publication_open(struct publication *out, struct repo *repo,
		     const char *message)
{
	*out = (struct publication){ .message = message };
	return hub_open(&out->hub, repo);
}

void publication_add(struct publication *pub, const char *ref,
		     enum push_rule rule, const struct oid *old,
		     const struct oid *new)
{
	push_add(&pub->push, ref, rule, old, new);
}

void publication_release(struct publication *pub)
{
	hub_release(&pub->hub);
	push_release(&pub->push);
}

/* ==== In this repository ================================================ */

static const struct oid *or_null(const struct oid *oid)
{
	return oid_is_none(oid) ? NULL : oid;
}

/* "none" when there is no such ref. */
static int read_ref(struct oid *out, struct repo *repo, const char *ref)
{
	*out = (struct oid){ "" };
	int rc = refs_read(out, repo, ref);

	return rc == ERR_NOTFOUND ? 0 : rc;
}

/* A branch that somebody has checked out is moved with its files. */
static int move_branch(bool *won, struct publication *pub,
		       const struct push_update *update)
{
	struct repo *repo = pub->hub.repo;
	auto_free char *place = NULL;
	int rc = 0;

	if (!oid_is_none(&update->old) && !oid_is_none(&update->new))
		rc = checkout_find(&place, repo, update->ref);
	if (rc)
		return rc;
	if (place)
		return checkout_advance(won, repo, place, update->ref,
					&update->old, &update->new);
	return refs_swap(won, repo, update->ref, or_null(&update->old),
			 or_null(&update->new), pub->message);
}

static int move_local(bool *won, struct publication *pub,
		      struct push_update *update)
{
	struct repo *repo = pub->hub.repo;
	struct oid now;
	int rc = read_ref(&now, repo, update->ref);

	if (rc)
		return rc;
	update->mark = oid_is_none(&now) ? PUSH_NEW : PUSH_FAST_FORWARD;
	if (update->rule == PUSH_FORWARD)
		return move_branch(won, pub, update);
	*won = oid_equal(&now, &update->new);
	if (*won) {
		update->mark = PUSH_UP_TO_DATE;
		return 0;
	}
	const struct oid *old = update->rule == PUSH_ANY ? &now :
							   &update->old;
	return refs_swap(won, repo, update->ref, or_null(old),
			 or_null(&update->new), pub->message);
}

static int send_local(struct publication *pub)
{
	bool won = true;
	int rc = 0;

	for (size_t i = 0; i < pub->push.nr && !rc && won; i++) {
		struct push_update *update = &pub->push.items[i];

		rc = move_local(&won, pub, update);
		fault_point("publication-ref-moved");
		if (rc || !won)
			update->mark = PUSH_REJECTED;
	}
	pub->outcome = won ? PUBLISHED : PUBLICATION_LOST;
	return rc;
}

/* ==== In a shared hub =================================================== */

static int set_ref(struct repo *repo, const char *ref, const struct oid *new,
		   const char *message)
{
	struct oid now;
	bool won;
	int rc = read_ref(&now, repo, ref);

	if (rc || oid_equal(&now, new))
		return rc;
	return refs_swap(&won, repo, ref, or_null(&now), or_null(new),
			 message);
}

/* What the hub is now known to hold; ours follow with the next pull. */
static int keep_moved(struct publication *pub,
		      const struct push_update *update)
{
	struct repo *repo = pub->hub.repo;
	auto_free char *kept = hub_kept(&pub->hub, update->ref);
	enum hub_move moved;

	/* Who asks has the commits; they are not to stay here for ever. */
	if (text_starts_with(update->ref, KEEP_PREFIX) &&
	    !oid_is_none(&update->new))
		return 0;
	int rc = set_ref(repo, kept, &update->new, pub->message);

	return rc ? rc : hub_follow(&moved, &pub->hub, update->ref);
}

static int refused(const struct publication *pub, const struct push *push)
{
	auto_free char *place = remote_shown(&pub->hub.remote);

	fail(ERR_REFUSED, "%s refuses %s", place, push->why);
	for (size_t i = 0; i < push->nr; i++) {
		const struct push_update *update = &push->items[i];

		if (update->mark != PUSH_REJECTED ||
		    text_starts_with(update->ref, "refs/heads/"))
			continue;
		fail_hint("for a server that takes only branches: see "
			  "bench.claimPrefix in git-bench-config(5)");
		break;
	}
	return ERR_REFUSED;
}

/* As good as away: it may well take the same later. */
static int broken(const struct publication *pub, const struct push *push)
{
	auto_free char *place = remote_shown(&pub->hub.remote);

	return fail(ERR_OFFLINE, "%s cannot take it now: %s", place,
		    push->why);
}

/* Where answers get lost, looks fail as well: some patience is due. */
static int settle(struct push *push, const struct remote *remote)
{
	int rc = push_settle(push, remote);

	for (int pause = 250; rc == ERR_OFFLINE && pause <= SETTLE_PAUSE_MAX &&
			      !interrupt_pending();
	     pause *= 2) {
		poll(NULL, 0, pause);
		rc = push_settle(push, remote);
	}
	return rc;
}

/* One push, its lost answer settled; PUSH_NOT_ATOMIC is for the caller. */
static int send_once(struct publication *pub, struct push *push)
{
	const struct remote *remote = &pub->hub.remote;
	int rc = push_send(push, remote, push->nr > 1);

	if (!rc && push->outcome == PUSH_UNKNOWN)
		rc = settle(push, remote);
	if (!rc && push->outcome == PUSH_REFUSED)
		rc = refused(pub, push);
	if (!rc && push->outcome == PUSH_BROKEN)
		rc = broken(pub, push);
	return rc;
}

static void add_named(struct push *out, const struct hub *hub,
		      const struct push_update *update)
{
	auto_free char *name = hub_name(hub, update->ref);

	push_add(out, name, update->rule, &update->old, &update->new);
}

/*
 * A branch that is there already: somebody else wrote the very same commit
 * (same lines, same second), and it is his.
 */
static bool was_overtaken(const struct push *push)
{
	for (size_t i = 0; i < push->nr; i++)
		if (push->items[i].rule == PUSH_FORWARD &&
		    push->items[i].mark == PUSH_UP_TO_DATE)
			return true;
	return false;
}

static enum publication_outcome outcome_of(const struct push *push)
{
	switch (push->outcome) {
	case PUSH_DONE:
		return was_overtaken(push) ? PUBLICATION_LOST : PUBLISHED;
	case PUSH_UNKNOWN:
		return PUBLICATION_UNSURE;
	default:
		return PUBLICATION_LOST;
	}
}

/* Updates `from` up to `to`, which move together or not at all. */
static int send_part(struct publication *pub, size_t from, size_t to,
		     bool *cannot)
{
	AUTO(push) push = { 0 };

	for (size_t i = from; i < to; i++)
		add_named(&push, &pub->hub, &pub->push.items[i]);
	int rc = send_once(pub, &push);

	fault_point("publication-sent");
	if (rc)
		return rc;
	*cannot = push.outcome == PUSH_NOT_ATOMIC;
	pub->outcome = outcome_of(&push);
	for (size_t i = from;
	     i < to && !rc && push.outcome == PUSH_DONE; i++) {
		pub->push.items[i].mark = push.items[i - from].mark;
		rc = keep_moved(pub, &pub->push.items[i]);
		fault_point("publication-followed");
	}
	return rc;
}

static int send_shared(struct publication *pub)
{
	bool cannot = false;
	int rc = send_part(pub, 0, pub->push.nr, &cannot);

	pub->one_by_one = cannot;
	if (rc || !cannot)
		return rc;
	pub->outcome = PUBLISHED;
	for (size_t i = 0; i < pub->push.nr && !rc &&
			   pub->outcome == PUBLISHED; i++)
		rc = send_part(pub, i, i + 1, &cannot);
	return rc;
}

/* ==== The calls ========================================================= */

int publication_send(struct publication *pub)
{
	pub->outcome = PUBLISHED;
	if (!pub->push.nr)
		return 0;
	return pub->hub.shared ? send_shared(pub) : send_local(pub);
}

/* What publish() remembers from try to try. */
struct attempt {
	struct repo *repo;
	const char *message;
	int (*prepare)(void *data, struct publication *pub);
	void *data;
	enum publication_outcome outcome;
	bool first;
	struct push made; /* the refs that did not exist before */
};

static void attempt_release(struct attempt *attempt)
{
	push_release(&attempt->made);
}

static void note_made(struct attempt *attempt, const struct publication *pub)
{
	for (size_t i = 0; i < pub->push.nr; i++) {
		const struct push_update *update = &pub->push.items[i];

		if (update->rule == PUSH_EXACT && update->mark == PUSH_NEW)
			push_add(&attempt->made, update->ref, PUSH_EXACT,
				 &update->new, NULL);
	}
}

static int try_once(struct attempt *attempt)
{
	AUTO(publication) pub = { 0 };
	int rc = publication_open(&pub, attempt->repo, attempt->message);

	if (!rc && !attempt->first)
		rc = hub_pull(&pub.hub, NULL);
	pub.unsure = attempt->outcome == PUBLICATION_UNSURE;
	if (!rc)
		rc = attempt->prepare(attempt->data, &pub);
	if (rc == ERR_LOST && pub.outdated) {
		error_clear();
		rc = 0;
	} else if (!rc) {
		rc = publication_send(&pub);
		attempt->outcome = pub.outcome;
	}
	attempt->first = false;
	note_made(attempt, &pub);
	return rc;
}

/* What made it necessary is the error to tell, not what comes of this. */
static int take_back(struct attempt *attempt, int rc)
{
	struct error error;

	error_put_aside(&error);
	for (size_t i = 0; i < attempt->made.nr; i++) {
		const struct push_update *made = &attempt->made.items[i];
		AUTO(publication) pub = { 0 };

		if (publication_open(&pub, attempt->repo, attempt->message))
			break;
		publication_add(&pub, made->ref, made->rule, &made->old,
				&made->new);
		publication_send(&pub);
	}
	error_bring_back(&error);
	return rc;
}

int publish(struct repo *repo, const char *what,
	    int (*prepare)(void *data, struct publication *pub), void *data)
{
	auto_free char *message = xstrfmt("bench: %s", what);
	AUTO(attempt) attempt = {
		.repo = repo,
		.message = message,
		.prepare = prepare,
		.data = data,
		.outcome = PUBLICATION_LOST,
		.first = true,
	};
	struct retry retry = RETRY_INIT;

	do {
		int rc = try_once(&attempt);

		if (rc)
			return take_back(&attempt, rc);
		if (attempt.outcome == PUBLISHED)
			return 0;
	} while (retry_again(&retry));
	int rc = interrupt_check();
	if (!rc)
		rc = fail(ERR_LOST,
			  "%s: others kept being faster, gave up after %d "
			  "tries", what, retry.tries);
	return take_back(&attempt, rc);
}
