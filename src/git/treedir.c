#include "git/treedir.h"

#include <string.h>

#include "base/buf.h"

/* ==== The bytes of a tree object ======================================== */

int tree_cursor_open(git_odb_object **out, struct tree_cursor *cursor,
		     struct repo *repo, const git_oid *tree)
{
	char hex[GIT_OID_HEXSZ + 1];
	int rc = git_odb_read(out, repo_odb(repo), tree);

	git_oid_tostr(hex, sizeof(hex), tree);
	if (rc == GIT_ENOTFOUND)
		return fail(ERR_NOTFOUND, "tree %s is missing", hex);
	if (rc)
		return fail_git("cannot read tree %s", hex);
	if (git_odb_object_type(*out) != GIT_OBJECT_TREE) {
		git_odb_object_free(*out);
		*out = NULL;
		return fail(ERR_BADDATA, "object %s is not a tree", hex);
	}
	cursor->at = git_odb_object_data(*out);
	cursor->end = cursor->at + git_odb_object_size(*out);
	return 0;
}

/* "<octal mode> <name>\0<20 bytes>" */
int tree_cursor_next(struct tree_item *out, struct tree_cursor *cursor)
{
	const char *p = cursor->at;

	if (p == cursor->end)
		return 0;
	for (out->mode = 0; p < cursor->end && *p >= '0' && *p <= '7'; p++)
		out->mode = (out->mode << 3 | (unsigned int)(*p - '0')) &
			    0177777;
	if (p == cursor->end || *p != ' ')
		return fail(ERR_BADDATA, "a tree object is damaged");
	out->name = ++p;
	p = memchr(p, '\0', cursor->end - p);
	if (!p || p == out->name ||
	    cursor->end - p - 1 < (ptrdiff_t)GIT_OID_RAWSZ)
		return fail(ERR_BADDATA, "a tree object is damaged");
	git_oid_fromraw(&out->id, (const unsigned char *)p + 1);
	cursor->at = p + 1 + GIT_OID_RAWSZ;
	return 1;
}

/* ==== Entries =========================================================== */

struct treedir *treedir_new(void)
{
	return xcalloc(1, sizeof(struct treedir));
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct treedir_item *)a)->name,
		      ((const struct treedir_item *)b)->name);
}

int treedir_read(struct treedir **out, struct repo *repo, const git_oid *tree)
{
	AUTO_PTR(treedir) dir = treedir_new();
	struct tree_cursor cursor;
	struct tree_item item;
	int rc = tree_cursor_open(&dir->object, &cursor, repo, tree);

	if (rc)
		return rc;
	while ((rc = tree_cursor_next(&item, &cursor)) > 0) {
		ARRAY_GROW(dir->items, dir->nr + 1, dir->cap);
		dir->items[dir->nr++] = (struct treedir_item){
			.name = item.name,
			.mode = item.mode,
			.id = item.id,
		};
	}
	if (rc)
		return rc;
	if (dir->nr)
		qsort(dir->items, dir->nr, sizeof(*dir->items), by_name);
	*out = STEAL(dir);
	return 0;
}

/* The first item whose name is not before `name`. */
static size_t lower_bound(const struct treedir *dir, const char *name)
{
	size_t low = 0, high = dir->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(dir->items[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct treedir_item *treedir_find(struct treedir *dir, const char *name)
{
	size_t i = lower_bound(dir, name);

	return i < dir->nr && !strcmp(dir->items[i].name, name) ?
		       &dir->items[i] :
		       NULL;
}

static struct treedir_item *insert(struct treedir *dir, const char *name)
{
	size_t i = lower_bound(dir, name);

	ARRAY_GROW(dir->items, dir->nr + 1, dir->cap);
	memmove(dir->items + i + 1, dir->items + i,
		(dir->nr - i) * sizeof(*dir->items));
	dir->nr++;
	dir->items[i] = (struct treedir_item){
		.name = strlist_add(&dir->names, name),
	};
	return &dir->items[i];
}

void treedir_put(struct treedir *dir, const char *name, unsigned int mode,
		 const git_oid *id)
{
	struct treedir_item *item = treedir_find(dir, name);

	if (!item)
		item = insert(dir, name);
	treedir_free(item->dir);
	item->dir = NULL;
	item->mode = mode;
	item->id = *id;
}

void treedir_drop(struct treedir *dir, struct treedir_item *item)
{
	size_t i = item - dir->items;

	treedir_free(item->dir);
	memmove(item, item + 1, (dir->nr - i - 1) * sizeof(*item));
	dir->nr--;
}

int treedir_enter(struct treedir **out, struct repo *repo,
		  struct treedir *dir, const char *name, bool make)
{
	struct treedir_item *item = treedir_find(dir, name);

	*out = NULL;
	if (!make && (!item || item->mode != GIT_FILEMODE_TREE))
		return 0;
	if (!item) {
		item = insert(dir, name);
		item->mode = GIT_FILEMODE_TREE;
		item->dir = treedir_new();
	} else if (item->mode != GIT_FILEMODE_TREE) {
		return fail(ERR_FAILED, "%s is in the way: not a folder",
			    name);
	} else if (!item->dir) {
		int rc = treedir_read(&item->dir, repo, &item->id);

		if (rc)
			return rc;
	}
	*out = item->dir;
	return 0;
}

/* ==== Writing =========================================================== */

static int in_gits_order(const void *a, const void *b)
{
	const struct treedir_item *x = a, *y = b;
	size_t len_x = strlen(x->name), len_y = strlen(y->name);
	size_t len = len_x < len_y ? len_x : len_y;
	int order = memcmp(x->name, y->name, len);

	if (order)
		return order;
	int end_x = x->name[len], end_y = y->name[len];
	if (!end_x && x->mode == GIT_FILEMODE_TREE)
		end_x = '/';
	if (!end_y && y->mode == GIT_FILEMODE_TREE)
		end_y = '/';
	return (unsigned char)end_x - (unsigned char)end_y;
}

/* Opened subfolders become ids again. */
static int write_below(struct repo *repo, struct treedir *dir)
{
	for (size_t i = dir->nr; i--;) {
		struct treedir_item *item = &dir->items[i];

		if (!item->dir)
			continue;
		int rc = treedir_write(&item->id, repo, item->dir);
		if (rc)
			return rc;
		if (!item->dir->nr) {
			treedir_drop(dir, item);
			continue;
		}
		treedir_free(item->dir);
		item->dir = NULL;
	}
	return 0;
}

/* Trees of notes have thousands of entries: printf would be felt. */
static void add_entry(struct buf *bytes, const struct treedir_item *item)
{
	char mode[16], *p = mode + sizeof(mode);
	unsigned int left = item->mode;

	*--p = ' ';
	do
		*--p = '0' + (left & 7);
	while (left >>= 3);
	buf_add(bytes, p, mode + sizeof(mode) - p);
	buf_add(bytes, item->name, strlen(item->name) + 1);
	buf_add(bytes, item->id.id, GIT_OID_RAWSZ);
}

int treedir_write(git_oid *out, struct repo *repo, struct treedir *dir)
{
	AUTO(buf) bytes = BUF_INIT;
	int rc = write_below(repo, dir);

	if (rc)
		return rc;
	auto_free struct treedir_item *sorted =
		xcalloc(dir->nr, sizeof(*sorted));
	if (dir->nr) {
		memcpy(sorted, dir->items, dir->nr * sizeof(*sorted));
		qsort(sorted, dir->nr, sizeof(*sorted), in_gits_order);
	}
	for (size_t i = 0; i < dir->nr; i++)
		add_entry(&bytes, &sorted[i]);
	if (git_odb_write(out, repo_odb(repo), bytes.ptr, bytes.len,
			  GIT_OBJECT_TREE))
		return fail_git("cannot write an object");
	return 0;
}

void treedir_free(struct treedir *dir)
{
	if (!dir)
		return;
	for (size_t i = 0; i < dir->nr; i++)
		treedir_free(dir->items[i].dir);
	free(dir->items);
	git_odb_object_free(dir->object);
	strlist_release(&dir->names);
	free(dir);
}
