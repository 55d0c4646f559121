#include "service/mainline.h"

#include <string.h>

#include "base/error.h"
#include "git/refs.h"
#include "git/revision.h"

void mainline_init(struct mainline *out, struct repo *repo)
{
	*out = (struct mainline){ .repo = repo };
	if (default_branch(&out->branch, repo) ||
	    refs_read(&out->tip, repo, out->branch)) {
		mainline_release(out);
		error_clear();
	}
}

bool mainline_has(const struct mainline *mainline,
		  const struct result *result)
{
	bool is_ancestor = false;

	if (!mainline->branch || result->pr)
		return false;
	/* As it was measured: no walk through the history is needed. */
	if (result->ref && !strcmp(result->ref, mainline->branch))
		return true;
	if (commit_is_ancestor(&is_ancestor, mainline->repo,
			       &result_head(result)->sha, &mainline->tip))
		error_clear();
	return is_ancestor;
}

void mainline_release(struct mainline *mainline)
{
	free(mainline->branch);
	mainline->branch = NULL;
}
