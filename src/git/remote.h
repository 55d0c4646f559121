/*
 * remote - another repository: what it holds, brought here.
 *
 * By the git program, for credential helpers, ssh's configuration, proxies
 * and remote helpers exist only there. What is fetched goes below
 * refs/bench-remote/<name>/, never onto refs of ours nor the user's:
 *
 *	refs/notes/bench	refs/bench-remote/<name>/notes/bench
 *	refs/bench/claims/1	refs/bench-remote/<name>/bench/claims/1
 *
 * Names of refs are whole, and one that ends in '/' means all below it.
 *
 *	AUTO(remote) remote = { 0 };
 *	rc = remote_init(&remote, repo, "origin");
 *	rc = remote_list(&refs, &remote, names);
 *	rc = remote_fetch(&remote, names);
 *	rc = remote_update(&refs, &moved, &remote, names);	both
 *
 * All of them: ERR_OFFLINE when the other side cannot be reached, ERR_REFUSED
 * when it does not let us in, ERR_FAILED for all else. No message shows a
 * password or token.
 */
#ifndef GIT_REMOTE_H
#define GIT_REMOTE_H

#include <stdbool.h>

#include "base/strlist.h"
#include "git/repo.h"

#define REMOTE_PREFIX "refs/bench-remote/"
/* Seconds for one command; a fetch of code has REMOTE_FETCH_TIMEOUT. */
#define REMOTE_TIMEOUT 120.0
#define REMOTE_FETCH_TIMEOUT 3600.0

struct remote {
	struct repo *repo; /* borrowed */
	char *name;	   /* in git's configuration, or one we made up */
	char *url;	   /* NULL: the configuration says */
	double timeout;	   /* seconds */
	bool clearing_up;  /* go on though interrupted (process.h) */
};

/*
 * A remote by its name in git's configuration, or by its address. Nothing is
 * asked yet. ERR_NOTFOUND when it is neither.
 */
int remote_init(struct remote *out, struct repo *repo, const char *where);
void remote_release(struct remote *remote);
/* For people: its name or address, without secrets; owned. */
char *remote_shown(const struct remote *remote);

/* ==== Looking =========================================================== */

struct remote_ref {
	char *name;
	struct oid oid;
};

struct remote_refs {
	struct remote_ref *items; /* sorted by name */
	size_t nr;
	size_t cap;
};

#define REMOTE_REFS_INIT { 0 }

/* Those of `names` that exist. */
int remote_list(struct remote_refs *out, const struct remote *remote,
		const struct strlist *names);
/* The branch that its HEAD names, as a whole ref's name, owned; NULL: none. */
int remote_head(char **out, const struct remote *remote);
/* Borrowed; NULL when it is not there. */
const struct oid *remote_refs_find(const struct remote_refs *refs,
				   const char *name);
void remote_refs_release(struct remote_refs *refs);

/* ==== Fetching ========================================================== */

/* Where a ref of the remote is kept here; owned. */
char *remote_tracking(const struct remote *remote, const char *name);
/* ERR_LOST when one of `names` is gone, or others fetched at once. */
int remote_fetch(const struct remote *remote, const struct strlist *names);
/* Commits by their own names, onto no ref; most servers give those. */
int remote_fetch_commits(const struct remote *remote,
			 const struct strlist *oids);
/*
 * Lists, fetches what differs from what is kept here, and forgets what is
 * gone; afterwards what is kept is what `out` says, or newer. *moved: there
 * was anything to do. `out` may be NULL. ERR_LOST when the remote moved
 * faster than we could look.
 */
int remote_update(struct remote_refs *out, bool *moved,
		  const struct remote *remote, const struct strlist *names);
/* The same, but fetches only what is among `fetched`, some of `names`. */
int remote_look(struct remote_refs *out, bool *moved,
		const struct remote *remote, const struct strlist *names,
		const struct strlist *fetched);
/* Is a ref of a listing kept here as it stands there? */
bool remote_is_kept(const struct remote *remote, const struct remote_ref *ref);

#endif
