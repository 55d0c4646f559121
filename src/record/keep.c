#include "record/keep.h"

#include <string.h>

#include "base/error.h"
#include "git/object.h"
#include "git/refs.h"
#include "git/tree.h"
#include "record/queue.h"
#include "record/root.h"

#define CONFIG_NAME ".gitbench"
#define CONFIG_MAX (1 << 20) /* bytes */

static char *keep_ref(const char *id, int round, size_t side)
{
	return xstrfmt(KEEP_PREFIX "%s/%d/%zu", id, round, side);
}

static int is_here(bool *here, struct repo *repo, const struct oid *oid)
{
	AUTO(commit) commit = { 0 };
	int rc = commit_read(&commit, repo, oid);

	*here = !rc;
	return rc == ERR_NOTFOUND ? 0 : rc;
}

/*
 * What the suites were when it was asked: a runner elsewhere may not have it.
 * A commit around it, for not every server lets a ref point to a blob.
 */
static int write_config(struct oid *out, struct repo *repo,
			const struct oid *blob)
{
	AUTO_PTR(tree_edit) edit = NULL;
	struct oid tree;
	int rc = tree_edit_new(&edit, repo, NULL);

	if (!rc)
		rc = tree_edit_put(edit, CONFIG_NAME, blob);
	if (!rc)
		rc = tree_edit_write(&tree, edit);
	return rc ? rc : root_write(out, repo, &tree, NULL,
				    "The suites of a request\n");
}

/* Has it a ref, behind those of its sides? */
static bool has_config(const struct publication *pub,
		       const struct request *request, struct oid *blob)
{
	return pub->hub.shared && request->config &&
	       oid_parse(blob, request->config);
}

static int add_config(struct publication *pub, const struct request *request,
		      int round)
{
	auto_free char *ref = keep_ref(request->id, round, request->nr_sides);
	AUTO(buf) text = BUF_INIT;
	struct oid blob, commit;

	if (!has_config(pub, request, &blob))
		return 0;
	int rc = blob_read(&text, pub->hub.repo, &blob, CONFIG_MAX);
	if (!rc)
		rc = write_config(&commit, pub->hub.repo, &blob);
	if (!rc)
		publication_add(pub, ref, PUSH_EXACT, NULL, &commit);
	return rc == ERR_NOTFOUND ? 0 : rc;
}

int keep_prepare(struct publication *pub, const struct request *request,
		 int round)
{
	for (size_t i = 0; i < request->nr_sides; i++) {
		const struct oid *sha = &request->sides[i].sha;
		auto_free char *ref = keep_ref(request->id, round, i);
		bool here;
		int rc = is_here(&here, pub->hub.repo, sha);

		if (rc)
			return rc;
		if (here)
			publication_add(pub, ref, PUSH_EXACT, NULL, sha);
	}
	return add_config(pub, request, round);
}

void keep_prepare_drop(struct publication *pub,
		       const struct request *request, int round)
{
	struct oid blob;
	size_t nr = request->nr_sides + has_config(pub, request, &blob);

	for (size_t i = 0; i < nr; i++) {
		auto_free char *ref = keep_ref(request->id, round, i);

		publication_add(pub, ref, PUSH_ANY, NULL, NULL);
	}
}

/* ==== Without the request ==== */

static int add_drop(void *data, const struct ref *ref)
{
	publication_add(data, ref->name, PUSH_ANY, NULL, NULL);
	return 0;
}

/* What there is, since nobody told how many sides there were. */
static int prepare_drop(void *data, struct publication *pub)
{
	const char *ref = data;
	const struct hub *hub = &pub->hub;
	AUTO(strlist) names = STRLIST_INIT;
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;

	if (!hub->shared)
		return refs_each(hub->repo, ref, add_drop, pub);
	strlist_take(&names, hub_name(hub, ref));
	int rc = remote_list(&refs, &hub->remote, &names);
	for (size_t i = 0; i < refs.nr && !rc; i++) {
		const char *rest = refs.items[i].name +
				   strlen(names.items[0]);
		auto_free char *name = xstrfmt("%s%s", ref, rest);

		publication_add(pub, name, PUSH_ANY, NULL, NULL);
	}
	return rc;
}

int queue_drop_keep(struct repo *repo, const char *id, int round)
{
	auto_free char *prefix = xstrfmt(KEEP_PREFIX "%s/%d/", id, round);

	return publish(repo, "drop", prepare_drop, prefix);
}
