#include "service/occasion.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"
#include "git/object.h"
#include "record/history.h"
#include "record/ledger.h"
#include "record/predecessor.h"
#include "service/ask.h"

/* One ref and one suite of it. */
struct cell {
	const struct occasion *o;
	const char *ref; /* whole */
	bool by_pattern;
	struct commit head;
	const struct suite *suite;
	char *variant; /* of the head, as results spell it; NULL: none */
};

static void cell_release(struct cell *cell)
{
	commit_release(&cell->head);
	free(cell->variant);
}

/* ==== Ids =============================================================== */

static char *derive(const struct cell *cell, const char *kind,
		    const char *pool)
{
	const struct occasion *o = cell->o;
	auto_free char *slot = clock_format(o->slot);
	const char *const source[] = {
		kind,
		o->schedule->name,
		cell->by_pattern ? cell->head.oid.hex : slot,
		cell->ref,
		cell->suite->name,
		pool ? pool : "",
		NULL,
	};

	return request_id_derive(source);
}

/* Has the ledger the request for that pool, whatever became of it? */
static bool is_known(const struct cell *cell, const char *pool)
{
	auto_free char *id = derive(cell, "schedule", pool);
	struct oid tip;
	bool known = false;

	if (!ledger_tip(&tip, cell->o->repo))
		ledger_knows(&known, cell->o->repo, &tip, id);
	error_clear();
	return known;
}

static bool are_known(const struct cell *cell)
{
	const struct strlist *pools = &cell->o->schedule->pools;

	for (size_t i = 0; i < pools->nr; i++)
		if (!is_known(cell, pools->items[i]))
			return false;
	return pools->nr || is_known(cell, NULL);
}

/* ==== Was it done by hand since? ======================================== */

static bool is_since(const struct cell *cell, const struct request *request)
{
	return request->at >= cell->o->slot && request->schedule &&
	       request->ref &&
	       !strcmp(request->schedule, cell->o->schedule->name) &&
	       !strcmp(request->suite, cell->suite->name) &&
	       !strcmp(request->ref, cell->ref);
}

static bool is_open_since(const struct cell *cell)
{
	AUTO(ledger) ledger = { 0 };

	if (ledger_read(&ledger, cell->o->repo, LEDGER_LIVE)) {
		error_clear();
		return false;
	}
	for (size_t i = 0; i < ledger.nr; i++)
		if (is_since(cell, &ledger.requests[i]))
			return true;
	return false;
}

static int newest_result(char **path, struct oid *head,
			 const struct cell *cell)
{
	const struct series series = {
		.schedule = cell->o->schedule->name,
		.suite = cell->suite->name,
		.ref = cell->ref,
		.variant = cell->variant,
	};

	return predecessor_find(path, head, cell->o->repo, &series);
}

static bool has_result_since(const struct cell *cell)
{
	auto_free char *path = NULL;
	AUTO(result) result = RESULT_INIT;
	AUTO(request) request = { 0 };
	struct oid head;
	bool since = !newest_result(&path, &head, cell) &&
		     !history_load(&result, cell->o->repo, path) &&
		     result.request &&
		     !ledger_find(&request, cell->o->repo, result.request) &&
		     is_since(cell, &request);

	error_clear();
	return since;
}

/* ==== What the head is compared with ==================================== */

static enum schedule_base base_kind(const struct cell *cell)
{
	enum schedule_base kind = cell->o->schedule->base_kind;

	if (kind != SCHEDULE_BASE_USUAL)
		return kind;
	return !cell->suite->base_default ? SCHEDULE_BASE_NONE :
	       cell->by_pattern		  ? SCHEDULE_BASE_MERGE :
					    SCHEDULE_BASE_PREVIOUS;
}

/* *found false: nothing to compare with. */
static int find_previous(bool *found, struct oid *out,
			 const struct cell *cell)
{
	auto_free char *path = NULL;
	int rc = newest_result(&path, out, cell);

	*found = !rc && !oid_equal(out, &cell->head.oid) &&
		 source_has_commit(cell->o->source, out);
	return rc == ERR_NOTFOUND ? 0 : rc;
}

static int find_parent(bool *found, struct oid *out, const struct cell *cell)
{
	*found = cell->head.nr_parents > 0;
	if (!*found)
		return 0;
	*out = cell->head.parents[0];
	return source_has_commit(cell->o->source, out) ?
		       0 :
		       fail(ERR_NOTFOUND, "its parent %.10s cannot be had",
			    out->hex);
}

static int find_merge_base(bool *found, struct oid *out,
			   const struct cell *cell)
{
	const struct source *source = cell->o->source;
	AUTO(strlist) names = STRLIST_INIT;
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;

	strlist_add(&names, source->branch);
	int rc = source_look(&refs, source, &names);
	const struct oid *tip = remote_refs_find(&refs, source->branch);
	if (!rc && !tip)
		rc = fail(ERR_NOTFOUND, "there is no %s", source->branch);
	if (!rc)
		rc = commit_merge_base(out, cell->o->repo, &cell->head.oid,
				       tip);
	if (!rc && oid_equal(out, &cell->head.oid))
		return find_parent(found, out, cell);
	*found = !rc;
	return rc;
}

/* As --base takes it, in the head's variant; NULL: none. Owned. */
static int find_base(char **out, const struct cell *cell)
{
	const char *variant = cell->variant ? cell->variant : "";
	bool comma = *variant && *variant != '+';
	bool found = false;
	struct oid oid;
	int rc = 0;

	*out = NULL;
	switch (base_kind(cell)) {
	case SCHEDULE_BASE_USUAL:
	case SCHEDULE_BASE_NONE:
		return 0;
	case SCHEDULE_BASE_SIDE:
		*out = xstrdup(cell->o->schedule->base);
		return 0;
	case SCHEDULE_BASE_PREVIOUS:
		rc = find_previous(&found, &oid, cell);
		break;
	case SCHEDULE_BASE_PARENT:
		rc = find_parent(&found, &oid, cell);
		break;
	case SCHEDULE_BASE_MERGE:
		rc = find_merge_base(&found, &oid, cell);
		break;
	}
	if (!rc && found)
		*out = xstrfmt("%s%s%s", oid.hex, comma ? "," : "", variant);
	return rc;
}

/* ==== One cell ========================================================== */

/* The variant that the head is built in, of a sweep the last. */
static int find_variant(struct cell *cell)
{
	struct variant *variants = NULL;
	size_t nr = 0;
	int rc = suites_variants(&variants, &nr, cell->o->suites, cell->suite,
				 cell->o->schedule->variant);

	if (!rc && nr && *variants[nr - 1].name)
		cell->variant = xstrdup(variants[nr - 1].name);
	variants_free(variants, nr);
	return rc;
}

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
		member->id = derive(cell, "schedule", member->pool);
		if (!member->group)
			continue;
		free(member->group);
		member->group = derive(cell, "group", NULL);
	}
	return rc;
}

static int add_cell(struct bundle *out, struct cell *cell)
{
	const struct schedule *schedule = cell->o->schedule;
	auto_free char *base = NULL;
	AUTO(request) request = { 0 };

	int rc = find_variant(cell);
	if (rc)
		return rc;
	if (!cell->o->by_hand &&
	    (are_known(cell) ||
	     (!cell->by_pattern &&
	      (is_open_since(cell) || has_result_since(cell)))))
		return 0;
	rc = find_base(&base, cell);
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

static int add_fitting(struct bundle *out, struct strlist *problems,
		       const struct occasion *o,
		       const struct remote_refs *refs, const char *pattern)
{
	int rc = 0;

	for (size_t i = 0; !rc && i < refs->nr; i++)
		if (schedule_ref_fits(pattern, refs->items[i].name))
			rc = add_ref(out, problems, o, &refs->items[i], true);
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
