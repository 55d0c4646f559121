#include "git/notes.h"

#include <string.h>

#include "git/notetree.h"
#include "git/object.h"
#include "git/treedir.h"

struct notes_edit {
	struct repo *repo;
	struct notetree *tree;
};

int notes_edit_new(struct notes_edit **out, struct repo *repo,
		   const struct oid *tip)
{
	AUTO_PTR(notes_edit) edit = xcalloc(1, sizeof(*edit));
	int rc = notetree_open(&edit->tree, repo, tip);

	edit->repo = repo;
	if (!rc)
		*out = STEAL(edit);
	return rc;
}

int notes_edit_set(struct notes_edit *edit, const struct oid *object,
		   const char *text, size_t len)
{
	struct oid blob;
	git_oid key, value;

	oid_to_raw(&key, object);
	if (!text)
		return notetree_remove(edit->tree, &key);
	int rc = blob_write(&blob, edit->repo, text, len);
	if (rc)
		return rc;
	oid_to_raw(&value, &blob);
	return notetree_set(edit->tree, &key, &value);
}

/* How many notes are below, as far as 2; unread folders count as many. */
static int count_to_two(const struct note_node *node)
{
	int count = 0;

	if (!node)
		return 0;
	if (node->kind != NOTE_INNER)
		return node->kind == NOTE_LEAF ? 1 : 2;
	for (int i = 0; i < 16 && count < 2; i++)
		count += count_to_two(node->child[i]);
	return count;
}

/*
 * git's rule: a folder is parted by the next two digits when each of the 16
 * possible next digits leads to more than one note.
 */
static bool wants_fanout(const struct note_node *node)
{
	for (int i = 0; i < 16; i++)
		if (count_to_two(node->child[i]) < 2)
			return false;
	return true;
}

/* All spellings as one blob. */
static int merged_value(git_oid *out, struct repo *repo,
			const struct note_node *leaf)
{
	AUTO(buf) text = BUF_INIT;
	struct oid blob;

	*out = leaf->value;
	if (!leaf->more)
		return 0;
	int rc = note_text(&text, repo, leaf);
	if (!rc)
		rc = blob_write(&blob, repo, text.ptr, text.len);
	if (!rc)
		oid_to_raw(out, &blob);
	return rc;
}

static int put_leaf(struct treedir *dir, struct repo *repo,
		    const struct note_node *leaf, int level)
{
	char hex[GIT_OID_HEXSZ + 1];
	git_oid value;
	int rc = merged_value(&value, repo, leaf);

	git_oid_tostr(hex, sizeof(hex), &leaf->key);
	if (!rc)
		treedir_put(dir, hex + 2 * level, GIT_FILEMODE_BLOB, &value);
	return rc;
}

/* Everything below in one folder, `level` folders deep. */
static int put_flat(struct treedir *dir, struct notes_edit *edit,
		    struct note_node **slot, int level)
{
	int rc = 0;

	while (note_is(*slot, NOTE_SUBTREE) && !rc)
		rc = notetree_load(edit->tree, slot);
	if (rc || !*slot)
		return rc;
	if ((*slot)->kind == NOTE_LEAF)
		return put_leaf(dir, edit->repo, *slot, level);
	for (int i = 0; i < 16 && !rc; i++)
		rc = put_flat(dir, edit, &(*slot)->child[i], level);
	return rc;
}

static int put_folder(struct treedir *dir, struct notes_edit *edit,
		      struct note_node **slot, int level);

/* The folder "xy" for what stands at two digits. */
static int put_pair(struct treedir *dir, struct notes_edit *edit,
		    struct note_node **slot, unsigned int pair, int level)
{
	static const char digits[] = "0123456789abcdef";
	const char name[] = { digits[pair / 16], digits[pair % 16], '\0' };
	struct treedir *sub;

	if (!*slot)
		return 0;
	if (note_is(*slot, NOTE_SUBTREE)) {
		treedir_put(dir, name, GIT_FILEMODE_TREE, &(*slot)->value);
		return 0;
	}
	int rc = treedir_enter(&sub, edit->repo, dir, name, true);
	return rc ? rc : put_folder(sub, edit, slot, level + 1);
}

static int put_folder(struct treedir *dir, struct notes_edit *edit,
		      struct note_node **slot, int level)
{
	int rc = 0;

	if (!note_is(*slot, NOTE_INNER) || !wants_fanout(*slot))
		return put_flat(dir, edit, slot, level);
	for (unsigned int i = 0; i < 256 && !rc; i++) {
		struct note_node *half = (*slot)->child[i / 16];

		rc = put_pair(dir, edit, &half->child[i % 16], i, level);
	}
	return rc;
}

/* README and the like keep their places. */
static int put_others(struct treedir *root, struct notes_edit *edit)
{
	for (size_t i = 0; i < edit->tree->nr_others; i++) {
		const struct note_other *other = &edit->tree->others[i];
		struct treedir *dir = root;
		auto_free char *path = xstrdup(other->path);
		char *name = path;

		for (char *slash; (slash = strchr(name, '/'));) {
			*slash = '\0';
			int rc = treedir_enter(&dir, edit->repo, dir, name,
					       true);
			if (rc)
				return rc;
			name = slash + 1;
		}
		if (treedir_find(dir, name))
			return fail(ERR_FAILED,
				    "the file %s is in the way of notes",
				    other->path);
		treedir_put(dir, name, other->mode, &other->id);
	}
	return 0;
}

int notes_edit_write(struct oid *out, struct notes_edit *edit)
{
	AUTO_PTR(treedir) root = treedir_new();
	git_oid id;
	int rc = put_folder(root, edit, &edit->tree->root, 0);

	if (!rc)
		rc = put_others(root, edit);
	if (!rc)
		rc = treedir_write(&id, edit->repo, root);
	if (!rc)
		oid_from_raw(out, &id);
	return rc;
}

void notes_edit_free(struct notes_edit *edit)
{
	if (!edit)
		return;
	notetree_free(edit->tree);
	free(edit);
}
