#include "git/refs.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "git/packedrefs.h"
#include "git/raw.h"
#include "git/reflock.h"
#include "git/start.h"

#define LOCK_WAIT 2.0	/* seconds a lock is waited for */
#define SYMBOLIC_MAX 5	/* as many links as git follows */

/* ==== Reading =========================================================== */

int refs_read(struct oid *out, struct repo *repo, const char *name)
{
	git_oid id;
	int rc = git_reference_name_to_id(&id, repo_raw(repo), name);

	if (rc == GIT_ENOTFOUND || rc == GIT_EINVALIDSPEC)
		return fail(ERR_NOTFOUND, "there is no ref %s", name);
	if (rc)
		return fail_git("cannot read ref %s", name);
	oid_from_raw(out, &id);
	return 0;
}

bool refs_is_valid_name(const char *name)
{
	int valid = 0;

	/* It may be asked where no repository is open. */
	if (libgit2_start())
		return false;
	bool known = !git_reference_name_is_valid(&valid, name);
	libgit2_stop();
	return known && valid;
}

/* ==== Listing =========================================================== */

struct list {
	struct ref *items;
	size_t nr;
	size_t cap;
};

static void list_release(struct list *list)
{
	for (size_t i = 0; i < list->nr; i++)
		free((char *)list->items[i].name);
	free(list->items);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct ref *)a)->name,
		      ((const struct ref *)b)->name);
}

static void list_add(struct list *list, git_reference *ref)
{
	AUTO_GIT(git_reference) direct = NULL;

	/* One that leads nowhere is none. */
	if (git_reference_resolve(&direct, ref))
		return;
	ARRAY_GROW(list->items, list->nr + 1, list->cap);
	struct ref *item = &list->items[list->nr++];
	item->name = xstrdup(git_reference_name(ref));
	oid_from_raw(&item->oid, git_reference_target(direct));
}

static int list_fill(struct list *list, struct repo *repo, const char *prefix)
{
	AUTO_GIT(git_reference_iterator) it = NULL;
	auto_free char *glob = xstrfmt("%s*", prefix);
	git_reference *ref;
	int rc;

	/* No ref's name holds what a glob would take for a wildcard. */
	if (strpbrk(prefix, "*?[\\"))
		return 0;
	if (git_reference_iterator_glob_new(&it, repo_raw(repo), glob))
		return fail_git("cannot list the refs %s", glob);
	while (!(rc = git_reference_next(&ref, it))) {
		list_add(list, ref);
		git_reference_free(ref);
	}
	if (rc != GIT_ITEROVER)
		return fail_git("cannot list the refs %s", glob);
	if (list->nr)
		qsort(list->items, list->nr, sizeof(*list->items), by_name);
	return 0;
}

int refs_each(struct repo *repo, const char *prefix,
	      int (*each)(void *data, const struct ref *ref), void *data)
{
	AUTO(list) list = { 0 };
	int rc = list_fill(&list, repo, prefix);

	for (size_t i = 0; i < list.nr && !rc; i++)
		rc = each(data, &list.items[i]);
	return rc;
}

/* ==== Swapping ========================================================== */

/* One swap, as the caller wants it. */
struct swap {
	struct repo *repo;
	const char *name; /* the direct ref at the end of symbolic ones */
	const struct oid *old;
	const struct oid *new;
	const char *message;
};

/* The last name of a chain of symbolic refs, which may not exist yet. */
static int follow(char **out, struct repo *repo, const char *name)
{
	auto_free char *current = xstrdup(name);

	for (int depth = 0; depth <= SYMBOLIC_MAX; depth++) {
		AUTO_GIT(git_reference) ref = NULL;
		int rc = git_reference_lookup(&ref, repo_raw(repo), current);

		if (rc && rc != GIT_ENOTFOUND)
			return fail_git("cannot read ref %s", current);
		if (rc || git_reference_type(ref) == GIT_REFERENCE_DIRECT) {
			*out = STEAL(current);
			return 0;
		}
		free(current);
		current = xstrdup(git_reference_symbolic_target(ref));
	}
	return fail(ERR_FAILED, "ref %s leads in a circle", name);
}

/* With the lock held: does the ref still hold what the caller thinks? */
static int matches(bool *out, const struct swap *swap)
{
	git_oid current, old;
	int rc = git_reference_name_to_id(&current, repo_raw(swap->repo),
					  swap->name);

	if (rc && rc != GIT_ENOTFOUND)
		return fail_git("cannot read ref %s", swap->name);
	if (!swap->old) {
		*out = rc == GIT_ENOTFOUND;
		return 0;
	}
	oid_to_raw(&old, swap->old);
	*out = !rc && git_oid_equal(&current, &old);
	return 0;
}

/* "a/b" and "a" cannot both be refs, also where one of them is packed. */
static int check_room(const struct swap *swap)
{
	auto_free char *parent = xstrdup(swap->name);
	auto_free char *below = xstrfmt("%s/", swap->name);
	AUTO(list) list = { 0 };

	for (char *slash; (slash = strrchr(parent, '/'));) {
		git_oid id;

		*slash = '\0';
		if (text_starts_with(parent, "refs/") &&
		    !git_reference_name_to_id(&id, repo_raw(swap->repo),
					      parent))
			return fail(ERR_FAILED,
				    "cannot make ref %s: there is a ref %s",
				    swap->name, parent);
	}
	int rc = list_fill(&list, swap->repo, below);
	if (!rc && list.nr)
		rc = fail(ERR_FAILED, "cannot make ref %s: there is a ref %s",
			  swap->name, list.items[0].name);
	return rc;
}

/* With the lock held and the old value found right. */
static int write_ref(bool *held, git_transaction *tx, const struct swap *swap)
{
	git_oid id;

	*held = false;
	if (!swap->new && !swap->old)
		return 0;
	if (!swap->new)
		return packedrefs_delete(held, swap->repo, swap->name);
	oid_to_raw(&id, swap->new);
	if (git_transaction_set_target(tx, swap->name, &id, NULL,
				       swap->message) ||
	    git_transaction_commit(tx))
		return fail_git("cannot change ref %s", swap->name);
	return 0;
}

/* Another process has just removed an empty folder that we want to use. */
static bool was_pruned(int why)
{
	return why == GIT_ENOTFOUND ||
	       strstr(error_message(), strerror(ENOENT));
}

/*
 * That may also mean that a folder is a ref. If not, trying again helps.
 */
static int fail_lock(const char **holder, int why, const struct swap *swap)
{
	int rc = fail_git("cannot lock ref %s", swap->name);
	bool pruned = was_pruned(why);
	int room = check_room(swap);

	if (room || !pruned)
		return room ? room : rc;
	*holder = swap->name;
	return 0;
}

/*
 * *holder: the name whose lock somebody else holds; nothing was done then.
 */
static int try_swap(bool *won, const char **holder, const struct swap *swap)
{
	AUTO_GIT(git_transaction) tx = NULL;
	AUTO(reflock) lock = { 0 };
	bool same = false, packed_held;

	*won = false;
	*holder = NULL;
	if (git_transaction_new(&tx, repo_raw(swap->repo)))
		return fail_git("cannot change ref %s", swap->name);
	int rc = git_transaction_lock_ref(tx, swap->name);
	if (rc == GIT_ELOCKED) {
		*holder = swap->name;
		return 0;
	}
	if (rc)
		return fail_lock(holder, rc, swap);
	reflock_sign(&lock, swap->repo, swap->name);
	fault_point("ref-locked");
	rc = matches(&same, swap);
	if (!rc && same && !swap->old)
		rc = check_room(swap);
	if (rc || !same)
		return rc;
	rc = write_ref(&packed_held, tx, swap);
	fault_point("ref-written");
	*won = !rc && !packed_held;
	if (packed_held)
		*holder = REFLOCK_PACKED;
	return rc;
}

static void pause_between_tries(unsigned int try)
{
	unsigned int cap = try < 5 ? 1u << try : 32; /* milliseconds */
	struct timespec now;

	/* The clock's last digits are as good as chance here. */
	clock_gettime(CLOCK_MONOTONIC, &now);
	struct timespec wait = {
		.tv_nsec = 500000 + now.tv_nsec / 10 % (cap * 1000000L),
	};
	nanosleep(&wait, NULL);
}

static int check_new(const struct swap *swap)
{
	git_oid id;

	if (!swap->new)
		return 0;
	oid_to_raw(&id, swap->new);
	if (!git_odb_exists(repo_odb(swap->repo), &id))
		return fail(ERR_NOTFOUND,
			    "ref %s cannot point to %s: there is no such "
			    "object",
			    swap->name, swap->new->hex);
	return 0;
}

int refs_swap(bool *won, struct repo *repo, const char *name,
	      const struct oid *old, const struct oid *new,
	      const char *message)
{
	auto_free char *direct = NULL;

	*won = false;
	if (!refs_is_valid_name(name))
		return fail(ERR_USAGE, "'%s' cannot be a ref's name", name);
	int rc = follow(&direct, repo, name);
	if (rc)
		return rc;
	struct swap swap = { repo, direct, old, new, message };
	rc = check_new(&swap);
	double begin = clock_monotonic();
	for (unsigned int try = 0; !rc; try++) {
		const char *holder;
		bool broken = false;

		rc = try_swap(won, &holder, &swap);
		if (*won && !new)
			packedrefs_prune(repo, direct);
		if (rc || !holder)
			return rc;
		bool late = clock_monotonic() - begin > LOCK_WAIT;
		if (!try || late)
			reflock_break(&broken, repo, holder);
		if (broken)
			continue;
		if (late)
			return reflock_fail(repo, holder);
		pause_between_tries(try);
		rc = interrupt_check();
	}
	return rc;
}

void refs_sweep_locks(struct repo *repo)
{
	reflock_sweep(repo);
}
