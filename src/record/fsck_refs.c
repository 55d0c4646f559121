/*
 * Claims, faces and orders, and what open requests need. A claim that does
 * not fit is read again before it is told, for work goes on meanwhile.
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

/* ==== Claims ============================================================ */

/* Still there, and still the same? */
static bool stands(struct fsck *f, const struct claim *claim)
{
	auto_free char *ref = xstrfmt(CLAIM_PREFIX "%s", claim->request);
	struct oid now;
	bool same = !fsck_look_again(f) && !hub_read(&now, f->repo, ref) &&
		    oid_equal(&now, &claim->oid);

	error_clear();
	return same;
}

static void check_claim(struct fsck *f, const struct claim *claim)
{
	auto_free char *ref = xstrfmt(CLAIM_PREFIX "%s", claim->request);
	bool won = false;

	if (fsck_is_open(f, claim->request, claim->round) ||
	    fsck_may_hide(f, claim->request) ||
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
	int rc = f->ledger_damaged ?
			 0 : ledger_read(&ledger, f->repo, LEDGER_LIVE);

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

	for (size_t i = 0; i < f->claims.nr; i++)
		check_claim(f, &f->claims.items[i]);
	f->report->refs += f->claims.nr;
	int rc = refs_each(f->repo, faces, check_face, f);
	if (!rc)
		rc = refs_each(f->repo, orders, check_order, f);
	return rc ? rc : check_open(f);
}
