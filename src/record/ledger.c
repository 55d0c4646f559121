#include "record/ledger.h"

#include <assert.h>
#include <string.h>

#include "base/error.h"
#include "base/id.h"
#include "git/notes.h"
#include "git/object.h"
#include "git/refs.h"
#include "git/tree.h"
#include "record/ledger_index.h"
#include "record/lineset.h"
#include "record/notescan.h"
#include "record/root.h"

/* Of every ledger there is: never to be changed. */
#define FIRST_MESSAGE "The ledger of git-bench\n"

int ledger_tip(struct oid *out, struct repo *repo)
{
	return refs_read(out, repo, LEDGER_REF);
}

/* ==== Reading ==== */

static void add_request(void *data, struct request *request)
{
	struct ledger *ledger = data;

	ARRAY_GROW(ledger->requests, ledger->nr + 1, ledger->cap);
	ledger->requests[ledger->nr++] = *request;
}

/* The tables at the tip as it is now; an absent ledger is empty. */
static int open_index(struct ledger_index *out, struct repo *repo)
{
	struct oid tip = { 0 };
	int rc = ledger_tip(&tip, repo);

	return rc && rc != ERR_NOTFOUND ? rc :
					  ledger_index_open(out, repo, &tip);
}

int ledger_read(struct ledger *out, struct repo *repo,
		enum ledger_scope scope)
{
	AUTO(ledger) ledger = { 0 };
	AUTO(ledger_index) index = { 0 };
	int rc = open_index(&index, repo);

	if (!rc && scope == LEDGER_LIVE)
		rc = ledger_index_live(&index, add_request, &ledger);
	else if (!rc)
		rc = ledger_index_all(&index, add_request, &ledger);
	if (rc)
		return rc;
	if (ledger.nr)
		qsort(ledger.requests, ledger.nr, sizeof(*ledger.requests),
		      request_compare);
	ledger.nr_ended = index.nr_ended;
	ledger.skipped_bad = index.bad;
	ledger.skipped_newer = index.newer;
	ledger.skipped_example = STEAL(index.example);
	*out = ledger;
	ledger = (struct ledger){ 0 };
	return 0;
}

int ledger_read_ended(struct ledger *out, struct repo *repo, int64_t since)
{
	AUTO(ledger_index) index = { 0 };
	int rc = open_index(&index, repo);

	return rc ? rc : ledger_index_ended(&index, since, add_request, out);
}

void ledger_release(struct ledger *ledger)
{
	for (size_t i = 0; i < ledger->nr; i++)
		request_release(&ledger->requests[i]);
	free(ledger->requests);
	free(ledger->skipped_example);
	*ledger = (struct ledger){ 0 };
}

static bool is_id_prefix(const char *id)
{
	size_t len = strlen(id);

	return len >= LEDGER_PREFIX_MIN && len <= ID_LEN &&
	       strspn(id, "0123456789abcdef") == len;
}

int ledger_find(struct request *out, struct repo *repo, const char *id)
{
	AUTO(ledger_index) index = { 0 };
	AUTO(strlist) ids = STRLIST_INIT;

	if (!is_id_prefix(id))
		return fail(ERR_USAGE,
			    "'%.60s' is no request: give %d to %d "
			    "hexadecimal digits of its id",
			    id, LEDGER_PREFIX_MIN, ID_LEN);
	int rc = open_index(&index, repo);
	if (!rc)
		rc = ledger_index_ids(&ids, &index, id, 2);
	if (rc)
		return rc;
	if (!ids.nr)
		return fail(ERR_NOTFOUND, "there is no request %s", id);
	if (ids.nr > 1)
		return fail(ERR_USAGE,
			    "several requests begin with %s, such as %s and "
			    "%s",
			    id, ids.items[0], ids.items[1]);
	return ledger_index_find(out, &index, ids.items[0]);
}

int ledger_look(struct request *out, struct repo *repo, const struct oid *tip,
		const struct oid *commit, const char *id)
{
	AUTO(buf) text = BUF_INIT;
	AUTO(notescan) scan = NOTESCAN_INIT;
	AUTO(events) group = { 0 };
	int rc = notes_read(&text, repo, tip, commit);

	if (rc && rc != ERR_NOTFOUND)
		return rc;
	notescan_read(&scan, commit, text.ptr, text.len);
	while (notescan_pop(&group, &scan)) {
		if (!strcmp(group.items[0].id, id))
			return request_fold(out, group.items, group.nr);
		events_clear(&group);
	}
	return fail(ERR_NOTFOUND, "there is no request %s", id);
}

int ledger_knows(bool *out, struct repo *repo, const struct oid *tip,
		 const char *id)
{
	AUTO(ledger_index) index = { 0 };
	AUTO(strlist) ids = STRLIST_INIT;
	int rc = ledger_index_open(&index, repo, tip);

	if (!rc)
		rc = ledger_index_ids(&ids, &index, id, 1);
	*out = ids.nr > 0;
	return rc;
}

/* ==== Writing ==== */

int ledger_first(struct oid *out, struct repo *repo)
{
	AUTO_PTR(tree_edit) edit = NULL;
	struct oid tree;

	int rc = tree_edit_new(&edit, repo, NULL);
	if (!rc)
		rc = tree_edit_write(&tree, edit);
	return rc ? rc : root_write(out, repo, &tree, NULL, FIRST_MESSAGE);
}

/* Not won: somebody else was faster, which is as good. */
int ledger_init(struct repo *repo)
{
	struct oid tip, first;
	bool won;

	int rc = ledger_tip(&tip, repo);
	if (rc != ERR_NOTFOUND)
		return rc;
	rc = ledger_first(&first, repo);
	return rc ? rc : refs_swap(&won, repo, LEDGER_REF, NULL, &first,
				   "bench: begin the ledger");
}

static int check_line(const char *line)
{
	if (strlen(line) > EVENT_LINE_MAX)
		return fail(ERR_FAILED,
			    "an event of more than %d bytes cannot be added",
			    EVENT_LINE_MAX);
	assert(*line && !strchr(line, '\n'));
	return 0;
}

static int compare_commits(const void *a, const void *b)
{
	const struct ledger_line *const *x = a, *const *y = b;

	return strcmp((*x)->commit.hex, (*y)->commit.hex);
}

/* Unites the lines of one commit with its note; *changed if that did. */
static int extend_note(bool *changed, struct notes_edit *edit,
		       struct repo *repo, const struct oid *tip,
		       const struct ledger_line *const *lines, size_t nr)
{
	AUTO(buf) old = BUF_INIT;
	AUTO(buf) more = BUF_INIT;
	AUTO(buf) united = BUF_INIT;
	const struct oid *commit = &lines[0]->commit;

	int rc = notes_read(&old, repo, tip, commit);
	if (rc && rc != ERR_NOTFOUND)
		return rc;
	for (size_t i = 0; i < nr; i++)
		buf_addf(&more, "%s\n", lines[i]->line);
	lineset_unite(&united, old.ptr, old.len, more.ptr, more.len);
	if (united.len == old.len && !memcmp(united.ptr, old.ptr, old.len))
		return 0;
	*changed = true;
	return notes_edit_set(edit, commit, united.ptr, united.len);
}

/* All notes; lines are sorted by commit. */
static int extend_tree(struct oid *tree, bool *changed, struct repo *repo,
		       const struct oid *tip,
		       const struct ledger_line *const *lines, size_t nr)
{
	AUTO_PTR(notes_edit) edit = NULL;
	int rc = notes_edit_new(&edit, repo, tip);

	for (size_t i = 0, count; i < nr && !rc; i += count) {
		for (count = 1; i + count < nr; count++)
			if (compare_commits(&lines[i], &lines[i + count]))
				break;
		rc = extend_note(changed, edit, repo, tip, lines + i, count);
	}
	return rc || !*changed ? rc : notes_edit_write(tree, edit);
}

int ledger_extend(struct oid *out, struct repo *repo, const struct oid *tip,
		  const struct ledger_line *lines, size_t nr,
		  const char *message)
{
	auto_free const struct ledger_line **sorted =
		xcalloc(nr, sizeof(*sorted));
	AUTO(signature) who = { 0 };
	struct oid tree;
	bool changed = false;
	int rc = 0;

	for (size_t i = 0; i < nr && !rc; i++) {
		sorted[i] = &lines[i];
		rc = check_line(lines[i].line);
	}
	if (rc)
		return rc;
	qsort(sorted, nr, sizeof(*sorted), compare_commits);
	rc = extend_tree(&tree, &changed, repo, tip, sorted, nr);
	if (rc)
		return rc;
	*out = *tip;
	if (!changed)
		return 0;
	signature_default(&who, repo);
	return commit_write(out, repo, &tree, tip, 1, &who, message);
}

int ledger_prepare(struct publication *pub, const struct ledger_line *lines,
		   size_t nr, const char *message, ledger_check *check,
		   void *data)
{
	struct repo *repo = pub->hub.repo;
	struct oid tip, new;
	int rc = ledger_init(repo);

	if (!rc)
		rc = ledger_tip(&tip, repo);
	/* Lines that have come through are no reason to refuse them now. */
	if (!rc && pub->unsure) {
		rc = ledger_extend(&new, repo, &tip, lines, nr, message);
		if (rc || oid_equal(&new, &tip))
			return rc;
	}
	if (!rc && check)
		rc = check(data, repo, &tip);
	if (!rc)
		rc = ledger_extend(&new, repo, &tip, lines, nr, message);
	if (!rc && !oid_equal(&new, &tip))
		publication_add(pub, LEDGER_REF, PUSH_FORWARD, &tip, &new);
	return rc;
}

struct addition {
	const struct ledger_line *lines;
	size_t nr;
	const char *message;
	ledger_check *check;
	void *data;
};

static int prepare_addition(void *data, struct publication *pub)
{
	const struct addition *a = data;

	return ledger_prepare(pub, a->lines, a->nr, a->message, a->check,
			      a->data);
}

int ledger_add(struct repo *repo, const struct ledger_line *lines, size_t nr,
	       const char *message, ledger_check *check, void *data)
{
	struct addition addition = { lines, nr, message, check, data };

	return publish(repo, message, prepare_addition, &addition);
}
