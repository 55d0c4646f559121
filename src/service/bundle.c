#include "service/bundle.h"

#include "base/error.h"
#include "base/id.h"
#include "record/face.h"
#include "service/budget.h"
#include "service/reuse.h"

static int check_names(const struct strlist *names, const char *what)
{
	for (size_t i = 0; i < names->nr; i++) {
		if (face_is_name(names->items[i]))
			continue;
		fail(ERR_USAGE, "'%.80s' is no name for a %s", names->items[i],
		     what);
		fail_hint("at most %d letters, digits, '.', '_' and '-'",
			  FACE_NAME_MAX);
		return ERR_USAGE;
	}
	return 0;
}

static struct request *add_copy(struct bundle *bundle,
				const struct request *request)
{
	ARRAY_GROW(bundle->items, bundle->nr + 1, bundle->cap);
	struct request *copy = &bundle->items[bundle->nr++];

	request_copy(copy, request);
	return copy;
}

/* One for a place; the others of its group are for other places. */
static struct request *add_member(struct bundle *bundle,
				  const struct request *request,
				  const char *group)
{
	struct request *member = add_copy(bundle, request);

	free(member->id);
	member->id = id_random();
	free(member->group);
	member->group = xstrdup_or_null(group);
	return member;
}

int bundle_add(struct bundle *bundle, const struct request *request,
	      const struct strlist *pools, const struct strlist *runners)
{
	size_t places = pools->nr + runners->nr;
	auto_free char *group = places > 1 ? id_random() : NULL;
	int rc = check_names(pools, "pool");

	if (!rc)
		rc = check_names(runners, "runner");
	if (rc)
		return rc;
	if (!places)
		add_copy(bundle, request);
	for (size_t i = 0; i < pools->nr; i++)
		add_member(bundle, request, group)->pool =
			xstrdup(pools->items[i]);
	for (size_t i = 0; i < runners->nr; i++)
		add_member(bundle, request, group)->runner =
			xstrdup(runners->items[i]);
	return 0;
}

static int refuse(const struct budget *budget)
{
	fail(ERR_REFUSED, "%s", budget->sentence);
	fail_hint("bench.overBudget = approve would let somebody approve it");
	return ERR_REFUSED;
}

int bundle_heed_budget(struct bundle *bundle, struct repo *repo)
{
	double more = 0;

	for (size_t i = 0; i < bundle->nr; i++) {
		struct request *request = &bundle->items[i];
		AUTO(budget) budget = { 0 };
		AUTO(reuse) reuse = REUSE_INIT;
		int rc = reuse_find(&reuse, repo, request, NULL);

		/* An older result costs nothing; a runner that has none for
		 * its machine holds the request against the budget itself. */
		if (!rc && !reuse.path)
			rc = budget_check(&budget, repo, request, more);
		if (rc)
			return rc;
		if (budget.exceeded && budget.refuse)
			return refuse(&budget);
		more += budget.wanted;
		if (!budget.exceeded)
			continue;
		request->needs_approval = true;
		request->state = REQUEST_UNAPPROVED;
		request->why = STEAL(budget.sentence);
	}
	return 0;
}

void bundle_release(struct bundle *bundle)
{
	for (size_t i = 0; i < bundle->nr; i++)
		request_release(&bundle->items[i]);
	free(bundle->items);
	*bundle = (struct bundle){ 0 };
}
