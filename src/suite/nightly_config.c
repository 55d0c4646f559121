#include "suite/nightly_config.h"

#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/environ.h"
#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "git/oid.h"
#include "suite/command.h"
#include "suite/key.h"

#define ENTRIES_MAX 10000
#define VALUE_MAX 4096
#define DAY 86400
#define COMMIT_MIN 7 /* digits */

/* Says it once: the first problem is the one to mend. */
static void blame(struct nightly_entry *entry, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void blame(struct nightly_entry *entry, const char *fmt, ...)
{
	va_list ap;

	if (entry->problem)
		return;
	va_start(ap, fmt);
	entry->problem = xstrvfmt(fmt, ap);
	va_end(ap);
}

/* ==== Addresses ========================================================= */

static bool is_commit(const char *text)
{
	size_t len = strlen(text);

	return len >= COMMIT_MIN && len <= OID_HEX_LEN &&
	       text_is_hex(text, len);
}

static bool is_number(const char *text)
{
	return *text && strlen(text) < 10 &&
	       strspn(text, "0123456789") == strlen(text);
}

static void cut_end(char *text, const char *end)
{
	if (text_ends_with(text, end))
		text[strlen(text) - strlen(end)] = '\0';
}

/* "12410", "12410/head", "12410/files": the number. */
static bool set_pull(struct nightly_entry *entry, const char *text)
{
	auto_free char *number = xmemdupz(text, strcspn(text, "/#?."));

	if (!is_number(number))
		return false;
	entry->kind = NIGHTLY_PULL;
	entry->ref = xstrdup(number);
	entry->pr = STEAL(number);
	return true;
}

static bool set_name(struct nightly_entry *entry, const char *text)
{
	static const char *const kinds[] = { "refs/heads/", "refs/tags/" };
	const char *pull = text_skip_prefix(text, "refs/pull/");

	if (pull)
		return set_pull(entry, pull);
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		const char *rest = text_skip_prefix(text, kinds[i]);

		text = rest ? rest : text;
	}
	if (!*text)
		return false;
	entry->kind = is_commit(text) ? NIGHTLY_COMMIT : NIGHTLY_NAME;
	entry->ref = xstrdup(text);
	return true;
}

/* What follows "<owner>/<repository>/". */
static bool set_rest(struct nightly_entry *entry, char *rest)
{
	static const char *const words[] = { "archive/", "commit/", "tree/",
					     "tarball/", "zipball/" };
	const char *pull = text_skip_prefix(rest, "pull/");

	if (pull)
		return set_pull(entry, pull);
	cut_end(rest, ".tar.gz");
	cut_end(rest, ".zip");
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		const char *name = text_skip_prefix(rest, words[i]);

		if (name)
			return set_name(entry, name);
	}
	return false;
}

/* "https://github.com/<owner>/<repository>/<what>". */
static bool read_url(struct nightly_entry *entry, const char *url)
{
	const char *host = text_skip_prefix(url, "https://");
	const char *slash = host;

	for (int i = 0; i < 3 && slash; i++) {
		slash = strchr(slash + (i > 0), '/');
		if (slash && !slash[1])
			slash = NULL;
	}
	if (!slash || strpbrk(url, " \t\n'\"\\@"))
		return false;
	auto_free char *rest = xstrdup(slash + 1);
	entry->repository = xmemdupz(url, slash - url);
	cut_end(entry->repository, ".git");
	return set_rest(entry, rest);
}

/* ==== Pull requests by name ============================================= */

/* Where "pr12410" begins in a name; NULL: nowhere. */
static const char *find_pr(size_t *digits, const char *name)
{
	for (const char *p = name; *p; p++) {
		bool begins = p == name || strchr("+-_.", p[-1]);

		if (!begins || strncasecmp(p, "pr", 2))
			continue;
		const char *number = p + 2 + (p[2] == '#');
		*digits = strspn(number, "0123456789");
		char end = number[*digits];
		if (*digits && *digits < 10 && (!end || strchr("+-_.", end)))
			return p;
	}
	return NULL;
}

static void read_pr(struct nightly_entry *entry)
{
	size_t digits;
	const char *pr = find_pr(&digits, entry->name);

	if (!pr || entry->pr)
		return;
	pr += 2 + (pr[2] == '#');
	entry->pr = xmemdupz(pr, digits);
}

/* "5.2.0+pr12410" has its base in "5.2.0+pre-pr12410". */
static char *base_name(const char *name)
{
	size_t digits;
	const char *pr = find_pr(&digits, name);

	return pr ? xstrfmt("%.*spre-%s", (int)(pr - name), name, pr) : NULL;
}

static void pair_up(struct nightly_config *config)
{
	for (size_t i = 0; i < config->nr; i++) {
		auto_free char *wanted = base_name(config->items[i].name);

		for (size_t j = 0; wanted && j < config->nr; j++) {
			if (strcmp(config->items[j].name, wanted))
				continue;
			config->items[i].base = &config->items[j];
			config->items[j].is_base = true;
		}
	}
}

/* ==== Members =========================================================== */

static const char *get_text(struct nightly_entry *entry,
			    const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);
	const char *text = json_string_value(value);

	if (!value || json_is_null(value))
		return NULL;
	if (!text)
		blame(entry, "its %s is no text", key);
	else if (strlen(text) > VALUE_MAX)
		blame(entry, "its %s has more than %d bytes", key, VALUE_MAX);
	else if (*text)
		return text;
	return NULL;
}

static void read_expiry(struct nightly_entry *entry, const char *text)
{
	auto_free char *midnight = xstrfmt("%sT00:00:00Z", text ? text : "");

	entry->expires = INT64_MAX;
	if (!text)
		return;
	if (clock_parse(&entry->expires, midnight))
		entry->expires += DAY;
	else
		blame(entry, "its expiry '%.40s' is no date such as "
			     "2026-11-30", text);
}

static void read_words(struct strlist *out, struct nightly_entry *entry,
		       const char *key, const char *text)
{
	AUTO(strlist) words = STRLIST_INIT;

	if (text && command_split(&words, text)) {
		blame(entry, "its %s cannot be read: %s", key,
		      error_message());
		error_clear();
	}
	for (size_t i = 0; i < words.nr; i++)
		if (*words.items[i])
			strlist_add(out, words.items[i]);
}

/* OCAMLRUNPARAM may come from two members: both count. */
static void add_run_param(struct nightly_entry *entry, const char *text)
{
	const char *old = environ_get(&entry->env, "OCAMLRUNPARAM");
	auto_free char *both = xstrfmt("%s%s%s", old ? old : "",
				       old ? "," : "", text);

	environ_set(&entry->env, "OCAMLRUNPARAM", both);
}

static bool is_assignment(const char *word)
{
	size_t len = strcspn(word, "=");

	return word[len] && entry_is_env_name(word, len);
}

static void read_environment(struct nightly_entry *entry, const char *text)
{
	AUTO(strlist) words = STRLIST_INIT;

	read_words(&words, entry, "environment", text);
	for (size_t i = 0; i < words.nr; i++) {
		const char *param =
			text_skip_prefix(words.items[i], "OCAMLRUNPARAM=");

		if (param)
			add_run_param(entry, param);
		else if (is_assignment(words.items[i]))
			environ_put(&entry->env, words.items[i]);
		else
			blame(entry, "its environment: '%.80s' is not "
				     "NAME=value", words.items[i]);
	}
}

/* A list, or a text of names with blanks between; for Sandmark's make. */
static void read_packages(struct nightly_entry *entry, const json_t *value,
			  const char *key, const char *variable)
{
	static const char *const harmless =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		"0123456789.+-_~ ";
	AUTO(buf) text = BUF_INIT;
	size_t i;
	json_t *item;

	json_array_foreach(value, i, item) {
		const char *name = json_string_value(item);

		buf_addf(&text, "%s%s", i ? " " : "", name ? name : "?");
	}
	if (json_is_string(value))
		buf_addstr(&text, json_string_value(value));
	if (!text.len)
		return;
	if (text.len > VALUE_MAX ||
	    strspn(text.ptr, harmless) != strlen(text.ptr)) {
		blame(entry, "its %s are no names of packages", key);
		return;
	}
	environ_set(&entry->env, variable, text.ptr);
	entry->has_packages = true;
}

/* "macro_bench", also within quotes of its own. */
static void read_tag(struct nightly_entry *entry, const char *text)
{
	size_t len = text ? strlen(text) : 0;

	if (len > 2 && text[0] == '"' && text[len - 1] == '"')
		entry->tag = xmemdupz(text + 1, len - 2);
	else
		entry->tag = xstrdup_or_null(text);
}

static void read_entry(struct nightly_entry *entry, const json_t *object)
{
	const char *name = get_text(entry, object, "name");
	const char *url = get_text(entry, object, "url");
	const char *run_params = get_text(entry, object, "runparams");

	entry->name = xstrdup(name ? name : "");
	if (!name)
		blame(entry, "it has no name");
	if (!url)
		blame(entry, "it has no url");
	else if (!read_url(entry, url))
		blame(entry, "'%.200s' is no address of a branch, tag, "
			     "commit or pull request", url);
	read_pr(entry);
	read_expiry(entry, get_text(entry, object, "expiry"));
	read_words(&entry->options, entry, "configure",
		   get_text(entry, object, "configure"));
	if (run_params)
		add_run_param(entry, run_params);
	read_environment(entry, get_text(entry, object, "environment"));
	read_tag(entry, get_text(entry, object, "tag"));
	read_packages(entry, json_object_get(object, "override_packages"),
		      "override_packages", "SANDMARK_OVERRIDE_PACKAGES");
	read_packages(entry, json_object_get(object, "remove_packages"),
		      "remove_packages", "SANDMARK_REMOVE_PACKAGES");
}

/* ==== The file ========================================================== */

int nightly_config_parse(struct nightly_config *out, const char *text,
			 size_t len, const char *what)
{
	json_auto_t *array = NULL;
	size_t i;
	json_t *object;
	int rc = json_parse(&array, text, len, what);

	*out = (struct nightly_config){ 0 };
	if (rc)
		return rc;
	if (!json_is_array(array))
		return fail(ERR_BADDATA, "%s: no list of entries", what);
	if (json_array_size(array) > ENTRIES_MAX)
		return fail(ERR_BADDATA, "%s: more than %d entries", what,
			    ENTRIES_MAX);
	out->nr = json_array_size(array);
	out->items = xcalloc(out->nr + 1, sizeof(*out->items));
	json_array_foreach(array, i, object) {
		read_entry(&out->items[i], object);
	}
	pair_up(out);
	return 0;
}

void nightly_config_release(struct nightly_config *config)
{
	for (size_t i = 0; i < config->nr; i++) {
		struct nightly_entry *entry = &config->items[i];

		free(entry->name);
		free(entry->repository);
		free(entry->ref);
		free(entry->pr);
		strlist_release(&entry->options);
		strlist_release(&entry->env);
		free(entry->tag);
		free(entry->problem);
	}
	free(config->items);
	*config = (struct nightly_config){ 0 };
}
