/*
 * ledger_index - what the ledger says, folded and kept by its tip.
 *
 * Where the tip has moved since the last look, only the notes that differ
 * are read again. Requests that have ended are kept as little more than
 * their ids, so that a queue of ten over a hundred thousand ended ones costs
 * what ten cost. When the cache cannot be used the same is built in memory.
 *
 *	AUTO(ledger_index) index;
 *	rc = ledger_index_open(&index, repo, &tip);
 *	rc = ledger_index_live(&index, each, data);
 */
#ifndef RECORD_LEDGER_INDEX_H
#define RECORD_LEDGER_INDEX_H

#include "base/strlist.h"
#include "git/repo.h"
#include "record/index.h"
#include "record/request.h"

struct ledger_index {
	struct repo *repo;
	struct oid tip;
	struct index *index;
	size_t nr_ended;
	size_t bad, newer; /* lines that were skipped */
	char *example;	   /* where the first of them stands, or NULL */
};

/* `tip`: "none" for a ledger that does not exist. */
int ledger_index_open(struct ledger_index *out, struct repo *repo,
		      const struct oid *tip);
void ledger_index_release(struct ledger_index *index);

/* What is kept goes; whoever asks next makes it anew. */
void ledger_index_discard(struct repo *repo);

/* Every request that has not ended; `each` takes over what it is given. */
int ledger_index_live(struct ledger_index *index,
		      void (*each)(void *data, struct request *request),
		      void *data);
/* Those that ended at `since` or later; reads their notes. */
int ledger_index_ended(struct ledger_index *index, int64_t since,
		       void (*each)(void *data, struct request *request),
		       void *data);
/* Every request; reads all notes. */
int ledger_index_all(struct ledger_index *index,
		     void (*each)(void *data, struct request *request),
		     void *data);
/* Ids that begin with `prefix`, at most `max`. */
int ledger_index_ids(struct strlist *out, struct ledger_index *index,
		     const char *prefix, size_t max);
/* ERR_NOTFOUND when there is no such request. */
int ledger_index_find(struct request *out, struct ledger_index *index,
		      const char *id);

#endif
