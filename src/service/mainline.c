#include "service/mainline.h"

#include <string.h>

#include "base/error.h"
#include "git/refs.h"
#include "git/revision.h"
#include "service/source.h"

void mainline_init(struct mainline *out, struct repo *repo)
{
	*out = (struct mainline){ .repo = repo };
	if (default_branch(&out->branch, repo) ||
	    refs_read(&out->tip, repo, out->branch)) {
		mainline_release(out);
		error_clear();
		return;
	}
	out->branch_there = source_name(out->branch);
}

/* As it was measured: no walk through the history is needed. */
static bool is_by_name(const struct mainline *mainline,
		       const struct result *result)
{
	if (!result->ref)
		return false;
	/* A schedule measures what the remote has: ours may be older. */
	return !strcmp(result->ref, mainline->branch) ||
	       (result->schedule &&
		!strcmp(result->ref, mainline->branch_there));
}

bool mainline_has(const struct mainline *mainline,
		  const struct result *result)
{
	bool is_ancestor = false;

	if (!mainline->branch || result->pr)
		return false;
	if (is_by_name(mainline, result))
		return true;
	if (commit_is_ancestor(&is_ancestor, mainline->repo,
			       &result_head(result)->sha, &mainline->tip))
		error_clear();
	return is_ancestor;
}

void mainline_release(struct mainline *mainline)
{
	free(mainline->branch);
	free(mainline->branch_there);
	mainline->branch = mainline->branch_there = NULL;
}
