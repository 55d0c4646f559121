#include "record/offer.h"

#include <string.h>

bool offer_fits(const char *runner, const struct strlist *labels,
		const struct request *request)
{
	if (request->runner && strcmp(request->runner, runner))
		return false;
	return !request->pool || strlist_has(labels, request->pool);
}

char *offer_obstacle(const struct faces *faces, int64_t not_before,
		     const struct request *request)
{
	bool named = false; /* the runner that it asks for was seen */

	if (!request->pool && !request->runner)
		return NULL;
	for (size_t i = 0; i < faces->nr; i++) {
		const struct face *face = &faces->items[i];

		if (face->at < not_before)
			continue;
		if (offer_fits(face->name, &face->labels, request))
			return NULL;
		named |= request->runner &&
			 !strcmp(request->runner, face->name);
	}
	if (!request->runner)
		return xstrfmt("no runner offers pool '%s'", request->pool);
	if (named)
		return xstrfmt("runner '%s' does not offer pool '%s'",
			       request->runner, request->pool);
	return xstrfmt("there is no runner '%s'", request->runner);
}
