#include "suite/gate.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/glob.h"
#include "base/suggest.h"
#include "base/text.h"
#include "suite/key.h"

static const char *const gate_keys[GATE_NR] = {
	[GATE_LIMIT] = "limit",
	[GATE_MISSING] = "missing",
	[GATE_UNKNOWN] = "unknown",
	[GATE_ACCEPT] = "accept",
	[GATE_ACCEPT_LIMIT] = "accept-limit",
};

/* ==== Reading =========================================================== */

static int find_key(enum gate_key *out, const struct config_entry *entry)
{
	for (int i = 0; i < GATE_NR; i++)
		if (!strcmp(gate_keys[i], entry->key)) {
			*out = i;
			return 0;
		}
	return entry_unknown_key(entry, gate_keys, GATE_NR);
}

/*
 * A name that is no pattern must be one of a suite: else it is mistyped.
 * Where there are no suites nothing can be said.
 */
static int check_suite(const struct config_entry *entry, const char *pattern,
		       const struct suites *suites)
{
	AUTO(strlist) names = STRLIST_INIT;

	for (size_t i = 0; i < suites->nr; i++)
		strlist_add(&names, suites->items[i].name);
	if (!names.nr || glob_is_pattern(pattern) ||
	    strlist_has(&names, pattern))
		return 0;
	int rc = entry_fail(entry, "there is no suite '%s'", pattern);
	const char *nearest = suggest_nearest(
		pattern, (const char *const *)names.items, names.nr);
	if (nearest)
		fail_hint("did you mean '%s'?", nearest);
	return rc;
}

/* "micro/fib*" into both patterns; no name of a suite holds a slash. */
static int read_patterns(struct gate_rule *rule,
			 const struct config_entry *entry,
			 const struct suites *suites)
{
	const char *slash;

	if (!entry->subsection)
		return 0;
	slash = strchr(entry->subsection, '/');
	if (slash)
		rule->target = xstrdup(slash + 1);
	rule->suite = slash ? xmemdupz(entry->subsection,
				       slash - entry->subsection) :
			      xstrdup(entry->subsection);
	return check_suite(entry, rule->suite, suites);
}

static int fail_limit(const struct config_entry *entry)
{
	return entry_fail(entry,
			  "%s = '%s' is no limit such as 5%%, maxrss 10%% or "
			  "gc.* none",
			  entry->key, entry->value ? entry->value : "");
}

/* "[<metric>] <share>": of "code size 2 %" the share is "2 %". */
static int read_limit(struct gate_rule *rule, const struct config_entry *entry)
{
	auto_free char *copy = xstrdup(entry->value ? entry->value : "");
	char *value = text_trim(copy), *end = value + strlen(value);

	/* Of "2 %" the blank belongs to the share. */
	if (end > value && end[-1] == '%')
		end--;
	while (end > value && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	while (end > value && end[-1] != ' ' && end[-1] != '\t')
		end--;
	if (!strcmp(end, "none"))
		rule->most = INFINITY;
	else if (!text_to_share(&rule->most, end))
		return fail_limit(entry);
	*end = '\0';
	value = text_trim(value);
	if (*value)
		rule->metric = xstrdup(strcmp(value, "wall") ? value :
							       "seconds");
	return 0;
}

static int read_word(struct gate_rule *rule, const struct config_entry *entry)
{
	static const char *const words[GATE_NR][4] = {
		[GATE_MISSING] = { "fail", "allow" },
		[GATE_UNKNOWN] = { "allow", "fail" },
		[GATE_ACCEPT] = { "anyone", "signed", "nobody" },
	};
	const struct key key = { entry->key, KEY_WORD,
				 offsetof(struct gate_rule, word), 0, 0,
				 words[rule->key] };

	return key_read(rule, &key, entry);
}

static int read_value(struct gate_rule *rule, const struct config_entry *entry)
{
	if (rule->key == GATE_LIMIT)
		return read_limit(rule, entry);
	if (rule->key != GATE_ACCEPT_LIMIT)
		return read_word(rule, entry);
	int rc = read_limit(rule, entry);
	return !rc && rule->metric ? fail_limit(entry) : rc;
}

static int add_rule(struct gates *gates, const struct config_entry *entry,
		    const struct suites *suites)
{
	ARRAY_GROW(gates->items, gates->nr + 1, gates->cap);
	struct gate_rule *rule = &gates->items[gates->nr++];

	*rule = (struct gate_rule){ .where = entry_place(entry) };
	int rc = find_key(&rule->key, entry);
	if (!rc)
		rc = read_patterns(rule, entry, suites);
	return rc ? rc : read_value(rule, entry);
}

int gates_read(struct gates *out, const struct suites *suites)
{
	for (size_t i = 0; i < suites->file.nr; i++) {
		const struct config_entry *entry = &suites->file.entries[i];

		if (strcmp(entry->section, "gate"))
			continue;
		int rc = add_rule(out, entry, suites);
		if (rc)
			return rc;
	}
	return 0;
}

/* ==== Looking up ======================================================== */

static bool fits(const char *pattern, const char *name)
{
	return !pattern || glob_matches(pattern, name);
}

static bool speaks_of(const struct gate_rule *rule, enum gate_key key,
		      const char *suite, const char *target)
{
	return rule->key == key && fits(rule->suite, suite) &&
	       fits(rule->target, target);
}

const struct gate_rule *gates_limit(const struct gates *gates,
				    const char *suite, const char *target,
				    const char *metric, bool decides)
{
	for (size_t i = gates->nr; i > 0; i--) {
		const struct gate_rule *rule = &gates->items[i - 1];

		if (speaks_of(rule, GATE_LIMIT, suite, target) &&
		    (rule->metric ? glob_matches(rule->metric, metric) :
				    decides))
			return rule;
	}
	return NULL;
}

const struct gate_rule *gates_find(const struct gates *gates,
				   enum gate_key key, const char *suite,
				   const char *target)
{
	for (size_t i = gates->nr; i > 0; i--)
		if (speaks_of(&gates->items[i - 1], key, suite, target))
			return &gates->items[i - 1];
	return NULL;
}

bool gates_has(const struct gates *gates, enum gate_key key, int word)
{
	for (size_t i = 0; i < gates->nr; i++)
		if (gates->items[i].key == key && gates->items[i].word == word)
			return true;
	return false;
}

void gates_release(struct gates *gates)
{
	for (size_t i = 0; i < gates->nr; i++) {
		struct gate_rule *rule = &gates->items[i];

		free(rule->suite);
		free(rule->target);
		free(rule->metric);
		free(rule->where);
	}
	free(gates->items);
	*gates = (struct gates)GATES_INIT;
}
