#include "suite/cachespace.h"

#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "git/config.h"
#include "git/worktree.h"
#include "suite/buildstore.h"

#define MOST_KEY "bench.buildCache"
#define MOST "20g"
#define FLOOR_KEY "bench.diskFloor"
#define FLOOR "1g"
#define DATA ".data"

/* One folder of a cache. */
struct piece {
	char *dir;
	int64_t bytes;
	int64_t used; /* when; INT64_MIN: never to be used again */
	bool build;
};

struct pieces {
	struct piece *items;
	size_t nr;
	size_t cap;
	int64_t bytes;
};

static void pieces_release(struct pieces *pieces)
{
	for (size_t i = 0; i < pieces->nr; i++)
		free(pieces->items[i].dir);
	free(pieces->items);
}

static struct piece *add(struct pieces *pieces, char *dir)
{
	ARRAY_GROW(pieces->items, pieces->nr + 1, pieces->cap);
	struct piece *piece = &pieces->items[pieces->nr++];

	*piece = (struct piece){ .dir = dir, .used = INT64_MIN };
	return piece;
}

/* ==== What there is ===================================================== */

static int list_builds(struct pieces *out, const char *cache)
{
	auto_free char *root = file_join(cache, "builds");
	AUTO(strlist) names = STRLIST_INIT;
	int rc = buildstore_list(&names, root);

	for (size_t i = 0; i < names.nr; i++) {
		struct piece *piece =
			add(out, file_join(root, names.items[i]));
		struct build_mark mark;

		piece->build = true;
		if (!build_mark_read(&mark, piece->dir))
			continue;
		piece->used = mark.used;
		piece->bytes = mark.bytes;
		build_mark_release(&mark);
	}
	return rc;
}

static bool is_data(const char *name)
{
	return strlen(name) == BUILD_HASH_LEN + strlen(DATA) &&
	       text_is_hex(name, BUILD_HASH_LEN) &&
	       text_ends_with(name, DATA);
}

static int list_data(struct pieces *out, const char *cache)
{
	auto_free char *root = file_join(cache, "suites");
	AUTO(strlist) names = STRLIST_INIT;
	int rc = file_list(&names, root);

	if (rc == ERR_NOTFOUND)
		return 0;
	for (size_t i = 0; i < names.nr; i++) {
		auto_free char *dir = file_join(root, names.items[i]);
		struct stat st;

		if (!is_data(names.items[i]) || stat(dir, &st))
			continue;
		struct piece *piece = add(out, STEAL(dir));
		piece->used = st.st_mtime;
		piece->bytes = buildstore_bytes(piece->dir);
	}
	return rc;
}

/* Checkouts of Sandmark's own make are of use to one job only. */
static int list_makes(struct pieces *out, const char *cache)
{
	auto_free char *root = file_join(cache, "makes");
	AUTO(strlist) names = STRLIST_INIT;
	int rc = buildstore_list(&names, root);

	for (size_t i = 0; i < names.nr; i++)
		add(out, file_join(root, names.items[i]));
	return rc;
}

/* Used least recently first, what is left over before all. */
static int compare(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;

	return (x->used > y->used) - (x->used < y->used);
}

static int list(struct pieces *out, struct repo *repo)
{
	const char *cache = repo_cache_dir(repo);
	int rc = list_builds(out, cache);

	if (!rc)
		rc = list_data(out, cache);
	if (!rc)
		rc = list_makes(out, cache);
	if (out->nr)
		qsort(out->items, out->nr, sizeof(*out->items), compare);
	for (size_t i = 0; i < out->nr; i++)
		out->bytes += out->items[i].bytes;
	return rc;
}

/* ==== Making room ======================================================= */

/* *gone: it was not in use, and was removed. */
static int drop(bool *gone, struct repo *repo, const struct piece *piece)
{
	auto_free char *tree = file_join(piece->dir, "tree");
	int fd = -1;
	int rc = buildstore_lock(&fd, piece->dir, true, false, NULL, NULL);

	*gone = false;
	if (rc || fd < 0)
		return rc;
	if (piece->build)
		rc = worktree_remove(repo, tree);
	if (!rc)
		rc = file_remove_tree(piece->dir);
	buildstore_unlock_and_remove(fd, piece->dir);
	*gone = !rc;
	return rc;
}

static int64_t free_space(struct repo *repo)
{
	int64_t left = file_free_space(repo_cache_dir(repo));

	/* There is no cache yet. */
	return left >= 0 ? left : file_free_space(repo_common_dir(repo));
}

static bool is_below(struct repo *repo, int64_t floor)
{
	int64_t left = floor > 0 ? free_space(repo) : -1;

	return left >= 0 && left < floor;
}

static int evict(struct repo *repo, int64_t most, int64_t floor)
{
	AUTO(pieces) pieces = { 0 };
	int rc = list(&pieces, repo);

	for (size_t i = 0; !rc && i < pieces.nr; i++) {
		const struct piece *piece = &pieces.items[i];
		bool gone;

		if (piece->used != INT64_MIN && pieces.bytes <= most &&
		    !is_below(repo, floor))
			break;
		rc = drop(&gone, repo, piece);
		if (gone)
			pieces.bytes -= piece->bytes;
	}
	return rc;
}

/* ==== The calls ========================================================= */

static int read_size(int64_t *out, struct repo *repo, const char *key,
		     const char *otherwise)
{
	auto_free char *text = config_string(repo, key, otherwise);

	if (text_to_size(out, text))
		return 0;
	return fail(ERR_BADDATA,
		    "%s is '%s', which is no size such as 500m or 20g", key,
		    text);
}

int cachespace_read(struct cachespace *out, struct repo *repo)
{
	AUTO(pieces) pieces = { 0 };
	int rc = read_size(&out->most, repo, MOST_KEY, MOST);

	if (!rc)
		rc = read_size(&out->floor, repo, FLOOR_KEY, FLOOR);
	if (!rc)
		rc = list(&pieces, repo);
	out->used = pieces.bytes;
	out->free = free_space(repo);
	return rc;
}

int cachespace_evict(struct repo *repo, int64_t max_bytes)
{
	return evict(repo, max_bytes, 0);
}

int cachespace_tidy(struct repo *repo)
{
	int64_t most;
	int rc = read_size(&most, repo, MOST_KEY, MOST);

	return rc ? rc : evict(repo, most, 0);
}

int cachespace_secure(struct repo *repo)
{
	int64_t floor;
	int rc = read_size(&floor, repo, FLOOR_KEY, FLOOR);

	if (!rc && is_below(repo, floor))
		rc = evict(repo, INT64_MAX, floor);
	if (rc || !is_below(repo, floor))
		return rc;
	fail(ERR_FULL, "only %.0f MiB are free where %s is; " FLOOR_KEY
		       " asks for %.0f",
	     free_space(repo) / 1048576.0, repo_common_dir(repo),
	     floor / 1048576.0);
	fail_hint("make room on that disk, or lower " FLOOR_KEY);
	return ERR_FULL;
}
