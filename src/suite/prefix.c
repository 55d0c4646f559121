#include "suite/prefix.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "suite/buildstore.h"

char *prefix_path(struct repo *repo)
{
	return xstrfmt("%s/builds/prefix", repo_cache_dir(repo));
}

int prefix_take(struct prefix *out, struct repo *repo, const char *dir)
{
	*out = (struct prefix){ .path = prefix_path(repo), .lock = -1 };
	auto_free char *above = xstrfmt("%s/builds", repo_cache_dir(repo));
	int rc = file_mkdir_p(above);

	if (!rc)
		rc = buildstore_lock(&out->lock, out->path, true, true, NULL,
				     NULL);
	if (!rc && unlink(out->path) && errno != ENOENT)
		rc = fail_errno("cannot remove %s", out->path);
	if (!rc && symlink(dir, out->path))
		rc = fail_errno("cannot make the link %s", out->path);
	if (rc)
		prefix_release(out);
	return rc;
}

void prefix_release(struct prefix *prefix)
{
	if (prefix->lock >= 0) {
		/* A path that means nothing beats one that means another. */
		unlink(prefix->path);
		close(prefix->lock);
	}
	free(prefix->path);
	*prefix = (struct prefix)PREFIX_INIT;
}
