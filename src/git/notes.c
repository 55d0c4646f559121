#include "git/notes.h"

#include "git/notetree.h"
#include "git/object.h"

/* ==== Reading =========================================================== */

int notes_read(struct buf *out, struct repo *repo, const struct oid *tip,
	       const struct oid *object)
{
	AUTO_PTR(notetree) tree = NULL;
	struct note_node *leaf;
	git_oid key;

	oid_to_raw(&key, object);
	int rc = notetree_open(&tree, repo, tip);
	if (!rc)
		rc = notetree_find(&leaf, tree, &key);
	if (rc)
		return rc;
	if (!leaf)
		return fail(ERR_NOTFOUND, "%s has no note", object->hex);
	return note_text(out, repo, leaf);
}

struct walk {
	struct notetree *tree;
	int (*each)(void *data, const struct oid *object,
		    const struct oid *blob);
	void *data;
};

static int walk_leaf(struct walk *walk, const struct note_node *leaf)
{
	struct oid object, blob;

	oid_from_raw(&object, &leaf->key);
	for (; leaf; leaf = leaf->more) {
		oid_from_raw(&blob, &leaf->value);
		int rc = walk->each(walk->data, &object, &blob);

		if (rc)
			return rc;
	}
	return 0;
}

/* What was visited is dropped at once, so that memory stays small. */
static int walk_slot(struct walk *walk, struct note_node **slot)
{
	int rc = 0;

	while (note_is(*slot, NOTE_SUBTREE) && !rc)
		rc = notetree_load(walk->tree, slot);
	if (rc || !*slot)
		return rc;
	if ((*slot)->kind == NOTE_LEAF)
		rc = walk_leaf(walk, *slot);
	else
		for (int i = 0; i < 16 && !rc; i++)
			rc = walk_slot(walk, &(*slot)->child[i]);
	note_node_free(*slot);
	*slot = NULL;
	return rc;
}

int notes_each(struct repo *repo, const struct oid *tip,
	       int (*each)(void *data, const struct oid *object,
			   const struct oid *blob),
	       void *data)
{
	AUTO_PTR(notetree) tree = NULL;
	struct walk walk = { .each = each, .data = data };
	int rc = notetree_open(&tree, repo, tip);

	walk.tree = tree;
	for (int i = 0; i < 16 && !rc; i++)
		rc = walk_slot(&walk, &tree->root->child[i]);
	return rc;
}

/* ==== Comparing ========================================================= */

struct change_walk {
	struct notetree *tree[2];
	int (*each)(void *data, const struct oid *object);
	void *data;
};

static bool same_texts(const struct note_node *a, const struct note_node *b)
{
	for (; a && b; a = a->more, b = b->more)
		if (!git_oid_equal(&a->value, &b->value))
			return false;
	return !a && !b;
}

static int report(struct change_walk *walk, const struct note_node *leaf)
{
	struct oid object;

	if (!leaf)
		return 0;
	oid_from_raw(&object, &leaf->key);
	return walk->each(walk->data, &object);
}

/* Neither side goes further down. */
static int compare_leaves(struct change_walk *walk, const struct note_node *a,
			  const struct note_node *b)
{
	int order = a && b ? git_oid_cmp(&a->key, &b->key) : 1;

	if (!order)
		return same_texts(a, b) ? 0 : report(walk, a);
	int rc = report(walk, order < 0 ? a : b);
	return rc ? rc : report(walk, order < 0 ? b : a);
}

/* The part of *slot under one digit; a LEAF is under its own. */
static struct note_node **below(struct note_node **slot, unsigned int digit,
				unsigned int depth, struct note_node **none)
{
	if (note_is(*slot, NOTE_INNER))
		return &(*slot)->child[digit];
	return *slot && note_digit(&(*slot)->key, depth) == digit ? slot :
								    none;
}

static int compare(struct change_walk *walk, struct note_node **a,
		   struct note_node **b, unsigned int depth)
{
	struct note_node *none = NULL;
	int rc = 0;

	if (note_is(*a, NOTE_SUBTREE) && note_is(*b, NOTE_SUBTREE) &&
	    git_oid_equal(&(*a)->value, &(*b)->value))
		return 0;
	while (note_is(*a, NOTE_SUBTREE) && !rc)
		rc = notetree_load(walk->tree[0], a);
	while (note_is(*b, NOTE_SUBTREE) && !rc)
		rc = notetree_load(walk->tree[1], b);
	if (rc)
		return rc;
	if (!note_is(*a, NOTE_INNER) && !note_is(*b, NOTE_INNER))
		return compare_leaves(walk, *a, *b);
	for (unsigned int i = 0; i < 16 && !rc; i++)
		rc = compare(walk, below(a, i, depth, &none),
			     below(b, i, depth, &none), depth + 1);
	return rc;
}

int notes_changed(struct repo *repo, const struct oid *old_tip,
		  const struct oid *new_tip,
		  int (*each)(void *data, const struct oid *object),
		  void *data)
{
	AUTO_PTR(notetree) old = NULL;
	AUTO_PTR(notetree) new = NULL;
	struct change_walk walk = { .each = each, .data = data };
	int rc = notetree_open(&old, repo, old_tip);

	if (!rc)
		rc = notetree_open(&new, repo, new_tip);
	if (rc)
		return rc;
	walk.tree[0] = old;
	walk.tree[1] = new;
	return compare(&walk, &old->root, &new->root, 0);
}
