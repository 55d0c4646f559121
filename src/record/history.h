/*
 * history - refs/heads/bench-history: result documents, one commit each.
 *
 * Only appended. The first commits have a fixed author, date and message, so
 * that clones which begin apart share them. A clone that has the branch only
 * as its remote's reads that one, and begins its own there.
 *
 * The branch may be checked out: then it is moved together with the files
 * of that work tree, and not at all while changes there are in the way.
 */
#ifndef RECORD_HISTORY_H
#define RECORD_HISTORY_H

#include <stdint.h>

#include "base/strlist.h"
#include "git/repo.h"
#include "record/publication.h"
#include "record/result.h"

#define HISTORY_REF "refs/heads/bench-history"

/* Where a document came to stand. */
struct history_entry {
	char *path;	   /* "bench/history/2026-11-30-0123456789.json" */
	struct oid commit; /* of the branch */
};
void history_entry_release(struct history_entry *entry);

struct history_append {
	const struct result *result;
	json_t *samples;    /* bench/samples/<name>; NULL: none */
	/* Files by name in artifact_dir: bench/artifacts/<stem>/<file>. */
	const char *artifact_dir;
	const struct strlist *artifacts; /* NULL: none */
	bool default_branch; /* the head is on it: latest.json moves too */
	const char *runner; /* name for the trailer */
};
/*
 * Names the document for the tip as it is, commits, moves the branch; tries
 * again when another writer was faster. A document with the same request
 * and round on the branch already is not written twice: its entry comes
 * back with *existed true. ERR_REFUSED when the branch is checked out and
 * changes there are in the way: the hint says how to go on.
 */
int history_append(struct history_entry *out, bool *existed,
		   struct repo *repo, const struct history_append *what);
/*
 * The same as part of a larger publication: names the document for the tip
 * as it is, and adds the branch's move. With *existed nothing is added.
 */
int history_prepare(struct publication *pub, struct history_entry *out,
		    bool *existed, const struct history_append *what);
/*
 * The commit that history_append() would make on top of `tip`, without
 * moving the branch.
 */
int history_extend(struct history_entry *out, struct repo *repo,
		   const struct oid *tip, const struct history_append *what);
/* Makes the first commits if there is no branch. */
int history_init(struct repo *repo);
/* The very first of them, written without moving any ref. */
int history_first(struct oid *out, struct repo *repo);
/*
 * In a shared hub the remote's, as last seen. ERR_NOTFOUND, with a sentence
 * for people, when there is no branch.
 */
int history_tip(struct oid *out, struct repo *repo);

/*
 * The document at a path of the branch, or of `git show`'s REV:PATH kind;
 * with `extra`.
 */
int history_load(struct result *out, struct repo *repo, const char *path);
/*
 * Which document is meant: a path, a file name, "latest" (by date), a
 * revision that was measured (its newest result), or the beginning of a
 * request's id (4 digits at least; its newest round), also of one that an
 * older result has answered. Owned path.
 */
int history_resolve(char **path, struct repo *repo, const char *name);
/*
 * The document of a request's round, and the branch's commit that added it;
 * ERR_NOTFOUND when there is none. `path` is owned by the caller.
 */
int history_find_request(char **path, struct oid *commit, struct repo *repo,
			 const char *request, int round);
/*
 * Every document, oldest first by its date, through the index and without
 * `extra`; none when there is no branch. What cannot be read is left out:
 * history_damaged() tells.
 */
int history_each(struct repo *repo,
		 int (*each)(void *data, const char *path,
			     const struct result *result),
		 void *data);
/*
 * At most `max` of them, the newest first; non-zero from `each` ends it and
 * comes back.
 */
int history_each_newest(struct repo *repo, size_t max,
			int (*each)(void *data, const char *path,
				    const struct result *result),
			void *data);
/*
 * Paths of the documents that can be read, have the head `sha` and were
 * measured at `since` or later; the newest first, none without a branch.
 */
int history_measured(struct strlist *paths, struct repo *repo,
		     const struct oid *sha, int64_t since);
/* How many cannot be read, and why the first cannot (NULL: none); owned. */
int history_damaged(size_t *nr, char **example, struct repo *repo);
/* The samples behind the document at `path`; ERR_NOTFOUND. */
int history_load_samples(json_t **out, struct repo *repo, const char *path);

#endif
