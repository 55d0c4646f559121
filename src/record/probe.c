#include "record/probe.h"

#include "base/error.h"
#include "base/id.h"
#include "base/text.h"
#include "git/push.h"
#include "record/card.h"
#include "record/ledger.h"

#define NOTES_PREFIX "refs/notes/bench-probe/"
#define OTHER_PREFIX "refs/bench/probe/"
#define BRANCH_PREFIX "refs/heads/bench-probe/"

struct trial {
	struct repo *repo;
	const struct remote *remote;
	struct strlist names; /* made on the server, to be deleted */
	struct oid first, second; /* two commits, neither the other's parent */
};

static void trial_release(struct trial *trial)
{
	strlist_release(&trial->names);
}

/* What stands in the way of a push, as a sentence. */
static int refused(const struct trial *trial, const struct push *push,
		   const char *what)
{
	auto_free char *place = remote_shown(trial->remote);

	fail(ERR_REFUSED, "%s does not let us %s: %s", place, what,
	     push->why ? push->why : "no reason given");
	fail_hint("the server's owner can allow it: see the keys receive.* in "
		  "git-config(1)");
	return ERR_REFUSED;
}

/* ==== Making ============================================================ */

static int list_probes(struct trial *trial)
{
	static const char *const prefixes[] = {
		NOTES_PREFIX, OTHER_PREFIX, BRANCH_PREFIX, NULL,
	};
	AUTO(strlist) names = STRLIST_INIT;
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;

	strlist_add_all(&names, prefixes);
	int rc = remote_list(&refs, trial->remote, &names);
	strlist_clear(&trial->names);
	for (size_t i = 0; i < refs.nr && !rc; i++)
		strlist_add(&trial->names, refs.items[i].name);
	return rc;
}

/* *taken: all were, and are there for everybody to see. */
static int make(bool *taken, struct push *push, struct trial *trial,
		const struct strlist *names)
{
	*taken = true;
	for (size_t i = 0; i < names->nr; i++)
		push_add(push, names->items[i], PUSH_EXACT, NULL,
			 &trial->first);
	int rc = push_send(push, trial->remote, false);
	if (!rc)
		rc = list_probes(trial);
	for (size_t i = 0; i < names->nr && !rc; i++)
		*taken &= strlist_has(&trial->names, names->items[i]);
	return rc;
}

static int try_others(bool *taken, struct trial *trial)
{
	AUTO(push) push = { 0 };
	AUTO(strlist) names = STRLIST_INIT;
	auto_free char *nonce = id_random();

	strlist_addf(&names, NOTES_PREFIX "%s", nonce);
	strlist_addf(&names, OTHER_PREFIX "%s", nonce);
	return make(taken, &push, trial, &names);
}

/* A claim is renewed by a commit that does not descend from the one before. */
static int try_branch(struct trial *trial)
{
	AUTO(push) made = { 0 };
	AUTO(push) moved = { 0 };
	AUTO(strlist) names = STRLIST_INIT;
	auto_free char *nonce = id_random();
	bool taken;

	strlist_addf(&names, BRANCH_PREFIX "%s", nonce);
	int rc = make(&taken, &made, trial, &names);
	if (rc)
		return rc;
	if (!taken)
		return refused(trial, &made, "make branches nor other refs");
	push_add(&moved, names.items[0], PUSH_EXACT, &trial->first,
		 &trial->second);
	rc = push_send(&moved, trial->remote, false);
	if (rc || moved.outcome == PUSH_DONE)
		return rc;
	return refused(trial, &moved, "move a branch back, and takes no "
				      "other refs");
}

/* ==== Deleting ========================================================== */

/* Also after an interruption: whatever was made goes. */
static int clear(bool *atomic, struct trial *trial)
{
	struct remote remote = *trial->remote;
	AUTO(push) push = { 0 };

	remote.clearing_up = true;
	for (size_t i = 0; i < trial->names.nr; i++)
		push_add(&push, trial->names.items[i], PUSH_ANY, NULL, NULL);
	int rc = push_send(&push, &remote, true);
	*atomic = push.outcome != PUSH_NOT_ATOMIC;
	if (!rc && !*atomic)
		rc = push_send(&push, &remote, false);
	if (rc || push.outcome == PUSH_DONE)
		return rc;
	return refused(trial, &push, "delete refs, as giving a claim back "
				     "takes");
}

/* ==== The whole ========================================================= */

static int write_commits(struct trial *trial)
{
	json_auto_t *document = json_object();
	int rc = ledger_first(&trial->first, trial->repo);

	return rc ? rc : card_write(&trial->second, trial->repo, "probe.json",
				    document, "probe\n");
}

int probe_server(struct probe *out, struct repo *repo,
		 const struct remote *remote)
{
	AUTO(trial) trial = { .repo = repo, .remote = remote };
	bool taken = false;
	int rc = write_commits(&trial);

	*out = (struct probe){ .atomic = true };
	if (!rc)
		rc = try_others(&taken, &trial);
	/* Who may only read may take part in reading. */
	if (rc == ERR_REFUSED) {
		error_clear();
		return 0;
	}
	if (!rc && !taken)
		rc = try_branch(&trial);
	if (!trial.names.nr)
		return rc;
	auto_free char *why = rc ? xstrdup(error_message()) : NULL;
	auto_free char *hint = rc ? xstrdup(error_hint()) : NULL;
	int cleared = clear(&out->atomic, &trial);
	if (rc) {
		fail(rc, "%s", why);
		if (*hint)
			fail_hint("%s", hint);
		return rc;
	}
	out->may_push = true;
	out->only_branches = !taken;
	return cleared;
}
