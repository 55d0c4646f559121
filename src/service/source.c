#include "service/source.h"

#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "git/config.h"
#include "git/object.h"
#include "git/refs.h"
#include "git/revision.h"

char *source_name(const char *ref)
{
	const char *rest = text_skip_prefix(ref, "refs/remotes/");
	const char *slash = rest ? strchr(rest, '/') : NULL;

	return slash ? xstrfmt("refs/heads/%s", slash + 1) : xstrdup(ref);
}

/* Which remote, if it is one; owned. */
static char *find_remote(struct repo *repo)
{
	auto_free char *hub = config_string(repo, "bench.remote", NULL);
	auto_free char *set = config_string(repo, "bench.source", NULL);

	if (set)
		return STEAL(set);
	if (!hub || !*hub)
		return NULL;
	char *name = source_remote(repo);
	return name ? name : STEAL(hub);
}

int source_open(struct source *out, struct repo *repo)
{
	AUTO(source) source = { .repo = repo };
	auto_free char *where = find_remote(repo);
	int rc = where ? remote_init(&source.remote, repo, where) : 0;

	source.is_remote = where;
	if (!rc)
		rc = default_branch(&source.local, repo);
	if (rc)
		return rc;
	source.branch = source_name(source.local);
	*out = source;
	source = (struct source){ 0 };
	return 0;
}

static int add_ref(void *data, const struct ref *ref)
{
	struct remote_refs *out = data;

	ARRAY_GROW(out->items, out->nr + 1, out->cap);
	out->items[out->nr++] =
		(struct remote_ref){ xstrdup(ref->name), ref->oid };
	return 0;
}

/* One of this repository's own; the default branch under its name there. */
static int add_own(struct remote_refs *out, const struct source *source,
		   const char *name)
{
	const char *own = strcmp(name, source->branch) ? name : source->local;
	struct ref ref = { .name = name };

	if (text_ends_with(name, "/"))
		return refs_each(source->repo, name, add_ref, out);
	int rc = refs_read(&ref.oid, source->repo, own);
	if (rc)
		return rc == ERR_NOTFOUND ? 0 : rc;
	return add_ref(out, &ref);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct remote_ref *)a)->name,
		      ((const struct remote_ref *)b)->name);
}

int source_look(struct remote_refs *out, const struct source *source,
		const struct strlist *names)
{
	bool moved;
	int rc = 0;

	if (source->is_remote)
		return remote_update(out, &moved, &source->remote, names);
	for (size_t i = 0; !rc && i < names->nr; i++)
		rc = add_own(out, source, names->items[i]);
	if (out->nr)
		qsort(out->items, out->nr, sizeof(*out->items), by_name);
	return rc;
}

int source_tip(struct oid *out, const struct source *source)
{
	AUTO(strlist) names = STRLIST_INIT;
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;

	strlist_add(&names, source->branch);
	int rc = source_look(&refs, source, &names);
	const struct oid *tip = remote_refs_find(&refs, source->branch);
	if (!rc && !tip)
		rc = fail(ERR_NOTFOUND, "there is no %s", source->branch);
	if (!rc)
		*out = *tip;
	return rc;
}

static bool is_here(struct repo *repo, const struct oid *oid)
{
	AUTO(commit) commit = { 0 };

	return !commit_read(&commit, repo, oid);
}

bool source_has_commit(const struct source *source, const struct oid *commit)
{
	AUTO(strlist) oids = STRLIST_INIT;

	if (is_here(source->repo, commit))
		return true;
	strlist_add(&oids, commit->hex);
	bool here = source->is_remote &&
		    !remote_fetch_commits(&source->remote, &oids) &&
		    is_here(source->repo, commit);
	error_clear();
	return here;
}

void source_release(struct source *source)
{
	remote_release(&source->remote);
	free(source->branch);
	free(source->local);
	*source = (struct source){ 0 };
}
