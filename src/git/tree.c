#include "git/tree.h"

#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "git/raw.h"
#include "git/treedir.h"

/* Deeper trees are made to exhaust those who read them. */
#define DEPTH_MAX 256
#define PATH_LEN_MAX 4096

/* ==== Reading =========================================================== */

int tree_find(struct oid *out, struct repo *repo, const struct oid *treeish,
	      const char *path)
{
	AUTO_GIT(git_tree) tree = NULL;
	AUTO_GIT(git_tree_entry) entry = NULL;
	int rc = raw_tree(&tree, repo, treeish);

	if (rc)
		return rc;
	rc = git_tree_entry_bypath(&entry, tree, path);
	if (rc && rc != GIT_ENOTFOUND)
		return fail_git("cannot read %s of %.10s", path, treeish->hex);
	if (rc || git_tree_entry_type(entry) != GIT_OBJECT_BLOB)
		return fail(ERR_NOTFOUND, "there is no file %s in %.10s", path,
			    treeish->hex);
	oid_from_raw(out, git_tree_entry_id(entry));
	return 0;
}

struct walk {
	struct repo *repo;
	struct buf *path;
	int depth;
	int (*each)(void *data, const struct tree_entry *entry);
	void *data;
};

static int walk_tree(struct walk *walk, const git_oid *id);

static int walk_item(struct walk *walk, const struct tree_item *item)
{
	size_t len = walk->path->len;
	int rc = 0;

	buf_addstr(walk->path, item->name);
	if (item->mode == GIT_FILEMODE_TREE) {
		buf_addch(walk->path, '/');
		rc = walk_tree(walk, &item->id);
	} else if (item->mode != GIT_FILEMODE_COMMIT) {
		struct tree_entry entry = { .path = walk->path->ptr };

		oid_from_raw(&entry.oid, &item->id);
		rc = walk->each(walk->data, &entry);
	}
	buf_truncate(walk->path, len);
	return rc;
}

static int walk_tree(struct walk *walk, const git_oid *id)
{
	AUTO_GIT(git_odb_object) object = NULL;
	struct tree_cursor cursor;
	struct tree_item item;

	if (walk->depth >= DEPTH_MAX)
		return fail(ERR_BADDATA, "folders are nested too deeply: %.80s",
			    walk->path->ptr);
	int rc = tree_cursor_open(&object, &cursor, walk->repo, id);
	walk->depth++;
	while (!rc) {
		int more = tree_cursor_next(&item, &cursor);

		if (more <= 0) {
			rc = more;
			break;
		}
		rc = walk_item(walk, &item);
	}
	walk->depth--;
	return rc;
}

int tree_each(struct repo *repo, const struct oid *treeish, const char *dir,
	      int (*each)(void *data, const struct tree_entry *entry),
	      void *data)
{
	AUTO(buf) path = BUF_INIT;
	struct walk walk = {
		.repo = repo, .path = &path, .each = each, .data = data
	};
	AUTO_GIT(git_tree) tree = NULL;
	AUTO_GIT(git_tree_entry) entry = NULL;
	int rc = raw_tree(&tree, repo, treeish);

	if (rc)
		return rc;
	if (!*dir)
		return walk_tree(&walk, git_tree_id(tree));
	rc = git_tree_entry_bypath(&entry, tree, dir);
	if (rc == GIT_ENOTFOUND)
		return 0;
	if (rc)
		return fail_git("cannot read %s of %.10s", dir, treeish->hex);
	if (git_tree_entry_type(entry) != GIT_OBJECT_TREE)
		return 0;
	buf_addf(&path, "%s/", dir);
	return walk_tree(&walk, git_tree_entry_id(entry));
}

/* ==== Editing =========================================================== */

struct tree_edit {
	struct repo *repo;
	struct treedir *root;
};

int tree_edit_new(struct tree_edit **out, struct repo *repo,
		  const struct oid *base)
{
	AUTO_PTR(tree_edit) edit = xcalloc(1, sizeof(*edit));
	AUTO_GIT(git_tree) tree = NULL;

	edit->repo = repo;
	if (base) {
		int rc = raw_tree(&tree, repo, base);

		if (!rc)
			rc = treedir_read(&edit->root, repo,
					  git_tree_id(tree));
		if (rc)
			return rc;
	} else {
		edit->root = treedir_new();
	}
	*out = STEAL(edit);
	return 0;
}

/*
 * Is this what some file system would take for ".git"? Bytes outside ASCII
 * may be ones that HFS+ ignores; NTFS drops dots and spaces at the end, and
 * knows the folder as git~1 too.
 */
static bool means_dot_git(const char *name)
{
	AUTO(buf) plain = BUF_INIT;

	for (const char *p = name; *p && *p != ':'; p++)
		if ((unsigned char)*p < 0x80)
			buf_addch(&plain, *p);
	while (plain.len && strchr(" .", plain.ptr[plain.len - 1]))
		buf_truncate(&plain, plain.len - 1);
	return !strcasecmp(plain.ptr, ".git") ||
	       !strncasecmp(plain.ptr, "git~", 4);
}

static int check_name(const char *name, const char *path)
{
	if (!*name || !strcmp(name, ".") || !strcmp(name, "..") ||
	    strchr(name, '\\') || means_dot_git(name))
		return fail(ERR_BADDATA, "'%s' cannot be a path in a tree",
			    path);
	return 0;
}

/* The folder of `path`, and the name in it (points into `copy`). */
static int enter(struct treedir **dir, char **name, struct tree_edit *edit,
		 char *copy, bool make)
{
	auto_free char *path = xstrdup(copy);

	*dir = edit->root;
	*name = copy;
	if (strlen(path) > PATH_LEN_MAX)
		return fail(ERR_BADDATA, "'%.60s...' is too long a path",
			    path);
	for (char *slash; *dir && (slash = strchr(*name, '/'));) {
		*slash = '\0';
		int rc = check_name(*name, path);
		if (!rc)
			rc = treedir_enter(dir, edit->repo, *dir, *name,
					   make);
		if (rc)
			return rc;
		*name = slash + 1;
	}
	return *dir ? check_name(*name, path) : 0;
}

int tree_edit_put(struct tree_edit *edit, const char *path,
		  const struct oid *blob)
{
	auto_free char *copy = xstrdup(path);
	struct treedir *dir;
	char *name;
	git_oid id;

	int rc = enter(&dir, &name, edit, copy, true);
	if (rc)
		return rc;
	struct treedir_item *item = treedir_find(dir, name);
	if (item && item->mode == GIT_FILEMODE_TREE)
		return fail(ERR_FAILED, "%s is in the way: a folder", path);
	oid_to_raw(&id, blob);
	treedir_put(dir, name, GIT_FILEMODE_BLOB, &id);
	return 0;
}

int tree_edit_remove(struct tree_edit *edit, const char *path)
{
	auto_free char *copy = xstrdup(path);
	struct treedir *dir;
	char *name;

	int rc = enter(&dir, &name, edit, copy, false);
	if (rc || !dir)
		return rc;
	struct treedir_item *item = treedir_find(dir, name);
	if (item)
		treedir_drop(dir, item);
	return 0;
}

int tree_edit_write(struct oid *out, struct tree_edit *edit)
{
	git_oid id;
	int rc = treedir_write(&id, edit->repo, edit->root);

	if (!rc)
		oid_from_raw(out, &id);
	return rc;
}

void tree_edit_free(struct tree_edit *edit)
{
	if (!edit)
		return;
	treedir_free(edit->root);
	free(edit);
}
