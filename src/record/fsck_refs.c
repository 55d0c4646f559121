/*
 * The refs: listed first, held against the ledger last. One that does not
 * fit is read again before it is told, for work goes on meanwhile.
 */
#include "record/fsck_state.h"

#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "git/object.h"
#include "git/refs.h"
#include "record/face.h"
#include "record/ledger.h"
#include "record/order.h"
#include "record/queue.h"

/* ==== Listing =========================================================== */

static int add_keep(void *data, const struct ref *ref)
{
	struct fsck *f = data;

	strlist_add(&f->keeps, ref->name);
	return 0;
}

/* Of a remote nobody keeps them: it is asked. */
static int list_keeps(struct fsck *f)
{
	AUTO(strlist) names = STRLIST_INIT;
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;

	if (!f->hub.shared)
		return refs_each(f->repo, KEEP_PREFIX, add_keep, f);
	if (f->away)
		return 0;
	strlist_take(&names, hub_name(&f->hub, KEEP_PREFIX));
	int rc = remote_list(&refs, &f->hub.remote, &names);
	for (size_t i = 0; i < refs.nr && !rc; i++)
		strlist_addf(&f->keeps, KEEP_PREFIX "%s",
			     refs.items[i].name + strlen(names.items[0]));
	return rc;
}

int fsck_refs_list(struct fsck *f)
{
	int rc = claims_read(&f->claims, f->repo);

	return rc ? rc : list_keeps(f);
}

/* ==== Claims ============================================================ */

/* Still there, and still the same? */
static bool stands(struct fsck *f, const struct claim *claim)
{
	auto_free char *ref = xstrfmt(CLAIM_PREFIX "%s", claim->request);
	struct oid now;
	bool same = !hub_read(&now, f->repo, ref) &&
		    oid_equal(&now, &claim->oid);

	error_clear();
	return same;
}

static void check_claim(struct fsck *f, const struct claim *claim)
{
	auto_free char *ref = xstrfmt(CLAIM_PREFIX "%s", claim->request);
	bool won = false;

	if (fsck_is_open(f, claim->request, claim->round) ||
	    !stands(f, claim))
		return;
	if (f->args->repair && claim_drop(&won, claim, f->repo))
		error_clear();
	auto_free char *what =
		claim->round == CLAIM_ROUND_UNKNOWN ?
			xstrdup("this claim cannot be read") :
			xstrfmt("this claim of %s names round %d, which is "
				"not open", claim->runner, claim->round);
	if (won)
		fsck_mended(f, "claim", ref, "%s", what);
	else
		fsck_say(f, "claim", ref, "a runner removes it when it has "
			 "not moved for a lease; git bench fsck --repair "
			 "does so now", "%s", what);
}

/* ==== Keep refs ========================================================= */

/* "<id>/<round>/<n>" */
static bool read_keep(char id[ID_LEN + 1], int *round, const char *ref)
{
	const char *rest = ref + strlen(KEEP_PREFIX);
	const char *slash = strchr(rest, '/');
	int64_t number = 0;

	if (!slash || slash - rest != ID_LEN)
		return false;
	memcpy(id, rest, ID_LEN);
	id[ID_LEN] = '\0';
	const char *end = strchr(slash + 1, '/');
	auto_free char *digits = end ? xmemdupz(slash + 1, end - slash - 1) :
				       NULL;
	if (!digits || !text_to_int64(&number, digits) || number < 0 ||
	    number > EVENT_ROUND_MAX)
		return false;
	*round = (int)number;
	return id_is_valid(id);
}

/* A request that is being made right now has its refs before its line. */
static void check_keep(struct fsck *f, const char *ref, char last[],
		       int *last_round)
{
	char id[ID_LEN + 1];
	int round;

	if (!read_keep(id, &round, ref)) {
		fsck_say(f, "keep", ref, "git update-ref -d there, if nobody "
			 "wants it", "this ref is none that keeps a side");
		return;
	}
	if (fsck_is_open(f, id, round) ||
	    (!strcmp(last, id) && *last_round == round))
		return;
	memcpy(last, id, ID_LEN + 1);
	*last_round = round;
	if (!fsck_find(f, id)) {
		fsck_say(f, "keep", ref, "git update-ref -d there, if it is "
			 "still so in an hour", "it keeps a side of a request "
			 "that the ledger does not know");
		return;
	}
	if (f->args->repair && !queue_drop_keep(f->repo, id, round)) {
		fsck_mended(f, "keep", ref, "it kept a side of a round that "
					    "is over");
		return;
	}
	error_clear();
	fsck_say(f, "keep", ref, "git bench fsck --repair removes it",
		 "it keeps a side of a round that is over");
}

/* ==== Runners =========================================================== */


static int check_face(void *data, const struct ref *ref)
{
	struct fsck *f = data;
	AUTO(face) face = { 0 };
	const char *name = strrchr(ref->name, '/') + 1;

	f->report->refs++;
	if (!face_is_name(name))
		fsck_say(f, "runner", ref->name, "git update-ref -d there",
			 "no runner can have this name");
	else if (face_read(&face, f->repo, name))
		fsck_say_error(f, "runner", ref->name,
			       "git bench runner of that name writes it anew; "
			       "if there is none any more, git update-ref -d");
	error_clear();
	return 0;
}

static int check_order(void *data, const struct ref *ref)
{
	struct fsck *f = data;
	AUTO(order) order = { 0 };
	const char *name = strrchr(ref->name, '/') + 1;

	f->report->refs++;
	if (!face_is_name(name) || order_read(&order, f->repo, name) ||
	    order.kind == ORDER_NONE)
		fsck_say(f, "order", ref->name, "git bench runner --resume "
			 "lifts it", "this order cannot be read");
	error_clear();
	return 0;
}

/* ==== Open requests ===================================================== */

/* Who measures must read the suites as they were when it was asked. */
static int check_open(struct fsck *f)
{
	AUTO(ledger) ledger = { 0 };
	int rc = ledger_read(&ledger, f->repo, LEDGER_LIVE);

	if (rc && rc != ERR_INTERRUPTED) {
		fsck_say_error(f, "note", LEDGER_REF,
			       "until then no request can be read; "
			       FSCK_FETCH_AGAIN);
		return 0;
	}
	for (size_t i = 0; i < ledger.nr && !rc; i++) {
		const struct request *request = &ledger.requests[i];
		AUTO(buf) text = BUF_INIT;
		struct oid blob;

		if (!fsck_is_open(f, request->id, request->round))
			continue;
		if (!request->config || f->hub.shared)
			continue;
		if (oid_parse(&blob, request->config) &&
		    blob_read(&text, f->repo, &blob, 1 << 20))
			fsck_say_error(f, "config", request->id,
				       "git bench cancel, and ask again");
		error_clear();
	}
	return rc;
}

int fsck_refs(struct fsck *f)
{
	auto_free char *faces = hub_kept(&f->hub, RUNNER_PREFIX);
	auto_free char *orders = hub_kept(&f->hub, ORDER_PREFIX);
	char last[ID_LEN + 1] = "";
	int last_round = -1;

	for (size_t i = 0; i < f->claims.nr; i++)
		check_claim(f, &f->claims.items[i]);
	for (size_t i = 0; i < f->keeps.nr; i++)
		check_keep(f, f->keeps.items[i], last, &last_round);
	f->report->refs += f->claims.nr + f->keeps.nr;
	int rc = refs_each(f->repo, faces, check_face, f);
	if (!rc)
		rc = refs_each(f->repo, orders, check_order, f);
	return rc ? rc : check_open(f);
}
