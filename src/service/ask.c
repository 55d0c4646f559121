#include "service/ask.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"
#include "base/json.h"
#include "git/object.h"
#include "record/history.h"
#include "suite/driver.h"

/* A '+' or ',' further on in a side's text is no border any more. */
#define BORDERS_MAX 16
/* As many targets are named to whoever asked for none of them. */
#define NAMES_MAX 12

/* What the helpers below work on; all borrowed. */
struct asking {
	struct request *request;
	struct repo *repo;
	const struct suites *suites;
	const struct suite *suite;
	struct oid head;
	const char *head_text;
};

static int add_side(struct request *request, const struct oid *sha,
		    const char *variant, const char *ref)
{
	if (request->nr_sides == EVENT_SIDES_MAX)
		return fail(ERR_USAGE, "more than %d sides in one request",
			    EVENT_SIDES_MAX);
	request->sides = xreallocarray(request->sides, request->nr_sides + 1,
				       sizeof(*request->sides));
	request->sides[request->nr_sides++] = (struct request_side){
		.sha = *sha,
		.variant = variant && *variant ? xstrdup(variant) : NULL,
		.ref = xstrdup_or_null(ref),
	};
	return 0;
}

/* One side for each variant that the spelling stands for. */
static int add_sides(struct asking *a, const struct oid *sha,
		     const char *revision, const char *spelling)
{
	auto_free char *ref = commit_ref_of(a->repo, revision);
	struct variant *variants = NULL;
	size_t nr = 0;
	int rc = suites_variants(&variants, &nr, a->suites, a->suite,
				 spelling);

	for (size_t i = 0; !rc && i < nr; i++)
		rc = add_side(a->request, sha, variants[i].name, ref);
	variants_free(variants, nr);
	return rc;
}

/* Does it begin as NAME=value does? */
static bool is_assignment(const char *text)
{
	size_t len = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				  "abcdefghijklmnopqrstuvwxyz"
				  "0123456789_");

	return len && text[len] == '=';
}

/*
 * Takes "REV+variant" or "REV,NAME=value" apart. Names of branches may hold
 * both signs, so the border is the first one with a commit before it.
 */
static int split_side(struct oid *sha, char **revision, const char **variant,
		      struct repo *repo, const char *text)
{
	const char *border = text;

	*variant = NULL;
	if (!commit_resolve(sha, repo, text)) {
		*revision = xstrdup(text);
		return 0;
	}
	for (int i = 0; i < BORDERS_MAX; i++) {
		border += strcspn(border, "+,");
		if (!*border)
			break;
		auto_free char *before = xmemdupz(text,
						  (size_t)(border - text));
		if (!commit_resolve(sha, repo, before)) {
			*revision = STEAL(before);
			*variant = border + (*border == ',');
			return 0;
		}
		border++;
	}
	int rc = commit_resolve(sha, repo, text);
	fail_hint("a side is written REV, REV+variant or +variant");
	return rc;
}

static int add_side_text(struct asking *a, const char *text)
{
	auto_free char *revision = NULL;
	const char *variant;
	struct oid sha;

	if (*text == '+' || is_assignment(text))
		return add_sides(a, &a->head, a->head_text, text);
	int rc = split_side(&sha, &revision, &variant, a->repo, text);
	if (rc)
		return rc;
	return add_sides(a, &sha, revision, variant);
}

/* A shallow clone names parents that it does not have. */
static int no_parent(const struct asking *a)
{
	fail(ERR_NOTFOUND, "cannot find what to compare %s with: this "
			   "shallow clone ends there",
	     a->head_text);
	fail_hint("git fetch --unshallow, or name a side with --base");
	return ERR_NOTFOUND;
}

/* The head's first parent, none for a history's first commit. */
static int add_parent(struct asking *a)
{
	AUTO(commit) commit = { 0 };
	AUTO(commit) parent = { 0 };
	int rc = commit_read(&commit, a->repo, &a->head);

	if (rc || !commit.nr_parents)
		return rc;
	rc = commit_read(&parent, a->repo, &commit.parents[0]);
	if (rc)
		return repo_is_shallow(a->repo) ? no_parent(a) : rc;
	return add_side(a->request, &parent.oid, NULL, NULL);
}

static int add_merge_base(struct asking *a)
{
	auto_free char *branch = NULL;
	struct oid tip, base;
	int rc = default_branch(&branch, a->repo);

	if (!rc)
		rc = commit_resolve(&tip, a->repo, branch);
	if (!rc)
		rc = commit_merge_base(&base, a->repo, &a->head, &tip);
	if (rc) {
		rc = fail_in(rc, "cannot find what to compare %s with",
			     a->head_text);
		if (!*error_hint())
			fail_hint("name a commit with --base, or --no-base");
		return rc;
	}
	if (oid_equal(&base, &a->head))
		return add_parent(a);
	return add_side(a->request, &base, NULL, branch);
}

static int add_base(struct asking *a, const struct ask *ask)
{
	if (ask->base)
		return add_side_text(a, ask->base);
	if (ask->no_base || !a->suite->base_default)
		return 0;
	return add_merge_base(a);
}

static int pin_sides(struct asking *a, const struct ask *ask)
{
	int rc;

	a->head_text = ask->revision ? ask->revision : "HEAD";
	rc = commit_resolve(&a->head, a->repo, a->head_text);
	if (!rc)
		rc = add_base(a, ask);
	for (size_t i = 0; !rc && ask->versus && i < ask->versus->nr; i++)
		rc = add_side_text(a, ask->versus->items[i]);
	if (!rc)
		rc = add_sides(a, &a->head, a->head_text, ask->variant);
	if (!rc)
		a->request->ref = xstrdup_or_null(
			request_head(a->request)->ref);
	return rc;
}

/* The sides of an older result; the job reads what is missing there. */
static int continue_sides(struct asking *a, const struct result *older,
			  const char *path)
{
	struct request *request = a->request;
	int rc = 0;

	if (!older->nr_missing)
		return fail(ERR_REFUSED, "nothing is missing in %s", path);
	for (size_t i = 0; !rc && i < older->nr_sides; i++)
		rc = add_side(request, &older->sides[i].sha,
			      older->sides[i].variant, NULL);
	request->ref = xstrdup_or_null(older->ref);
	request->pr = xstrdup_or_null(older->pr);
	json_set_string(request->options, "continue", path);
	return rc;
}

static int load_older(struct result *older, char **path, struct repo *repo,
		      const struct ask *ask)
{
	if (ask->revision || ask->variant || ask->base || ask->no_base ||
	    (ask->versus && ask->versus->nr))
		return fail(ERR_USAGE, "--continue takes the sides of the "
				       "older result: name no others");
	int rc = history_resolve(path, repo, ask->continues);

	return rc ? rc : history_load(older, repo, *path);
}

static int none_matches(const struct asking *a, const char *filter,
			const struct strlist *targets)
{
	AUTO(strlist) some = STRLIST_INIT;

	for (size_t i = 0; i < targets->nr && i < NAMES_MAX; i++)
		strlist_add(&some, targets->items[i]);
	if (targets->nr > some.nr)
		strlist_addf(&some, "and %zu more", targets->nr - some.nr);
	auto_free char *names = strlist_join(&some, ", ");
	fail(ERR_NOTFOUND, "no target of suite '%s' matches '%s'",
	     a->suite->name, filter);
	fail_hint("its targets: %s", names);
	return ERR_NOTFOUND;
}

/* As the job would find, only hours earlier. */
static int check_filter(const struct asking *a, const char *pattern)
{
	const struct driver *driver = a->suite->driver;
	const struct run run = { .suite = a->suite, .filter = pattern };
	AUTO(filter) filter = FILTER_INIT;
	AUTO(strlist) targets = STRLIST_INIT;

	int rc = pattern ? filter_init(&filter, &run) : 0;
	if (rc || !pattern || !driver->targets ||
	    !driver->targets(&targets, a->suite))
		return rc;
	for (size_t i = 0; i < targets.nr; i++)
		if (filter_takes(&filter, targets.items[i]))
			return 0;
	return none_matches(a, pattern, &targets);
}

/* What does not depend on the sides. */
static void begin(struct request *out, struct asking *a,
		  const struct ask *ask)
{
	AUTO(signature) who = { 0 };

	signature_default(&who, a->repo);
	out->id = id_random();
	out->suite = xstrdup(a->suite->name);
	out->filter = xstrdup_or_null(ask->filter);
	out->config = xstrdup_or_null(a->suites->config_id);
	out->priority = ask->priority;
	out->fresh = ask->fresh;
	out->options = json_object();
	if (ask->samples)
		json_set_int(out->options, "samples", ask->samples);
	if (ask->max_time > 0)
		json_set_number(out->options, "max_time", ask->max_time);
	if (ask->budget > 0)
		json_set_number(out->options, "budget", ask->budget);
	if (ask->control)
		json_set_bool(out->options, "control", true);
	out->at = clock_now();
	out->by = xstrfmt("%s <%s>", who.name, who.email);
}

int ask_request(struct request *out, struct repo *repo,
		const struct suites *suites, const struct ask *ask)
{
	AUTO(request) request = { 0 };
	AUTO(result) older = RESULT_INIT;
	auto_free char *path = NULL;
	struct asking a = {
		.request = &request, .repo = repo, .suites = suites
	};
	const char *suite = ask->suite;
	int rc = 0;

	if (ask->continues)
		rc = load_older(&older, &path, repo, ask);
	if (!rc)
		rc = suites_find(&a.suite, suites,
				 suite ? suite : older.suite);
	if (!rc)
		rc = check_filter(&a, ask->filter);
	if (rc)
		return rc;
	begin(&request, &a, ask);
	rc = path ? continue_sides(&a, &older, path) : pin_sides(&a, ask);
	if (rc)
		return rc;
	*out = request;
	request = (struct request){ 0 };
	return 0;
}
