#include "base/environ.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

extern char **environ;

/* git rev-parse --local-env-vars, plus what newer gits add. */
static const char *const git_local[] = {
	"GIT_ALTERNATE_OBJECT_DIRECTORIES",
	"GIT_COMMON_DIR",
	"GIT_CONFIG",
	"GIT_CONFIG_COUNT",
	"GIT_CONFIG_PARAMETERS",
	"GIT_DIR",
	"GIT_GRAFT_FILE",
	"GIT_IMPLICIT_WORK_TREE",
	"GIT_INDEX_FILE",
	"GIT_INTERNAL_SUPER_PREFIX",
	"GIT_NAMESPACE",
	"GIT_NO_REPLACE_OBJECTS",
	"GIT_OBJECT_DIRECTORY",
	"GIT_PREFIX",
	"GIT_QUARANTINE_PATH",
	"GIT_REPLACE_REF_BASE",
	"GIT_SHALLOW_FILE",
	"GIT_WORK_TREE",
};

static const char *const secret_names[] = {
	"GIT_ASKPASS", "SSH_ASKPASS",	 "SSH_AUTH_SOCK",
	"GPG_AGENT_INFO", "GH_ENTERPRISE_HOST", "NETRC",
};

static const char *const secret_parts[] = {
	"TOKEN",       "SECRET",     "PASSWORD",   "PASSWD",
	"CREDENTIAL",  "API_KEY",    "APIKEY",     "PRIVATE_KEY",
	"ACCESS_KEY",  "AUTHORIZATION",
};

static size_t name_len(const char *entry)
{
	return strcspn(entry, "=");
}

static size_t find(const struct strlist *env, const char *name, size_t len)
{
	for (size_t i = 0; i < env->nr; i++)
		if (name_len(env->items[i]) == len &&
		    !memcmp(env->items[i], name, len))
			return i;
	return env->nr;
}

static void remove_at(struct strlist *env, size_t i)
{
	free(env->items[i]);
	memmove(env->items + i, env->items + i + 1,
		(env->nr - i) * sizeof(*env->items));
	env->nr--;
}

bool environ_put(struct strlist *env, const char *assignment)
{
	size_t len = name_len(assignment);

	if (!len || assignment[len] != '=')
		return false;
	size_t i = find(env, assignment, len);
	if (i == env->nr) {
		strlist_add(env, assignment);
	} else {
		free(env->items[i]);
		env->items[i] = xstrdup(assignment);
	}
	return true;
}

void environ_copy(struct strlist *out)
{
	for (char **entry = environ; *entry; entry++)
		environ_put(out, *entry);
}

void environ_set(struct strlist *env, const char *name, const char *value)
{
	size_t i = find(env, name, strlen(name));

	if (value) {
		auto_free char *entry = xstrfmt("%s=%s", name, value);

		environ_put(env, entry);
	} else if (i < env->nr) {
		remove_at(env, i);
	}
}

const char *environ_get(const struct strlist *env, const char *name)
{
	size_t len = strlen(name);
	size_t i = find(env, name, len);

	return i < env->nr ? env->items[i] + len + 1 : NULL;
}

static bool is_secret(const char *entry)
{
	auto_free char *name = xmemdupz(entry, name_len(entry));

	for (char *p = name; *p; p++)
		*p = toupper((unsigned char)*p);
	for (size_t i = 0; i < ARRAY_SIZE(secret_names); i++)
		if (!strcmp(name, secret_names[i]))
			return true;
	for (size_t i = 0; i < ARRAY_SIZE(secret_parts); i++)
		if (strstr(name, secret_parts[i]))
			return true;
	return false;
}

static bool is_git_local(const char *entry)
{
	size_t len = name_len(entry);

	for (size_t i = 0; i < ARRAY_SIZE(git_local); i++)
		if (strlen(git_local[i]) == len &&
		    !memcmp(entry, git_local[i], len))
			return true;
	return text_starts_with(entry, "GIT_CONFIG_KEY_") ||
	       text_starts_with(entry, "GIT_CONFIG_VALUE_");
}

void environ_scrub_git(struct strlist *env)
{
	for (size_t i = env->nr; i--;)
		if (is_git_local(env->items[i]))
			remove_at(env, i);
}

void environ_scrub(struct strlist *env)
{
	environ_scrub_git(env);
	for (size_t i = env->nr; i--;)
		if (is_secret(env->items[i]))
			remove_at(env, i);
}
