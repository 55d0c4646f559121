#include "changes.h"

#include <string.h>

#include "base/id.h"
#include "base/json.h"
#include "base/text.h"
#include "print.h"

/* Equal as long as nothing happens. */
static char *state_of(const struct status_entry *entry)
{
	auto_free char *words = status_words(entry, 0);

	if (entry->position && !*words)
		return xstrfmt("%-9s  place %zu in the queue",
			       status_state(entry), entry->position);
	return xstrfmt("%-9s  %s", status_state(entry), words);
}

static void print_entry(const struct changes *changes,
			const struct status_entry *entry, const char *state)
{
	if (changes->json) {
		json_auto_t *object = status_json(entry);
		auto_free char *line = json_line(object);

		fprintf(changes->file, "%s\n", line);
		return;
	}
	auto_free char *safe = text_escape(state);
	fprintf(changes->file, "%.*s %s\n", ID_SHORT, entry->request->id,
		safe);
}

/* How the request stood at the last look; NULL: it was not there. */
static const char *find_state(const struct changes *changes, const char *id)
{
	for (size_t i = 0; i < changes->ids.nr; i++)
		if (!strcmp(changes->ids.items[i], id))
			return changes->states.items[i];
	return NULL;
}

static bool is_shown(const struct listing *listing, const char *id)
{
	for (size_t i = 0; i < listing->shown->nr; i++)
		if (!strcmp(listing->shown->requests[i].id, id))
			return true;
	return false;
}

static int print_gone(const struct changes *changes, struct repo *repo,
		      const struct listing *listing)
{
	int rc = 0;

	for (size_t i = 0; i < changes->ids.nr && !rc; i++) {
		AUTO(request) request = { 0 };
		const struct status_entry entry = { .request = &request };

		if (is_shown(listing, changes->ids.items[i]))
			continue;
		rc = ledger_find(&request, repo, changes->ids.items[i]);
		auto_free char *state = rc ? NULL : state_of(&entry);
		if (!rc)
			print_entry(changes, &entry, state);
	}
	return rc;
}

int changes_print(struct changes *changes, struct repo *repo,
		  const struct listing *listing)
{
	struct strlist ids = STRLIST_INIT, states = STRLIST_INIT;
	int rc = print_gone(changes, repo, listing);

	for (size_t i = 0; i < listing->shown->nr; i++) {
		const struct status_entry *entry = &listing->entries[i];
		const char *old = find_state(changes, entry->request->id);
		char *state = state_of(entry);

		if (!old || strcmp(old, state))
			print_entry(changes, entry, state);
		strlist_add(&ids, entry->request->id);
		strlist_take(&states, state);
	}
	strlist_release(&changes->ids);
	strlist_release(&changes->states);
	changes->ids = ids;
	changes->states = states;
	fflush(changes->file);
	return rc;
}

void changes_away(struct changes *changes, const char *why)
{
	if (why && !changes->away) {
		print_warning("%s: waiting for it", why);
		changes->away = xstrdup(why);
	} else if (!why && changes->away) {
		fputs("git-bench: it is there again\n", stderr);
		free(changes->away);
		changes->away = NULL;
	}
}

void changes_release(struct changes *changes)
{
	strlist_release(&changes->ids);
	strlist_release(&changes->states);
	free(changes->away);
	*changes = (struct changes){ 0 };
}
