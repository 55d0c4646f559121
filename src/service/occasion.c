#include "service/occasion.h"

#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "git/object.h"
#include "record/history.h"
#include "service/ask.h"
#include "service/cell.h"

/* ==== One cell ========================================================== */

static void replace(char **text, const char *by)
{
	free(*text);
	*text = xstrdup_or_null(by);
}

/* What does not come from what people type. */
static void stamp(struct request *request, const struct cell *cell)
{
	const struct occasion *o = cell->o;

	replace(&request->ref, cell->ref);
	replace(&request->sides[request->nr_sides - 1].ref, cell->ref);
	replace(&request->schedule, o->schedule->name);
	if (o->by_hand)
		return;
	free(request->by);
	request->by = xstrfmt("schedule %s", o->schedule->name);
	request->at = o->slot;
}

/* For each pool one, with an id that whoever looks will find. */
static int add_for_pools(struct bundle *out, const struct request *request,
			 const struct cell *cell)
{
	const struct strlist *pools = &cell->o->schedule->pools;
	const struct strlist none = STRLIST_INIT;
	size_t first = out->nr;
	int rc = bundle_add(out, request, pools, &none);

	for (size_t i = first; !rc && !cell->o->by_hand && i < out->nr; i++) {
		struct request *member = &out->items[i];

		free(member->id);
		member->id = cell_derive(cell, "schedule", member->pool);
		if (!member->group)
			continue;
		free(member->group);
		member->group = cell_derive(cell, "group", NULL);
	}
	return rc;
}

static int add_cell(struct bundle *out, struct cell *cell)
{
	const struct schedule *schedule = cell->o->schedule;
	auto_free char *base = NULL;
	AUTO(request) request = { 0 };

	int rc = cell_find_variant(cell);
	if (rc)
		return rc;
	if (!cell->o->by_hand && cell_is_done(cell))
		return 0;
	rc = cell_find_base(&base, cell);
	if (rc)
		return rc;
	const struct ask ask = {
		.revision = cell->head.oid.hex,
		.suite = cell->suite->name,
		.variant = schedule->variant,
		.base = base,
		.no_base = !base,
		.versus = &schedule->versus,
		.filter = schedule->filter,
		.priority = schedule->priority,
		.samples = schedule->samples,
		.fresh = true,
	};
	rc = ask_request(&request, cell->o->repo, cell->o->suites, &ask);
	if (rc)
		return rc;
	stamp(&request, cell);
	return add_for_pools(out, &request, cell);
}

/* ==== All of them ======================================================= */

static void add_problem(struct strlist *problems, const struct occasion *o,
			const char *ref)
{
	strlist_addf(problems, "schedule %s, %s: %s", o->schedule->name, ref,
		     error_message());
	error_clear();
}

static bool is_too_old(const struct cell *cell)
{
	double most = cell->o->schedule->max_age;

	if (most < 0)
		most = cell->by_pattern ? OCCASION_MAX_AGE : 0;
	return most > 0 &&
	       (double)(cell->o->slot - cell->head.committer.when) > most;
}

static int add_suite(struct bundle *out, const struct occasion *o,
		     const struct remote_ref *tip, bool by_pattern,
		     const char *suite)
{
	AUTO(cell) cell = { .o = o, .ref = tip->name,
			    .by_pattern = by_pattern };
	struct oid head;
	int rc = suites_find(&cell.suite, o->suites, suite);

	/* A tag is a name for a commit, too. */
	if (!rc)
		rc = commit_resolve(&head, o->repo, tip->oid.hex);
	if (!rc)
		rc = commit_read(&cell.head, o->repo, &head);
	if (rc || is_too_old(&cell))
		return rc;
	return add_cell(out, &cell);
}

static int add_ref(struct bundle *out, struct strlist *problems,
		   const struct occasion *o, const struct remote_ref *tip,
		   bool by_pattern)
{
	const struct strlist *suites = &o->schedule->suites;
	size_t nr = suites->nr ? suites->nr : 1;

	for (size_t i = 0; i < nr; i++) {
		int rc = add_suite(out, o, tip, by_pattern,
				   suites->nr ? suites->items[i] : NULL);

		if (rc == ERR_OFFLINE || rc == ERR_INTERRUPTED)
			return rc;
		if (rc)
			add_problem(problems, o, tip->name);
	}
	return 0;
}

static void add_name(struct strlist *names, const char *ref)
{
	size_t len = strcspn(ref, "*");

	if (!ref[len]) {
		strlist_add(names, ref);
		return;
	}
	while (len && ref[len - 1] != '/')
		len--;
	strlist_take(names, xmemdupz(ref, len));
}

static int add_named(struct bundle *out, struct strlist *problems,
		     const struct occasion *o,
		     const struct remote_refs *refs, const char *ref)
{
	const struct oid *tip = remote_refs_find(refs, ref);

	if (tip) {
		const struct remote_ref named = { (char *)ref, *tip };

		return add_ref(out, problems, o, &named, false);
	}
	fail(ERR_NOTFOUND, "there is no such ref");
	add_problem(problems, o, ref);
	return 0;
}

/* Where only branches may be pushed, the queue stands among them. */
static bool is_queue(const char *ref)
{
	static const char *const own[] = {
		HISTORY_REF,
		"refs/heads/bench-claims/",
		"refs/heads/bench-keep/",
		"refs/heads/bench-runners/",
		"refs/heads/bench-orders/",
		"refs/heads/bench-notes",
	};

	for (size_t i = 0; i < ARRAY_SIZE(own); i++)
		if (text_starts_with(ref, own[i]))
			return true;
	return false;
}

static int add_fitting(struct bundle *out, struct strlist *problems,
		       const struct occasion *o,
		       const struct remote_refs *refs, const char *pattern)
{
	size_t nr = 0;
	int rc = 0;

	for (size_t i = 0; !rc && i < refs->nr; i++) {
		const char *name = refs->items[i].name;

		if (is_queue(name) || !schedule_ref_fits(pattern, name))
			continue;
		if (++nr > OCCASION_REFS_MAX) {
			fail(ERR_REFUSED, "more than %d refs fit",
			     OCCASION_REFS_MAX);
			add_problem(problems, o, pattern);
			break;
		}
		rc = add_ref(out, problems, o, &refs->items[i], true);
	}
	return rc;
}

int occasion_requests(struct bundle *out, struct strlist *problems,
		      const struct occasion *o)
{
	AUTO(strlist) wanted = STRLIST_INIT;
	AUTO(strlist) names = STRLIST_INIT;
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;

	for (size_t i = 0; i < o->schedule->refs.nr; i++)
		strlist_add(&wanted, o->schedule->refs.items[i]);
	if (!wanted.nr)
		strlist_add(&wanted, o->source->branch);
	for (size_t i = 0; i < wanted.nr; i++)
		add_name(&names, wanted.items[i]);
	int rc = source_look(&refs, o->source, &names);
	for (size_t i = 0; !rc && i < wanted.nr; i++) {
		const char *ref = wanted.items[i];

		rc = schedule_ref_is_pattern(ref) ?
			     add_fitting(out, problems, o, &refs, ref) :
			     add_named(out, problems, o, &refs, ref);
	}
	return rc;
}
