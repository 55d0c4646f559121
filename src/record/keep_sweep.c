/* The part of keep.h that clears away what others left. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/id.h"
#include "base/text.h"
#include "git/refs.h"
#include "record/keep.h"
#include "record/ledger.h"
#include "record/queue.h"

/* The rounds, as "<id>/<round>", in the order in which they are met. */
static int add_round(struct strlist *rounds, const char *rest)
{
	char id[ID_LEN + 1];
	int round, len = 0;

	if (!rest || sscanf(rest, "%32[0-9a-f]/%9d/%n", id, &round, &len) < 2 ||
	    !len || !id_is_valid(id))
		return 0;
	auto_free char *name = xstrfmt("%s/%d", id, round);
	if (!rounds->nr || strcmp(rounds->items[rounds->nr - 1], name))
		strlist_add(rounds, name);
	return 0;
}

struct listing {
	struct strlist *rounds;
	const char *prefix;
};

static int add_ref(void *data, const struct ref *ref)
{
	struct listing *listing = data;

	return add_round(listing->rounds,
			 text_skip_prefix(ref->name, listing->prefix));
}

/* As this repository holds them. */
static int list_here(struct strlist *rounds, const struct hub *hub)
{
	auto_free char *prefix = hub_kept(hub, KEEP_PREFIX);
	struct listing listing = { rounds, prefix };

	return refs_each(hub->repo, prefix, add_ref, &listing);
}

static int list_there(struct strlist *rounds, const struct hub *hub)
{
	auto_free char *prefix = hub_name(hub, KEEP_PREFIX);
	AUTO(strlist) names = STRLIST_INIT;
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;

	strlist_add(&names, prefix);
	int rc = remote_list(&refs, &hub->remote, &names);
	for (size_t i = 0; i < refs.nr && !rc; i++)
		rc = add_round(rounds,
			       text_skip_prefix(refs.items[i].name, prefix));
	return rc;
}

/* `name` is "<id>/<round>". */
static int is_over(bool *over, struct repo *repo, const char *name)
{
	auto_free char *id = xmemdupz(name, ID_LEN);
	AUTO(request) request = { 0 };
	int round = atoi(name + ID_LEN + 1);
	int rc = ledger_find(&request, repo, id);

	*over = !rc && (round < request.round ||
			(round == request.round &&
			 request_has_ended(&request)));
	return rc == ERR_NOTFOUND ? 0 : rc;
}

static int drop_here(void *data, const struct ref *ref)
{
	bool won;

	return refs_swap(&won, data, ref->name, &ref->oid, NULL,
			 "bench: drop");
}

static int drop_over(const struct strlist *rounds, const struct hub *hub,
		     bool there)
{
	struct repo *repo = hub->repo;
	bool over = false;
	int rc = 0;

	for (size_t i = 0; i < rounds->nr && !rc; i++) {
		const char *name = rounds->items[i];
		auto_free char *ref = xstrfmt(KEEP_PREFIX "%s/", name);
		auto_free char *kept = hub_kept(hub, ref);
		auto_free char *id = xmemdupz(name, ID_LEN);

		rc = is_over(&over, repo, name);
		if (rc || !over)
			continue;
		if (there)
			rc = queue_drop_keep(repo, id,
					     atoi(name + ID_LEN + 1));
		else
			rc = refs_each(repo, kept, drop_here, repo);
	}
	return rc;
}

int keep_sweep(struct repo *repo)
{
	AUTO(hub) hub = { 0 };
	AUTO(strlist) here = STRLIST_INIT;
	AUTO(strlist) there = STRLIST_INIT;
	int rc = hub_open(&hub, repo);

	if (!rc)
		rc = list_here(&here, &hub);
	if (!rc)
		rc = drop_over(&here, &hub, false);
	if (rc || !hub.shared)
		return rc;
	rc = list_there(&there, &hub);
	return rc ? rc : drop_over(&there, &hub, true);
}
