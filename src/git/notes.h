/*
 * notes - a notes tree: an annotation (bytes) for each annotated object.
 *
 * Read: every fan-out depth, mixed depths, several spellings of one object
 * (their texts come one after the other, as git shows them).
 * Write: batches, one tree and one commit, with git's own fan-out rule; the
 * other spellings of a note are removed. libgit2's writer is not used: it
 * never makes a fan-out (10,000 notes: 366 s against 0.8 s).
 *
 *	notes_each(repo, &tip, each, data);
 *	AUTO_PTR(notes_edit) edit = NULL;
 *	notes_edit_new(&edit, repo, &tip);	NULL tip: empty
 *	notes_edit_set(edit, &commit, text, len);
 *	notes_edit_write(&tree, edit);		then commit_write(), refs_swap()
 */
#ifndef GIT_NOTES_H
#define GIT_NOTES_H

#include "base/buf.h"
#include "git/repo.h"

/* Appends the note of one object; ERR_NOTFOUND when it has none. */
int notes_read(struct buf *out, struct repo *repo, const struct oid *tip,
	       const struct oid *object);
/* Calls back with each annotated object and its note's blob(s), by object. */
int notes_each(struct repo *repo, const struct oid *tip,
	       int (*each)(void *data, const struct oid *object,
			   const struct oid *blob),
	       void *data);
/*
 * Calls back for objects whose notes differ between two tips (NULL: empty),
 * without reading what they share: cheap on a large, hardly changed ledger.
 */
int notes_changed(struct repo *repo, const struct oid *old_tip,
		  const struct oid *new_tip,
		  int (*each)(void *data, const struct oid *object),
		  void *data);

struct notes_edit;
int notes_edit_new(struct notes_edit **out, struct repo *repo,
		   const struct oid *tip);
/* NULL text: the note is removed, if there is one. */
int notes_edit_set(struct notes_edit *edit, const struct oid *object,
		   const char *text, size_t len);
int notes_edit_write(struct oid *out, struct notes_edit *edit);
void notes_edit_free(struct notes_edit *edit);
AUTO_PTR_DEFINE(notes_edit)

#endif
