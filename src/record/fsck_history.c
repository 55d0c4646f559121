/* The third part: the documents, and the results that point to them. */
#include "record/fsck_state.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "git/tree.h"
#include "record/history.h"
#include "record/history_name.h"

#define SAMPLES_DIR "bench/samples"
#define SCHEMA_PATH "bench/SCHEMA.md"
#define LATEST_DIR "bench/latest"
#define LATEST_PATH "bench/latest.json"
#define NEXT_RESULT "the next result of the default branch puts it right"

/* ==== Documents by path and by request ================================== */

struct sorted {
	const struct document **by_path;
	const struct document **by_request; /* those that have one */
	const struct document **by_blob;
	size_t nr, nr_requests;
};

static void sorted_release(struct sorted *sorted)
{
	free(sorted->by_path);
	free(sorted->by_request);
	free(sorted->by_blob);
}

static int compare_paths(const void *a, const void *b)
{
	const struct document *const *x = a, *const *y = b;

	return strcmp((*x)->path, (*y)->path);
}

static int compare_requests(const void *a, const void *b)
{
	const struct document *const *x = a, *const *y = b;
	int order = strcmp((*x)->request, (*y)->request);

	return order ? order : ((*x)->round > (*y)->round) -
				       ((*x)->round < (*y)->round);
}

static int compare_blobs(const void *a, const void *b)
{
	const struct document *const *x = a, *const *y = b;

	return strcmp((*x)->blob.hex, (*y)->blob.hex);
}

static void sort(const struct document **list, size_t nr,
		 int (*compare)(const void *, const void *))
{
	if (nr)
		qsort(list, nr, sizeof(*list), compare);
}

static void sorted_fill(struct sorted *s, const struct documents *documents)
{
	size_t nr = documents->nr + 1;

	s->by_path = xcalloc(nr, sizeof(*s->by_path));
	s->by_request = xcalloc(nr, sizeof(*s->by_request));
	s->by_blob = xcalloc(nr, sizeof(*s->by_blob));
	for (size_t i = 0; i < documents->nr; i++) {
		const struct document *document = &documents->items[i];

		s->by_path[s->nr] = document;
		s->by_blob[s->nr++] = document;
		if (document->request)
			s->by_request[s->nr_requests++] = document;
	}
	sort(s->by_path, s->nr, compare_paths);
	sort(s->by_blob, s->nr, compare_blobs);
	sort(s->by_request, s->nr_requests, compare_requests);
}

static const struct document *find(const struct document **list, size_t nr,
				   const struct document *key,
				   int (*compare)(const void *, const void *))
{
	const struct document **found =
		nr ? bsearch(&key, list, nr, sizeof(*list), compare) : NULL;

	return found ? *found : NULL;
}

static const struct document *find_path(const struct sorted *s,
					const char *path)
{
	const struct document key = { .path = (char *)path };

	return find(s->by_path, s->nr, &key, compare_paths);
}

/* ==== What is checked =================================================== */

static void check_documents(struct fsck *f, const struct sorted *s)
{
	for (size_t i = 0; i < s->nr; i++)
		if (s->by_path[i]->problem)
			fsck_say(f, "document", s->by_path[i]->path,
				 "readers pass it over; " FSCK_FETCH_AGAIN,
				 "%s", s->by_path[i]->problem);
	for (size_t i = 0; i < s->nr_requests; i++) {
		const struct document *document = s->by_request[i];

		if (i && !compare_requests(&s->by_request[i - 1],
					   &s->by_request[i]))
			fsck_say(f, "document", document->path,
				 "both may stay: the result's line says "
				 "which one counts",
				 "round %d of %.*s has another document, %s",
				 document->round, ID_SHORT, document->request,
				 s->by_request[i - 1]->path);
		if (!fsck_find(f, document->request) &&
		    !fsck_may_hide(f, document->request))
			fsck_say(f, "document", document->path,
				 "git fetch the ledger of whoever has the "
				 "request: they are united",
				 "the ledger knows no request %.*s", ID_SHORT,
				 document->request);
	}
}

static void check_result(struct fsck *f, const struct sorted *s,
			 const struct fsck_event *event)
{
	const struct document *document = find_path(s, event->path);

	if (!document)
		fsck_say(f, "result", event->id,
			 "git log --all -- <path> finds who has it; git bench "
			 "retry asks for it anew",
			 "round %d ended in %.200s, which is not on "
			 "bench-history", event->round, event->path);
	else if (!event->reused && !document->problem &&
		 (!document->request || strcmp(document->request, event->id) ||
		  document->round != event->round))
		fsck_say(f, "result", event->id,
			 "git bench retry asks for it anew",
			 "round %d ended in %.200s, which is of another "
			 "request", event->round, event->path);
}

/* ==== Beside the documents ============================================== */

struct beside {
	struct fsck *f;
	const struct sorted *sorted;
	char *latest_date; /* of bench/latest.json */
	struct strlist samples; /* as their documents would be called */
};

static void beside_release(struct beside *beside)
{
	free(beside->latest_date);
	strlist_release(&beside->samples);
}

/* "bench/samples/x.json" is of "bench/history/x.json". */
static int check_sample(void *data, const struct tree_entry *entry)
{
	struct beside *b = data;
	const char *rest = text_skip_prefix(entry->path, SAMPLES_DIR "/");
	const char *path = strlist_addf(&b->samples, HISTORY_DIR "%s",
					rest ? rest : "");

	if (!find_path(b->sorted, path))
		fsck_say(b->f, "sample", entry->path,
			 "nobody reads them; they may stay",
			 "there is no document to these samples");
	return 0;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Whatever a request ended in has some; what was imported need not. */
static void check_sampled(const struct beside *b)
{
	for (size_t i = 0; i < b->sorted->nr_requests; i++) {
		const struct document *document = b->sorted->by_request[i];

		if (document->problem ||
		    (b->samples.nr &&
		     bsearch(&document->path, b->samples.items, b->samples.nr,
			     sizeof(*b->samples.items), compare_names)))
			continue;
		fsck_say(b->f, "sample", document->path,
			 "its medians stand in it; git log --all -- <path of "
			 "the samples> finds who has them",
			 "the samples of this document are not there");
	}
}

static int check_latest(void *data, const struct tree_entry *entry)
{
	struct beside *b = data;
	const struct document key = { .blob = entry->oid };
	const struct document *document = find(b->sorted->by_blob,
					       b->sorted->nr, &key,
					       compare_blobs);

	if (!document) {
		fsck_say(b->f, "latest", entry->path, NEXT_RESULT,
			 "it is a copy of none of the documents");
		return 0;
	}
	auto_free char *date = clock_format(document->date);
	if (!strcmp(entry->path, LATEST_PATH))
		b->latest_date = STEAL(date);
	else if (!b->latest_date || strcmp(b->latest_date, date) < 0)
		fsck_say(b->f, "latest", entry->path, NEXT_RESULT,
			 "it is newer than " LATEST_PATH);
	return 0;
}

static void walk(struct fsck *f, const char *dir,
		 int (*each)(void *data, const struct tree_entry *entry),
		 struct beside *beside)
{
	if (tree_each(f->repo, &f->history, dir, each, beside))
		fsck_say_error(f, "document", dir, FSCK_FETCH_AGAIN);
}

static void check_beside(struct fsck *f, const struct sorted *s)
{
	AUTO(beside) beside = { .f = f, .sorted = s };
	struct tree_entry latest = { .path = LATEST_PATH };
	struct oid schema;

	walk(f, SAMPLES_DIR, check_sample, &beside);
	strlist_sort(&beside.samples);
	check_sampled(&beside);
	if (tree_find(&schema, f->repo, &f->history, SCHEMA_PATH))
		fsck_say(f, "schema", SCHEMA_PATH, NEXT_RESULT,
			 "what the documents hold is not said there");
	if (!tree_find(&latest.oid, f->repo, &f->history, LATEST_PATH))
		check_latest(&beside, &latest);
	error_clear();
	walk(f, LATEST_DIR, check_latest, &beside);
}

/* ==== The whole ========================================================= */

int fsck_history(struct fsck *f)
{
	AUTO(sorted) sorted = { 0 };

	if (!oid_is_none(&f->history) &&
	    documents_open(&f->documents, f->repo, &f->history)) {
		/* What it seems to lack is no problem of its own. */
		fsck_say_error(f, "document", HISTORY_REF, FSCK_FETCH_AGAIN);
		return 0;
	}
	f->report->documents = f->documents.nr;
	sorted_fill(&sorted, &f->documents);
	check_documents(f, &sorted);
	for (size_t i = 0; i < f->nr_events; i++)
		if (f->events[i].kind == EVENT_RESULT)
			check_result(f, &sorted, &f->events[i]);
	if (oid_is_none(&f->history))
		return 0;
	check_beside(f, &sorted);
	return fsck_root(f, HISTORY_REF, &f->history, history_first,
			 "nothing is lost by it, but a clone that began apart "
			 "cannot join it");
}
