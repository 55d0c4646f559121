#include "record/couple.h"

#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "git/revision.h"
#include "record/history.h"

/* The newest so far; documents come oldest first. */
struct search {
	struct oid base, head;
	const char *suite; /* wanted; NULL: any */
	char *together;	   /* path of one that has both */
	size_t side;
	char *newest_suite; /* of the head's newest result */
	json_t *base_paths; /* by suite */
	json_t *head_paths;
};

static void search_release(struct search *search)
{
	free(search->together);
	free(search->newest_suite);
	json_decref(search->base_paths);
	json_decref(search->head_paths);
}

static void replace(char **slot, const char *value)
{
	free(*slot);
	*slot = xstrdup(value);
}

static bool have_same_variant(const struct result_side *a,
			      const struct result_side *b)
{
	return !strcmp(a->variant ? a->variant : "",
		       b->variant ? b->variant : "");
}

static void note_together(struct search *search, const char *path,
			  const struct result *result)
{
	const struct result_side *head = result_head(result);

	for (size_t i = 0; i < result->nr_sides - 1; i++)
		if (oid_equal(&result->sides[i].sha, &search->base) &&
		    have_same_variant(&result->sides[i], head)) {
			replace(&search->together, path);
			search->side = i;
			return;
		}
}

static int consider(void *data, const char *path, const struct result *result)
{
	struct search *search = data;
	const struct oid *head = &result_head(result)->sha;

	if (search->suite && strcmp(search->suite, result->suite))
		return 0;
	if (oid_equal(head, &search->base))
		json_set_string(search->base_paths, result->suite, path);
	if (!oid_equal(head, &search->head))
		return 0;
	json_set_string(search->head_paths, result->suite, path);
	replace(&search->newest_suite, result->suite);
	note_together(search, path, result);
	return 0;
}

/* What a commit's name means when nothing of its suite was found. */
static int fall_back(char **path, struct repo *repo, const char *name,
		     const char *suite, const char *found)
{
	if (found) {
		*path = xstrdup(found);
		return 0;
	}
	if (suite)
		return fail(ERR_NOTFOUND,
			    "there is no result of the suite '%.100s' for "
			    "%.100s", suite, name);
	return history_resolve(path, repo, name);
}

static int find_newest(struct couple *out, struct repo *repo,
		       const struct search *search, const char *base,
		       const char *head)
{
	const char *suite = search->newest_suite ? search->newest_suite : "";
	int rc = fall_back(&out->head, repo, head, search->suite,
			   json_get_string(search->head_paths, suite, NULL));

	return rc ? rc :
		    fall_back(&out->base, repo, base, search->suite,
			      json_get_string(search->base_paths, suite, NULL));
}

static int find_commits(struct couple *out, struct repo *repo,
			struct search *search, const char *base,
			const char *head)
{
	search->base_paths = json_object();
	search->head_paths = json_object();
	int rc = history_each(repo, consider, search);
	if (rc)
		return rc;
	if (!search->together)
		return find_newest(out, repo, search, base, head);
	out->head = STEAL(search->together);
	out->together = true;
	out->side = search->side;
	return 0;
}

int couple_find(struct couple *out, struct repo *repo, const char *base,
		const char *head, const char *suite)
{
	AUTO(search) search = { .suite = suite };

	if (!commit_resolve(&search.base, repo, base) &&
	    !commit_resolve(&search.head, repo, head) &&
	    !oid_equal(&search.base, &search.head))
		return find_commits(out, repo, &search, base, head);
	int rc = history_resolve(&out->base, repo, base);
	return rc ? rc : history_resolve(&out->head, repo, head);
}

void couple_release(struct couple *couple)
{
	free(couple->base);
	free(couple->head);
	*couple = (struct couple){ 0 };
}
