#include "record/ledger_index.h"

#include <string.h>

#include "base/error.h"
#include "record/ledger_update.h"
#include "record/notescan.h"

/*
 * standing: which notes hold lines of which id; nearly always one, that of
 * the request's head. lines: what a live request is folded from; ended_at:
 * when an ended one did, by its own line, else 0.
 */
static const char schema[] =
	"CREATE TABLE state (tip TEXT, ended INTEGER);"
	"CREATE TABLE standing (id TEXT, note TEXT,"
	" PRIMARY KEY (id, note)) WITHOUT ROWID;"
	"CREATE INDEX standing_note ON standing (note);"
	"CREATE TABLE request (id TEXT PRIMARY KEY, lines TEXT,"
	" ended_at INTEGER) WITHOUT ROWID;"
	"CREATE INDEX request_ended ON request (ended_at)"
	" WHERE ended_at > 0;"
	"CREATE INDEX request_live ON request (id) WHERE lines IS NOT NULL;"
	"CREATE TABLE skipped (note TEXT PRIMARY KEY, bad INTEGER,"
	" newer INTEGER, example TEXT) WITHOUT ROWID;";


/* Others may move the file's state on between our two transactions. */
#define TRIES 3

/* ==== Opening ==== */

/* The tip that the tables stand at; "none" for new ones. */
static void read_tip(struct oid *out, struct ledger_index *index)
{
	AUTO(query) query;

	*out = (struct oid){ 0 };
	query_init(&query, index->index, "SELECT tip FROM state");
	if (query_step(&query))
		oid_parse(out, query_text(&query, 0));
}

static void read_counts(struct ledger_index *index)
{
	AUTO(query) query;

	query_init(&query, index->index,
		   "SELECT (SELECT ended FROM state),"
		   " coalesce(sum(bad), 0), coalesce(sum(newer), 0),"
		   " (SELECT example FROM skipped ORDER BY note LIMIT 1)"
		   " FROM skipped");
	if (!query_step(&query))
		return;
	index->nr_ended = query_int(&query, 0);
	index->bad = query_int(&query, 1);
	index->newer = query_int(&query, 2);
	free(index->example);
	index->example = *query_text(&query, 3) ?
				 xstrdup(query_text(&query, 3)) :
				 NULL;
}

/* In a reading transaction: do the tables stand at our tip? */
static bool is_current(struct ledger_index *index)
{
	AUTO(query) query;
	struct oid at;

	query_init(&query, index->index, "SELECT 1 FROM state");
	bool known = query_step(&query);
	query_reset(&query);
	read_tip(&at, index);
	return known && oid_equal(&at, &index->tip);
}

static int update(struct ledger_index *index)
{
	struct oid at;
	int rc = 0;

	index_begin_writing(index->index);
	/* Meanwhile somebody else may have done it. */
	if (!is_current(index)) {
		read_tip(&at, index);
		rc = ledger_update(index, &at);
	}
	if (rc)
		index_run(index->index, "ROLLBACK");
	else
		index_commit(index->index);
	return rc;
}

/* Ends in a reading transaction over tables that stand at our tip. */
static int bring_up(struct ledger_index *index)
{
	for (int try = 0; !index_is_broken(index->index); try++) {
		index_begin_reading(index->index);
		if (is_current(index)) {
			read_counts(index);
			break;
		}
		index_commit(index->index);
		if (try == TRIES)
			index_detach(index->index);
		int rc = update(index);
		if (rc)
			return rc;
	}
	return 0;
}

/* The cache is of no use: the same in memory. */
static int fall_back(struct ledger_index *index)
{
	index_free(index->index);
	index->index = index_open_memory(schema);
	int rc = bring_up(index);
	if (!rc && index_is_broken(index->index))
		rc = fail(ERR_FAILED, "cannot keep an index in memory");
	return rc;
}

int ledger_index_open(struct ledger_index *out, struct repo *repo,
		      const struct oid *tip)
{
	AUTO(ledger_index) index = {
		.repo = repo,
		.tip = *tip,
		.index = index_open(repo, "ledger-2", schema, true),
	};

	int rc = bring_up(&index);
	if (!rc && index_is_broken(index.index))
		rc = fall_back(&index);
	if (rc)
		return rc;
	*out = index;
	index = (struct ledger_index){ 0 };
	return 0;
}

void ledger_index_discard(struct repo *repo)
{
	AUTO_PTR(index) index = index_open(repo, "ledger-2", schema, true);

	index_discard(index);
}

void ledger_index_release(struct ledger_index *index)
{
	index_free(index->index);
	free(index->example);
	*index = (struct ledger_index){ 0 };
}

/* ==== Asking ==== */

/* The first column of a query with up to one text to bind. */
static int texts(struct strlist *out, struct ledger_index *index,
		 const char *sql, const char *bound)
{
	for (int try = 0; try < 2; try++) {
		AUTO(query) query;

		query_init(&query, index->index, sql);
		if (bound)
			query_bind_text(&query, 1, bound);
		while (query_step(&query))
			strlist_add(out, query_text(&query, 0));
		if (!index_is_broken(index->index))
			return 0;
		query_release(&query);
		strlist_clear(out);
		int rc = fall_back(index);
		if (rc)
			return rc;
	}
	return fail(ERR_FAILED, "cannot read the index of the ledger");
}

int ledger_index_live(struct ledger_index *index,
		      void (*each)(void *data, struct request *request),
		      void *data)
{
	AUTO(strlist) live = STRLIST_INIT;
	static const struct oid nowhere;

	int rc = texts(&live, index,
		       "SELECT lines FROM request WHERE lines IS NOT NULL",
		       NULL);
	for (size_t i = 0; i < live.nr && !rc; i++) {
		AUTO(notescan) scan = NOTESCAN_INIT;
		struct request request;

		notescan_read(&scan, &nowhere, live.items[i],
			      strlen(live.items[i]));
		rc = request_fold(&request, scan.events.items,
				  scan.events.nr);
		if (!rc)
			each(data, &request);
	}
	return rc;
}

static int find_each(const struct strlist *ids, struct ledger_index *index,
		     void (*each)(void *data, struct request *request),
		     void *data)
{
	int rc = 0;

	for (size_t i = 0; i < ids->nr && !rc; i++) {
		struct request request;

		rc = ledger_index_find(&request, index, ids->items[i]);
		if (!rc)
			each(data, &request);
	}
	return rc;
}

int ledger_index_ended(struct ledger_index *index, int64_t since,
		       void (*each)(void *data, struct request *request),
		       void *data)
{
	AUTO(strlist) ids = STRLIST_INIT;
	auto_free char *sql = xstrfmt(
		"SELECT id FROM request WHERE ended_at > 0"
		" AND ended_at >= %lld",
		(long long)since);

	int rc = texts(&ids, index, sql, NULL);
	return rc ? rc : find_each(&ids, index, each, data);
}

int ledger_index_all(struct ledger_index *index,
		     void (*each)(void *data, struct request *request),
		     void *data)
{
	AUTO(strlist) ids = STRLIST_INIT;

	int rc = texts(&ids, index, "SELECT id FROM request", NULL);
	return rc ? rc : find_each(&ids, index, each, data);
}

int ledger_index_ids(struct strlist *out, struct ledger_index *index,
		     const char *prefix, size_t max)
{
	auto_free char *sql = xstrfmt(
		"SELECT id FROM request WHERE id >= ?1 AND id < ?1 || 'g'"
		" ORDER BY id LIMIT %zu",
		max);

	return texts(out, index, sql, prefix);
}

int ledger_index_find(struct request *out, struct ledger_index *index,
		      const char *id)
{
	AUTO(events) events = { 0 };
	int rc = ledger_gather(&events, index, id, NULL);

	if (!rc && index_is_broken(index->index)) {
		events_clear(&events);
		rc = fall_back(index);
		if (!rc)
			rc = ledger_gather(&events, index, id, NULL);
	}
	if (!rc && !events.nr)
		rc = fail(ERR_NOTFOUND, "there is no request %s", id);
	return rc ? rc : request_fold(out, events.items, events.nr);
}
