#include "suite/buildcache.h"

#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/process.h"
#include "base/text.h"
#include "git/object.h"
#include "git/worktree.h"
#include "suite/buildstore.h"

static char *builds_dir(struct repo *repo)
{
	return file_join(repo_cache_dir(repo), "builds");
}

static char *hash_of(const char *first, const char *second, const char *third)
{
	auto_free char *text = xstrfmt("%s\n%s\n%s\n", first, second, third);
	struct oid oid;

	oid_of_blob(&oid, text, strlen(text));
	return xmemdupz(oid.hex, BUILD_HASH_LEN);
}

static int entry_init(struct build_entry *out, struct repo *repo,
		      const struct build_key *key)
{
	auto_free char *root = builds_dir(repo);
	struct commit commit;
	int rc = commit_read(&commit, repo, &key->commit);

	if (rc)
		return rc;
	*out = (struct build_entry){
		.repo = repo,
		.commit = key->commit,
		.family = hash_of(key->recipe, key->toolchain,
				  key->incremental ? "incremental" : "clean"),
		.lock = -1,
	};
	auto_free char *hash = hash_of(commit.tree.hex, out->family, "");
	commit_release(&commit);
	out->dir = file_join(root, hash);
	out->tree = file_join(out->dir, "tree");
	out->prefix = file_join(out->dir, "prefix");
	return file_mkdir_p(root);
}

static void entry_release(struct build_entry *entry)
{
	if (entry->lock >= 0)
		close(entry->lock);
	free(entry->family);
	free(entry->dir);
	free(entry->tree);
	free(entry->prefix);
	*entry = (struct build_entry)BUILD_ENTRY_INIT;
}

static bool is_complete(const struct build_entry *entry)
{
	struct build_mark mark;

	if (!build_mark_read(&mark, entry->dir))
		return false;
	build_mark_release(&mark);
	return true;
}

static int wipe(struct build_entry *entry)
{
	int rc = worktree_remove(entry->repo, entry->tree);

	if (rc)
		return rc;
	if (file_exists(entry->dir))
		rc = file_remove_tree(entry->dir);
	return rc;
}

/* ==== The nearest build ================================================= */

/* A complete entry that a new one may be copied from, held by its lock. */
struct start {
	char *dir;
	struct oid commit;
	size_t distance;
	int64_t used;
	int lock;
};

static void start_release(struct start *start)
{
	if (start->lock >= 0)
		close(start->lock);
	free(start->dir);
	*start = (struct start){ .lock = -1 };
}

/* Complete, of the family, not being filled or removed right now? */
static bool start_open(struct start *out, const struct build_entry *entry,
		       const char *dir)
{
	struct build_mark mark;
	bool fits = false;

	*out = (struct start){ .lock = -1 };
	if (!strcmp(dir, entry->dir) ||
	    buildstore_lock(&out->lock, dir, false, false, NULL, NULL) ||
	    out->lock < 0)
		return false;
	if (build_mark_read(&mark, dir)) {
		fits = !strcmp(mark.family, entry->family);
		out->commit = mark.commit;
		out->used = mark.used;
		build_mark_release(&mark);
	}
	/* A commit that gc has removed since is no start. */
	fits = fits && !commit_distance(&out->distance, entry->repo,
					&out->commit, &entry->commit);
	if (fits)
		out->dir = xstrdup(dir);
	else
		start_release(out);
	return fits;
}

static bool is_better(const struct start *a, const struct start *b)
{
	if (!b->dir)
		return true;
	if (a->distance != b->distance)
		return a->distance < b->distance;
	return a->used > b->used;
}

static int find_start(struct start *out, const struct build_entry *entry)
{
	auto_free char *root = builds_dir(entry->repo);
	AUTO(strlist) names = STRLIST_INIT;
	int rc = buildstore_list(&names, root);

	*out = (struct start){ .lock = -1 };
	for (size_t i = 0; !rc && i < names.nr; i++) {
		auto_free char *dir = file_join(root, names.items[i]);
		struct start start;

		if (!start_open(&start, entry, dir))
			continue;
		if (is_better(&start, out)) {
			start_release(out);
			*out = start;
		} else {
			start_release(&start);
		}
	}
	return rc;
}

static int copy_tree(const char *from, const char *to)
{
	static const char *const args[] = { "cp", "-a", "--reflink=auto", "--",
					    NULL };
	AUTO(process) cp = PROCESS_INIT;

	strlist_add_all(&cp.argv, args);
	strlist_add(&cp.argv, from);
	strlist_add(&cp.argv, to);
	int rc = process_run(&cp);
	if (!rc && !process_ok(&cp))
		rc = process_fail(&cp, "cp");
	return rc;
}

/* Sets entry->adopted when it worked; a failure is a fresh start instead. */
static int adopt_nearest(struct build_entry *entry)
{
	struct start start;
	int rc = find_start(&start, entry);

	if (!rc && start.dir) {
		auto_free char *from = file_join(start.dir, "tree");

		rc = copy_tree(from, entry->tree);
		if (!rc)
			rc = worktree_adopt(entry->repo, entry->tree,
					    &start.commit, &entry->commit);
		entry->adopted = !rc;
	}
	start_release(&start);
	if (rc && !interrupt_pending()) {
		error_clear();
		rc = wipe(entry);
		if (!rc)
			rc = file_mkdir_p(entry->dir);
	}
	return rc;
}

/* ==== Taking and giving back ============================================ */

static int lay_out(struct build_entry *entry, bool incremental)
{
	int rc = wipe(entry);

	entry->adopted = false;
	if (!rc)
		rc = file_mkdir_p(entry->dir);
	if (!rc && incremental)
		rc = adopt_nearest(entry);
	if (!rc && !entry->adopted)
		rc = worktree_add(entry->repo, entry->tree, &entry->commit);
	return rc;
}

static int take(struct build_entry *entry, const struct build_key *key)
{
	int rc = buildstore_lock(&entry->lock, entry->dir, false, true,
				 key->waiting, key->waiting_data);

	entry->complete = !rc && is_complete(entry);
	if (rc || entry->complete)
		return rc;
	rc = buildstore_lock(&entry->lock, entry->dir, true, true,
			     key->waiting, key->waiting_data);
	/* Another may have filled it while the lock was changed. */
	entry->complete = !rc && is_complete(entry);
	if (!rc && entry->complete)
		rc = buildstore_lock(&entry->lock, entry->dir, false, true,
				     NULL, NULL);
	return rc;
}

int buildcache_get(struct build_entry *out, struct repo *repo,
		   const struct build_key *key)
{
	*out = (struct build_entry)BUILD_ENTRY_INIT;
	int rc = entry_init(out, repo, key);

	if (!rc)
		rc = take(out, key);
	fault_point("build-locked");
	if (!rc && out->complete)
		build_mark_touch(out->dir);
	else if (!rc)
		rc = lay_out(out, key->incremental);
	if (!rc)
		return 0;
	struct error error;
	error_put_aside(&error);
	buildcache_put(out);
	error_bring_back(&error);
	return rc;
}

int buildcache_restart(struct build_entry *entry)
{
	return lay_out(entry, false);
}

int buildcache_complete(struct build_entry *entry)
{
	int rc = worktree_detach(entry->repo, entry->tree);

	if (!rc)
		rc = build_mark_write(entry->dir, &entry->commit,
				      entry->family);
	fault_point("build-marked");
	entry->complete = !rc;
	/* Others may use it from now on. */
	return rc ? rc : buildstore_lock(&entry->lock, entry->dir, false, true,
					 NULL, NULL);
}

int buildcache_recount(const struct build_entry *entry)
{
	return build_mark_write(entry->dir, &entry->commit, entry->family);
}

void buildcache_put(struct build_entry *entry)
{
	if (entry->lock >= 0 && !entry->complete) {
		wipe(entry);
		buildstore_unlock_and_remove(entry->lock, entry->dir);
		entry->lock = -1;
	}
	entry_release(entry);
}
