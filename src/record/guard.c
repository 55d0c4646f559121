#include "record/guard.h"

#include <string.h>

#include "base/error.h"
#include "base/id.h"
#include "git/config.h"
#include "git/notes.h"
#include "git/refs.h"
#include "record/claim.h"
#include "record/event.h"
#include "record/hub.h"
#include "record/ledger.h"
#include "record/ledger_index.h"
#include "record/lineset.h"

/* ==== The ledger ======================================================== */

struct tips {
	struct repo *repo;
	const struct oid *old; /* NULL: there was no ledger */
	const struct oid *new;
};

/* "" when there is no such note. */
static int read_note(struct buf *out, struct repo *repo,
		     const struct oid *tip, const struct oid *object)
{
	int rc = tip ? notes_read(out, repo, tip, object) : 0;

	return rc == ERR_NOTFOUND ? 0 : rc;
}

static int check_lines(const struct oid *object, const struct buf *lines)
{
	const char *rest = lines->ptr;
	struct line line;

	while (lineset_next(&line, &rest, lines->ptr + lines->len)) {
		struct event event = { 0 };
		int rc = event_parse(&event, line.ptr, line.len);

		event_release(&event);
		if (rc == ERR_BADDATA)
			return fail(ERR_REFUSED,
				    "the note of %.10s gets a line that is "
				    "no event: %s",
				    object->hex, error_message());
	}
	return 0;
}

static int check_note(void *data, const struct oid *object)
{
	const struct tips *tips = data;
	AUTO(buf) old = BUF_INIT;
	AUTO(buf) new = BUF_INIT;
	AUTO(buf) more = BUF_INIT;
	int rc = read_note(&old, tips->repo, tips->old, object);

	if (!rc)
		rc = read_note(&new, tips->repo, tips->new, object);
	if (rc)
		return rc;
	lineset_subtract(&more, new.ptr, new.len, old.ptr, old.len);
	return check_lines(object, &more);
}

int guard_ledger(struct repo *repo, const struct oid *old,
		 const struct oid *new)
{
	struct tips tips = { repo, oid_is_none(old) ? NULL : old, new };

	return notes_changed(repo, tips.old, new, check_note, &tips);
}

/* ==== Claims ============================================================ */

static bool is_same_round(struct repo *repo, const struct oid *old,
			  const struct claim *new)
{
	AUTO(claim) claim = { 0 };

	if (oid_is_none(old))
		return false;
	if (claim_load(&claim, repo, old)) {
		error_clear();
		return false;
	}
	return claim.round == new->round;
}

/* Words that whoever lost this race knows (git/push.c). */
static int not_open(const struct claim *claim)
{
	return fail(ERR_REFUSED, "round %d of %.*s is not open: look again",
		    claim->round, ID_SHORT, claim->request);
}

/*
 * The ledger that those who push here use: under the name that is set, the
 * usual one, or that of servers which take only branches. "none" without one.
 */
static int find_ledger(struct oid *out, struct repo *repo)
{
	auto_free char *set =
		config_string(repo, "bench.notesRef", LEDGER_REF);
	const char *const names[] = { set, LEDGER_REF, 
				      hub_settings[HUB_LEDGER].branch };
	int rc = ERR_NOTFOUND;

	*out = (struct oid){ "" };
	for (size_t i = 0; i < ARRAY_SIZE(names) && rc == ERR_NOTFOUND; i++)
		rc = refs_read(out, repo, names[i]);
	return rc == ERR_NOTFOUND ? 0 : rc;
}

static int find_request(struct request *out, struct repo *repo,
			const char *id)
{
	AUTO(ledger_index) index = { 0 };
	struct oid tip;
	int rc = find_ledger(&tip, repo);

	if (!rc)
		rc = ledger_index_open(&index, repo, &tip);
	return rc ? rc : ledger_index_find(out, &index, id);
}

int guard_claim(struct repo *repo, const char *request,
		const struct oid *old, const struct oid *new)
{
	AUTO(claim) claim = { 0 };
	AUTO(request) asked = { 0 };

	if (!id_is_valid(request))
		return fail(ERR_REFUSED, "no request has such an id");
	int rc = claim_load(&claim, repo, new);
	if (rc == ERR_NOTFOUND || rc == ERR_BADDATA)
		return fail(ERR_REFUSED, "it holds no claim: %s",
			    error_message());
	if (rc)
		return rc;
	if (strcmp(claim.request, request))
		return fail(ERR_REFUSED, "it holds a claim of %.*s", ID_SHORT,
			    claim.request);
	if (is_same_round(repo, old, &claim))
		return 0;
	rc = find_request(&asked, repo, request);
	if (rc == ERR_NOTFOUND)
		return fail(ERR_REFUSED, "there is no request %.*s", ID_SHORT,
			    request);
	if (rc)
		return rc;
	return asked.round == claim.round && asked.state == REQUEST_OPEN ?
		       0 :
		       not_open(&claim);
}
