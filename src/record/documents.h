/*
 * documents - the result documents of the history, through an index.
 *
 * What was read once is kept by the name of its blob: content never changes
 * under a name, so the index is never stale, however the branch is moved.
 * Documents that cannot be read are known too, with the reason.
 *
 *	AUTO(documents) docs;
 *	rc = documents_open(&docs, repo, &tip);
 *	rc = documents_each(&docs, each, data);
 */
#ifndef RECORD_DOCUMENTS_H
#define RECORD_DOCUMENTS_H

#include "base/arena.h"
#include "git/repo.h"
#include "record/index.h"
#include "record/result.h"

#define DOCUMENTS_DIR "bench/history"

struct document {
	char *path;
	struct oid blob;
	int64_t date;  /* end of measuring */
	struct oid sha; /* the head that was measured */
	char *request; /* NULL: none */
	int round;
	char *problem; /* why it cannot be read; NULL: it can */
	struct result *result; /* kept for documents_each(), or NULL */
};

struct documents {
	struct repo *repo;
	struct index *index;
	struct document *items; /* oldest first, by date */
	size_t nr;
	size_t cap;
	struct arena kept; /* what each `result` consists of */
};

/* `tip`: a commit of the branch. */
int documents_open(struct documents *out, struct repo *repo,
		   const struct oid *tip);
/*
 * Each that can be read, oldest first, without `extra`; stops on non-zero.
 * `path` and `result` are lent for the call.
 */
int documents_each(struct documents *documents,
		   int (*each)(void *data, const char *path,
			       const struct result *result),
		   void *data);
/* The same backwards, from the newest on, at most `max` of them. */
int documents_each_newest(struct documents *documents, size_t max,
			  int (*each)(void *data, const char *path,
				      const struct result *result),
			  void *data);
void documents_release(struct documents *documents);

#endif
