/*
 * sources - the suite's own sources at one pinned commit: a Sandmark
 * repository by path or URL, never the user's working files.
 *
 *	AUTO(sources) s = { 0 };
 *	int rc = sources_open(&s, repo, "../sandmark", NULL);
 *	rc = sources_read(&text, &s, "run_config.json");
 *	rc = sources_lay_out(&absent, &s, dir);
 *
 * A URL is cloned, bare, into the cache of the repository under test, and
 * fetched again when the pinned commit is not there or pinned by a name.
 */
#ifndef SUITE_SOURCES_H
#define SUITE_SOURCES_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/strlist.h"
#include "git/repo.h"

struct sources {
	struct repo *repo;
	struct oid commit;
};

/* "https://…", "ssh://…", "user@host:path", "file://…"? */
bool sources_is_url(const char *where);
/* A path as the configuration means it: "~/x", "/x", or from the top. */
char *sources_path(struct repo *repo, const char *where);
/*
 * `where`: a URL, or a path, relative to the top of `repo`'s working files
 * (its git folder when it is bare). `revision` NULL (paths only): HEAD.
 * ERR_NOTFOUND when there is no such repository or revision, ERR_OFFLINE
 * when a URL cannot be fetched.
 */
int sources_open(struct sources *out, struct repo *repo, const char *where,
		  const char *revision);
/* Appends a file of the commit; ERR_NOTFOUND when it has none. */
int sources_read(struct buf *out, const struct sources *sources,
		  const char *path);
/*
 * Writes all its files into `dir`, which must not exist. Mirrors without
 * large files exist: the paths of blobs that are not in the repository are
 * added to `absent`, which is no error.
 */
int sources_lay_out(struct strlist *absent, const struct sources *sources,
		     const char *dir);
void sources_release(struct sources *sources);

#endif
