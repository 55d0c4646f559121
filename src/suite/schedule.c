#include "suite/schedule.h"

#include <fnmatch.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/suggest.h"
#include "base/text.h"
#include "git/refs.h"
#include "suite/key.h"
#include "suite/suite.h"

#define DAY 86400

#define AT(member) offsetof(struct schedule, member)

static const struct key schedule_keys[] = {
	{ "suite", KEY_LIST, AT(suites) },
	{ "vs", KEY_LIST, AT(versus) },
	{ "variant", KEY_STRING, AT(variant) },
	{ "filter", KEY_REGEX, AT(filter) },
	{ "samples", KEY_INT, AT(samples), 1, 10000 },
	{ "priority", KEY_INT, AT(priority), -100, 100 },
	{ "max-age", KEY_SECONDS, AT(max_age) },
};

/* ==== Keys with a meaning of their own ================================== */

static int need_value(const struct config_entry *entry)
{
	if (entry->value && *entry->value)
		return 0;
	return entry_fail(entry, "'%s' needs a value", entry->key);
}

static int read_cron(struct schedule *schedule,
		     const struct config_entry *entry)
{
	int rc = need_value(entry);

	if (rc)
		return rc;
	rc = cron_parse(&schedule->cron, entry->value);
	if (rc) {
		fail_in(rc, "cron = '%s'", entry->value);
		return entry_fail_in(entry);
	}
	schedule->has_cron = true;
	return 0;
}

static int read_pool(struct schedule *schedule,
		     const struct config_entry *entry)
{
	int rc = need_value(entry);

	if (rc)
		return rc;
	if (!entry_name_is_plain(entry->value))
		return entry_fail(entry, "pool = '%.*s' is no label: at most "
					 "%d letters, digits, '.', '_' and "
					 "'-'",
				  ENTRY_NAME_MAX, entry->value,
				  ENTRY_NAME_MAX);
	strlist_add(&schedule->pools, entry->value);
	return 0;
}

/* "trunk" and "bench/" "*" are branches; "refs/..." is taken as it is. */
static int read_ref(struct schedule *schedule,
		    const struct config_entry *entry)
{
	int rc = need_value(entry);

	if (rc)
		return rc;
	bool whole = text_starts_with(entry->value, "refs/");
	auto_free char *ref = xstrfmt("%s%s", whole ? "" : "refs/heads/",
				      entry->value);
	auto_free char *example = xstrdup(ref);
	for (char *p = example; *p; p++)
		if (*p == '*')
			*p = 'x';
	if (!refs_is_valid_name(example))
		return entry_fail(entry, "ref = '%s' is neither a branch, a "
					 "ref nor a pattern such as bench/*",
				  entry->value);
	strlist_take(&schedule->refs, STEAL(ref));
	return 0;
}

static int read_base(struct schedule *schedule,
		     const struct config_entry *entry)
{
	static const struct {
		const char *word;
		enum schedule_base kind;
	} words[] = {
		{ "previous", SCHEDULE_BASE_PREVIOUS },
		{ "parent", SCHEDULE_BASE_PARENT },
		{ "merge-base", SCHEDULE_BASE_MERGE },
		{ "none", SCHEDULE_BASE_NONE },
	};
	int rc = need_value(entry);

	if (rc)
		return rc;
	free(schedule->base);
	schedule->base = xstrdup(entry->value);
	schedule->base_kind = SCHEDULE_BASE_SIDE;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (!strcmp(words[i].word, entry->value))
			schedule->base_kind = words[i].kind;
	return 0;
}

/* The named day is the last one. */
static int read_expires(struct schedule *schedule,
			const struct config_entry *entry)
{
	int rc = need_value(entry);

	if (rc)
		return rc;
	auto_free char *midnight = xstrfmt("%sT00:00:00Z", entry->value);
	if (!clock_parse(&schedule->expires, midnight))
		return entry_fail(entry, "expires = '%s' is no date such as "
					 "2026-11-30", entry->value);
	schedule->expires += DAY;
	return 0;
}

static const struct {
	const char *name;
	int (*read)(struct schedule *schedule,
		    const struct config_entry *entry);
} other_keys[] = {
	{ "cron", read_cron },
	{ "ref", read_ref },
	{ "pool", read_pool },
	{ "base", read_base },
	{ "expires", read_expires },
};

/* ==== Reading =========================================================== */

static struct schedule *find(const struct suites *suites, const char *name)
{
	for (size_t i = 0; i < suites->nr_schedules; i++)
		if (!strcmp(suites->schedules[i].name, name))
			return &suites->schedules[i];
	return NULL;
}

static struct schedule *add(struct suites *suites, const char *name)
{
	ARRAY_GROW(suites->schedules, suites->nr_schedules + 1,
		   suites->cap_schedules);
	struct schedule *schedule =
		&suites->schedules[suites->nr_schedules++];
	*schedule = (struct schedule){
		.name = xstrdup(name),
		.expires = INT64_MAX,
		.max_age = -1,
		.is_local = true,
	};
	return schedule;
}

static int unknown_key(const struct config_entry *entry)
{
	const char *known[ARRAY_SIZE(schedule_keys) + ARRAY_SIZE(other_keys)];
	size_t nr = 0;

	for (size_t i = 0; i < ARRAY_SIZE(schedule_keys); i++)
		known[nr++] = schedule_keys[i].name;
	for (size_t i = 0; i < ARRAY_SIZE(other_keys); i++)
		known[nr++] = other_keys[i].name;
	return entry_unknown_key(entry, known, nr);
}

int schedule_read(struct suites *suites, const struct config_entry *entry)
{
	const struct key *key = key_find(
		schedule_keys, ARRAY_SIZE(schedule_keys), entry->key);
	int rc = entry_need_plain_name(entry);

	if (rc)
		return rc;
	struct schedule *schedule = find(suites, entry->subsection);
	if (!schedule)
		schedule = add(suites, entry->subsection);
	if (entry->line)
		schedule->is_local = false;
	if (key)
		return key_read(schedule, key, entry);
	for (size_t i = 0; i < ARRAY_SIZE(other_keys); i++)
		if (!strcmp(other_keys[i].name, entry->key))
			return other_keys[i].read(schedule, entry);
	return unknown_key(entry);
}

static int check_entry(const struct suites *suites,
		       const struct config_entry *entry)
{
	const struct suite *suite;

	if (strcmp(entry->section, "schedule") || strcmp(entry->key, "suite"))
		return 0;
	return suites_find(&suite, suites, entry->value) ?
		       entry_fail_in(entry) : 0;
}

int schedules_check(const struct suites *suites)
{
	int rc = 0;

	for (size_t i = 0; !rc && i < suites->file.nr; i++)
		rc = check_entry(suites, &suites->file.entries[i]);
	return rc;
}

int schedules_find(const struct schedule **out, const struct suites *suites,
		   const char *name)
{
	AUTO(strlist) names = STRLIST_INIT;

	for (size_t i = 0; i < suites->nr_schedules; i++)
		strlist_add(&names, suites->schedules[i].name);
	if (!names.nr) {
		fail(ERR_NOTFOUND, "no schedule is configured");
		fail_hint("git-bench-config(5), SCHEDULES, says how");
		return ERR_NOTFOUND;
	}
	auto_free char *list = strlist_join(&names, ", ");
	if (!name && names.nr > 1)
		return fail(ERR_NOTFOUND, "there are several schedules: %s",
			    list);
	*out = find(suites, name ? name : names.items[0]);
	if (*out)
		return 0;
	int rc = fail(ERR_NOTFOUND, "there is no schedule '%s', only: %s",
		      name, list);
	const char *nearest = suggest_nearest(
		name, (const char *const *)names.items, names.nr);
	if (nearest)
		fail_hint("did you mean '%s'?", nearest);
	return rc;
}

void schedule_release(struct schedule *schedule)
{
	free(schedule->name);
	strlist_release(&schedule->suites);
	strlist_release(&schedule->refs);
	strlist_release(&schedule->pools);
	strlist_release(&schedule->versus);
	free(schedule->base);
	free(schedule->variant);
	free(schedule->filter);
}

/* ==== Refs ============================================================== */

bool schedule_ref_is_pattern(const char *ref)
{
	return strchr(ref, '*');
}

bool schedule_ref_fits(const char *pattern, const char *ref)
{
	return !fnmatch(pattern, ref, FNM_NOESCAPE);
}
