/*
 * bundle - the requests of one wish, which are added together or not at all.
 *
 * Asked for in several places (pools, runners), the same sides become a
 * request for each, with ids of their own and a common group, so that
 * reports can show them side by side.
 *
 *	AUTO(bundle) bundle = { 0 };
 *	rc = ask_request(&request, repo, &suites, &ask);
 *	rc = bundle_add(&bundle, &request, &pools, &runners);	each revision
 *	rc = bundle_heed_budget(&bundle, repo);
 *	rc = queue_add(repo, bundle.items, bundle.nr);
 */
#ifndef SERVICE_BUNDLE_H
#define SERVICE_BUNDLE_H

#include "base/strlist.h"
#include "git/repo.h"
#include "record/request.h"

struct bundle {
	struct request *items;
	size_t nr;
	size_t cap;
};

/*
 * Adds the request once for each pool and each runner, or just once where
 * neither is named. Leaves `request` to its owner. ERR_USAGE when one of
 * them is no name.
 */
int bundle_add(struct bundle *bundle, const struct request *request,
	      const struct strlist *pools, const struct strlist *runners);
/*
 * Holds them against their requesters' budgets (budget.h): what would be too
 * much needs an approval, or all are ERR_REFUSED, with the reason.
 */
int bundle_heed_budget(struct bundle *bundle, struct repo *repo);
void bundle_release(struct bundle *bundle);

#endif
