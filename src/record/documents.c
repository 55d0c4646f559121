#include "record/documents.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "git/batch.h"
#include "git/object.h"
#include "git/tree.h"
#include "record/result_record.h"

/*
 * A row is found by the first 63 bits of its blob's name, so that no second
 * index is needed; the whole name stands in the row, and of two blobs that
 * begin alike the later one is simply not kept.
 */
static const char schema[] =
	"CREATE TABLE document (key INTEGER PRIMARY KEY, blob TEXT,"
	" date INTEGER, sha TEXT, request TEXT, round INTEGER, problem TEXT,"
	" record BLOB)";

/* Records are fetched this many at a time, and let go of between. */
#define BATCH 256
/* Where mostly the first few are all that is wanted. */
#define FEW 16
/* Small documents, this many at most, are not read back once parsed. */
#define KEEP_SIZE 4096
#define KEEP_MAX 20000

static int64_t key_of(const struct oid *blob)
{
	char digits[17] = { 0 };

	memcpy(digits, blob->hex, sizeof(digits) - 1);
	return (int64_t)(strtoull(digits, NULL, 16) >> 1);
}

/* ==== Reading one ==== */

/* Memory that is used again for each document. */
struct scratch {
	struct jsonview view;
	struct result_parts parts;
	struct buf record;
	struct arena arena;
};

static void scratch_release(struct scratch *scratch)
{
	jsonview_release(&scratch->view);
	result_parts_release(&scratch->parts);
	buf_release(&scratch->record);
	arena_release(&scratch->arena);
}

static int parse(struct result *out, struct scratch *scratch,
		 const char *text, size_t len, const char *path,
		 struct arena *arena)
{
	int rc = jsonview_parse(&scratch->view, text, len, path);

	return rc ? rc :
		    result_read(out, &scratch->view, path, &scratch->parts,
				arena);
}

static int read_document(struct result *out, struct scratch *scratch,
			 struct repo *repo, const struct document *document)
{
	AUTO(buf) text = BUF_INIT;
	int rc = blob_read(&text, repo, &document->blob, RESULT_SIZE_MAX);

	return rc ? rc :
		    parse(out, scratch, text.ptr, text.len, document->path,
			  &scratch->arena);
}

/* ==== The index ==== */

static bool look_up(struct query *query, struct document *document)
{
	query_bind_int(query, 1, key_of(&document->blob));
	query_bind_text(query, 2, document->blob.hex);
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
	query_bind_int(query, 1, key_of(&document->blob));
	query_bind_text(query, 2, document->blob.hex);
	query_bind_int(query, 3, document->date);
	query_bind_text(query, 4, document->sha.hex);
	query_bind_text(query, 5, document->request);
	query_bind_int(query, 6, document->round);
	query_bind_text(query, 7, document->problem);
	query_bind_blob(query, 8, record->ptr, record->len);
	query_run(query);
}

/* Documents that the index does not know, on their way into it. */
struct learning {
	struct documents *documents;
	const size_t *unknown; /* their numbers, by key */
	size_t nr;
	struct scratch scratch;
	struct query query;
};

static void learning_release(struct learning *learning)
{
	query_release(&learning->query);
	scratch_release(&learning->scratch);
}

static void describe(struct document *document, const struct result *result)
{
	clock_parse(&document->date, result->date);
	document->sha = result_head(result)->sha;
	document->request = xstrdup_or_null(result->request);
	document->round = result->round;
}

/* NULL text: the blob is missing (len 0) or too large. */
static int learn_text(void *data, size_t at, const char *text, size_t len)
{
	struct learning *l = data;
	struct document *document =
		&l->documents->items[l->unknown[at]];
	bool keep = len <= KEEP_SIZE && l->documents->nr <= KEEP_MAX;
	struct arena *arena = keep ? &l->documents->kept : &l->scratch.arena;
	struct result result = RESULT_INIT;
	int rc = interrupt_check();

	if (rc)
		return rc;
	buf_clear(&l->scratch.record);
	if (text)
		rc = parse(&result, &l->scratch, text, len, document->path,
			   arena);
	else
		rc = fail(len ? ERR_BADDATA : ERR_NOTFOUND, "%s is %s",
			  document->path,
			  len ? "too large" : "missing or damaged");
	if (rc) {
		document->problem = xstrdup(error_message());
	} else {
		describe(document, &result);
		result_encode(&l->scratch.record, &result, &l->scratch.parts);
	}
	if (!rc && keep) {
		document->result = arena_array(arena, 1, sizeof(result));
		*document->result = result;
	} else {
		result_release(&result);
		arena_clear(&l->scratch.arena);
	}
	/* A blob that is missing may come; what is damaged stays so. */
	if (rc != ERR_NOTFOUND)
		store(&l->query, document, &l->scratch.record);
	return 0;
}

static int learn_few(struct learning *l)
{
	for (size_t i = 0; i < l->nr; i++) {
		AUTO(buf) text = BUF_INIT;
		int rc = blob_read(&text, l->documents->repo,
				   &l->documents->items[l->unknown[i]].blob,
				   RESULT_SIZE_MAX);

		if (rc == ERR_INTERRUPTED)
			return rc;
		rc = learn_text(l, i, rc ? NULL : text.ptr,
				rc == ERR_BADDATA ? 1 : text.len);
		if (rc)
			return rc;
	}
	return 0;
}

static int learn_many(struct learning *l)
{
	auto_free struct oid *blobs = xcalloc(l->nr, sizeof(*blobs));

	for (size_t i = 0; i < l->nr; i++)
		blobs[i] = l->documents->items[l->unknown[i]].blob;
	return batch_read(l->documents->repo, blobs, l->nr, RESULT_SIZE_MAX,
			  learn_text, l);
}

static int learn_all(struct documents *documents, const size_t *unknown,
		     size_t nr)
{
	AUTO(learning) learning = {
		.documents = documents,
		.unknown = unknown,
		.nr = nr,
		.scratch.record = BUF_INIT,
	};

	index_begin_writing(documents->index);
	query_init(&learning.query, documents->index,
		   "INSERT OR IGNORE INTO document"
		   " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
	int rc = nr < BATCH_MIN ? learn_few(&learning) :
				  learn_many(&learning);
	/* What was learnt before an interruption is worth keeping. */
	index_commit(documents->index);
	return rc;
}

/* Rows are written in the order of their keys: that is what a B-tree likes. */
static int compare_blobs(const void *a, const void *b)
{
	return strcmp(((const struct document *)a)->blob.hex,
		      ((const struct document *)b)->blob.hex);
}

static int fill(struct documents *documents)
{
	auto_free size_t *unknown =
		xcalloc(documents->nr, sizeof(*unknown));
	size_t nr = 0;
	AUTO(query) query;

	if (documents->nr)
		qsort(documents->items, documents->nr,
		      sizeof(*documents->items), compare_blobs);
	index_begin_reading(documents->index);
	query_init(&query, documents->index,
		   "SELECT date, sha, request, round, problem FROM document"
		   " WHERE key = ? AND blob = ?");
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
	documents.index = index_open(repo, "history-4", schema, false);
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
		struct document *document = &documents->items[i];

		free(document->path);
		free(document->request);
		free(document->problem);
		if (document->result)
			result_release(document->result);
	}
	free(documents->items);
	arena_release(&documents->kept);
	index_free(documents->index);
	*documents = (struct documents){ 0 };
}

/* ==== One after the other ==== */

/* Records of documents from `first` on, where they are needed. */
struct batch {
	struct buf records[BATCH];
	size_t nr;
};

static void batch_release(struct batch *batch)
{
	for (size_t i = 0; i < batch->nr; i++)
		buf_release(&batch->records[i]);
}

static void fetch(struct buf *out, struct query *query,
		  const struct document *document)
{
	size_t len;

	query_bind_int(query, 1, key_of(&document->blob));
	query_bind_text(query, 2, document->blob.hex);
	if (!query_step(query))
		return;
	const void *record = query_blob(&len, query, 0);
	buf_add(out, record, len);
	query_reset(query);
}

/* One transaction for all of them, closed before anybody is called. */
static void batch_fill(struct batch *batch, struct documents *documents,
		       size_t first, size_t nr)
{
	AUTO(query) query;

	batch->nr = nr < BATCH ? nr : BATCH;
	index_begin_reading(documents->index);
	query_init(&query, documents->index,
		   "SELECT record FROM document WHERE key = ? AND blob = ?");
	for (size_t i = 0; i < batch->nr; i++) {
		const struct document *document = &documents->items[first + i];

		batch->records[i] = (struct buf)BUF_INIT;
		if (!document->problem && !document->result)
			fetch(&batch->records[i], &query, document);
	}
	query_release(&query);
	index_commit(documents->index);
}

/* From memory, else from the record, else from git. */
static int hand_over(struct documents *documents, struct scratch *scratch,
		     const struct document *document, const struct buf *record,
		     int (*each)(void *data, const char *path,
				 const struct result *result),
		     void *data)
{
	AUTO(result) result = RESULT_INIT;
	int rc = 0;

	if (document->problem)
		return 0;
	if (document->result)
		return each(data, document->path, document->result);
	arena_clear(&scratch->arena);
	if (!result_decode(&result, record->ptr, record->len, &scratch->parts,
			   &scratch->arena)) {
		if (record->len)
			index_discard(documents->index);
		rc = read_document(&result, scratch, documents->repo,
				   document);
	}
	return rc ? rc : each(data, document->path, &result);
}

int documents_each(struct documents *documents,
		   int (*each)(void *data, const char *path,
			       const struct result *result),
		   void *data)
{
	AUTO(scratch) scratch = { .record = BUF_INIT };
	int rc = 0;

	for (size_t first = 0; first < documents->nr && !rc; first += BATCH) {
		AUTO(batch) batch = { .nr = 0 };

		batch_fill(&batch, documents, first, documents->nr - first);
		for (size_t i = 0; i < batch.nr && !rc; i++)
			rc = hand_over(documents, &scratch,
				       &documents->items[first + i],
				       &batch.records[i], each, data);
	}
	return rc;
}

int documents_each_newest(struct documents *documents, size_t max,
			  int (*each)(void *data, const char *path,
				      const struct result *result),
			  void *data)
{
	AUTO(scratch) scratch = { .record = BUF_INIT };
	size_t end = documents->nr;
	size_t last = end > max ? end - max : 0;
	int rc = 0;

	while (end > last && !rc) {
		AUTO(batch) batch = { .nr = 0 };
		size_t nr = end - last < FEW ? end - last : FEW;

		end -= nr;
		batch_fill(&batch, documents, end, nr);
		for (size_t i = nr; i > 0 && !rc; i--)
			rc = hand_over(documents, &scratch,
				       &documents->items[end + i - 1],
				       &batch.records[i - 1], each, data);
	}
	return rc;
}
