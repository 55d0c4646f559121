#include "git/configenv.h"

#include <ctype.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/text.h"

/* As many as GIT_CONFIG_COUNT may announce. */
#define COUNT_MAX 10000

char *configenv_key(const char *key)
{
	char *copy = xstrdup(key);
	char *first = strchr(copy, '.'), *last = strrchr(copy, '.');

	for (char *p = copy; *p; p++)
		if (!first || p < first || p > last)
			*p = tolower((unsigned char)*p);
	return copy;
}

void configenv_add(struct configenv *env, const char *key, const char *value)
{
	ARRAY_GROW(env->entries, env->nr + 1, env->cap);
	env->entries[env->nr++] = (struct configenv_entry){
		.key = configenv_key(key),
		.value = xstrdup_or_null(value),
	};
}

static int read_counted(struct configenv *env)
{
	const char *count = getenv("GIT_CONFIG_COUNT");
	int64_t nr;

	if (!count || !*count)
		return 0;
	if (!text_to_int64(&nr, count) || nr < 0 || nr > COUNT_MAX)
		return fail(ERR_BADDATA, "GIT_CONFIG_COUNT is '%s'", count);
	for (int i = 0; i < nr; i++) {
		auto_free char *key_name = xstrfmt("GIT_CONFIG_KEY_%d", i);
		auto_free char *value_name = xstrfmt("GIT_CONFIG_VALUE_%d", i);
		const char *key = getenv(key_name);
		const char *value = getenv(value_name);

		if (!key || !value)
			return fail(ERR_BADDATA, "%s is not set",
				    key ? value_name : key_name);
		configenv_add(env, key, value);
	}
	return 0;
}

/* 'it'\''s' is how git quotes "it's"; NULL when it is not quoted so. */
static const char *unquote(struct buf *out, const char *p)
{
	buf_clear(out);
	if (*p++ != '\'')
		return NULL;
	for (;;) {
		const char *end = strchr(p, '\'');

		if (!end)
			return NULL;
		buf_add(out, p, end - p);
		p = end + 1;
		if (*p != '\\')
			return p;
		if ((p[1] != '\'' && p[1] != '!') || p[2] != '\'')
			return NULL;
		buf_addch(out, p[1]);
		p += 3;
	}
}

/* 'key'='value', 'key'= or, from older gits, 'key=value' */
static const char *read_parameter(struct configenv *env, const char *p)
{
	AUTO(buf) key = BUF_INIT;
	AUTO(buf) value = BUF_INIT;

	p = unquote(&key, p);
	if (!p)
		return NULL;
	if (*p != '=') {
		char *equals = strchr(key.ptr, '=');

		if (equals)
			*equals++ = '\0';
		configenv_add(env, key.ptr, equals);
		return p;
	}
	p++;
	if (*p == '\'') {
		p = unquote(&value, p);
		if (p)
			configenv_add(env, key.ptr, value.ptr);
		return p;
	}
	configenv_add(env, key.ptr, NULL);
	return p;
}

static int read_parameters(struct configenv *env)
{
	const char *p = getenv("GIT_CONFIG_PARAMETERS");

	for (p = p ? p : ""; *p;) {
		p = read_parameter(env, p);
		if (!p || (*p && *p != ' '))
			return fail(ERR_BADDATA,
				    "GIT_CONFIG_PARAMETERS is not quoted as "
				    "git does");
		p += strspn(p, " ");
	}
	return 0;
}

int configenv_read(struct configenv *out)
{
	struct configenv env = { 0 };
	int rc = read_counted(&env);

	if (!rc)
		rc = read_parameters(&env);
	if (rc)
		configenv_release(&env);
	else
		*out = env;
	return rc;
}

void configenv_copy(struct configenv *out, const struct configenv *env)
{
	for (size_t i = 0; i < env->nr; i++)
		configenv_add(out, env->entries[i].key,
			      env->entries[i].value);
}

void configenv_release(struct configenv *env)
{
	if (!env)
		return;
	for (size_t i = 0; i < env->nr; i++) {
		free(env->entries[i].key);
		free(env->entries[i].value);
	}
	free(env->entries);
	*env = (struct configenv){ 0 };
}
