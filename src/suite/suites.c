/*
 * From text to suites, in three steps: all entries into one list (.gitbench,
 * then local config, so that the last one of a key is the one that counts);
 * each entry to the suite or variant its section names, drivers first, since
 * they know which keys there are; then the checks that need all of a suite.
 */
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/strlist.h"
#include "base/suggest.h"
#include "base/text.h"
#include "git/config.h"
#include "git/object.h"
#include "git/refs.h"
#include "git/tree.h"
#include "suite/driver.h"
#include "suite/suite.h"

#define FILE_NAME ".gitbench"
#define FILE_MAX (1 << 20)

/* ==== Entries =========================================================== */

static void add_entry(struct configfile *file, const char *section,
		      const char *subsection, const char *key,
		      const char *value, int line)
{
	ARRAY_GROW(file->entries, file->nr + 1, file->cap);
	file->entries[file->nr++] = (struct config_entry){
		.section = xstrdup(section),
		.subsection = xstrdup_or_null(subsection),
		.key = xstrdup(key),
		.value = xstrdup_or_null(value),
		.line = line,
	};
}

/* "suite.micro.build-timeout", "gate.limit": section, subsection, key. */
static int add_local(void *data, const char *name, const char *value)
{
	const char *first = strchr(name, '.'), *last = strrchr(name, '.');

	if (!first || (first == last && !text_starts_with(name, "gate.")))
		return 0;
	auto_free char *section = xmemdupz(name, first - name);
	auto_free char *subsection =
		first < last ? xmemdupz(first + 1, last - first - 1) : NULL;
	add_entry(data, section, subsection, last + 1, value, 0);
	return 0;
}

static int read_local(struct suites *suites, struct repo *repo)
{
	static const char *const sections[] = { "suite", "target", "variant",
						"schedule", "gate" };
	auto_free char *chosen = config_string(repo, "bench.suite", NULL);

	for (size_t i = 0; i < ARRAY_SIZE(sections); i++) {
		int rc = config_each(repo, sections[i], add_local,
				     &suites->file);
		if (rc)
			return rc;
	}
	if (chosen)
		add_entry(&suites->file, "bench", NULL, "suite", chosen, 0);
	return 0;
}

/* ==== Suites ============================================================ */

static struct suite *find_suite(const struct suites *suites, const char *name)
{
	for (size_t i = 0; i < suites->nr; i++)
		if (!strcmp(suites->items[i].name, name))
			return &suites->items[i];
	return NULL;
}

static struct suite *add_suite(struct suites *suites, const char *name)
{
	ARRAY_GROW(suites->items, suites->nr + 1, suites->cap);
	struct suite *suite = &suites->items[suites->nr++];

	suite_init(suite, name);
	suite->config_id = xstrdup_or_null(suites->config_id);
	return suite;
}

static int gather_suite(struct suites *suites, const struct config_entry *entry)
{
	int rc = entry_need_plain_name(entry);

	if (rc)
		return rc;
	struct suite *suite = find_suite(suites, entry->subsection);
	if (!suite)
		suite = add_suite(suites, entry->subsection);
	add_entry(&suite->entries, entry->section, entry->subsection,
		  entry->key, entry->value, entry->line);
	return 0;
}

/* [target "micro/fib"]: no name of a suite holds a slash. */
static int read_target(struct suites *suites, const struct config_entry *entry)
{
	const char *slash = entry->subsection ? strchr(entry->subsection, '/') :
						NULL;

	if (!slash)
		return entry_fail(entry, "[target] needs a suite and a name: "
					 "[target \"suite/name\"]");
	auto_free char *name = xmemdupz(entry->subsection,
					slash - entry->subsection);
	struct suite *suite = find_suite(suites, name);
	if (!suite)
		return entry_fail(entry, "there is no suite '%s'", name);
	return suite_read_target(suite, slash + 1, entry);
}

/* ==== Variants ========================================================== */

#define AT(member) offsetof(struct variant, member)

static const struct key variant_keys[] = {
	{ "option", KEY_LIST, AT(options) },
	{ "env", KEY_ENV, AT(env) },
	{ "param", KEY_ENV, AT(params) },
};

static struct variant *find_variant(struct suites *suites, const char *name)
{
	for (size_t i = 0; i < suites->nr_variants; i++)
		if (!strcmp(suites->variants[i].name, name))
			return &suites->variants[i];
	ARRAY_GROW(suites->variants, suites->nr_variants + 1,
		   suites->cap_variants);
	struct variant *variant = &suites->variants[suites->nr_variants++];
	*variant = (struct variant){ .name = xstrdup(name) };
	return variant;
}

static int read_variant(struct suites *suites,
			const struct config_entry *entry)
{
	static const char *const known[] = { "option", "env", "param" };
	const struct key *key =
		key_find(variant_keys, ARRAY_SIZE(variant_keys), entry->key);
	int rc = entry_need_plain_name(entry);

	if (rc)
		return rc;
	if (!key)
		return entry_unknown_key(entry, known, ARRAY_SIZE(known));
	return key_read(find_variant(suites, entry->subsection), key, entry);
}

/* ==== The file ========================================================== */

static int read_bench(struct suites *suites, const struct config_entry *entry)
{
	static const char *const known[] = { "suite" };

	if (entry->subsection || strcmp(entry->key, "suite"))
		return entry_unknown_key(entry, known, ARRAY_SIZE(known));
	if (!entry->value || !find_suite(suites, entry->value))
		return entry_fail(entry, "there is no suite '%s'",
				  entry->value ? entry->value : "");
	free(suites->default_suite);
	suites->default_suite = xstrdup(entry->value);
	return 0;
}

/* Gates are read by those who know them. */
static int leave(struct suites *suites, const struct config_entry *entry)
{
	(void)suites;
	(void)entry;
	return 0;
}

/* In the order in which the sections are read. */
static const struct section {
	const char *name;
	int (*read)(struct suites *suites, const struct config_entry *entry);
} sections[] = {
	{ "suite", gather_suite },     { "target", read_target },
	{ "variant", read_variant },   { "bench", read_bench },
	{ "schedule", schedule_read }, { "gate", leave },
};

static int check_sections(const struct suites *suites)
{
	const char *known[ARRAY_SIZE(sections)];
	AUTO(strlist) names = STRLIST_INIT;

	for (size_t i = 0; i < ARRAY_SIZE(sections); i++)
		known[i] = strlist_add(&names, sections[i].name);
	for (size_t i = 0; i < suites->file.nr; i++) {
		const struct config_entry *entry = &suites->file.entries[i];

		if (strlist_has(&names, entry->section))
			continue;
		int rc = entry_fail(entry, "unknown section [%s]",
				    entry->section);
		const char *nearest = suggest_nearest(entry->section, known,
						      ARRAY_SIZE(known));
		if (nearest)
			fail_hint("did you mean '[%s]'?", nearest);
		return rc;
	}
	return 0;
}

static int read_section(struct suites *suites, const struct section *section)
{
	for (size_t i = 0; i < suites->file.nr; i++) {
		const struct config_entry *entry = &suites->file.entries[i];

		if (strcmp(entry->section, section->name))
			continue;
		int rc = section->read(suites, entry);
		if (rc)
			return rc;
	}
	return 0;
}

static int read_all(struct suites *suites)
{
	int rc = check_sections(suites);

	for (size_t i = 0; !rc && i < ARRAY_SIZE(sections); i++) {
		rc = read_section(suites, &sections[i]);
		/* Targets need to know what their suite's defaults are. */
		for (size_t j = 0; !rc && !i && j < suites->nr; j++)
			rc = suite_read(&suites->items[j]);
	}
	for (size_t j = 0; !rc && j < suites->nr; j++)
		if (suites->items[j].driver->check)
			rc = suites->items[j].driver->check(&suites->items[j]);
	if (!rc && !suites->default_suite && suites->nr == 1)
		suites->default_suite = xstrdup(suites->items[0].name);
	return rc ? rc : schedules_check(suites);
}

int suites_parse(struct suites *out, const char *text, size_t len)
{
	int rc = configfile_parse(&out->file, text, len, FILE_NAME);

	return rc ? rc : read_all(out);
}

static int find_file(struct oid *out, struct repo *repo, char **where)
{
	auto_free char *branch = NULL;
	struct oid tip;
	int rc = default_branch(&branch, repo);

	if (!rc)
		rc = refs_read(&tip, repo, branch);
	if (!rc)
		rc = tree_find(out, repo, &tip, FILE_NAME);
	if (branch)
		*where = STEAL(branch);
	return rc;
}

static bool has_suite(const struct suites *suites)
{
	for (size_t i = 0; i < suites->file.nr; i++)
		if (!strcmp(suites->file.entries[i].section, "suite"))
			return true;
	return false;
}

/* Nothing is configured: says where that was looked for. */
static int nothing_there(struct repo *repo, const char *where)
{
	const char *branch = text_skip_prefix(where, "refs/heads/");
	const char *top = repo_work_tree(repo);
	auto_free char *path = top ? file_join(top, FILE_NAME) : NULL;

	if (!branch)
		branch = where;
	int rc = fail(ERR_NOTFOUND, "there is no " FILE_NAME
				    " at the tip of %s, and no suite in "
				    "'git config'", branch);
	if (path && file_exists(path))
		fail_hint("commit " FILE_NAME " on %s: it is read there, "
			  "not from the working tree", branch);
	else
		fail_hint("write a " FILE_NAME " and commit it on %s", branch);
	return rc;
}

int suites_load(struct suites *out, struct repo *repo, const char *config_id)
{
	auto_free char *where = NULL;
	AUTO(buf) text = BUF_INIT;
	struct oid blob;
	int found = 0;

	if (config_id && !oid_parse(&blob, config_id))
		return fail(ERR_BADDATA, "'%s' names no configuration",
			    config_id);
	if (!config_id)
		found = find_file(&blob, repo, &where);
	if (found && found != ERR_NOTFOUND)
		return found;
	if (!found) {
		int rc = blob_read(&text, repo, &blob, FILE_MAX);
		if (rc)
			return fail_in(rc, FILE_NAME);
		out->config_id = xstrdup(blob.hex);
		rc = configfile_parse(&out->file, text.ptr, text.len,
				      FILE_NAME);
		if (rc)
			return rc;
	}
	int rc = read_local(out, repo);
	if (rc)
		return rc;
	if (found && !has_suite(out))
		return where ? nothing_there(repo, where) : found;
	return read_all(out);
}

/* ==== Looking up ======================================================== */

int suites_find(const struct suite **out, const struct suites *suites,
		const char *name)
{
	AUTO(strlist) names = STRLIST_INIT;

	for (size_t i = 0; i < suites->nr; i++)
		strlist_add(&names, suites->items[i].name);
	auto_free char *list = strlist_join(&names, ", ");
	if (!name)
		name = suites->default_suite;
	if (!suites->nr)
		return fail(ERR_NOTFOUND, "no suite is configured");
	if (!name) {
		int rc = fail(ERR_NOTFOUND, "there are several suites: %s",
			      list);
		fail_hint("name one with --suite, or as 'suite = %s' under "
			  "[bench] in " FILE_NAME, suites->items[0].name);
		return rc;
	}
	*out = find_suite(suites, name);
	if (*out)
		return 0;
	int rc = fail(ERR_NOTFOUND, "there is no suite '%s', only: %s", name,
		      list);
	const char *nearest = suggest_nearest(
		name, (const char *const *)names.items, names.nr);
	if (nearest)
		fail_hint("did you mean '%s'?", nearest);
	return rc;
}

void suites_release(struct suites *suites)
{
	for (size_t i = 0; i < suites->nr; i++)
		suite_release(&suites->items[i]);
	free(suites->items);
	variants_free(suites->variants, suites->nr_variants);
	for (size_t i = 0; i < suites->nr_schedules; i++)
		schedule_release(&suites->schedules[i]);
	free(suites->schedules);
	configfile_release(&suites->file);
	free(suites->default_suite);
	free(suites->config_id);
	*suites = (struct suites)SUITES_INIT;
}
