/* From what people type to a document: see history_resolve(). */
#include "record/history.h"

#include <string.h>

#include "base/error.h"
#include "base/id.h"
#include "base/json.h"
#include "base/text.h"
#include "git/object.h"
#include "git/tree.h"
#include "record/documents.h"
#include "record/ledger.h"

#define PREFIX_MIN 4

static bool is_hex_prefix(const char *name, size_t max)
{
	size_t len = strlen(name);

	return len >= PREFIX_MIN && len <= max &&
	       strspn(name, "0123456789abcdef") == len;
}

/* The newest that can be read; NULL when there is none. */
static const struct document *newest(const struct documents *documents,
				     bool (*fits)(const struct document *,
						  const char *name),
				     const char *name)
{
	for (size_t i = documents->nr; i > 0; i--)
		if (!documents->items[i - 1].problem &&
		    fits(&documents->items[i - 1], name))
			return &documents->items[i - 1];
	return NULL;
}

static bool fits_any(const struct document *document, const char *name)
{
	(void)document;
	(void)name;
	return true;
}

/* With or without folders before it and ".json" behind it. */
static bool fits_path(const struct document *document, const char *name)
{
	const char *base = strrchr(document->path, '/') + 1;
	size_t len = strlen(base) - strlen(".json");

	return !strcmp(document->path, name) || !strcmp(base, name) ||
	       (strlen(name) == len && !strncmp(base, name, len));
}

static bool fits_sha(const struct document *document, const char *name)
{
	return text_starts_with(document->sha.hex, name);
}

static bool fits_request(const struct document *document, const char *name)
{
	return document->request &&
	       text_starts_with(document->request, name);
}

/* Several requests begin so: that is nobody in particular. */
static int check_one(const struct documents *documents,
		     const struct document *found, const char *name)
{
	for (size_t i = 0; i < documents->nr; i++) {
		const struct document *other = &documents->items[i];

		if (fits_request(other, name) &&
		    strcmp(other->request, found->request))
			return fail(ERR_USAGE,
				    "several requests begin with %s, such as "
				    "%s and %s",
				    name, other->request, found->request);
	}
	return 0;
}

/* A request that an older result has answered has no document of its own. */
static int find_answer(const struct document **found, struct repo *repo,
		       const struct documents *documents, const char *name)
{
	AUTO(request) request = { 0 };
	int rc = ledger_find(&request, repo, name);

	if (rc)
		return rc == ERR_NOTFOUND ? 0 : rc;
	*found = newest(documents, fits_path,
			json_get_string(request.end, "path", ""));
	return 0;
}

/* What the name stands for among the documents; *found NULL: nothing. */
static int find(const struct document **found, struct repo *repo,
		const struct documents *documents, const char *name)
{
	struct oid commit;

	*found = newest(documents,
			strcmp(name, "latest") ? fits_path : fits_any, name);
	if (*found)
		return 0;
	/* A revision is what people mostly mean, unless it is a whole id. */
	if (!id_is_valid(name) && !commit_resolve(&commit, repo, name)) {
		*found = newest(documents, fits_sha, commit.hex);
		if (*found)
			return 0;
	}
	if (is_hex_prefix(name, ID_LEN)) {
		*found = newest(documents, fits_request, name);
		if (*found)
			return check_one(documents, *found, name);
		int rc = find_answer(found, repo, documents, name);
		if (rc || *found)
			return rc;
	}
	/* A commit that was measured elsewhere and is not here. */
	if (is_hex_prefix(name, OID_HEX_LEN))
		*found = newest(documents, fits_sha, name);
	return 0;
}

/* The copies of the newest ones. */
static bool is_latest_path(const char *name)
{
	return !strcmp(name, "bench/latest.json") ||
	       text_starts_with(name, "bench/latest/");
}

/* "revision:path" is taken at its word. */
static int resolve_spelled(char **path, struct repo *repo, const char *name)
{
	const char *colon = strchr(name, ':');
	auto_free char *revision = xmemdupz(name, colon - name);
	struct oid commit, blob;
	int rc = commit_resolve(&commit, repo, revision);

	if (!rc)
		rc = tree_find(&blob, repo, &commit, colon + 1);
	if (!rc)
		*path = xstrdup(name);
	return rc;
}

/* A file of that name is there, only it is damaged: that is the answer. */
static const char *problem_of(const struct documents *documents,
			      const char *name)
{
	for (size_t i = documents->nr; i > 0; i--)
		if (fits_path(&documents->items[i - 1], name))
			return documents->items[i - 1].problem;
	return NULL;
}

static int fail_none(struct repo *repo, const struct documents *documents,
		     const char *name)
{
	const char *problem = problem_of(documents, name);
	struct oid commit;

	if (problem)
		return fail(ERR_BADDATA, "%s", problem);
	if (!documents->nr) {
		fail(ERR_NOTFOUND, "there are no results yet");
		fail_hint("git bench run");
		return ERR_NOTFOUND;
	}
	if (!commit_resolve(&commit, repo, name)) {
		fail(ERR_NOTFOUND, "there is no result for %s (%.10s)", name,
		     commit.hex);
		fail_hint("git bench request %s", name);
		return ERR_NOTFOUND;
	}
	return fail(ERR_NOTFOUND,
		    "'%.200s' is no result: neither a commit that was "
		    "measured, nor a request, nor a file of bench-history",
		    name);
}

int history_resolve(char **path, struct repo *repo, const char *name)
{
	AUTO(documents) documents = { 0 };
	const struct document *found = NULL;
	struct oid tip;

	if (strchr(name, ':'))
		return resolve_spelled(path, repo, name);
	int rc = history_tip(&tip, repo);
	if (!rc && is_latest_path(name)) {
		struct oid blob;

		rc = tree_find(&blob, repo, &tip, name);
		*path = rc ? NULL : xstrdup(name);
		return rc;
	}
	if (!rc)
		rc = documents_open(&documents, repo, &tip);
	if (!rc)
		rc = find(&found, repo, &documents, name);
	if (rc)
		return rc;
	if (!found)
		return fail_none(repo, &documents, name);
	*path = xstrdup(found->path);
	return 0;
}
