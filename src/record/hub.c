#include "record/hub.h"

#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "git/config.h"
#include "git/refs.h"
#include "record/claim.h"
#include "record/ledger.h"
#include "record/queue.h"

const struct hub_setting hub_settings[HUB_NR] = {
	[HUB_LEDGER] = { LEDGER_REF, "bench.notesRef",
			 "refs/heads/bench-notes" },
	[HUB_CLAIMS] = { CLAIM_PREFIX, "bench.claimPrefix",
			 "refs/heads/bench-claims/" },
	[HUB_KEEP] = { KEEP_PREFIX, "bench.keepPrefix",
		       "refs/heads/bench-keep/" },
	[HUB_RUNNERS] = { RUNNER_PREFIX, "bench.runnerPrefix",
			  "refs/heads/bench-runners/" },
	[HUB_ORDERS] = { ORDER_PREFIX, "bench.orderPrefix",
			 "refs/heads/bench-orders/" },
};

/* A prefix may be set without its last slash. */
static int add_name(struct hub *hub, const char *ref, const char *key)
{
	auto_free char *set = config_string(hub->repo, key, ref);
	bool is_prefix = text_ends_with(ref, "/");
	bool has_slash = text_ends_with(set, "/");
	auto_free char *name =
		xstrfmt("%s%s", set, is_prefix && !has_slash ? "/" : "");
	auto_free char *example = xstrfmt("%s%s", name, is_prefix ? "x" : "");

	if (!text_starts_with(name, "refs/") || !refs_is_valid_name(example)) {
		fail(ERR_USAGE, "%s is '%s', which is no ref's name", key,
		     set);
		fail_hint("git config --show-origin %s", key);
		return ERR_USAGE;
	}
	strlist_add(&hub->names, ref);
	strlist_add(&hub->names, name);
	return 0;
}

int hub_open(struct hub *out, struct repo *repo)
{
	auto_free char *where = config_string(repo, "bench.remote", NULL);
	AUTO(hub) hub = { .repo = repo, .shared = where && *where };
	int rc = hub.shared ? remote_init(&hub.remote, repo, where) : 0;

	if (rc)
		return fail_in(rc, "bench.remote");
	for (size_t i = 0; i < HUB_NR && hub.shared && !rc; i++)
		rc = add_name(&hub, hub_settings[i].ref, hub_settings[i].key);
	if (rc)
		return rc;
	*out = hub;
	hub = (struct hub){ 0 };
	return 0;
}

void hub_release(struct hub *hub)
{
	remote_release(&hub->remote);
	strlist_release(&hub->names);
	*hub = (struct hub){ 0 };
}

char *hub_name(const struct hub *hub, const char *ref)
{
	for (size_t i = 0; i < hub->names.nr; i += 2) {
		const char *rest = text_skip_prefix(ref, hub->names.items[i]);

		if (rest)
			return xstrfmt("%s%s", hub->names.items[i + 1], rest);
	}
	return xstrdup(ref);
}

char *hub_kept(const struct hub *hub, const char *ref)
{
	if (!hub->shared)
		return xstrdup(ref);
	auto_free char *name = hub_name(hub, ref);
	return remote_tracking(&hub->remote, name);
}

int hub_read(struct oid *out, struct repo *repo, const char *ref)
{
	AUTO(hub) hub = { 0 };
	int rc = hub_open(&hub, repo);

	if (rc)
		return rc;
	auto_free char *kept = hub_kept(&hub, ref);
	return refs_read(out, repo, kept);
}
