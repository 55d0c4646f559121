#include "record/keep.h"

#include <string.h>

#include "base/error.h"
#include "git/object.h"
#include "git/refs.h"
#include "record/queue.h"

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
	return 0;
}

void keep_prepare_drop(struct publication *pub,
		       const struct request *request, int round)
{
	for (size_t i = 0; i < request->nr_sides; i++) {
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
