/*
 * Keep refs: listed first, held against the ledger later. They are made
 * before the line of their request, and go after that of its end, so one
 * that does not fit gets a second look a moment later.
 */
#include "record/fsck_state.h"

#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "git/refs.h"
#include "record/ledger.h"
#include "record/ledger_index.h"
#include "record/queue.h"

/* ==== Listing =========================================================== */

static int add_keep(void *data, const struct ref *ref)
{
	strlist_add(data, ref->name);
	return 0;
}

/* Of a remote nobody keeps them: it is asked. */
static int list(struct strlist *out, struct fsck *f)
{
	AUTO(strlist) names = STRLIST_INIT;
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;

	if (!f->hub.shared)
		return refs_each(f->repo, KEEP_PREFIX, add_keep, out);
	strlist_take(&names, hub_name(&f->hub, KEEP_PREFIX));
	int rc = remote_list(&refs, &f->hub.remote, &names);
	for (size_t i = 0; i < refs.nr && !rc; i++)
		strlist_addf(out, KEEP_PREFIX "%s",
			     refs.items[i].name + strlen(names.items[0]));
	return rc;
}

/* That the hub is away is said by whoever pulls it. */
int fsck_keeps_list(struct fsck *f)
{
	int rc = list(&f->keeps, f);

	if (!rc || !f->hub.shared || rc == ERR_INTERRUPTED)
		return rc;
	error_clear();
	return 0;
}

/* ==== One of them ======================================================= */

struct keep {
	char id[ID_LEN + 1];
	int round;
};

/* "<id>/<round>/<n>" */
static bool read_keep(struct keep *out, const char *ref)
{
	const char *rest = ref + strlen(KEEP_PREFIX);
	const char *slash = strchr(rest, '/');
	int64_t number = 0;

	if (!slash || slash - rest != ID_LEN)
		return false;
	memcpy(out->id, rest, ID_LEN);
	out->id[ID_LEN] = '\0';
	const char *end = strchr(slash + 1, '/');
	auto_free char *digits = end ? xmemdupz(slash + 1, end - slash - 1) :
				       NULL;
	if (!digits || !text_to_int64(&number, digits) || number < 0 ||
	    number > EVENT_ROUND_MAX)
		return false;
	out->round = (int)number;
	return id_is_valid(out->id);
}

static bool fits(const struct fsck *f, const char *ref)
{
	struct keep keep;

	return read_keep(&keep, ref) && fsck_is_open(f, keep.id, keep.round);
}

/* ==== The second look =================================================== */

enum standing { OPEN, OVER, UNKNOWN };

static int look_up(enum standing *out, struct ledger_index *index,
		   const struct keep *keep)
{
	AUTO(request) request = { 0 };
	int rc = ledger_index_find(&request, index, keep->id);

	*out = rc				     ? UNKNOWN :
	       request.round != keep->round ||
			       request_has_ended(&request) ? OVER :
							     OPEN;
	if (rc != ERR_NOTFOUND)
		return rc;
	error_clear();
	return 0;
}

static void tell(struct fsck *f, const char *ref, const struct keep *keep,
		 enum standing standing)
{
	if (standing == UNKNOWN) {
		fsck_say(f, "keep", ref, "git update-ref -d there, if nobody "
			 "wants it", "it keeps a side of a request that the "
			 "ledger does not know");
		return;
	}
	if (f->args->repair && !queue_drop_keep(f->repo, keep->id,
						keep->round)) {
		fsck_mended(f, "keep", ref, "it kept a side of a round that "
					    "is over");
		return;
	}
	error_clear();
	fsck_say(f, "keep", ref, "git bench fsck --repair removes it",
		 "it keeps a side of a round that is over");
}

/* Of the refs of one round the first is told. */
static int check(struct fsck *f, const char *ref, struct ledger_index *index,
		 struct keep *last)
{
	enum standing standing;
	struct keep keep;

	if (!read_keep(&keep, ref)) {
		fsck_say(f, "keep", ref, "git update-ref -d there, if nobody "
			 "wants it", "this ref is none that keeps a side");
		return 0;
	}
	if (!strcmp(last->id, keep.id) && last->round == keep.round)
		return 0;
	*last = keep;
	int rc = look_up(&standing, index, &keep);
	if (!rc && standing != OPEN)
		tell(f, ref, &keep, standing);
	return rc;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int look_again(struct fsck *f, const struct strlist *suspects)
{
	AUTO(ledger_index) index = { 0 };
	AUTO(strlist) now = STRLIST_INIT;
	struct keep last = { .round = -1 };
	struct oid tip = { "" };
	int rc = fsck_look_again(f);

	if (!rc)
		rc = list(&now, f);
	if (!rc)
		rc = ledger_tip(&tip, f->repo);
	if (!rc || rc == ERR_NOTFOUND)
		rc = ledger_index_open(&index, f->repo, &tip);
	strlist_sort(&now);
	for (size_t i = 0; i < suspects->nr && !rc; i++) {
		const char *ref = suspects->items[i];

		if (now.nr &&
		    bsearch(&ref, now.items, now.nr, sizeof(*now.items),
			    compare_names))
			rc = check(f, ref, &index, &last);
	}
	return rc;
}

int fsck_keeps(struct fsck *f)
{
	AUTO(strlist) suspects = STRLIST_INIT;

	f->report->refs += f->keeps.nr;
	for (size_t i = 0; i < f->keeps.nr; i++)
		if (!fits(f, f->keeps.items[i]))
			strlist_add(&suspects, f->keeps.items[i]);
	if (!suspects.nr || f->away || f->ledger_damaged)
		return 0;
	int rc = look_again(f, &suspects);
	if (!rc || rc == ERR_INTERRUPTED)
		return rc;
	fsck_say_error(f, "keep", KEEP_PREFIX,
		       "try again when the rest is in order");
	return 0;
}
