/* The first part: notes and lines. */
#include "record/fsck_state.h"

#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "git/batch.h"
#include "git/tree.h"
#include "record/epoch.h"
#include "record/ledger.h"
#include "record/lineset.h"

#define NOTE_SIZE_MAX (64 << 20)
#define LEAVE_LINE                                                  \
	"it is kept and skipped by all readers; only a new epoch "  \
	"without it gets rid of it: see PURGING in git-bench-fsck(1)"

/* ==== The tree ========================================================== */

struct note {
	struct oid object;
	struct oid blob;
};

struct notes_list {
	struct fsck *f;
	struct note *items;
	size_t nr;
	size_t cap;
};

static void notes_list_release(struct notes_list *list)
{
	free(list->items);
}

/* "ab/cd/ef…" in any fan-out; false when it is none of a note. */
static bool object_of(struct oid *out, const char *path)
{
	char hex[OID_HEX_LEN + 1];
	size_t len = 0;

	for (const char *p = path; *p; p++) {
		if (*p == '/' && (p - path) % 3 == 2)
			continue;
		if (len == OID_HEX_LEN)
			return false;
		hex[len++] = *p;
	}
	hex[len] = '\0';
	return oid_parse(out, hex);
}

static int add_note(void *data, const struct tree_entry *entry)
{
	struct notes_list *list = data;
	struct note note = { .blob = entry->oid };

	if (!strcmp(entry->path, EPOCH_FILE))
		return 0;
	if (!object_of(&note.object, entry->path)) {
		fsck_say(list->f, "note", entry->path, LEAVE_LINE,
			 "this file of the ledger is no note");
		return 0;
	}
	ARRAY_GROW(list->items, list->nr + 1, list->cap);
	list->items[list->nr++] = note;
	return 0;
}

static int compare_notes(const void *a, const void *b)
{
	return strcmp(((const struct note *)a)->object.hex,
		      ((const struct note *)b)->object.hex);
}

static void check_spellings(struct fsck *f, const struct notes_list *list)
{
	for (size_t i = 1; i < list->nr; i++)
		if (!compare_notes(&list->items[i - 1], &list->items[i]))
			fsck_say(f, "note", list->items[i].object.hex,
				 "its next event unites them; readers take "
				 "both",
				 "this commit has its note in two places");
}

/* ==== Lines ============================================================= */

static uint64_t hash_of(const struct line *line)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (size_t i = 0; i < line->len; i++)
		hash = (hash ^ (unsigned char)line->ptr[i]) * 0x100000001b3;
	return hash;
}

static const char *head_of(const json_t *request)
{
	const json_t *sides = json_object_get(request, "sides");

	return json_get_string(json_array_get(sides,
					      json_array_size(sides) - 1),
			       "sha", "");
}

static void add_event(struct fsck *f, const struct event *event,
		      const struct line *line)
{
	struct fsck_event e = {
		.kind = event->kind,
		.round = event->round,
		.hash = hash_of(line),
		.reused = json_object_get(event->json, "reused"),
	};

	memcpy(e.id, event->id, sizeof(e.id));
	if (event->kind == EVENT_RESULT)
		e.path = xstrdup(json_get_string(event->json, "path", ""));
	ARRAY_GROW(f->events, f->nr_events + 1, f->cap_events);
	f->events[f->nr_events++] = e;
}

static void check_line(struct fsck *f, const struct oid *object,
		       const struct line *line, size_t number)
{
	struct event event = { 0 };
	int rc = event_parse(&event, line->ptr, line->len);

	if (!rc) {
		auto_free char *head =
			event.kind == EVENT_REQUEST ?
				xstrdup(head_of(event.json)) : NULL;

		if (head && strcmp(head, object->hex))
			fsck_say(f, "line", event.id, LEAVE_LINE,
				 "this request stands on %.10s, and asks "
				 "about %.10s", object->hex, head);
		add_event(f, &event, line);
	} else if (rc == ERR_REFUSED) {
		f->report->newer++;
	} else {
		auto_free char *where = xstrfmt("note of %.10s, line %zu",
						object->hex, number);
		fsck_say_error(f, "line", where, LEAVE_LINE);
	}
	error_clear();
	event_release(&event);
}

static int check_note(void *data, size_t at, const char *bytes, size_t len)
{
	struct notes_list *list = data;
	const struct note *note = &list->items[at];
	const char *rest = bytes;
	struct line line;

	if (!bytes) {
		list->f->ledger_damaged = true;
		fsck_say(list->f, "note", note->object.hex, FSCK_FETCH_AGAIN,
			 "its blob %.10s is %s", note->blob.hex,
			 len ? "too large" : "missing or damaged");
		return interrupt_check();
	}
	for (size_t number = 1; lineset_next(&line, &rest, bytes + len);
	     number++)
		check_line(list->f, &note->object, &line, number);
	return interrupt_check();
}

int fsck_ledger(struct fsck *f)
{
	AUTO(notes_list) list = { .f = f };

	if (oid_is_none(&f->ledger))
		return 0;
	if (tree_each(f->repo, &f->ledger, "", add_note, &list)) {
		f->ledger_damaged = true;
		fsck_say_error(f, "note", LEDGER_REF, FSCK_FETCH_AGAIN);
	}
	if (list.nr)
		qsort(list.items, list.nr, sizeof(*list.items),
		      compare_notes);
	check_spellings(f, &list);
	auto_free struct oid *blobs = xcalloc(list.nr + 1, sizeof(*blobs));
	for (size_t i = 0; i < list.nr; i++)
		blobs[i] = list.items[i].blob;
	int rc = batch_read(f->repo, blobs, list.nr, NOTE_SIZE_MAX,
			    check_note, &list);
	f->report->notes = list.nr;
	f->report->events = f->nr_events;
	return rc || f->ledger_damaged ?
		       rc :
		       fsck_root(f, LEDGER_REF, &f->ledger, ledger_first,
				 "nothing is lost by it; git notes "
				 "--ref=bench merge -s cat_sort_uniq unites "
				 "it with another");
}
