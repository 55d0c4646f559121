#include "record/comparability.h"

#include <string.h>

#include "base/json.h"

#define VALUE_MAX 200 /* bytes of a value that are said */

static void hinder(struct comparability *c, enum obstacle obstacle)
{
	if (c->obstacle == COMPARABLE || obstacle < c->obstacle)
		c->obstacle = obstacle;
}

static char *value_text(const json_t *value)
{
	if (!value || json_is_null(value))
		return xstrdup("not said");
	if (json_is_string(value))
		return xstrfmt("'%.*s'", VALUE_MAX, json_string_value(value));
	auto_free char *line = json_line(value);
	return xstrfmt("%.*s", VALUE_MAX, line);
}

static bool is_equal(const json_t *a, const json_t *b)
{
	return a && b ? json_equal(a, b) : !a && !b;
}

/* False, with a note, when they differ. */
static bool agree(struct comparability *c, const char *what, const json_t *a,
		  const json_t *b)
{
	if (is_equal(a, b))
		return true;
	auto_free char *first = value_text(a), *second = value_text(b);
	strlist_addf(&c->notes, "%s differs: %s and %s", what, first, second);
	return false;
}

static bool agree_texts(struct comparability *c, const char *what,
			const char *a, const char *b)
{
	json_auto_t *x = a ? json_text(a) : NULL;
	json_auto_t *y = b ? json_text(b) : NULL;

	return agree(c, what, x, y);
}

/* ==== Toolchain and options ==== */

static bool is_side(const struct result *result, const char *key)
{
	size_t len = strlen(key);

	for (size_t i = 0; len >= 7 && i < result->nr_sides; i++)
		if (!strncmp(result->sides[i].sha.hex, key, len))
			return true;
	return false;
}

/* {"0123456789ab": "5.2.0", ...}: what was measured, not what with. */
static bool is_of_sides(const struct result *result, const json_t *value)
{
	const char *key;
	json_t *text;

	if (!json_object_size(value))
		return false;
	json_object_foreach((json_t *)value, key, text)
		if (!is_side(result, key))
			return false;
	return true;
}

static bool is_listed(const char *const *names, const char *name)
{
	for (size_t i = 0; names[i]; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

static void compare_toolchains(struct comparability *c,
			       const struct result *a, const struct result *b)
{
	json_auto_t *all = json_object();
	const char *key;
	json_t *value;

	json_object_update(all, a->toolchain);
	json_object_update(all, b->toolchain);
	json_object_foreach(all, key, value) {
		const json_t *x = json_object_get(a->toolchain, key);
		const json_t *y = json_object_get(b->toolchain, key);
		auto_free char *name = xstrfmt("toolchain %s", key);

		if (is_of_sides(a, x) && is_of_sides(b, y))
			continue;
		if (!agree(c, name, x, y))
			hinder(c, OBSTACLE_TOOLCHAIN);
	}
}

static void compare_options(struct comparability *c, const struct result *a,
			    const struct result *b)
{
	static const char *const harmless[] = { "samples", "filter", "fresh",
						"budget",  "control",
						"max_time", NULL };
	json_auto_t *all = json_object();
	const char *key;
	json_t *value;

	json_object_update(all, a->options);
	json_object_update(all, b->options);
	json_object_foreach(all, key, value) {
		auto_free char *name = xstrfmt("option %s", key);

		if (!agree(c, name, json_object_get(a->options, key),
			   json_object_get(b->options, key)) &&
		    !is_listed(harmless, key))
			hinder(c, OBSTACLE_OPTIONS);
	}
}

/* ==== Machines ==== */

static void compare_machines(struct comparability *c, const json_t *a,
			     const json_t *b)
{
	static const char *const states[] = { "name", "governor", "turbo",
					      "smt", "kernel" };
	const json_t *x = json_object_get(a, "class");
	const json_t *y = json_object_get(b, "class");

	if (!json_is_string(x) || !json_is_string(y))
		hinder(c, OBSTACLE_MACHINE_UNKNOWN);
	else if (!json_equal(x, y))
		hinder(c, OBSTACLE_MACHINE);
	agree(c, "machine class", x, y);
	for (size_t i = 0; i < ARRAY_SIZE(states); i++) {
		const char *what = i ? states[i] : "runner";

		agree(c, what, json_object_get(a, states[i]),
		      json_object_get(b, states[i]));
	}
}

/* Do both say it, and differently? */
static bool disagree(const json_t *a, const json_t *b, const char *member)
{
	const char *x = json_get_string(a, member, NULL);
	const char *y = json_get_string(b, member, NULL);

	return x && y && strcmp(x, y) != 0;
}

bool comparability_is_one_machine(const json_t *a, const json_t *b)
{
	if (json_get_string(a, "id", NULL) && json_get_string(b, "id", NULL))
		return !disagree(a, b, "id");
	return !disagree(a, b, "hostname") && !disagree(a, b, "name");
}

/* ==== Whole ==== */

void comparability_of(struct comparability *out, const struct result *a,
		      const struct result *b)
{
	*out = (struct comparability)COMPARABILITY_INIT;
	if (!agree_texts(out, "suite", a->suite, b->suite))
		hinder(out, OBSTACLE_SUITE);
	compare_machines(out, a->runner, b->runner);
	compare_toolchains(out, a, b);
	if (!agree_texts(out, "revision of the suite", a->suite_sha,
			 b->suite_sha))
		hinder(out, OBSTACLE_REVISION);
	compare_options(out, a, b);
	agree_texts(out, "configuration (.gitbench)", a->config, b->config);
}

const char *comparability_name(enum obstacle obstacle)
{
	static const char *const names[OBSTACLE_NR] = {
		[OBSTACLE_SUITE] = "another suite",
		[OBSTACLE_MACHINE_UNKNOWN] = "machine not known",
		[OBSTACLE_MACHINE] = "another machine",
		[OBSTACLE_TOOLCHAIN] = "another toolchain",
		[OBSTACLE_REVISION] = "another suite revision",
		[OBSTACLE_OPTIONS] = "other options",
	};

	return names[obstacle];
}

void comparability_release(struct comparability *comparability)
{
	if (!comparability)
		return;
	strlist_release(&comparability->notes);
	*comparability = (struct comparability)COMPARABILITY_INIT;
}
