#include "suite/variant.h"

#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "base/environ.h"
#include "base/error.h"
#include "suite/driver.h"
#include "suite/spelling.h"
#include "suite/suite.h"

/* ==== What a name means ================================================= */

/* "{NAME}", but not a shell's "${NAME}"; or BENCH_PARAM_NAME. */
static bool speaks_of(const char *text, const char *name)
{
	static const char exported[] = "BENCH_PARAM_";
	size_t len = strlen(name), prefix = strlen(exported);

	for (const char *p = text; (p = strstr(p, name)); p++) {
		size_t before = p - text;
		char after = p[len];

		if (before && p[-1] == '{' && after == '}' &&
		    (before == 1 || p[-2] != '$'))
			return true;
		if (before >= prefix && !memcmp(p - prefix, exported, prefix) &&
		    !isalnum((unsigned char)after) && after != '_')
			return true;
	}
	return false;
}

bool suites_has_param(const struct suites *suites, const struct suite *suite,
		      const char *name)
{
	for (size_t i = 0; i < suites->nr_variants; i++)
		if (environ_get(&suites->variants[i].params, name))
			return true;
	for (size_t i = 0; i < suite->entries.nr; i++) {
		const char *value = suite->entries.entries[i].value;

		if (value && speaks_of(value, name))
			return true;
	}
	for (size_t i = 0; i < suite->nr_targets; i++) {
		const char *command = suite->targets[i].command;

		if (command && speaks_of(command, name))
			return true;
	}
	return false;
}

/*
 * A variable may run code in whoever reads it (BASH_ENV, LD_PRELOAD,
 * MAKEFLAGS), and spellings come from strangers: only what the suite's owner
 * knows of is let through.
 */
static bool may_set(const struct suites *suites, const struct suite *suite,
		    const char *name)
{
	if (!strcmp(name, "OCAMLRUNPARAM") || !strcmp(name, "CAMLRUNPARAM"))
		return true;
	for (size_t i = 0; i < suites->nr_variants; i++)
		if (environ_get(&suites->variants[i].env, name))
			return true;
	return environ_get(&suite->env, name) ||
	       strlist_has(&suite->allow_env, name);
}

/* ==== Putting variants together ========================================= */

static int unknown_name(const struct suites *suites,
			const struct suite *suite, const char *name)
{
	AUTO(strlist) known = STRLIST_INIT;

	for (size_t i = 0; i < suites->nr_variants; i++)
		strlist_addf(&known, "+%s", suites->variants[i].name);
	const char *const *option = suite->driver->options;
	for (; option && *option; option++)
		strlist_addf(&known, "+%s", *option);
	auto_free char *list = strlist_join(&known, ", ");
	if (!known.nr)
		return fail(ERR_USAGE, "there is no variant '+%s': .gitbench "
				       "names none", name);
	return fail(ERR_USAGE, "there is no variant '+%s', only: %s", name,
		    list);
}

static int merge_env(struct strlist *out, const struct strlist *more,
		     const char *name)
{
	for (size_t i = 0; i < more->nr; i++) {
		auto_free char *key = xmemdupz(more->items[i],
					       strcspn(more->items[i], "="));
		const char *old = environ_get(out, key);

		if (old && strcmp(old, more->items[i] + strlen(key) + 1))
			return fail(ERR_USAGE,
				    "variant '+%s' sets %s, and so does "
				    "another", name, key);
		environ_put(out, more->items[i]);
	}
	return 0;
}

static int add_name(struct variant *out, const struct suites *suites,
		    const struct suite *suite, const char *name)
{
	for (size_t i = 0; i < suites->nr_variants; i++) {
		const struct variant *known = &suites->variants[i];

		if (strcmp(known->name, name))
			continue;
		for (size_t j = 0; j < known->options.nr; j++)
			strlist_add(&out->options, known->options.items[j]);
		int rc = merge_env(&out->env, &known->env, name);
		return rc ? rc : merge_env(&out->params, &known->params, name);
	}
	const char *const *option = suite->driver->options;
	for (; option && *option; option++) {
		if (!strcmp(*option, name)) {
			strlist_add(&out->options, name);
			return 0;
		}
	}
	return unknown_name(suites, suite, name);
}

static int add_setting(struct variant *out, const struct suites *suites,
		       const struct suite *suite, const char *name,
		       const char *value)
{
	if (suites_has_param(suites, suite, name)) {
		environ_set(&out->params, name, value);
		return 0;
	}
	if (may_set(suites, suite, name)) {
		environ_set(&out->env, name, value);
		return 0;
	}
	int rc = fail(ERR_USAGE, "suite '%s' does not let a variant set %s",
		      suite->name, name);
	fail_hint("'allow-env = %s' in [suite \"%s\"] would", name,
		  suite->name);
	return rc;
}

/* The variant with the value that `at` chooses for each setting. */
static int put_together(struct variant *out, const struct spelling *spelling,
			const size_t *at, const struct suites *suites,
			const struct suite *suite)
{
	struct buf name = BUF_INIT;
	int rc = 0;

	for (size_t i = 0; !rc && i < spelling->names.nr; i++) {
		buf_addf(&name, "+%s", spelling->names.items[i]);
		rc = add_name(out, suites, suite, spelling->names.items[i]);
	}
	for (size_t i = 0; !rc && i < spelling->settings.nr; i++) {
		const char *key = spelling->settings.items[i];
		const char *value = spelling->values[i].items[at[i]];

		buf_addf(&name, "%s%s=%s", name.len ? "," : "", key, value);
		rc = add_setting(out, suites, suite, key, value);
	}
	out->name = buf_detach(&name);
	return rc;
}

/* Counts `at` up like an odometer; false when it is back at the start. */
static bool next_choice(size_t *at, const struct spelling *spelling)
{
	for (size_t i = spelling->settings.nr; i--;) {
		if (++at[i] < spelling->values[i].nr)
			return true;
		at[i] = 0;
	}
	return false;
}

int suites_variants(struct variant **out, size_t *nr,
		    const struct suites *suites, const struct suite *suite,
		    const char *spelling)
{
	AUTO(spelling) parts = SPELLING_INIT;
	int rc = spelling_read(&parts, spelling ? spelling : "", suites, suite);

	if (rc)
		return rc;
	auto_free size_t *at = xcalloc(parts.settings.nr + 1, sizeof(*at));
	struct variant *variants = NULL;
	size_t count = 0, cap = 0;
	do {
		ARRAY_GROW(variants, count + 1, cap);
		variants[count] = (struct variant)VARIANT_INIT;
		rc = put_together(&variants[count++], &parts, at, suites,
				  suite);
		if (!rc && count > VARIANTS_MAX)
			rc = fail(ERR_USAGE, "a sweep of more than %d variants",
				  VARIANTS_MAX);
	} while (!rc && next_choice(at, &parts));
	if (rc) {
		variants_free(variants, count);
		return rc;
	}
	*out = variants;
	*nr = count;
	return 0;
}

/* ==== Memory ============================================================ */

static void copy_list(struct strlist *out, const struct strlist *list)
{
	for (size_t i = 0; i < list->nr; i++)
		strlist_add(out, list->items[i]);
}

static bool same_list(const struct strlist *a, const struct strlist *b)
{
	if (a->nr != b->nr)
		return false;
	for (size_t i = 0; i < a->nr; i++)
		if (strcmp(a->items[i], b->items[i]))
			return false;
	return true;
}

bool variant_runs_alike(const struct variant *a, const struct variant *b)
{
	return same_list(&a->env, &b->env) && same_list(&a->params, &b->params);
}

void variant_copy(struct variant *out, const struct variant *variant)
{
	*out = (struct variant)VARIANT_INIT;
	out->name = xstrdup_or_null(variant->name);
	copy_list(&out->options, &variant->options);
	copy_list(&out->env, &variant->env);
	copy_list(&out->params, &variant->params);
}

void variant_release(struct variant *variant)
{
	free(variant->name);
	strlist_release(&variant->options);
	strlist_release(&variant->env);
	strlist_release(&variant->params);
	*variant = (struct variant)VARIANT_INIT;
}

void variants_free(struct variant *variants, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		variant_release(&variants[i]);
	free(variants);
}
