#include "report/chain.h"

#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "record/history.h"

static bool have_same_sides(const struct result *a, const struct result *b)
{
	if (a->nr_sides != b->nr_sides)
		return false;
	for (size_t i = 0; i < a->nr_sides; i++) {
		const struct result_side *x = &a->sides[i], *y = &b->sides[i];

		if (!oid_equal(&x->sha, &y->sha) ||
		    strcmp(x->variant ? x->variant : "",
			   y->variant ? y->variant : "") != 0)
			return false;
	}
	return true;
}

static void note_once(struct result *result, const char *note)
{
	if (!strlist_has(&result->notes, note))
		strlist_add(&result->notes, note);
}

/* ==== Targets ==== */

static void replace(char **slot, const char *value)
{
	free(*slot);
	*slot = xstrdup(value);
}

static void copy_target(struct result *result,
			const struct result_target *from)
{
	struct result_target *to = result_add_target(result, from->name);

	replace(&to->kind, from->kind);
	replace(&to->status, from->status);
	replace(&to->primary, from->primary);
	to->domains = from->domains;
	to->identical = from->identical;
	for (size_t i = 0; i < result->nr_sides; i++)
		result_cell_copy(&to->cells[i], &from->cells[i]);
}

static json_t *names_of(const struct result *result)
{
	json_t *names = json_object();

	for (size_t i = 0; i < result->nr_targets; i++)
		json_object_set_new(names, result->targets[i].name,
				    json_true());
	return names;
}

/* ==== What is missing ==== */

static char *missing_key(const struct result_missing *missing)
{
	return xstrfmt("%d %s", missing->side, missing->name);
}

static bool has(const json_t *set, const char *key)
{
	return json_object_get(set, key);
}

/* The sides that `result` measured something on. */
static bool *measured_sides(const struct result *result)
{
	bool *measured = xcalloc(result->nr_sides, sizeof(*measured));

	for (size_t i = 0; i < result->nr_targets; i++)
		for (size_t side = 0; side < result->nr_sides; side++)
			if (result->targets[i].cells[side].measured)
				measured[side] = true;
	return measured;
}

static void join_missing(struct result *result, const struct result *older,
			 const json_t *names)
{
	json_auto_t *known = json_object();
	auto_free bool *measured = measured_sides(result);

	for (size_t i = 0; i < result->nr_missing; i++) {
		auto_free char *key = missing_key(&result->missing[i]);

		json_object_set_new(known, key, json_true());
	}
	for (size_t i = 0; i < older->nr_missing; i++) {
		const struct result_missing *missing = &older->missing[i];
		auto_free char *key = missing_key(missing);
		/* A whole side was lacking: it may have been built since. */
		bool found = *missing->name ? has(names, missing->name) :
					      measured[missing->side];

		if (!found && !has(known, key))
			result_add_missing(result, missing->name,
					   missing->side, missing->stage,
					   missing->reason);
	}
}

/* ==== Documents ==== */

static void compare_machines(struct result *result, const struct result *older)
{
	const char *class = json_get_string(result->runner, "class", "");
	const char *other = json_get_string(older->runner, "class", "");

	if (strcmp(class, other))
		note_once(result, "a part was measured on a machine of "
				  "another class");
}

bool chain_join(struct result *result, const struct result *older)
{
	json_auto_t *names = names_of(result);

	if (!have_same_sides(result, older)) {
		note_once(result, "the result that this one continues has "
				  "other sides and is left out");
		return false;
	}
	join_missing(result, older, names);
	for (size_t i = 0; i < older->nr_targets; i++)
		if (!has(names, older->targets[i].name))
			copy_target(result, &older->targets[i]);
	for (size_t i = 0; i < older->notes.nr; i++)
		note_once(result, older->notes.items[i]);
	compare_machines(result, older);
	result_summarise(result);
	return true;
}

void chain_follow(struct result *result,
		  int (*load)(void *data, struct result *out,
			      const char *path),
		  void *data)
{
	AUTO(strlist) seen = STRLIST_INIT;
	auto_free char *next = xstrdup_or_null(result->continues);

	while (next && seen.nr < CHAIN_MAX && !strlist_has(&seen, next)) {
		AUTO(result) older = RESULT_INIT;

		strlist_add(&seen, next);
		if (load(data, &older, next)) {
			auto_free char *note = xstrfmt(
				"the result that this one continues cannot be "
				"read: %s",
				error_message());

			note_once(result, note);
			error_clear();
			return;
		}
		if (!chain_join(result, &older))
			return;
		free(next);
		next = STEAL(older.continues);
	}
}

/* The path comes from a document: it names another one, and no revision. */
static int load_older(void *data, struct result *out, const char *path)
{
	if (strchr(path, ':'))
		return fail(ERR_BADDATA, "'%.200s' is no path", path);
	return history_load(out, data, path);
}

void chain_complete(struct result *result, struct repo *repo)
{
	chain_follow(result, load_older, repo);
}

int chain_load(struct result *out, struct repo *repo, const char *path)
{
	int rc = history_load(out, repo, path);

	if (!rc)
		chain_complete(out, repo);
	return rc;
}
