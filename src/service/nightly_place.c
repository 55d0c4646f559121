#include "service/nightly_place.h"

#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "base/text.h"
#include "git/config.h"
#include "git/object.h"
#include "git/refs.h"

/* The last two parts of an address, "ocaml/ocaml"; owned. */
static char *address_tail(const char *url)
{
	auto_free char *text = xstrdup(url);
	int slashes = 0;

	while (text_ends_with(text, "/"))
		text[strlen(text) - 1] = '\0';
	if (text_ends_with(text, ".git"))
		text[strlen(text) - strlen(".git")] = '\0';
	for (size_t i = strlen(text); i > 0; i--) {
		bool border = text[i - 1] == '/' || text[i - 1] == ':';

		if (border && ++slashes == 2)
			return xstrdup(text + i);
	}
	return STEAL(text);
}

/* The address of the repository under test; NULL: it has none. Owned. */
static char *source_url(const struct source *source)
{
	auto_free char *name = source->is_remote ?
				       xstrdup(source->remote.name) :
				       source_remote(source->repo);

	if (source->is_remote && source->remote.url)
		return xstrdup(source->remote.url);
	if (!name)
		return NULL;
	auto_free char *key = xstrfmt("remote.%s.url", name);
	return config_string(source->repo, key, NULL);
}

/* One that has no remote is taken for the one that is meant. */
static bool is_source(const struct source *source,
		      const struct nightly_entry *entry)
{
	auto_free char *url = source_url(source);
	auto_free char *ours = address_tail(url ? url : entry->repository);
	auto_free char *theirs = address_tail(entry->repository);

	return !strcasecmp(ours, theirs);
}

/* ==== By name =========================================================== */

static int look_elsewhere(struct remote_refs *out,
			  const struct source *source,
			  const struct nightly_entry *entry,
			  const struct strlist *names)
{
	AUTO(remote) remote = { 0 };
	bool moved;
	int rc = remote_init(&remote, source->repo, entry->repository);

	return rc ? rc : remote_update(out, &moved, &remote, names);
}

/* The first of `names` that is there. */
static int take(struct nightly_place *out, const struct source *source,
		const struct remote_refs *refs, const struct strlist *names)
{
	for (size_t i = 0; i < names->nr; i++) {
		const char *name = names->items[i];
		const struct oid *oid = remote_refs_find(refs, name);

		if (!oid)
			continue;
		out->ref = xstrdup(name);
		/* A tag may be an object of its own. */
		return commit_resolve(&out->commit, source->repo, oid->hex);
	}
	return ERR_NOTFOUND;
}

static int place_names(struct nightly_place *out, const struct source *source,
		       const struct nightly_entry *entry,
		       const struct strlist *names)
{
	AUTO(remote_refs) ours = REMOTE_REFS_INIT;
	AUTO(remote_refs) theirs = REMOTE_REFS_INIT;
	int rc = ERR_NOTFOUND;

	if (is_source(source, entry)) {
		rc = source_look(&ours, source, names);
		if (!rc)
			rc = take(out, source, &ours, names);
		out->is_branch = !rc && text_starts_with(out->ref,
							 "refs/heads/");
	}
	if (rc != ERR_NOTFOUND || (source->is_remote &&
				   is_source(source, entry)))
		return rc;
	rc = look_elsewhere(&theirs, source, entry, names);
	if (!rc)
		rc = take(out, source, &theirs, names);
	/* A fork's trunk is not ours. */
	if (!rc && !text_starts_with(out->ref, "refs/pull/"))
		nightly_place_release(out);
	return rc;
}

static int place_name(struct nightly_place *out, const struct source *source,
		      const struct nightly_entry *entry)
{
	AUTO(strlist) names = STRLIST_INIT;
	int rc;

	strlist_addf(&names, "refs/heads/%s", entry->ref);
	strlist_addf(&names, "refs/tags/%s", entry->ref);
	if (!refs_is_valid_name(names.items[0]))
		return fail(ERR_NOTFOUND, "'%s' is no ref's name",
			    entry->ref);
	rc = place_names(out, source, entry, &names);
	if (rc == ERR_NOTFOUND)
		return fail(rc, "there is no branch or tag '%s' at %s",
			    entry->ref, entry->repository);
	return rc;
}

static int place_pull(struct nightly_place *out, const struct source *source,
		      const struct nightly_entry *entry)
{
	AUTO(strlist) names = STRLIST_INIT;

	strlist_addf(&names, "refs/pull/%s/head", entry->ref);
	int rc = place_names(out, source, entry, &names);
	if (rc == ERR_NOTFOUND)
		return fail(rc, "there is no pull request %s at %s",
			    entry->ref, entry->repository);
	return rc;
}

/* ==== By a commit's own name ============================================ */

static bool is_here(struct repo *repo, const struct oid *oid)
{
	AUTO(commit) commit = { 0 };
	bool here = !commit_read(&commit, repo, oid);

	error_clear();
	return here;
}

static int fetch_commit(const struct source *source,
			const struct nightly_entry *entry,
			const struct oid *commit)
{
	AUTO(remote) remote = { 0 };
	AUTO(strlist) oids = STRLIST_INIT;
	int rc = remote_init(&remote, source->repo, entry->repository);

	strlist_add(&oids, commit->hex);
	if (!rc)
		rc = remote_fetch_commits(&remote, &oids);
	if (rc == ERR_OFFLINE || rc == ERR_INTERRUPTED)
		return rc;
	if (rc || !is_here(source->repo, commit))
		return fail(ERR_NOTFOUND, "commit %.10s cannot be had from "
					  "%s",
			    commit->hex, entry->repository);
	return 0;
}

static int place_commit(struct nightly_place *out,
			const struct source *source,
			const struct nightly_entry *entry)
{
	if (!oid_parse(&out->commit, entry->ref)) {
		int rc = commit_resolve(&out->commit, source->repo,
					entry->ref);

		return rc ? fail(ERR_NOTFOUND, "commit %s is not here: name "
					       "it by all 40 digits",
				 entry->ref) : 0;
	}
	if (is_here(source->repo, &out->commit) ||
	    (is_source(source, entry) &&
	     source_has_commit(source, &out->commit)))
		return 0;
	return fetch_commit(source, entry, &out->commit);
}

int nightly_place(struct nightly_place *out, const struct source *source,
		  const struct nightly_entry *entry)
{
	*out = (struct nightly_place){ 0 };
	switch (entry->kind) {
	case NIGHTLY_NAME:
		return place_name(out, source, entry);
	case NIGHTLY_COMMIT:
		return place_commit(out, source, entry);
	case NIGHTLY_PULL:
		return place_pull(out, source, entry);
	}
	return 0;
}

void nightly_place_release(struct nightly_place *place)
{
	free(place->ref);
	place->ref = NULL;
}
