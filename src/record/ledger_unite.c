#include "record/ledger_unite.h"

#include "base/error.h"
#include "git/notes.h"
#include "git/object.h"
#include "record/lineset.h"

struct uniting {
	struct repo *repo;
	struct notes_edit *edit; /* of ours */
	const struct oid *ours;
	const struct oid *theirs;
};

static void uniting_release(struct uniting *u)
{
	notes_edit_free(u->edit);
}

/* "" when there is no such note. */
static int read_note(struct buf *out, struct repo *repo,
		     const struct oid *tip, const struct oid *object)
{
	int rc = notes_read(out, repo, tip, object);

	return rc == ERR_NOTFOUND ? 0 : rc;
}

static int unite_note(void *data, const struct oid *object)
{
	struct uniting *u = data;
	AUTO(buf) ours = BUF_INIT;
	AUTO(buf) theirs = BUF_INIT;
	AUTO(buf) united = BUF_INIT;
	int rc = read_note(&ours, u->repo, u->ours, object);

	if (!rc)
		rc = read_note(&theirs, u->repo, u->theirs, object);
	if (rc)
		return rc;
	lineset_unite(&united, ours.ptr, ours.len, theirs.ptr, theirs.len);
	return notes_edit_set(u->edit, object, united.ptr, united.len);
}

int ledger_unite(struct oid *out, struct repo *repo, const struct oid *ours,
		 const struct oid *theirs)
{
	AUTO(uniting) u = { repo, NULL, ours, theirs };
	AUTO(signature) who = { 0 };
	const struct oid parents[] = { *ours, *theirs };
	struct oid tree;
	int rc = notes_edit_new(&u.edit, repo, ours);

	if (!rc)
		rc = notes_changed(repo, ours, theirs, unite_note, &u);
	if (!rc)
		rc = notes_edit_write(&tree, u.edit);
	signature_default(&who, repo);
	return rc ? rc : commit_write(out, repo, &tree, parents, 2, &who,
				      "Unite two ledgers\n");
}
