/* The reading half of history.h. */
#include "record/history.h"

#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "git/config.h"
#include "git/object.h"
#include "git/refs.h"
#include "git/tree.h"
#include "record/documents.h"
#include "record/history_name.h"

#define SAMPLES_SIZE_MAX (256 << 20)

/* What a plain clone has of a hub that it was never told of. */
static int tip_of_clone(struct oid *out, struct repo *repo)
{
	auto_free char *remote =
		config_string(repo, "bench.remote", "origin");
	auto_free char *tracking =
		xstrfmt("refs/remotes/%s/bench-history", remote);

	return refs_read(out, repo, tracking);
}

int history_tip(struct oid *out, struct repo *repo)
{
	int rc = hub_read(out, repo, HISTORY_REF);

	if (rc == ERR_NOTFOUND)
		rc = refs_read(out, repo, HISTORY_REF);
	if (rc == ERR_NOTFOUND)
		rc = tip_of_clone(out, repo);
	if (rc != ERR_NOTFOUND)
		return rc;
	fail(ERR_NOTFOUND,
	     "there are no results yet: no branch bench-history");
	fail_hint("git bench run");
	return ERR_NOTFOUND;
}

/* ==== One document ==== */

/* The blob of "path" on the branch, or of "revision:path". */
static int find_blob(struct oid *out, struct repo *repo, const char *name)
{
	const char *colon = strchr(name, ':');
	struct oid commit;
	int rc;

	if (colon) {
		auto_free char *revision = xmemdupz(name, colon - name);

		rc = commit_resolve(&commit, repo, revision);
	} else {
		rc = history_tip(&commit, repo);
	}
	return rc ? rc : tree_find(out, repo, &commit,
				   colon ? colon + 1 : name);
}

static int read_file(struct buf *out, struct repo *repo, const char *path,
		     size_t max)
{
	struct oid blob;
	int rc = find_blob(&blob, repo, path);

	return rc ? rc : blob_read(out, repo, &blob, max);
}

int history_load(struct result *out, struct repo *repo, const char *path)
{
	AUTO(buf) text = BUF_INIT;
	int rc = read_file(&text, repo, path, RESULT_SIZE_MAX);

	return rc ? rc : result_parse(out, text.ptr, text.len, path);
}

int history_load_samples(json_t **out, struct repo *repo, const char *path)
{
	const char *colon = strchr(path, ':');
	const char *inside = colon ? colon + 1 : path;
	auto_free char *samples = history_samples_path(inside);
	AUTO(buf) text = BUF_INIT;

	if (!samples)
		return fail(ERR_NOTFOUND, "%s has no samples beside it", path);
	auto_free char *full = xstrfmt("%.*s%s", (int)(inside - path), path,
				       samples);
	int rc = read_file(&text, repo, full, SAMPLES_SIZE_MAX);
	return rc ? rc : json_parse(out, text.ptr, text.len, full);
}

/* ==== All of them ==== */

/* None when there is no branch. */
static int open_documents(struct documents *out, struct repo *repo)
{
	struct oid tip;
	int rc = history_tip(&tip, repo);

	if (rc == ERR_NOTFOUND)
		return 0;
	return rc ? rc : documents_open(out, repo, &tip);
}

int history_each(struct repo *repo,
		 int (*each)(void *data, const char *path,
			     const struct result *result),
		 void *data)
{
	AUTO(documents) documents = { 0 };
	int rc = open_documents(&documents, repo);

	return rc ? rc : documents_each(&documents, each, data);
}

int history_each_newest(struct repo *repo, size_t max,
			int (*each)(void *data, const char *path,
				    const struct result *result),
			void *data)
{
	AUTO(documents) documents = { 0 };
	int rc = open_documents(&documents, repo);

	return rc ? rc : documents_each_newest(&documents, max, each, data);
}

int history_measured(struct strlist *paths, struct repo *repo,
		     const struct oid *sha, int64_t since)
{
	AUTO(documents) documents = { 0 };
	int rc = open_documents(&documents, repo);

	for (size_t i = documents.nr; i > 0; i--) {
		const struct document *document = &documents.items[i - 1];

		if (!document->problem && document->date >= since &&
		    oid_equal(&document->sha, sha))
			strlist_add(paths, document->path);
	}
	return rc;
}

int history_damaged(size_t *nr, char **example, struct repo *repo)
{
	AUTO(documents) documents = { 0 };
	int rc = open_documents(&documents, repo);

	*nr = 0;
	*example = NULL;
	for (size_t i = 0; i < documents.nr && !rc; i++) {
		const char *problem = documents.items[i].problem;

		if (!problem)
			continue;
		++*nr;
		if (!*example)
			*example = xstrdup(problem);
	}
	return rc;
}

/* ==== By request ==== */

/* The commit that brought a path: the last one whose parent lacks it. */
static int find_adding(struct oid *out, struct repo *repo,
		       const struct oid *tip, const char *path)
{
	struct oid at = *tip;

	for (;;) {
		AUTO(commit) commit = { 0 };
		struct oid blob;
		int rc = commit_read(&commit, repo, &at);

		if (rc)
			return rc;
		*out = at;
		if (!commit.nr_parents)
			return 0;
		rc = tree_find(&blob, repo, &commit.parents[0], path);
		if (rc)
			return rc == ERR_NOTFOUND ? 0 : rc;
		at = commit.parents[0];
	}
}

int history_find_request(char **path, struct oid *commit, struct repo *repo,
			 const char *request, int round)
{
	AUTO(documents) documents = { 0 };
	struct oid tip;
	int rc = history_tip(&tip, repo);

	if (!rc)
		rc = documents_open(&documents, repo, &tip);
	for (size_t i = 0; i < documents.nr && !rc; i++) {
		const struct document *document = &documents.items[i];

		if (!document->request || document->round != round ||
		    strcmp(document->request, request))
			continue;
		*path = xstrdup(document->path);
		rc = find_adding(commit, repo, &tip, document->path);
		if (rc)
			free(STEAL(*path));
		return rc;
	}
	return rc ? rc :
		    fail(ERR_NOTFOUND, "there is no result of request %s, "
				       "round %d",
			 request, round);
}
