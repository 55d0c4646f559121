/*
 * source - the repository the code comes from, as it is now.
 *
 * Where the queue is shared (bench.remote), or where bench.source says so,
 * that is a remote, and what is looked at is fetched; otherwise it is this
 * very repository. Refs have the names that they have there.
 *
 *	AUTO(source) source = { 0 };
 *	rc = source_open(&source, repo);
 *	strlist_add(&names, source.branch);
 *	rc = source_look(&refs, &source, &names);
 *	tip = remote_refs_find(&refs, source.branch);
 */
#ifndef SERVICE_SOURCE_H
#define SERVICE_SOURCE_H

#include "git/remote.h"
#include "git/repo.h"

struct source {
	struct repo *repo; /* borrowed */
	bool is_remote;
	struct remote remote;
	char *branch; /* the default one: "refs/heads/main" */
	char *local;  /* what it is called here: "refs/remotes/origin/main" */
};

/* ERR_NOTFOUND when there is no such remote, or no default branch. */
int source_open(struct source *out, struct repo *repo);
/* What our copy of a remote's branch, refs/remotes/origin/main, is called
 * there; other refs as they are. Owned. */
char *source_name(const char *ref);
/*
 * Those of `names` that exist (as in git/remote.h: whole, or all below one
 * that ends in '/'), with their objects. Errors as there.
 */
int source_look(struct remote_refs *out, const struct source *source,
		const struct strlist *names);
/* The default branch's commit, as source_look() finds it. */
int source_tip(struct oid *out, const struct source *source);
/* Brings a commit here if it is not; false when it cannot be had. */
bool source_has_commit(const struct source *source, const struct oid *commit);
void source_release(struct source *source);

#endif
