#include "record/fsck_state.h"

#include <poll.h>
#include <stdarg.h>
#include <string.h>

#include "base/error.h"
#include "git/revision.h"
#include "record/epoch.h"
#include "record/history.h"
#include "record/ledger.h"

#define MOMENT 1000 /* milliseconds */

/* ==== Telling =========================================================== */

static void tell(struct fsck *f, const struct fsck_problem *problem)
{
	f->report->problems++;
	f->report->mended += problem->mended;
	f->args->each(f->args->data, problem);
}

void fsck_say(struct fsck *f, const char *kind, const char *where,
	      const char *mend, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *what = xstrvfmt(fmt, ap);
	va_end(ap);
	tell(f, &(struct fsck_problem){ kind, where, what, mend, false });
}

void fsck_mended(struct fsck *f, const char *kind, const char *where,
		 const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *what = xstrvfmt(fmt, ap);
	va_end(ap);
	tell(f, &(struct fsck_problem){ kind, where, what, "it was removed",
					true });
}

void fsck_say_error(struct fsck *f, const char *kind, const char *where,
		    const char *mend)
{
	auto_free char *what = xstrdup(error_message());

	error_clear();
	fsck_say(f, kind, where, mend, "%s", what);
}

/* ==== Finding =========================================================== */

static int compare_ids(const void *a, const void *b)
{
	return strcmp(((const struct fsck_request *)a)->id,
		      ((const struct fsck_request *)b)->id);
}

const struct fsck_request *fsck_find(const struct fsck *f, const char *id)
{
	struct fsck_request key = { .round = 0 };

	if (!f->nr_requests || !id_is_valid(id))
		return NULL;
	memcpy(key.id, id, sizeof(key.id));
	return bsearch(&key, f->requests, f->nr_requests,
		       sizeof(*f->requests), compare_ids);
}

bool fsck_may_hide(const struct fsck *f, const char *id)
{
	return f->ledger_damaged ||
	       (f->report->newer && !fsck_find(f, id));
}

bool fsck_is_open(const struct fsck *f, const char *id, int round)
{
	const struct fsck_request *request = fsck_find(f, id);

	return request && request->round == round && !request->ended;
}

int fsck_look_again(struct fsck *f)
{
	if (f->again || f->away)
		return 0;
	f->again = true;
	poll(NULL, 0, MOMENT);
	return hub_pull(&f->hub, NULL);
}

/* ==== The beginning ===================================================== */

int fsck_root(struct fsck *f, const char *ref, const struct oid *tip,
	      int (*first)(struct oid *out, struct repo *repo),
	      const char *mend)
{
	AUTO(strlist) roots = STRLIST_INIT;
	struct oid usual;
	int64_t epoch;
	int rc = epoch_read(&epoch, f->repo, tip);

	if (!rc && (epoch || repo_is_shallow(f->repo)))
		return 0;
	if (!rc)
		rc = commit_roots(&roots, f->repo, tip);
	if (rc) {
		fsck_say_error(f, "root", ref, FSCK_FETCH_AGAIN);
		return 0;
	}
	rc = first(&usual, f->repo);
	if (!rc && !strlist_has(&roots, usual.hex))
		fsck_say(f, "root", ref, mend,
			 "its first commit is not that of all the others");
	return rc;
}

/* ==== The whole ========================================================= */

static void fsck_release(struct fsck *f)
{
	for (size_t i = 0; i < f->nr_events; i++)
		free(f->events[i].path);
	free(f->events);
	free(f->requests);
	claims_release(&f->claims);
	strlist_release(&f->keeps);
	documents_release(&f->documents);
	hub_release(&f->hub);
}

static int tip(struct oid *out, int rc)
{
	if (rc != ERR_NOTFOUND)
		return rc;
	error_clear();
	*out = (struct oid){ "" };
	return 0;
}

/* One that is away is one problem; the rest is looked at. */
static int look_at_hub(struct fsck *f)
{
	int rc = hub_pull(&f->hub, &f->report->notice);

	if (!rc || rc == ERR_INTERRUPTED)
		return rc;
	auto_free char *place = remote_shown(&f->hub.remote);
	auto_free char *mend = xstrdup(*error_hint() ?
					       error_hint() :
					       "what follows is as last seen");
	f->away = true;
	fsck_say_error(f, "hub", place, mend);
	return 0;
}

void fsck_report_release(struct fsck_report *report)
{
	free(report->notice);
}

int fsck(struct fsck_report *out, struct repo *repo,
	 const struct fsck_args *args)
{
	AUTO(fsck) f = { .repo = repo, .args = args, .report = out };
	int rc = hub_open(&f.hub, repo);

	*out = (struct fsck_report){ 0 };
	if (!rc)
		rc = fsck_keeps_list(&f);
	if (!rc)
		rc = look_at_hub(&f);
	if (!rc)
		rc = claims_read(&f.claims, repo);
	if (!rc)
		rc = tip(&f.ledger, ledger_tip(&f.ledger, repo));
	if (!rc)
		rc = fsck_ledger(&f);
	if (!rc)
		rc = fsck_rounds(&f);
	if (!rc)
		rc = tip(&f.history, history_tip(&f.history, repo));
	if (!rc)
		rc = fsck_history(&f);
	if (!rc)
		rc = fsck_refs(&f);
	if (!rc)
		rc = fsck_keeps(&f);
	if (!rc)
		rc = fsck_local(&f);
	return rc ? rc : fsck_store(&f);
}
