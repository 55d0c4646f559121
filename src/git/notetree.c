#include "git/notetree.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "git/object.h"
#include "git/treedir.h"

/* A tree can name one subtree 256 times, and that one the next. */
#define ENTRIES_MAX 1000000

unsigned int note_digit(const git_oid *key, unsigned int depth)
{
	unsigned int byte = key->id[depth / 2];

	return depth % 2 ? byte & 15 : byte >> 4;
}

/* ==== Nodes ============================================================= */

static struct note_node *new_node(enum note_kind kind)
{
	struct note_node *node = xcalloc(1, sizeof(*node));

	node->kind = kind;
	return node;
}

void note_node_free(struct note_node *node)
{
	if (!node)
		return;
	if (node->kind == NOTE_INNER)
		for (size_t i = 0; i < 16; i++)
			note_node_free(node->child[i]);
	else
		note_node_free(node->more);
	free(node);
}

/* Puts an INNER where a LEAF is in the way, and the LEAF below it. */
static void split(struct note_node **slot, unsigned int depth)
{
	struct note_node *leaf = *slot;

	*slot = new_node(NOTE_INNER);
	(*slot)->child[note_digit(&leaf->key, depth)] = leaf;
}

/*
 * The slot for a key: empty, or holding the LEAF of that key or of another.
 * Goes no deeper than `depth_max`, where it may also hold an INNER.
 */
static int descend(struct note_node ***out, unsigned int *depth,
		   struct notetree *tree, const git_oid *key,
		   unsigned int depth_max)
{
	struct note_node **slot = &tree->root;

	for (*depth = 0; *slot; ++*depth) {
		while (*slot && (*slot)->kind == NOTE_SUBTREE) {
			int rc = notetree_load(tree, slot);

			if (rc)
				return rc;
		}
		if (!*slot || (*slot)->kind == NOTE_LEAF ||
		    *depth == depth_max)
			break;
		slot = &(*slot)->child[note_digit(key, *depth)];
	}
	*out = slot;
	return 0;
}

/* ==== Filling =========================================================== */

static void add_spelling(struct note_node *leaf, const git_oid *value)
{
	/* git counts the same text twice in a row once. */
	if (!leaf->more && git_oid_equal(&leaf->value, value))
		return;
	while (leaf->more)
		leaf = leaf->more;
	leaf->more = new_node(NOTE_LEAF);
	leaf->more->value = *value;
}

static int add_note(struct notetree *tree, const git_oid *key,
		    const git_oid *value)
{
	struct note_node **slot;
	unsigned int depth;
	int rc = descend(&slot, &depth, tree, key, GIT_OID_HEXSZ);

	if (rc)
		return rc;
	if (*slot && git_oid_equal(&(*slot)->key, key)) {
		add_spelling(*slot, value);
		return 0;
	}
	while (*slot) {
		split(slot, depth);
		slot = &(*slot)->child[note_digit(key, depth++)];
	}
	*slot = new_node(NOTE_LEAF);
	(*slot)->key = *key;
	(*slot)->value = *value;
	return 0;
}

static int read_folder(struct notetree *tree, const git_oid *id,
		       const git_oid *prefix, int level);

static int add_subtree(struct notetree *tree, const git_oid *prefix, int level,
		       const git_oid *id)
{
	struct note_node **slot;
	unsigned int depth, last = 2 * level;
	int rc = descend(&slot, &depth, tree, prefix, last);

	if (rc)
		return rc;
	/* Something of this very folder is known already: add to it. */
	if (*slot && (depth == last ||
		      !memcmp((*slot)->key.id, prefix->id, level)))
		return read_folder(tree, id, prefix, level);
	for (; depth < last; depth++) {
		if (*slot)
			split(slot, depth);
		else
			*slot = new_node(NOTE_INNER);
		slot = &(*slot)->child[note_digit(prefix, depth)];
	}
	*slot = new_node(NOTE_SUBTREE);
	(*slot)->key = *prefix;
	(*slot)->value = *id;
	(*slot)->level = level;
	return 0;
}

static void add_other(struct notetree *tree, const git_oid *prefix, int level,
		      const struct tree_item *item)
{
	AUTO(buf) path = BUF_INIT;

	for (int i = 0; i < level; i++)
		buf_addf(&path, "%02x/", prefix->id[i]);
	buf_addstr(&path, item->name);
	ARRAY_GROW(tree->others, tree->nr_others + 1, tree->cap_others);
	tree->others[tree->nr_others++] = (struct note_other){
		.path = buf_detach(&path),
		.mode = item->mode,
		.id = item->id,
	};
}

/* One entry of a folder `level` deep, whose digits are in `prefix`. */
static int add_item(struct notetree *tree, const git_oid *prefix, int level,
		    const struct tree_item *item)
{
	size_t len = strlen(item->name), left = GIT_OID_HEXSZ - 2 * level;
	bool folder = item->mode == GIT_FILEMODE_TREE;
	bool named = text_is_hex(item->name, len);
	char hex[GIT_OID_HEXSZ + 1] = { 0 };
	git_oid key = { { 0 } };

	if (++tree->read > ENTRIES_MAX)
		return fail(ERR_BADDATA, "there are more than %d notes",
			    ENTRIES_MAX);
	if (named && len == left && !folder &&
	    item->mode != GIT_FILEMODE_COMMIT) {
		git_oid_tostr(hex, sizeof(hex), prefix);
		memcpy(hex + 2 * level, item->name, len);
		git_oid_fromstr(&key, hex);
		return add_note(tree, &key, &item->id);
	}
	if (named && len == 2 && folder && left > 2) {
		key = *prefix;
		key.id[level] = strtoul(item->name, NULL, 16);
		return add_subtree(tree, &key, level + 1, &item->id);
	}
	add_other(tree, prefix, level, item);
	return 0;
}

static int read_folder(struct notetree *tree, const git_oid *id,
		       const git_oid *prefix, int level)
{
	AUTO_GIT(git_odb_object) object = NULL;
	struct tree_cursor cursor;
	struct tree_item item;
	int rc = tree_cursor_open(&object, &cursor, tree->repo, id);

	while (!rc) {
		int more = tree_cursor_next(&item, &cursor);

		if (more <= 0)
			return more;
		rc = add_item(tree, prefix, level, &item);
	}
	return rc;
}

int notetree_load(struct notetree *tree, struct note_node **slot)
{
	auto_free struct note_node *subtree = STEAL(*slot);

	return read_folder(tree, &subtree->value, &subtree->key,
			   subtree->level);
}

/* ==== The calls ========================================================= */

int notetree_open(struct notetree **out, struct repo *repo,
		  const struct oid *tip)
{
	AUTO_PTR(notetree) tree = xcalloc(1, sizeof(*tree));
	AUTO_GIT(git_tree) root = NULL;
	git_oid prefix = { { 0 } };

	tree->repo = repo;
	tree->root = new_node(NOTE_INNER);
	if (tip) {
		int rc = raw_tree(&root, repo, tip);

		if (!rc)
			rc = read_folder(tree, git_tree_id(root), &prefix, 0);
		if (rc)
			return rc;
	}
	*out = STEAL(tree);
	return 0;
}

void notetree_free(struct notetree *tree)
{
	if (!tree)
		return;
	note_node_free(tree->root);
	for (size_t i = 0; i < tree->nr_others; i++)
		free(tree->others[i].path);
	free(tree->others);
	free(tree);
}

int notetree_find(struct note_node **out, struct notetree *tree,
		  const git_oid *key)
{
	struct note_node **slot;
	unsigned int depth;
	int rc = descend(&slot, &depth, tree, key, GIT_OID_HEXSZ);

	if (!rc)
		*out = *slot && git_oid_equal(&(*slot)->key, key) ? *slot :
								   NULL;
	return rc;
}

int notetree_remove(struct notetree *tree, const git_oid *key)
{
	struct note_node **slot;
	unsigned int depth;
	int rc = descend(&slot, &depth, tree, key, GIT_OID_HEXSZ);

	if (rc || !*slot || !git_oid_equal(&(*slot)->key, key))
		return rc;
	note_node_free(*slot);
	*slot = NULL;
	return 0;
}

int notetree_set(struct notetree *tree, const git_oid *key,
		 const git_oid *value)
{
	struct note_node *leaf;
	int rc = notetree_find(&leaf, tree, key);

	if (rc)
		return rc;
	if (!leaf)
		return add_note(tree, key, value);
	note_node_free(leaf->more);
	leaf->more = NULL;
	leaf->value = *value;
	return 0;
}

/* As git does it: empty ones are left out. */
int note_text(struct buf *out, struct repo *repo,
	      const struct note_node *leaf)
{
	AUTO(buf) text = BUF_INIT;

	for (; leaf; leaf = leaf->more) {
		struct oid blob;

		AUTO(buf) part = BUF_INIT;
		oid_from_raw(&blob, &leaf->value);
		int rc = blob_read(&part, repo, &blob, NOTE_MAX);
		if (rc)
			return rc;
		if (!part.len)
			continue;
		if (text.len && text.ptr[text.len - 1] == '\n')
			buf_truncate(&text, text.len - 1);
		if (text.len)
			buf_addstr(&text, "\n\n");
		buf_add(&text, part.ptr, part.len);
	}
	buf_add(out, text.ptr, text.len);
	return 0;
}
