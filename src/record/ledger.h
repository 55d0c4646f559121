/*
 * ledger - refs/notes/bench: every event, as lines of notes on commits.
 *
 * The lines stand on the head commit of their request. The ledger is a set
 * that only grows; ledger_add() unites, folds again and retries when another
 * writer was faster. What has been folded is cached by the ledger's tip in
 * repo_cache_dir(), so that a look at an unchanged ledger reads no note.
 */
#ifndef RECORD_LEDGER_H
#define RECORD_LEDGER_H

#include "base/strlist.h"
#include "git/repo.h"
#include "record/request.h"

#define LEDGER_REF "refs/notes/bench"

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
void ledger_release(struct ledger *ledger);
/*
 * The request with that id or unambiguous beginning of one (4 digits at
 * least). ERR_NOTFOUND; ERR_USAGE when several begin so.
 */
int ledger_find(struct request *out, struct repo *repo, const char *id);

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
/* All lines in one commit; lines that stand there already are left out. */
int ledger_add(struct repo *repo, const struct ledger_line *lines, size_t nr,
	       const char *message, ledger_check *check, void *data);
/* All events of one id on its commit, as of `tip`. */
int ledger_events(struct event **out, size_t *nr, struct repo *repo,
		  const struct oid *tip, const struct oid *commit,
		  const char *id);

#endif
