#include "git/remote.h"

#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "git/config.h"
#include "git/refs.h"
#include "git/transport.h"
#include "git/url.h"

/* What a remote is called that has an address and no name. */
#define NAMELESS "git-bench"
/* How often a remote may change between the look and the fetch. */
#define UPDATE_TRIES 5

/* ==== Which one ========================================================= */

static bool is_configured(struct repo *repo, const char *name)
{
	auto_free char *key = xstrfmt("remote.%s.url", name);
	auto_free char *url = config_string(repo, key, NULL);

	return url != NULL;
}

int remote_init(struct remote *out, struct repo *repo, const char *where)
{
	auto_free char *kept = xstrfmt(REMOTE_PREFIX "%s/x", where);
	bool named = *where != '-' && refs_is_valid_name(kept) &&
		     is_configured(repo, where);

	if (!named && (*where == '-' || !url_is_address(where))) {
		fail(ERR_NOTFOUND, "there is no remote '%.200s'", where);
		fail_hint("git remote -v");
		return ERR_NOTFOUND;
	}
	*out = (struct remote){
		.repo = repo,
		.name = xstrdup(named ? where : NAMELESS),
		.url = named ? NULL : xstrdup(where),
		.timeout = REMOTE_TIMEOUT,
	};
	return 0;
}

void remote_release(struct remote *remote)
{
	free(remote->name);
	free(remote->url);
	*remote = (struct remote){ 0 };
}

char *remote_shown(const struct remote *remote)
{
	return remote->url ? url_hide_secrets(remote->url) :
			     xstrdup(remote->name);
}

char *remote_tracking(const struct remote *remote, const char *name)
{
	const char *rest = text_skip_prefix(name, "refs/");

	return xstrfmt(REMOTE_PREFIX "%s/%s", remote->name,
		       rest ? rest : name);
}

/* ==== Looking =========================================================== */

static bool covers(const char *asked, const char *name)
{
	return text_ends_with(asked, "/") ? text_starts_with(name, asked) :
					    !strcmp(name, asked);
}

static bool is_asked(const struct strlist *names, const char *name)
{
	for (size_t i = 0; i < names->nr; i++)
		if (covers(names->items[i], name))
			return true;
	return false;
}

struct listing {
	struct remote_refs *out;
	const struct strlist *names;
};

static void refs_append(struct remote_refs *refs, const char *name,
			const struct oid *oid)
{
	ARRAY_GROW(refs->items, refs->nr + 1, refs->cap);
	refs->items[refs->nr++] = (struct remote_ref){ xstrdup(name), *oid };
}

/* "<oid> TAB <name>"; git's patterns match more than we ask for. */
static void list_line(void *data, const char *line)
{
	struct listing *listing = data;
	const char *tab = strchr(line, '\t');
	struct oid oid;

	if (!tab || !is_asked(listing->names, tab + 1))
		return;
	auto_free char *hex = xmemdupz(line, tab - line);
	if (oid_parse(&oid, hex) && refs_is_valid_name(tab + 1))
		refs_append(listing->out, tab + 1, &oid);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct remote_ref *)a)->name,
		      ((const struct remote_ref *)b)->name);
}

static void add_pattern(struct strlist *argv, const char *name)
{
	strlist_addf(argv, "%s%s", name, text_ends_with(name, "/") ? "*" : "");
}

int remote_list(struct remote_refs *out, const struct remote *remote,
		const struct strlist *names)
{
	AUTO(process) git = PROCESS_INIT;
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;
	struct listing listing = { &refs, names };

	transport_init(&git, remote, "ls-remote");
	strlist_add(&git.argv, "--quiet");
	strlist_add(&git.argv, "--refs");
	strlist_add(&git.argv, "--");
	strlist_add(&git.argv, remote->name);
	for (size_t i = 0; i < names->nr; i++)
		add_pattern(&git.argv, names->items[i]);
	git.on_line = list_line;
	git.on_line_data = &listing;
	int rc = transport_run(&git, remote);
	if (rc)
		return rc;
	if (refs.nr)
		qsort(refs.items, refs.nr, sizeof(*refs.items), by_name);
	*out = refs;
	refs = (struct remote_refs)REMOTE_REFS_INIT;
	return 0;
}

/* "ref: refs/heads/main TAB HEAD" */
static void head_line(void *data, const char *line)
{
	char **out = data;
	const char *name = text_skip_prefix(line, "ref: refs/heads/");
	const char *tab = name ? strchr(name, '\t') : NULL;

	if (!tab || strcmp(tab + 1, "HEAD") || *out)
		return;
	auto_free char *short_name = xmemdupz(name, tab - name);
	auto_free char *ref = xstrfmt("refs/heads/%s", short_name);
	if (refs_is_valid_name(ref))
		*out = STEAL(ref);
}

int remote_head(char **out, const struct remote *remote)
{
	static const char *const args[] = { "--quiet", "--symref", "--",
					    NULL };
	AUTO(process) git = PROCESS_INIT;

	*out = NULL;
	transport_init(&git, remote, "ls-remote");
	strlist_add_all(&git.argv, args);
	strlist_add(&git.argv, remote->name);
	strlist_add(&git.argv, "HEAD");
	git.on_line = head_line;
	git.on_line_data = out;
	return transport_run(&git, remote);
}

const struct oid *remote_refs_find(const struct remote_refs *refs,
				   const char *name)
{
	const struct remote_ref key = { .name = (char *)name };
	const struct remote_ref *found =
		refs->nr ? bsearch(&key, refs->items, refs->nr,
				   sizeof(*refs->items), by_name) :
			   NULL;

	return found ? &found->oid : NULL;
}

void remote_refs_release(struct remote_refs *refs)
{
	for (size_t i = 0; i < refs->nr; i++)
		free(refs->items[i].name);
	free(refs->items);
	*refs = (struct remote_refs)REMOTE_REFS_INIT;
}

/* ==== Fetching ========================================================== */

/*
 * Nothing of the user's is touched: no tags, no FETCH_HEAD, none of the refs
 * that his own refspecs keep. A partial clone gets these objects whole.
 */
static void fetch_init(struct process *git, const struct remote *remote)
{
	static const char *const args[] = {
		"--quiet",
		"--no-prune",
		"--no-tags",
		"--no-write-fetch-head",
		"--no-auto-maintenance",
		"--no-recurse-submodules",
		"--no-write-commit-graph",
		"--no-filter",
		"--refmap=",
		"--stdin",
		"--",
		NULL,
	};

	transport_init(git, remote, "fetch");
	strlist_add_all(&git->argv, args);
	strlist_add(&git->argv, remote->name);
	if (git->timeout < REMOTE_FETCH_TIMEOUT)
		git->timeout = REMOTE_FETCH_TIMEOUT;
}

/* Did the remote, or another fetch here, move on while this one ran? */
static bool was_overtaken(const struct process *git)
{
	static const char *const words[] = {
		"couldn't find remote ref",
		"not our ref",
		"cannot lock ref",
		"unable to update local ref",
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strstr(git->err.ptr, words[i]))
			return true;
	return false;
}

/* Refspecs go by stdin: there may be more of them than argv can hold. */
static int run_fetch(const struct remote *remote, const struct buf *refspecs)
{
	AUTO(process) git = PROCESS_INIT;

	if (!refspecs->len)
		return 0;
	fetch_init(&git, remote);
	git.input = refspecs->ptr;
	git.input_len = refspecs->len;
	int rc = transport_run(&git, remote);
	return rc == ERR_FAILED && was_overtaken(&git) ?
		       fail(ERR_LOST, "%s", error_message()) :
		       rc;
}

int remote_fetch(const struct remote *remote, const struct strlist *names)
{
	AUTO(buf) refspecs = BUF_INIT;

	for (size_t i = 0; i < names->nr; i++) {
		const char *name = names->items[i];
		const char *glob = text_ends_with(name, "/") ? "*" : "";
		auto_free char *kept = remote_tracking(remote, name);

		buf_addf(&refspecs, "+%s%s:%s%s\n", name, glob, kept, glob);
	}
	return run_fetch(remote, &refspecs);
}

int remote_fetch_commits(const struct remote *remote,
			 const struct strlist *oids)
{
	AUTO(buf) refspecs = BUF_INIT;

	for (size_t i = 0; i < oids->nr; i++)
		buf_addf(&refspecs, "%s\n", oids->items[i]);
	return run_fetch(remote, &refspecs);
}

/* ==== Keeping up ======================================================== */

struct keeping {
	const struct remote *remote;
	const struct remote_refs *refs; /* of the remote, now */
	const struct strlist *names;
	struct strlist gone; /* kept refs that it no longer has */
};

/* refs/bench-remote/<name>/notes/bench is refs/notes/bench there. */
static int find_gone(void *data, const struct ref *ref)
{
	struct keeping *k = data;
	auto_free char *prefix = remote_tracking(k->remote, "");
	const char *rest = text_skip_prefix(ref->name, prefix);
	auto_free char *name = xstrfmt("refs/%s", rest ? rest : "");

	if (is_asked(k->names, name) && !remote_refs_find(k->refs, name))
		strlist_add(&k->gone, ref->name);
	return 0;
}

static void keeping_release(struct keeping *k)
{
	strlist_release(&k->gone);
}

static int forget_gone(bool *moved, const struct remote *remote,
		       const struct remote_refs *refs,
		       const struct strlist *names)
{
	AUTO(keeping) k = { remote, refs, names, STRLIST_INIT };
	auto_free char *prefix = remote_tracking(remote, "");
	struct oid oid;
	bool won;

	int rc = refs_each(remote->repo, prefix, find_gone, &k);
	for (size_t i = 0; i < k.gone.nr && !rc; i++) {
		rc = refs_read(&oid, remote->repo, k.gone.items[i]);
		if (!rc)
			rc = refs_swap(&won, remote->repo, k.gone.items[i],
				       &oid, NULL, "bench: gone");
		if (rc == ERR_NOTFOUND)
			rc = 0;
		*moved = true;
	}
	return rc;
}

bool remote_is_kept(const struct remote *remote, const struct remote_ref *ref)
{
	auto_free char *kept = remote_tracking(remote, ref->name);
	struct oid oid;

	if (!refs_read(&oid, remote->repo, kept))
		return oid_equal(&oid, &ref->oid);
	error_clear();
	return false;
}

/*
 * Those of `names` below which something is to be fetched. A folder stays
 * one: of refs that come and go, some are gone before they are fetched.
 */
static void find_moved(struct strlist *out, const struct remote *remote,
		       const struct remote_refs *refs,
		       const struct strlist *names)
{
	for (size_t i = 0; i < names->nr; i++)
		for (size_t k = 0; k < refs->nr; k++)
			if (covers(names->items[i], refs->items[k].name) &&
			    !remote_is_kept(remote, &refs->items[k])) {
				strlist_add(out, names->items[i]);
				break;
			}
}

int remote_look(struct remote_refs *out, bool *moved,
		const struct remote *remote, const struct strlist *names,
		const struct strlist *fetched)
{
	int rc = ERR_LOST;

	*moved = false;
	for (int i = 0; i < UPDATE_TRIES && rc == ERR_LOST; i++) {
		AUTO(remote_refs) refs = REMOTE_REFS_INIT;
		AUTO(strlist) wanted = STRLIST_INIT;

		rc = remote_list(&refs, remote, names);
		if (!rc)
			rc = forget_gone(moved, remote, &refs, names);
		if (rc)
			return rc;
		find_moved(&wanted, remote, &refs, fetched);
		*moved |= wanted.nr > 0;
		rc = remote_fetch(remote, &wanted);
		if (rc || !out)
			continue;
		*out = refs;
		refs = (struct remote_refs)REMOTE_REFS_INIT;
	}
	return rc;
}

int remote_update(struct remote_refs *out, bool *moved,
		  const struct remote *remote, const struct strlist *names)
{
	return remote_look(out, moved, remote, names, names);
}
