#include "record/acceptance.h"

#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "git/trailers.h"

#define VALUE_MAX 2000 /* bytes of a trailer */
#define BLANKS " \t"

/* ==== One trailer ==== */

/* The next word; *text moves behind it and the blanks that follow. Owned. */
static char *take_word(const char **text)
{
	size_t len = strcspn(*text, BLANKS);
	char *word = xmemdupz(*text, len);

	*text += len;
	*text += strspn(*text, BLANKS);
	return word;
}

/* "10%", "maxrss:10%", "missing". */
static bool read_limit(struct acceptance *out, const char *word)
{
	const char *colon = strrchr(word, ':');

	if (!strcmp(word, "missing")) {
		out->missing = true;
		return true;
	}
	if (colon == word || !text_to_share(&out->most, colon ? colon + 1 :
								word))
		return false;
	if (colon && (colon - word != 4 || strncmp(word, "wall", 4)))
		out->metric = xmemdupz(word, colon - word);
	else if (colon)
		out->metric = xstrdup("seconds");
	return true;
}

bool acceptance_parse(struct acceptance *out, const char **why,
		      const char *text)
{
	*out = (struct acceptance){ 0 };
	*why = "target";
	text += strspn(text, BLANKS);
	if (!*text || strlen(text) > VALUE_MAX)
		return false;
	out->target = take_word(&text);
	*why = "limit such as 10%, maxrss:10% or missing";
	auto_free char *limit = take_word(&text);
	if (!read_limit(out, limit))
		return false;
	*why = "reason";
	out->reason = xstrdup(text);
	return *text;
}

/* ==== Those of a range ==== */

static struct acceptance *next_slot(struct acceptances *list)
{
	ARRAY_GROW(list->items, list->nr + 1, list->cap);
	return &list->items[list->nr++];
}

void acceptances_add(struct acceptances *acceptances,
		     const struct acceptance *acceptance)
{
	struct acceptance *slot = next_slot(acceptances);

	*slot = *acceptance;
	slot->target = xstrdup(acceptance->target);
	slot->metric = xstrdup_or_null(acceptance->metric);
	slot->reason = xstrdup_or_null(acceptance->reason);
	slot->author = xstrdup_or_null(acceptance->author);
}

static int add_trailer(struct acceptances *out, struct repo *repo,
		       const struct trailer *trailer, bool verify)
{
	struct acceptance read;
	const char *why;
	int rc = 0;

	if (!acceptance_parse(&read, &why, trailer->value)) {
		strlist_addf(&out->notes,
			     "the " ACCEPTANCE_KEY " of %.10s has no %s: %.200s",
			     trailer->commit.hex, why, trailer->value);
		acceptance_release(&read);
		return 0;
	}
	read.commit = trailer->commit;
	read.author = xstrdup(trailer->author);
	/* One commit's trailers follow each other: it is verified once. */
	if (verify && out->nr &&
	    oid_equal(&out->items[out->nr - 1].commit, &read.commit))
		read.is_signed = out->items[out->nr - 1].is_signed;
	else if (verify)
		rc = commit_is_signed(&read.is_signed, repo, &read.commit);
	*next_slot(out) = read;
	return rc;
}

int acceptances_read(struct acceptances *out, struct repo *repo,
		     const struct oid *base, const struct oid *head,
		     bool verify)
{
	AUTO(trailers) found = TRAILERS_INIT;
	int rc = trailers_between(&found, repo, ACCEPTANCE_KEY, base, head);

	if (rc == ERR_NOTFOUND) {
		strlist_addf(&out->notes,
			     "the commits from %.10s to %.10s are not all "
			     "here: what they accept is not known",
			     base->hex, head->hex);
		error_clear();
		return 0;
	}
	for (size_t i = 0; !rc && i < found.nr; i++)
		rc = add_trailer(out, repo, &found.items[i], verify);
	if (found.truncated)
		strlist_addf(&out->notes,
			     "only the newest commits from %.10s to %.10s "
			     "were asked what they accept",
			     base->hex, head->hex);
	return rc;
}

/* ==== Release ==== */

void acceptance_release(struct acceptance *acceptance)
{
	free(acceptance->target);
	free(acceptance->metric);
	free(acceptance->reason);
	free(acceptance->author);
	*acceptance = (struct acceptance){ 0 };
}

void acceptances_release(struct acceptances *acceptances)
{
	for (size_t i = 0; i < acceptances->nr; i++)
		acceptance_release(&acceptances->items[i]);
	free(acceptances->items);
	strlist_release(&acceptances->notes);
	*acceptances = (struct acceptances)ACCEPTANCES_INIT;
}
