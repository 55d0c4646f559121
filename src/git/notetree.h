/*
 * notetree - a notes tree in memory: a trie over the objects' names, 16 ways
 * at each hexadecimal digit, filled from tree objects as it is descended.
 *
 * Private to src/git. The trie is the same however the notes are spelled on
 * disk ("abcd…", "ab/cd…", "AB/cd/…", all at once), so readers and the
 * writer see one note an object.
 *
 * Invariants: a LEAF stands behind the first digit that tells it from all
 * others; a SUBTREE, a folder not read yet, behind the last digit of its
 * name, so behind an even number of them. Whoever meets a SUBTREE on the way
 * loads it first.
 */
#ifndef GIT_NOTETREE_H
#define GIT_NOTETREE_H

#include "base/buf.h"
#include "git/raw.h"

/* A longer note is not read: 64 MiB. */
#define NOTE_MAX (64 << 20)

enum note_kind { NOTE_INNER, NOTE_LEAF, NOTE_SUBTREE };

struct note_node {
	enum note_kind kind;
	union {
		struct note_node *child[16]; /* INNER; NULL: nothing there */
		struct {
			git_oid key; /* SUBTREE: its first 2 * level digits */
			git_oid value;	/* blob, or the SUBTREE's tree */
			int level;	/* SUBTREE: folders above and itself */
			struct note_node *more; /* LEAF: other spellings */
		};
	};
};

/* What stands in a notes tree and is no note; kept where it is. */
struct note_other {
	char *path;
	unsigned int mode;
	git_oid id;
};

struct notetree {
	struct repo *repo;
	struct note_node *root; /* always INNER */
	struct note_other *others; /* of the folders read so far */
	size_t nr_others;
	size_t cap_others;
	size_t read; /* entries read so far */
};

/* `tip` is a commit or tree; NULL: empty. */
int notetree_open(struct notetree **out, struct repo *repo,
		  const struct oid *tip);
void notetree_free(struct notetree *tree);
AUTO_PTR_DEFINE(notetree)

/* The hexadecimal digit at `depth` of a name, as number. */
unsigned int note_digit(const git_oid *key, unsigned int depth);
/* Reads the folder that *slot stands for; other nodes are not looked at. */
int notetree_load(struct notetree *tree, struct note_node **slot);
/* The LEAF of a key, loading what is on the way; NULL when there is none. */
int notetree_find(struct note_node **out, struct notetree *tree,
		  const git_oid *key);
/* Sets the one value of a key; other spellings go. */
int notetree_set(struct notetree *tree, const git_oid *key,
		 const git_oid *value);
int notetree_remove(struct notetree *tree, const git_oid *key);
void note_node_free(struct note_node *node);
/*
 * Appends the text of a LEAF: all its spellings in the order they were met,
 * with blank lines between.
 */
int note_text(struct buf *out, struct repo *repo,
	      const struct note_node *leaf);

static inline bool note_is(const struct note_node *node, enum note_kind kind)
{
	return node && node->kind == kind;
}

#endif
