#include "record/predecessor.h"

#include <string.h>

#include "base/error.h"
#include "record/history.h"

struct search {
	const struct series *series;
	char *date; /* of the newest so far; NULL: none yet */
	char *path;
	struct oid head;
};

static bool is_same(const char *a, const char *b)
{
	return !strcmp(a ? a : "", b ? b : "");
}

bool series_has(const struct series *series, const struct result *result)
{
	return result->schedule && !result->pr && !result->continues &&
	       is_same(result->schedule, series->schedule) &&
	       is_same(result->suite, series->suite) &&
	       is_same(result->ref, series->ref) &&
	       is_same(result_head(result)->variant, series->variant) &&
	       (!series->before ||
		strcmp(result->date, series->before) < 0);
}

/* Oldest first, so that of one date the last one stays. */
static int look(void *data, const char *path, const struct result *result)
{
	struct search *search = data;

	if (!series_has(search->series, result) ||
	    (search->date && strcmp(result->date, search->date) < 0))
		return 0;
	free(search->date);
	free(search->path);
	search->date = xstrdup(result->date);
	search->path = xstrdup(path);
	search->head = result_head(result)->sha;
	return 0;
}

static void search_release(struct search *search)
{
	free(search->date);
	free(search->path);
}

void series_of(struct series *out, const struct result *result)
{
	*out = (struct series){
		.schedule = result->schedule,
		.suite = result->suite,
		.ref = result->ref,
		.variant = result_head(result)->variant,
		.before = result->date,
	};
}

int predecessor_find(char **path, struct oid *head, struct repo *repo,
		     const struct series *series)
{
	AUTO(search) search = { .series = series };
	int rc = series->schedule ? history_each(repo, look, &search) : 0;

	if (rc)
		return rc;
	if (!search.path)
		return fail(ERR_NOTFOUND, "there is no result of that "
					  "schedule before");
	*head = search.head;
	*path = STEAL(search.path);
	return 0;
}
