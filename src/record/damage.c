#include "record/damage.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "git/batch.h"
#include "git/command.h"
#include "git/refs.h"
#include "git/tree.h"
#include "record/history.h"
#include "record/ledger.h"

struct blobs {
	struct oid *items;
	size_t nr, cap;
};

static void blobs_release(struct blobs *blobs)
{
	free(blobs->items);
}

static int add(void *data, const struct tree_entry *entry)
{
	struct blobs *blobs = data;

	ARRAY_GROW(blobs->items, blobs->nr + 1, blobs->cap);
	blobs->items[blobs->nr++] = entry->oid;
	return 0;
}

/* No bytes are asked for: only what is not there has no size either. */
static int check(void *data, size_t at, const char *bytes, size_t len)
{
	const struct blobs *blobs = data;

	if (!bytes && !len)
		return fail(ERR_BADDATA, "object %s is missing or damaged",
			    blobs->items[at].hex);
	return interrupt_check();
}

/* Older commits and trees: readers go there for what moved since. */
static int check_past(struct repo *repo, const struct oid *tip)
{
	const char *const args[] = { "rev-list", "--objects", "--quiet",
				     tip->hex, NULL };
	int rc = git_run(repo, args);

	return rc == ERR_FAILED ? ERR_BADDATA : rc;
}

static int check_ref(struct repo *repo, const char *ref)
{
	AUTO(blobs) blobs = { 0 };
	struct oid tip;
	int rc = refs_read(&tip, repo, ref);

	if (rc == ERR_NOTFOUND) {
		error_clear();
		return 0;
	}
	if (rc || tree_each(repo, &tip, "", add, &blobs))
		return ERR_BADDATA;
	rc = batch_read(repo, blobs.items, blobs.nr, 0, check, &blobs);
	return rc ? rc : check_past(repo, &tip);
}

int damage_check(struct repo *repo)
{
	int rc = check_ref(repo, LEDGER_REF);

	return rc ? rc : check_ref(repo, HISTORY_REF);
}
