#include "record/keep.h"

#include "base/error.h"
#include "git/refs.h"
#include "record/queue.h"

int keep_add(struct keep *keep, const struct request *request, int round)
{
	for (size_t i = 0; i < request->nr_sides; i++) {
		auto_free char *name = xstrfmt(KEEP_PREFIX "%s/%d/%zu",
					       request->id, round, i);
		bool won;
		int rc = refs_swap(&won, keep->repo, name, NULL,
				   &request->sides[i].sha, "bench: keep");

		if (rc == ERR_NOTFOUND)
			continue;
		if (rc)
			return rc;
		if (won)
			strlist_add(&keep->made, name);
	}
	return 0;
}

static int drop(struct repo *repo, const char *name)
{
	struct oid value;
	bool won;
	int rc = refs_read(&value, repo, name);

	if (rc)
		return rc == ERR_NOTFOUND ? 0 : rc;
	return refs_swap(&won, repo, name, &value, NULL, "bench: drop");
}

void keep_take_back(struct keep *keep)
{
	/* What made it necessary is the error to tell, not what follows. */
	auto_free char *message = xstrdup(error_message());
	auto_free char *hint = xstrdup(error_hint());

	for (size_t i = 0; i < keep->made.nr; i++)
		drop(keep->repo, keep->made.items[i]);
	fail(ERR_FAILED, "%s", message);
	if (*hint)
		fail_hint("%s", hint);
}

void keep_release(struct keep *keep)
{
	strlist_release(&keep->made);
}

static int add_name(void *data, const struct ref *ref)
{
	strlist_add(data, ref->name);
	return 0;
}

int queue_drop_keep(struct repo *repo, const char *id, int round)
{
	auto_free char *prefix = xstrfmt(KEEP_PREFIX "%s/%d/", id, round);
	AUTO(strlist) names = STRLIST_INIT;
	int rc = refs_each(repo, prefix, add_name, &names);

	for (size_t i = 0; i < names.nr && !rc; i++)
		rc = drop(repo, names.items[i]);
	return rc;
}
