/*
 * ledger - refs/notes/bench: every event, as lines of notes on commits.
 *
 * The lines stand on the head commit of their request. The ledger is a set
 * that only grows; ledger_add() unites, checks again and retries when
 * another writer was faster. What has been folded is cached by the ledger's
 * tip (ledger_index.h), so that a look at an unchanged ledger reads no note.
 *
 * Invariant: a line that stands in a note is never changed nor dropped, also
 * one that this program cannot read; on a note lines are sorted and unique.
 */
#ifndef RECORD_LEDGER_H
#define RECORD_LEDGER_H

#include "base/strlist.h"
#include "git/repo.h"
#include "record/publication.h"
#include "record/request.h"

#define LEDGER_REF "refs/notes/bench"
#define LEDGER_PREFIX_MIN 4 /* digits of an id that is cut short */

struct ledger {
	struct request *requests; /* in queue order */
	size_t nr;
	size_t cap;
	size_t nr_ended;	/* ended ones, also those not loaded */
	size_t skipped_bad;	/* lines that are no events */
	size_t skipped_newer;	/* lines of a newer version */
	char *skipped_example;	/* where the first of them stands, or NULL */
};

enum ledger_scope { LEDGER_ALL, LEDGER_LIVE /* not ended */ };

/* An absent ledger is an empty one. */
int ledger_read(struct ledger *out, struct repo *repo,
		enum ledger_scope scope);
/* Adds those that ended at `since` or later, by what their ends say. */
int ledger_read_ended(struct ledger *out, struct repo *repo, int64_t since);
void ledger_release(struct ledger *ledger);
/*
 * The request with that id or unambiguous beginning of one (4 digits at
 * least). ERR_NOTFOUND; ERR_USAGE when several begin so or it is no id.
 */
int ledger_find(struct request *out, struct repo *repo, const char *id);

/*
 * The first commit, if there is none: empty, with a fixed author, date and
 * message, so that clones which begin apart share it.
 */
int ledger_init(struct repo *repo);
/* That commit, written without moving any ref. */
int ledger_first(struct oid *out, struct repo *repo);
/* ERR_NOTFOUND when there is no ledger. */
int ledger_tip(struct oid *out, struct repo *repo);

/* One line to add, and the commit whose note gets it. */
struct ledger_line {
	struct oid commit;
	char *line;
};
/*
 * Called with the ledger as it is now, before each try: 0 to go on; an error
 * (ERR_REFUSED "already ended") ends ledger_add() with it.
 */
typedef int ledger_check(void *data, struct repo *repo,
			 const struct oid *tip);
/*
 * All lines in one commit; lines that stand there already are left out.
 * ERR_LOST when others kept being faster. `check` may be NULL.
 */
int ledger_add(struct repo *repo, const struct ledger_line *lines, size_t nr,
	       const char *message, ledger_check *check, void *data);
/*
 * The same as part of a larger publication: looks at the tip, checks, and
 * adds the ledger's move; nothing when all lines stand there already.
 */
int ledger_prepare(struct publication *pub, const struct ledger_line *lines,
		   size_t nr, const char *message, ledger_check *check,
		   void *data);
/*
 * The commit that ledger_add() would make on top of `tip`, without moving
 * the ref; `tip` itself when all lines stand there already.
 */
int ledger_extend(struct oid *out, struct repo *repo, const struct oid *tip,
		  const struct ledger_line *lines, size_t nr,
		  const char *message);
/*
 * The request with that whole id, as its commit's note says at `tip`; reads
 * one note, so that it can be asked before each write. ERR_NOTFOUND.
 */
int ledger_look(struct request *out, struct repo *repo, const struct oid *tip,
		const struct oid *commit, const char *id);
/* Does the ledger at `tip` know that id, on any commit? */
int ledger_knows(bool *out, struct repo *repo, const struct oid *tip,
		 const char *id);

#endif
