#include "record/index.h"

#include <sqlite3.h>
#include <string.h>

#include "base/file.h"

#define BUSY_WAIT_MS 1000

struct index {
	sqlite3 *db;
	bool in_memory;
	bool broken;
	bool damaged; /* the file itself is at fault */
};

static void note(struct index *index, int rc)
{
	switch (rc) {
	case SQLITE_OK:
	case SQLITE_ROW:
	case SQLITE_DONE:
		return;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
	case SQLITE_ERROR: /* a table or column is missing */
	case SQLITE_SCHEMA:
		index->damaged = true;
	}
	index->broken = true;
}

void index_run(struct index *index, const char *sql)
{
	if (!index->broken)
		note(index, sqlite3_exec(index->db, sql, NULL, NULL, NULL));
}

/* ==== Opening ==== */

static sqlite3 *open_db(const char *path, int flags)
{
	sqlite3 *db = NULL;

	if (sqlite3_open_v2(path, &db, flags | SQLITE_OPEN_NOMUTEX, NULL)) {
		sqlite3_close(db);
		return NULL;
	}
	sqlite3_busy_timeout(db, BUSY_WAIT_MS);
	/* A damaged file must not be able to run anything. */
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	return db;
}

static bool has_tables(sqlite3 *db)
{
	sqlite3_stmt *stmt = NULL;
	bool found = false;

	if (!sqlite3_prepare_v2(db, "SELECT 1 FROM sqlite_schema LIMIT 1", -1,
				&stmt, NULL))
		found = sqlite3_step(stmt) == SQLITE_ROW;
	sqlite3_finalize(stmt);
	return found;
}

/* Another process may be making them at the same moment. */
static bool make_tables(sqlite3 *db, const char *schema)
{
	if (has_tables(db))
		return true;
	if (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL))
		return false;
	if (!has_tables(db) && sqlite3_exec(db, schema, NULL, NULL, NULL)) {
		sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
		return false;
	}
	return !sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
}

/*
 * Empties a file that is no database, or a damaged one. The way that SQLite
 * offers keeps its locks, where removing the file would let two processes
 * work under one name.
 */
static bool reset(sqlite3 *db)
{
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_RESET_DATABASE, 1, NULL);
	int rc = sqlite3_exec(db, "VACUUM", NULL, NULL, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_RESET_DATABASE, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	return !rc;
}

struct index *index_open_memory(const char *schema)
{
	struct index *index = xcalloc(1, sizeof(*index));

	index->db = open_db(":memory:", SQLITE_OPEN_READWRITE);
	index->in_memory = true;
	index->broken = !index->db || !make_tables(index->db, schema);
	return index;
}

static sqlite3 *open_file(const char *path, const char *schema)
{
	sqlite3 *db =
		open_db(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);

	if (db && (make_tables(db, schema) ||
		   (reset(db) && make_tables(db, schema))))
		return db;
	sqlite3_close(db);
	db = open_db(path, SQLITE_OPEN_READONLY);
	if (db && has_tables(db))
		return db;
	sqlite3_close(db);
	return NULL;
}

struct index *index_open(struct repo *repo, const char *name,
			 const char *schema, bool durable)
{
	const char *dir = repo_cache_dir(repo);
	auto_free char *path = xstrfmt("%s/%s.sqlite", dir, name);

	if (!file_is_dir(dir))
		file_mkdir_p(dir);
	sqlite3 *db = open_file(path, schema);
	if (!db)
		return index_open_memory(schema);
	struct index *index = xcalloc(1, sizeof(*index));
	index->db = db;
	if (!durable)
		index_run(index, "PRAGMA synchronous = OFF");
	return index;
}

void index_free(struct index *index)
{
	if (!index)
		return;
	if (index->damaged && !index->in_memory) {
		sqlite3_exec(index->db, "ROLLBACK", NULL, NULL, NULL);
		reset(index->db);
	}
	sqlite3_close(index->db);
	free(index);
}

bool index_is_broken(const struct index *index)
{
	return index->broken;
}

void index_discard(struct index *index)
{
	index->broken = index->damaged = true;
}

/* ==== Transactions ==== */

void index_detach(struct index *index)
{
	if (index->broken || index->in_memory)
		return;
	sqlite3 *copy = open_db(":memory:", SQLITE_OPEN_READWRITE);
	sqlite3_backup *backup =
		copy ? sqlite3_backup_init(copy, "main", index->db, "main") :
		       NULL;

	if (!backup) {
		sqlite3_close(copy);
		index->broken = true;
		return;
	}
	int rc = sqlite3_backup_step(backup, -1);
	sqlite3_backup_finish(backup);
	if (rc != SQLITE_DONE) {
		sqlite3_close(copy);
		index->broken = true;
		return;
	}
	sqlite3_close(index->db);
	index->db = copy;
	index->in_memory = true;
}

void index_begin_reading(struct index *index)
{
	index_run(index, "BEGIN");
}

void index_begin_writing(struct index *index)
{
	if (index->broken)
		return;
	if (!sqlite3_exec(index->db, "BEGIN IMMEDIATE", NULL, NULL, NULL))
		return;
	index_detach(index);
	index_run(index, "BEGIN IMMEDIATE");
}

void index_commit(struct index *index)
{
	index_run(index, "COMMIT");
}

/* ==== Queries ==== */

void query_init(struct query *query, struct index *index, const char *sql)
{
	*query = (struct query){ .index = index };
	if (!index->broken)
		note(index, sqlite3_prepare_v3(index->db, sql, -1,
					       SQLITE_PREPARE_PERSISTENT,
					       &query->stmt, NULL));
}

void query_bind_text(struct query *query, int at, const char *text)
{
	if (!query->index->broken)
		note(query->index, sqlite3_bind_text(query->stmt, at, text, -1,
						     SQLITE_STATIC));
}

void query_bind_blob(struct query *query, int at, const void *bytes,
		     size_t len)
{
	if (!query->index->broken)
		note(query->index,
		     sqlite3_bind_blob64(query->stmt, at, bytes, len,
					 SQLITE_STATIC));
}

void query_bind_int(struct query *query, int at, int64_t value)
{
	if (!query->index->broken)
		note(query->index,
		     sqlite3_bind_int64(query->stmt, at, value));
}

bool query_step(struct query *query)
{
	if (query->index->broken)
		return false;
	int rc = sqlite3_step(query->stmt);
	note(query->index, rc);
	if (rc == SQLITE_ROW)
		return true;
	sqlite3_reset(query->stmt);
	return false;
}

void query_run(struct query *query)
{
	while (query_step(query))
		;
}

void query_reset(struct query *query)
{
	sqlite3_reset(query->stmt);
}

const char *query_text(struct query *query, int column)
{
	const unsigned char *text = sqlite3_column_text(query->stmt, column);

	return text ? (const char *)text : "";
}

const void *query_blob(size_t *len, struct query *query, int column)
{
	const void *bytes = sqlite3_column_blob(query->stmt, column);

	*len = sqlite3_column_bytes(query->stmt, column);
	return bytes;
}

int64_t query_int(struct query *query, int column)
{
	return sqlite3_column_int64(query->stmt, column);
}

void query_release(struct query *query)
{
	sqlite3_finalize(query->stmt);
	*query = (struct query){ 0 };
}
