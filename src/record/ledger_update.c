#include "record/ledger_update.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "git/notes.h"
#include "git/object.h"
#include "record/notescan.h"

/* A longer note is refused, as git/notes.h does. */
#define NOTE_MAX (64 << 20)
/* More changed notes than this are not looked up one by one. */
#define CHANGES_MAX 5000

/* ==== The events of one request ==== */

/* The events of one id in one note. */
static int add_note_events(struct events *out, struct ledger_index *index,
			   const char *note, const char *id)
{
	AUTO(buf) text = BUF_INIT;
	AUTO(notescan) scan = NOTESCAN_INIT;
	AUTO(events) group = { 0 };
	struct oid commit;

	if (!oid_parse(&commit, note))
		return 0;
	int rc = notes_read(&text, index->repo, &index->tip, &commit);
	if (rc)
		return rc == ERR_NOTFOUND ? 0 : rc;
	notescan_read(&scan, &commit, text.ptr, text.len);
	while (notescan_pop(&group, &scan)) {
		if (!strcmp(group.items[0].id, id))
			for (size_t i = 0; i < group.nr; i++)
				events_add(out, &group.items[i]);
		events_clear(&group);
	}
	return 0;
}

int ledger_gather(struct events *out, struct ledger_index *index,
		  const char *id, const char *except)
{
	AUTO(strlist) notes = STRLIST_INIT;
	AUTO(query) query;
	int rc = 0;

	query_init(&query, index->index,
		   "SELECT note FROM standing WHERE id = ?");
	query_bind_text(&query, 1, id);
	while (query_step(&query))
		if (!except || strcmp(query_text(&query, 0), except))
			strlist_add(&notes, query_text(&query, 0));
	for (size_t i = 0; i < notes.nr && !rc; i++)
		rc = add_note_events(out, index, notes.items[i], id);
	return rc;
}

/* ==== Bringing the tables up to date ==== */

/* The statements of an update, prepared once for a hundred thousand notes. */
struct update {
	struct ledger_index *index;
	struct query ids_of_note;
	struct query drop_note;
	struct query drop_skipped;
	struct query add_standing;
	struct query is_elsewhere;
	struct query is_here;
	struct query put_request;
	struct query drop_request;
	struct query put_skipped;
};

static void update_init(struct update *update, struct ledger_index *index)
{
	struct index *db = index->index;

	update->index = index;
	query_init(&update->ids_of_note, db,
		   "SELECT id FROM standing WHERE note = ?");
	query_init(&update->drop_note, db,
		   "DELETE FROM standing WHERE note = ?");
	query_init(&update->drop_skipped, db,
		   "DELETE FROM skipped WHERE note = ?");
	query_init(&update->add_standing, db,
		   "INSERT INTO standing VALUES (?, ?)");
	query_init(&update->is_elsewhere, db,
		   "SELECT 1 FROM standing WHERE id = ? AND note <> ?");
	query_init(&update->is_here, db,
		   "SELECT 1 FROM standing WHERE id = ? AND note = ?");
	query_init(&update->put_request, db,
		   "INSERT OR REPLACE INTO request VALUES (?, ?, ?)");
	query_init(&update->drop_request, db,
		   "DELETE FROM request WHERE id = ?");
	query_init(&update->put_skipped, db,
		   "INSERT INTO skipped VALUES (?, ?, ?, ?)");
}

static void update_release(struct update *update)
{
	query_release(&update->ids_of_note);
	query_release(&update->drop_note);
	query_release(&update->drop_skipped);
	query_release(&update->add_standing);
	query_release(&update->is_elsewhere);
	query_release(&update->is_here);
	query_release(&update->put_request);
	query_release(&update->drop_request);
	query_release(&update->put_skipped);
}

static void run_with(struct query *query, const char *text)
{
	query_bind_text(query, 1, text);
	query_run(query);
}

static bool has_row(struct query *query, const char *id, const char *note)
{
	query_bind_text(query, 1, id);
	query_bind_text(query, 2, note);
	bool found = query_step(query);
	query_reset(query);
	return found;
}

/* When it ended, in seconds; 0 while it has not. */
static int64_t end_of(const struct request *request)
{
	int64_t at = 0;

	clock_parse(&at, json_get_string(request->end, "at", ""));
	return at;
}

/* A request that has ended leaves only its id, and when that was. */
static void store(struct update *update, const char *id,
		  const struct events *events)
{
	AUTO(request) request = { 0 };
	AUTO(buf) lines = BUF_INIT;

	if (request_fold(&request, events->items, events->nr)) {
		run_with(&update->drop_request, id);
		return;
	}
	for (size_t i = 0; i < events->nr; i++) {
		auto_free char *line = event_line(&events->items[i]);

		buf_addf(&lines, "%s\n", line);
	}
	query_bind_text(&update->put_request, 1, id);
	query_bind_text(&update->put_request, 2,
			request_has_ended(&request) ? NULL : lines.ptr);
	query_bind_int(&update->put_request, 3, end_of(&request));
	query_run(&update->put_request);
}

/* `events` of this note, and what other notes hold of the same id. */
static int update_request(struct update *update, const char *id,
			  const char *note, struct events *events)
{
	int rc = 0;

	if (has_row(&update->is_elsewhere, id, note))
		rc = ledger_gather(events, update->index, id, note);
	if (!rc)
		store(update, id, events);
	return rc;
}

static void update_skipped(struct update *update, const char *note,
			   const struct notescan *scan)
{
	if (!scan->example)
		return;
	query_bind_text(&update->put_skipped, 1, note);
	query_bind_int(&update->put_skipped, 2, scan->bad);
	query_bind_int(&update->put_skipped, 3, scan->newer);
	query_bind_text(&update->put_skipped, 4, scan->example);
	query_run(&update->put_skipped);
}

/* The ids that had lines in this note, which is forgotten. */
static void forget_note(struct strlist *ids, struct update *update,
			const char *note)
{
	query_bind_text(&update->ids_of_note, 1, note);
	while (query_step(&update->ids_of_note))
		strlist_add(ids, query_text(&update->ids_of_note, 0));
	run_with(&update->drop_note, note);
	run_with(&update->drop_skipped, note);
}

static int add_note(struct update *update, const struct oid *commit,
		    const char *text, size_t len)
{
	AUTO(notescan) scan = NOTESCAN_INIT;
	AUTO(events) group = { 0 };
	int rc = interrupt_check();

	notescan_read(&scan, commit, text, len);
	update_skipped(update, commit->hex, &scan);
	while (!rc && notescan_pop(&group, &scan)) {
		auto_free char *id = xstrdup(group.items[0].id);

		query_bind_text(&update->add_standing, 1, id);
		query_bind_text(&update->add_standing, 2, commit->hex);
		query_run(&update->add_standing);
		rc = update_request(update, id, commit->hex, &group);
		events_clear(&group);
	}
	return rc;
}

/* A note that is too long to read counts as one bad line. */
static int skip_note(struct update *update, const struct oid *commit, int rc)
{
	AUTO(notescan) scan = NOTESCAN_INIT;

	if (rc != ERR_BADDATA)
		return rc;
	scan.bad = 1;
	scan.example = xstrfmt("note of %.10s: %s", commit->hex,
			       error_message());
	update_skipped(update, commit->hex, &scan);
	return 0;
}

/* ==== All notes ==== */

/* The note being put together: it may have several blobs. */
struct build {
	struct update *update;
	struct oid commit;
	struct buf text;
	int rc; /* of reading it */
};

static int build_flush(struct build *build)
{
	int rc = build->rc;

	if (rc)
		rc = skip_note(build->update, &build->commit, rc);
	else if (!oid_is_none(&build->commit))
		rc = add_note(build->update, &build->commit, build->text.ptr,
			      build->text.len);
	buf_clear(&build->text);
	build->rc = 0;
	return rc;
}

static int build_blob(void *data, const struct oid *commit,
		      const struct oid *blob)
{
	struct build *build = data;
	if (!oid_equal(commit, &build->commit)) {
		int rc = build_flush(build);

		if (rc)
			return rc;
		build->commit = *commit;
	}
	buf_addch(&build->text, '\n');
	if (!build->rc)
		build->rc = blob_read(&build->text,
				      build->update->index->repo, blob,
				      NOTE_MAX);
	return 0;
}

static int rebuild(struct update *update)
{
	struct ledger_index *index = update->index;
	struct build build = { .update = update, .text = BUF_INIT };

	index_run(index->index, "DELETE FROM standing; DELETE FROM request;"
				"DELETE FROM skipped");
	if (oid_is_none(&index->tip))
		return 0;
	int rc = notes_each(index->repo, &index->tip, build_blob, &build);
	if (!rc)
		rc = build_flush(&build);
	buf_release(&build.text);
	return rc;
}

/* ==== Only what has changed ==== */

static int add_changed(void *data, const struct oid *commit)
{
	struct strlist *changed = data;

	strlist_add(changed, commit->hex);
	return changed->nr > CHANGES_MAX ? ERR_FAILED : 0;
}

/* What other notes say of ids that this one no longer mentions. */
static int update_left(struct update *update, const char *note,
		       const struct strlist *ids)
{
	int rc = 0;

	for (size_t i = 0; i < ids->nr && !rc; i++) {
		AUTO(events) events = { 0 };

		if (has_row(&update->is_here, ids->items[i], note))
			continue;
		rc = ledger_gather(&events, update->index, ids->items[i],
				   NULL);
		if (!rc)
			store(update, ids->items[i], &events);
	}
	return rc;
}

static int update_note(struct update *update, const char *note)
{
	struct ledger_index *index = update->index;
	AUTO(strlist) before = STRLIST_INIT;
	AUTO(buf) text = BUF_INIT;
	struct oid commit;
	int rc = ERR_NOTFOUND;

	oid_parse(&commit, note);
	forget_note(&before, update, note);
	if (!oid_is_none(&index->tip))
		rc = notes_read(&text, index->repo, &index->tip, &commit);
	if (!rc)
		rc = add_note(update, &commit, text.ptr, text.len);
	else if (rc == ERR_NOTFOUND)
		rc = 0;
	else
		rc = skip_note(update, &commit, rc);
	return rc ? rc : update_left(update, note, &before);
}

static int update_all(struct update *update, const struct oid *old)
{
	struct ledger_index *index = update->index;
	AUTO(strlist) changed = STRLIST_INIT;

	/* Where the old tip is gone, or little is the same, begin anew. */
	if (oid_is_none(old) || oid_is_none(&index->tip) ||
	    notes_changed(index->repo, old, &index->tip, add_changed,
			  &changed))
		return rebuild(update);
	int rc = 0;
	for (size_t i = 0; i < changed.nr && !rc; i++)
		rc = update_note(update, changed.items[i]);
	return rc;
}

int ledger_update(struct ledger_index *index, const struct oid *old)
{
	AUTO(update) update;
	AUTO(query) state = { 0 };

	update_init(&update, index);
	int rc = update_all(&update, old);
	if (rc)
		return rc;
	index_run(index->index, "DELETE FROM state");
	query_init(&state, index->index,
		   "INSERT INTO state SELECT ?, count(*) FROM request"
		   " WHERE lines IS NULL");
	run_with(&state, index->tip.hex);
	return 0;
}
