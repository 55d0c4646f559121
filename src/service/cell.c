#include "service/cell.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "record/history.h"
#include "record/ledger.h"
#include "record/predecessor.h"

int cell_find_variant(struct cell *cell)
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

/* ==== Ids =============================================================== */

char *cell_derive(const struct cell *cell, const char *kind,
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
	auto_free char *id = cell_derive(cell, "schedule", pool);
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

bool cell_is_done(const struct cell *cell)
{
	return are_known(cell) ||
	       (!cell->by_pattern &&
		(is_open_since(cell) || has_result_since(cell)));
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
	struct oid tip;
	int rc = source_tip(&tip, cell->o->source);

	if (!rc)
		rc = commit_merge_base(out, cell->o->repo, &cell->head.oid,
				       &tip);
	if (!rc && oid_equal(out, &cell->head.oid))
		return find_parent(found, out, cell);
	*found = !rc;
	return rc;
}

int cell_find_base(char **out, const struct cell *cell)
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

void cell_release(struct cell *cell)
{
	commit_release(&cell->head);
	free(cell->variant);
}
