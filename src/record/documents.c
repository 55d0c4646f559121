#include "record/documents.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "git/object.h"
#include "git/tree.h"
#include "record/result_record.h"

static const char schema[] =
	"CREATE TABLE document (blob TEXT PRIMARY KEY, date INTEGER,"
	" sha TEXT, request TEXT, round INTEGER, problem TEXT, record BLOB)";

/* Records are fetched this many at a time, and let go of between. */
#define BATCH 256

/* ==== Reading one ==== */

/* Memory that is used again for each document. */
struct scratch {
	struct buf text;
	struct jsonview view;
};

static void scratch_release(struct scratch *scratch)
{
	buf_release(&scratch->text);
	jsonview_release(&scratch->view);
}

static int read_document(struct result *out, struct scratch *scratch,
			 struct repo *repo, const struct document *document)
{
	buf_clear(&scratch->text);
	int rc = blob_read(&scratch->text, repo, &document->blob,
			   RESULT_SIZE_MAX);
	if (!rc)
		rc = jsonview_parse(&scratch->view, scratch->text.ptr,
				    scratch->text.len, document->path);
	return rc ? rc : result_read(out, &scratch->view, document->path);
}

/* ==== The index ==== */

static bool look_up(struct query *query, struct document *document)
{
	query_bind_text(query, 1, document->blob.hex);
	if (!query_step(query))
		return false;
	document->date = query_int(query, 0);
	oid_parse(&document->sha, query_text(query, 1));
	if (*query_text(query, 2))
		document->request = xstrdup(query_text(query, 2));
	document->round = query_int(query, 3);
	if (*query_text(query, 4))
		document->problem = xstrdup(query_text(query, 4));
	query_reset(query);
	return true;
}

static void store(struct query *query, const struct document *document,
		  const struct buf *record)
{
	query_bind_text(query, 1, document->blob.hex);
	query_bind_int(query, 2, document->date);
	query_bind_text(query, 3, document->sha.hex);
	query_bind_text(query, 4, document->request);
	query_bind_int(query, 5, document->round);
	query_bind_text(query, 6, document->problem);
	query_bind_blob(query, 7, record->ptr, record->len);
	query_run(query);
}

/* Parses a document that the index does not know, and stores it there. */
static int learn(struct document *document, struct scratch *scratch,
		 struct buf *record, struct repo *repo, struct query *query)
{
	AUTO(result) result = RESULT_INIT;
	int rc = interrupt_check();

	if (rc)
		return rc;
	buf_clear(record);
	rc = read_document(&result, scratch, repo, document);
	if (!rc) {
		clock_parse(&document->date, result.date);
		document->sha = result_head(&result)->sha;
		document->request = xstrdup_or_null(result.request);
		document->round = result.round;
		result_encode(record, &result);
	} else {
		document->problem = xstrdup(error_message());
	}
	/* A blob that is missing may come; what is damaged stays so. */
	if (!rc || rc == ERR_BADDATA || rc == ERR_REFUSED)
		store(query, document, record);
	return 0;
}

static int learn_all(struct documents *documents, const size_t *unknown,
		     size_t nr)
{
	AUTO(scratch) scratch = { .text = BUF_INIT };
	AUTO(buf) record = BUF_INIT;
	AUTO(query) query;
	int rc = 0;

	index_begin_writing(documents->index);
	query_init(&query, documents->index,
		   "INSERT OR REPLACE INTO document"
		   " VALUES (?, ?, ?, ?, ?, ?, ?)");
	for (size_t i = 0; i < nr && !rc; i++)
		rc = learn(&documents->items[unknown[i]], &scratch, &record,
			   documents->repo, &query);
	/* What was learnt before an interruption is worth keeping. */
	index_commit(documents->index);
	return rc;
}

static int fill(struct documents *documents)
{
	auto_free size_t *unknown =
		xcalloc(documents->nr, sizeof(*unknown));
	size_t nr = 0;
	AUTO(query) query;

	index_begin_reading(documents->index);
	query_init(&query, documents->index,
		   "SELECT date, sha, request, round, problem FROM document"
		   " WHERE blob = ?");
	for (size_t i = 0; i < documents->nr; i++)
		if (!look_up(&query, &documents->items[i]))
			unknown[nr++] = i;
	query_release(&query);
	index_commit(documents->index);
	return nr ? learn_all(documents, unknown, nr) : 0;
}

/* ==== Opening ==== */

static int add_path(void *data, const struct tree_entry *entry)
{
	struct documents *documents = data;

	if (!text_ends_with(entry->path, ".json"))
		return 0;
	ARRAY_GROW(documents->items, documents->nr + 1, documents->cap);
	documents->items[documents->nr++] = (struct document){
		.path = xstrdup(entry->path),
		.blob = entry->oid,
	};
	return 0;
}

static int compare_documents(const void *a, const void *b)
{
	const struct document *x = a, *y = b;

	size_t x_len = strlen(x->path), y_len = strlen(y->path);

	if (x->date != y->date)
		return x->date < y->date ? -1 : 1;
	/* "x.json" is older than "x-2.json", and that than "x-10.json". */
	if (x_len != y_len)
		return x_len < y_len ? -1 : 1;
	return strcmp(x->path, y->path);
}

int documents_open(struct documents *out, struct repo *repo,
		   const struct oid *tip)
{
	AUTO(documents) documents = { .repo = repo };
	int rc = tree_each(repo, tip, DOCUMENTS_DIR, add_path, &documents);

	if (rc)
		return rc;
	documents.index = index_open(repo, "history-1", schema, false);
	rc = fill(&documents);
	if (rc)
		return rc;
	if (documents.nr)
		qsort(documents.items, documents.nr, sizeof(*documents.items),
		      compare_documents);
	*out = documents;
	documents = (struct documents){ 0 };
	return 0;
}

void documents_release(struct documents *documents)
{
	for (size_t i = 0; i < documents->nr; i++) {
		free(documents->items[i].path);
		free(documents->items[i].request);
		free(documents->items[i].problem);
	}
	free(documents->items);
	index_free(documents->index);
	*documents = (struct documents){ 0 };
}

/* ==== One after the other ==== */

struct batch {
	struct result results[BATCH];
	size_t first;
	size_t nr;
};

static void batch_release(struct batch *batch)
{
	for (size_t i = 0; i < batch->nr; i++)
		result_release(&batch->results[i]);
	batch->nr = 0;
}

static bool fetch(struct result *out, struct query *query,
		  const struct document *document, struct result_parts *parts)
{
	size_t len;

	query_bind_text(query, 1, document->blob.hex);
	if (!query_step(query))
		return false;
	const void *record = query_blob(&len, query, 0);
	bool good = result_decode(out, record, len, parts);
	query_reset(query);
	if (!good)
		index_discard(query->index);
	return good;
}

/* From the index; what it has lost, from git. */
static int batch_fill(struct batch *batch, struct documents *documents,
		      size_t first, struct result_parts *parts)
{
	AUTO(scratch) scratch = { .text = BUF_INIT };
	AUTO(query) query;
	int rc = 0;

	batch->first = first;
	index_begin_reading(documents->index);
	query_init(&query, documents->index,
		   "SELECT record FROM document WHERE blob = ?");
	while (batch->nr < BATCH && first + batch->nr < documents->nr) {
		struct document *document =
			&documents->items[first + batch->nr];
		struct result *result = &batch->results[batch->nr++];

		*result = (struct result)RESULT_INIT;
		if (document->problem ||
		    fetch(result, &query, document, parts))
			continue;
		rc = read_document(result, &scratch, documents->repo,
				   document);
		if (rc)
			break;
	}
	query_release(&query);
	index_commit(documents->index);
	return rc;
}

int documents_each(struct documents *documents,
		   int (*each)(void *data, const char *path,
			       const struct result *result),
		   void *data)
{
	AUTO(result_parts) parts = { 0 };
	int rc = 0;

	for (size_t first = 0; first < documents->nr && !rc; first += BATCH) {
		AUTO(batch) batch = { 0 };

		rc = batch_fill(&batch, documents, first, &parts);
		for (size_t i = 0; i < batch.nr && !rc; i++) {
			const struct document *document =
				&documents->items[first + i];

			if (!document->problem)
				rc = each(data, document->path,
					  &batch.results[i]);
		}
	}
	return rc;
}
