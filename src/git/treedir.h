/*
 * treedir - one folder of a tree in memory, its subfolders read on demand.
 *
 * Private to src/git: what tree.h's edits and notes.h's writer build on.
 * Unlike libgit2's tree builder it costs nothing for what is not looked at:
 * entries stay in the object's own bytes, a subfolder that is not opened
 * keeps its id.
 *
 * Invariant: items are in order of their names' bytes (git's order, where a
 * folder sorts as if it ended in "/", is made when writing).
 */
#ifndef GIT_TREEDIR_H
#define GIT_TREEDIR_H

#include <stdbool.h>

#include "base/strlist.h"
#include "git/raw.h"

/* ==== The bytes of a tree object ======================================== */

struct tree_cursor {
	const char *at;
	const char *end;
};

struct tree_item {
	const char *name; /* points into the bytes */
	unsigned int mode;
	git_oid id;
};

/* Reads a tree; `out` is the caller's to free, the cursor looks into it. */
int tree_cursor_open(git_odb_object **out, struct tree_cursor *cursor,
		     struct repo *repo, const git_oid *tree);
/* 1: an entry; 0: the end; ERR_BADDATA: these bytes are no tree. */
int tree_cursor_next(struct tree_item *out, struct tree_cursor *cursor);

/* ==== Folders =========================================================== */

struct treedir_item {
	const char *name;
	unsigned int mode;
	git_oid id;	     /* of no meaning once `dir` is there */
	struct treedir *dir; /* an opened subfolder, else NULL */
};

struct treedir {
	struct treedir_item *items;
	size_t nr;
	size_t cap;
	git_odb_object *object; /* holds the names that were read */
	struct strlist names;	/* and those that were added */
};

struct treedir *treedir_new(void);
int treedir_read(struct treedir **out, struct repo *repo,
		 const git_oid *tree);
/* Borrowed until the next put; NULL when absent. */
struct treedir_item *treedir_find(struct treedir *dir, const char *name);
/* Adds or replaces an entry. */
void treedir_put(struct treedir *dir, const char *name, unsigned int mode,
		 const git_oid *id);
void treedir_drop(struct treedir *dir, struct treedir_item *item);
/*
 * The subfolder of that name, opened; borrowed. An absent one is made, or
 * NULL when `make` is not asked. ERR_FAILED when a file is in the way.
 */
int treedir_enter(struct treedir **out, struct repo *repo,
		  struct treedir *dir, const char *name, bool make);
/* Writes it and its opened subfolders; those left empty go. */
int treedir_write(git_oid *out, struct repo *repo, struct treedir *dir);
void treedir_free(struct treedir *dir);
AUTO_PTR_DEFINE(treedir)

#endif
