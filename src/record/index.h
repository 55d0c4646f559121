/*
 * index - a cache in repo_cache_dir(): what was read before, kept in SQLite.
 *
 * A cache may be lost at any time and must never be in the way, so nothing
 * here is an error: whatever goes wrong (no space, a damaged or locked file,
 * a read-only disk) marks the index broken, every later call does nothing,
 * and the caller asks index_is_broken() once, at its end, and then works
 * without. Where the file cannot be used at all the index lives in memory.
 *
 *	AUTO_PTR(index) index = index_open(repo, "ledger-2", schema, true);
 *	AUTO(query) query;
 *	query_init(&query, index, "SELECT note FROM standing WHERE id = ?");
 *	query_bind_text(&query, 1, id);
 *	while (query_step(&query))
 *		use(query_text(&query, 0));
 *
 * The file's name holds the version of its format: another version is
 * another file. Readers and writers of several processes are kept apart by
 * SQLite's own locks; a killed writer's half transaction is rolled back by
 * whoever opens the file next.
 */
#ifndef RECORD_INDEX_H
#define RECORD_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "git/repo.h"

struct index;
struct sqlite3_stmt;

/*
 * `durable`: a commit reaches the disk before it counts, so that a power
 * failure cannot leave a half of it. Without, rows must be able to tell that
 * they are whole. Never NULL.
 */
struct index *index_open(struct repo *repo, const char *name,
			 const char *schema, bool durable);
struct index *index_open_memory(const char *schema);
void index_free(struct index *index);
AUTO_PTR_DEFINE(index)
bool index_is_broken(const struct index *index);
/* Something in a row makes no sense: broken, and emptied for next time. */
void index_discard(struct index *index);

/* From here on reads see one state, whatever others write. */
void index_begin_reading(struct index *index);
/*
 * Starts a transaction that may write. When the file cannot be written, or
 * others do not let go of it, the index goes on as a copy in memory.
 */
void index_begin_writing(struct index *index);
/* Goes on with a copy in memory that nobody else changes. */
void index_detach(struct index *index);
/* Ends a transaction of either kind. After a failed commit nothing was written. */
void index_commit(struct index *index);
void index_run(struct index *index, const char *sql);

struct query {
	struct index *index;
	struct sqlite3_stmt *stmt; /* NULL: broken */
};

void query_init(struct query *query, struct index *index, const char *sql);
/* Parameters are counted from 1; texts and bytes are borrowed until then. */
void query_bind_text(struct query *query, int at, const char *text);
void query_bind_blob(struct query *query, int at, const void *bytes,
		     size_t len);
void query_bind_int(struct query *query, int at, int64_t value);
/* True while there is a row. At the end it can be bound and run anew. */
bool query_step(struct query *query);
/* For what has no rows. */
void query_run(struct query *query);
/* For what may have been left before its end. */
void query_reset(struct query *query);
/* Columns are counted from 0; borrowed until the next step. */
const char *query_text(struct query *query, int column);
const void *query_blob(size_t *len, struct query *query, int column);
int64_t query_int(struct query *query, int column);
void query_release(struct query *query);

#endif
