/*
 * A push of an object that the ref already holds is "up to date" and looks
 * like a win, so each claim must be an object of its own: hence the nonce.
 */
#include "record/claim.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/id.h"
#include "base/json.h"
#include "base/text.h"
#include "git/refs.h"
#include "record/card.h"
#include "record/publication.h"

#define CLAIM_FILE "claim.json"
#define LEASE_MAX 86400.0
#define LEASE_UNKNOWN 300.0 /* of a claim that cannot be read */
#define DROP_TIMEOUT 20.0 /* seconds */

/* ==== The object ======================================================== */

static json_t *claim_to_json(const struct claim *claim)
{
	json_t *object = card_owner(&claim->owner);

	json_set_int(object, "v", 1);
	json_set_string(object, "request", claim->request);
	json_set_int(object, "round", claim->round);
	json_set_int(object, "attempt", claim->attempt);
	json_set_string(object, "runner", claim->runner);
	json_set_string(object, "nonce", claim->nonce);
	json_set_number(object, "lease", claim->lease);
	auto_free char *at = clock_format(claim->at);
	json_set_string(object, "at", at);
	return object;
}

/* Writes the commit and stores its name in claim->oid; moves no ref. */
static int claim_write(struct claim *claim, struct repo *repo)
{
	json_auto_t *document = claim_to_json(claim);
	auto_free char *message =
		xstrfmt("claim %s, round %d, attempt %d\n", claim->request,
			claim->round, claim->attempt);

	return card_write(&claim->oid, repo, CLAIM_FILE, document, message);
}

static char *string_of(const json_t *object, const char *key)
{
	return xstrdup(json_get_string(object, key, ""));
}

static int claim_parse(struct claim *out, const json_t *object)
{
	const char *id = json_get_string(object, "request", "");
	double lease = json_get_number(object, "lease", 0);

	if (!id_is_valid(id) || lease <= 0 || lease > LEASE_MAX)
		return fail(ERR_BADDATA, CLAIM_FILE " is no claim");
	out->request = xstrdup(id);
	out->round = (int)json_get_int(object, "round", 0);
	out->attempt = (int)json_get_int(object, "attempt", 1);
	out->runner = string_of(object, "runner");
	out->nonce = string_of(object, "nonce");
	out->lease = lease;
	card_read_owner(&out->owner, object);
	clock_parse(&out->at, json_get_string(object, "at", ""));
	return 0;
}

static char *claim_ref(const char *request)
{
	return xstrfmt(CLAIM_PREFIX "%s", request);
}

int claim_load(struct claim *out, struct repo *repo, const struct oid *commit)
{
	json_auto_t *document = NULL;
	int rc = card_read(&document, repo, commit, CLAIM_FILE);

	if (!rc)
		rc = claim_parse(out, document);
	out->oid = *commit;
	return rc;
}

int claim_read(struct claim *out, struct repo *repo, const char *request)
{
	auto_free char *ref = claim_ref(request);
	struct oid oid;

	int rc = hub_read(&oid, repo, ref);
	if (!rc)
		rc = claim_load(out, repo, &oid);
	return rc ? fail_in(rc, "claim of %s", request) : 0;
}

/* ==== Moving the ref ==================================================== */

static int swap(bool *won, struct repo *repo, const char *request,
		const struct oid *old, const struct oid *new,
		const char *what)
{
	AUTO(publication) pub = { 0 };
	auto_free char *ref = claim_ref(request);
	auto_free char *message = xstrfmt("bench: %s", what);
	int rc = publication_open(&pub, repo, message);

	if (rc)
		return rc;
	/* Who is told to stop lets go of what he holds, if it takes no age. */
	if (!new) {
		pub.hub.remote.clearing_up = true;
		pub.hub.remote.timeout = DROP_TIMEOUT;
	}
	publication_add(&pub, ref, PUSH_EXACT, old, new);
	rc = publication_send(&pub);
	/* If unsure the ref was looked at, and somebody else's claim is there. */
	*won = !rc && pub.outcome == PUBLISHED;
	return rc;
}

/* Puts `claim`, made anew with a fresh nonce, in the place of `old`. */
static int put(bool *won, struct claim *claim, struct repo *repo,
	       const struct oid *old, const char *what)
{
	struct oid before = claim->oid;

	free(claim->nonce);
	claim->nonce = id_random();
	claim->at = clock_now();
	int rc = claim_write(claim, repo);
	fault_point("claim-written");
	if (!rc)
		rc = swap(won, repo, claim->request, old, &claim->oid, what);
	if (rc || !*won)
		claim->oid = before;
	return rc;
}

static void claim_fill(struct claim *out, const char *request, int round,
		       int attempt, const char *runner, double lease)
{
	*out = (struct claim){
		.request = xstrdup(request),
		.round = round,
		.attempt = attempt,
		.runner = xstrdup(runner),
		.lease = lease,
	};
	out->taken = clock_monotonic();
	owner_self(&out->owner);
}

int claim_take(bool *won, struct claim *out, struct repo *repo,
	       const char *request, int round, int attempt,
	       const char *runner, double lease)
{
	claim_fill(out, request, round, attempt, runner, lease);
	int rc = put(won, out, repo, NULL, "claim");
	fault_point("claim-taken");
	return rc;
}

int claim_take_over(bool *won, struct claim *out, struct repo *repo,
		    const struct claim *old, int round, int attempt,
		    const char *runner, double lease)
{
	claim_fill(out, old->request, round, attempt, runner, lease);
	int rc = put(won, out, repo, &old->oid, "take over");
	fault_point("claim-taken-over");
	return rc;
}

int claim_renew(bool *won, struct claim *claim, struct repo *repo)
{
	struct oid old = claim->oid;

	int rc = put(won, claim, repo, &old, "renew");
	fault_point("claim-renewed");
	return rc;
}

int claim_drop(bool *won, const struct claim *claim, struct repo *repo)
{
	int rc = swap(won, repo, claim->request, &claim->oid, NULL, "drop");

	fault_point("claim-dropped");
	return rc;
}

bool claim_is_dead(const struct claim *claim)
{
	return owner_is_dead(&claim->owner);
}

bool claim_is_own(const struct claim *claim)
{
	return owner_is_self(&claim->owner);
}

/* ==== All of them ======================================================= */

struct collecting {
	struct claims *out;
	struct repo *repo;
	const char *prefix; /* where they are kept */
};

static struct claim nobodys(const struct oid *oid, const char *id, int round)
{
	return (struct claim){
		.oid = *oid,
		.request = xstrdup(id),
		.round = round,
		.runner = xstrdup("unknown"),
		.nonce = xstrdup(""),
		.lease = LEASE_UNKNOWN,
		.owner = { .machine = xstrdup(""), .boot = xstrdup("") },
	};
}

static void claims_append(struct claims *claims, struct claim claim)
{
	ARRAY_GROW(claims->items, claims->nr + 1, claims->cap);
	claims->items[claims->nr++] = claim;
}

/* One that cannot be read, or lies about its place, is nobody's. */
static void add_read(struct claims *out, struct repo *repo, const char *id,
		     const struct oid *oid)
{
	struct claim claim = { 0 };

	if (claim_load(&claim, repo, oid) || strcmp(claim.request, id)) {
		error_clear();
		claim_release(&claim);
		claim = nobodys(oid, id, CLAIM_ROUND_UNKNOWN);
	}
	claims_append(out, claim);
}

static int collect(void *data, const struct ref *ref)
{
	struct collecting *c = data;
	const char *id = text_skip_prefix(ref->name, c->prefix);

	if (id && id_is_valid(id))
		add_read(c->out, c->repo, id, &ref->oid);
	return 0;
}

int claims_read(struct claims *out, struct repo *repo)
{
	AUTO(hub) hub = { 0 };
	int rc = hub_open(&hub, repo);

	if (rc)
		return rc;
	auto_free char *prefix = hub_kept(&hub, CLAIM_PREFIX);
	struct collecting c = { out, repo, prefix };
	return refs_each(repo, prefix, collect, &c);
}

void claims_listed(struct claims *out, const struct hub *hub,
		   const struct remote_refs *refs)
{
	auto_free char *prefix = hub_name(hub, CLAIM_PREFIX);

	for (size_t i = 0; i < refs->nr; i++) {
		const struct remote_ref *ref = &refs->items[i];
		const char *id = text_skip_prefix(ref->name, prefix);

		if (!id || !id_is_valid(id))
			continue;
		if (remote_is_kept(&hub->remote, ref))
			add_read(out, hub->repo, id, &ref->oid);
		else
			claims_append(out, nobodys(&ref->oid, id,
						   CLAIM_ROUND_UNREAD));
	}
}

bool claim_is_unread(const struct claim *claim)
{
	return claim->round == CLAIM_ROUND_UNREAD;
}

void claims_release(struct claims *claims)
{
	for (size_t i = 0; i < claims->nr; i++)
		claim_release(&claims->items[i]);
	free(claims->items);
	*claims = (struct claims){ 0 };
}

void claim_release(struct claim *claim)
{
	free(claim->request);
	free(claim->runner);
	free(claim->nonce);
	owner_release(&claim->owner);
	*claim = (struct claim){ 0 };
}
