#include "suite/suite.h"

#include <string.h>

#include "base/error.h"
#include "base/suggest.h"
#include "base/text.h"
#include "suite/driver.h"

/* ==== Looking up ======================================================== */

const struct config_entry *suite_entry(const struct suite *suite,
				       const char *key)
{
	for (size_t i = suite->entries.nr; i--;)
		if (!strcmp(suite->entries.entries[i].key, key))
			return &suite->entries.entries[i];
	return NULL;
}

const char *suite_get(const struct suite *suite, const char *key,
		      const char *otherwise)
{
	const struct config_entry *entry = suite_entry(suite, key);

	if (!entry)
		return otherwise;
	return entry->value ? entry->value : "true";
}

int suite_get_bool(bool *out, const struct suite *suite, const char *key,
		   bool otherwise)
{
	const struct config_entry *entry = suite_entry(suite, key);

	*out = otherwise;
	return entry ? entry_bool(out, entry) : 0;
}

int suite_get_int(int *out, const struct suite *suite, const char *key,
		  int min, int max, int otherwise)
{
	const struct config_entry *entry = suite_entry(suite, key);

	*out = otherwise;
	return entry ? entry_int(out, entry, min, max) : 0;
}

void suite_get_all(struct strlist *out, const struct suite *suite,
		   const char *key)
{
	for (size_t i = 0; i < suite->entries.nr; i++) {
		const struct config_entry *entry = &suite->entries.entries[i];

		if (!strcmp(entry->key, key) && entry->value)
			strlist_add(out, entry->value);
	}
}

int suite_fail_in(const struct suite *suite, const char *key)
{
	const struct config_entry *entry = suite_entry(suite, key);

	fail_in(ERR_BADDATA, "suite '%s'", suite->name);
	return entry_fail_in(entry ? entry : &suite->entries.entries[0]);
}

int suite_fail(const struct suite *suite, const char *key, const char *fmt,
	       ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *message = xstrvfmt(fmt, ap);
	va_end(ap);
	fail(ERR_BADDATA, "%s", message);
	return suite_fail_in(suite, key);
}

static struct target *find_target(struct suite *suite, const char *name)
{
	for (size_t i = 0; i < suite->nr_targets; i++)
		if (!strcmp(suite->targets[i].name, name))
			return &suite->targets[i];
	return NULL;
}

const struct target *suite_target(const struct suite *suite, const char *name)
{
	return find_target((struct suite *)suite, name);
}

/* ==== Reading keys ====================================================== */

static int choose_driver(struct suite *suite)
{
	const struct config_entry *entry = suite_entry(suite, "driver");
	AUTO(strlist) known = STRLIST_INIT;

	driver_names(&known);
	auto_free char *list = strlist_join(&known, ", ");
	if (!entry || !entry->value) {
		int rc = suite_fail(suite, "driver", "it needs a driver");
		fail_hint("add 'driver = <name>', one of: %s", list);
		return rc;
	}
	suite->driver = driver_find(entry->value);
	if (suite->driver)
		return 0;
	const char *nearest = suggest_nearest(
		entry->value, (const char *const *)known.items, known.nr);
	int rc = entry_fail(entry, "there is no driver '%s', only: %s",
			    entry->value, list);
	if (nearest)
		fail_hint("did you mean '%s'?", nearest);
	return rc;
}

#define AT(member) offsetof(struct suite, member)

static int set_counter(struct suite *suite, const struct config_entry *entry)
{
	static const char *const words[] = { "hardware", "valgrind", "none",
					     NULL };
	int choice;
	const struct key key = { "counter", KEY_WORD, 0, 0, 0, words };
	int rc = key_read(&choice, &key, entry);

	if (rc)
		return rc;
	suite->count = choice == 0;
	suite->valgrind = choice == 1;
	return 0;
}

const struct key suite_keys[] = {
	{ "prepare", KEY_STRING, AT(prepare) },
	{ "build", KEY_STRING, AT(build) },
	{ "filter", KEY_REGEX, AT(filter) },
	{ "warmups", KEY_INT, AT(warmups), 0, 100 },
	{ "samples", KEY_INT, AT(samples), 1, 1000 },
	{ "samples-least", KEY_INT, AT(samples_least), 1, 1000 },
	{ "samples-most", KEY_INT, AT(samples_most), 1, 1000 },
	{ "budget", KEY_SECONDS, AT(budget) },
	{ "max-time", KEY_SECONDS, AT(max_time) },
	{ "timeout", KEY_SECONDS, AT(timeout) },
	{ "build-timeout", KEY_SECONDS, AT(build_timeout) },
	{ "env", KEY_ENV, AT(env) },
	{ "allow-env", KEY_LIST, AT(allow_env) },
	{ "toolchain", KEY_LIST, AT(toolchain) },
	{ "pin", KEY_BOOL, AT(pin) },
	{ "aslr", KEY_NOT, AT(no_aslr) },
	{ "nice", KEY_INT, AT(nice), -20, 19 },
	{ "base", KEY_BOOL, AT(base_default) },
	{ "incremental", KEY_BOOL, AT(incremental) },
};

const size_t suite_keys_nr = ARRAY_SIZE(suite_keys);

/* Keys of every suite that are in no table. */
static const char *const other_keys[] = { "driver", "counter" };

static bool driver_knows(const struct driver *driver, const char *key)
{
	for (const char *const *k = driver->keys; k && *k; k++)
		if (!strcmp(*k, key))
			return true;
	return false;
}

static int unknown_key(const struct suite *suite,
			     const struct config_entry *entry)
{
	AUTO(strlist) known = STRLIST_INIT;

	for (size_t i = 0; i < suite_keys_nr; i++)
		strlist_add(&known, suite_keys[i].name);
	for (size_t i = 0; i < ARRAY_SIZE(other_keys); i++)
		strlist_add(&known, other_keys[i]);
	if (suite->driver->keys)
		strlist_add_all(&known, suite->driver->keys);
	return entry_unknown_key(entry, (const char *const *)known.items,
				 known.nr);
}

static int read_entry(struct suite *suite,
			    const struct config_entry *entry)
{
	const struct key *key =
		key_find(suite_keys, suite_keys_nr, entry->key);

	if (key)
		return key_read(suite, key, entry);
	if (!strcmp(entry->key, "driver"))
		return 0;
	if (!strcmp(entry->key, "counter"))
		return set_counter(suite, entry);
	if (!driver_knows(suite->driver, entry->key))
		return unknown_key(suite, entry);
	key = key_find(target_keys, target_keys_nr, entry->key);
	return key ? key_read(&suite->defaults, key, entry) : 0;
}

/* ==== Targets =========================================================== */

static int check_target_name(const struct config_entry *entry,
			     const char *name)
{
	const char *why;

	if (target_name_is_valid(name, &why))
		return 0;
	return entry_fail(entry, "the name of a target %s", why);
}

static struct target *add_target(struct suite *suite, const char *name,
				 const struct config_entry *entry)
{
	ARRAY_GROW(suite->targets, suite->nr_targets + 1, suite->cap_targets);
	struct target *target = &suite->targets[suite->nr_targets++];

	target_copy(target, &suite->defaults);
	target->name = xstrdup(name);
	target->origin = entry;
	return target;
}

/* "fib = ./fib 30": the name ends at the first "=". */
static int read_target_line(struct suite *suite,
			    const struct config_entry *entry)
{
	auto_free char *line = xstrdup(entry->value ? entry->value : "");
	char *equals = strchr(line, '=');

	if (!equals)
		return entry_fail(entry, "a target is written "
					 "'target = <name> = <command>'");
	*equals = '\0';
	const char *name = text_trim(line);
	const char *command = text_trim(equals + 1);
	int rc = check_target_name(entry, name);
	if (rc)
		return rc;
	if (!*command)
		return entry_fail(entry, "target '%s' has no command", name);
	struct target *target = find_target(suite, name);
	if (target && entry->line)
		return entry_fail(entry,
				  "target '%s' is named twice, first in line %d",
				  name, target->origin->line);
	if (!target)
		target = add_target(suite, name, entry);
	free(target->command);
	target->command = xstrdup(command);
	return 0;
}

int suite_read_target(struct suite *suite, const char *name,
		      const struct config_entry *entry)
{
	const struct key *key =
		key_find(target_keys, target_keys_nr, entry->key);
	struct target *target = find_target(suite, name);
	AUTO(strlist) known = STRLIST_INIT;

	if (!target) {
		int rc = check_target_name(entry, name);
		if (rc)
			return rc;
		target = add_target(suite, name, entry);
	}
	if (key)
		return key_read(target, key, entry);
	for (size_t i = 0; i < target_keys_nr; i++)
		strlist_add(&known, target_keys[i].name);
	return entry_unknown_key(entry, (const char *const *)known.items,
				 known.nr);
}

/* ==== The whole ========================================================= */

void suite_init(struct suite *suite, const char *name)
{
	*suite = (struct suite){
		.name = xstrdup(name),
		.warmups = 1,
		.samples_least = 1,
		.samples_most = 30,
		.samples_alone = 5,
		.budget = 3600,
		.timeout = 600,
		.build_timeout = 3600,
		.pin = true,
		.count = true,
		.base_default = true,
		.defaults = TARGET_INIT,
	};
}

int suite_read(struct suite *suite)
{
	int rc = choose_driver(suite);

	if (!rc && suite->driver->defaults)
		suite->driver->defaults(suite);
	for (size_t i = 0; !rc && i < suite->entries.nr; i++)
		rc = read_entry(suite, &suite->entries.entries[i]);
	for (size_t i = 0; !rc && i < suite->entries.nr; i++)
		if (!strcmp(suite->entries.entries[i].key, "target"))
			rc = read_target_line(suite,
					      &suite->entries.entries[i]);
	return rc;
}

void suite_release(struct suite *suite)
{
	free(suite->name);
	free(suite->prepare);
	free(suite->build);
	free(suite->filter);
	strlist_release(&suite->env);
	strlist_release(&suite->allow_env);
	strlist_release(&suite->toolchain);
	target_release(&suite->defaults);
	for (size_t i = 0; i < suite->nr_targets; i++)
		target_release(&suite->targets[i]);
	free(suite->targets);
	configfile_release(&suite->entries);
	free(suite->config_id);
	*suite = (struct suite){ 0 };
}
