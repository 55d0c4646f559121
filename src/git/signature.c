#include <string.h>

#include "base/clock.h"
#include "git/config.h"
#include "git/object.h"

/*
 * A commit's header has no room for these bytes, and git drops white space,
 * dots and commas at both ends as well.
 */
static char *clean(const char *text)
{
	static const char crud[] = " \t\r.,:;\"\\'";
	auto_free char *kept = xstrdup(text);
	char *to = kept;

	for (const char *p = text; *p; p++)
		if ((unsigned char)*p >= ' ' && *p != '<' && *p != '>')
			*to++ = *p;
	*to = '\0';
	while (to > kept && strchr(crud, to[-1]))
		*--to = '\0';
	return xstrdup(kept + strspn(kept, crud));
}

/* The first source that has something left after cleaning; owned. */
static char *first_of(struct repo *repo, const char *env,
		      const char *const *keys, const char *last_env,
		      const char *otherwise)
{
	const char *value = getenv(env);
	char *found = value ? clean(value) : xstrdup("");

	for (size_t i = 0; !*found && keys[i]; i++) {
		auto_free char *raw = config_string(repo, keys[i], "");

		free(found);
		found = clean(raw);
	}
	value = last_env ? getenv(last_env) : NULL;
	if (!*found && value) {
		free(found);
		found = clean(value);
	}
	if (*found)
		return found;
	free(found);
	return xstrdup(otherwise);
}

void signature_default(struct signature *out, struct repo *repo)
{
	static const char *const names[] = { "author.name", "user.name",
					     NULL };
	static const char *const emails[] = { "author.email", "user.email",
					      NULL };

	out->name = first_of(repo, "GIT_AUTHOR_NAME", names, NULL,
			     "git-bench");
	out->email = first_of(repo, "GIT_AUTHOR_EMAIL", emails, "EMAIL",
			      "git-bench@localhost");
	out->when = clock_now();
}

void signature_release(struct signature *who)
{
	if (!who)
		return;
	free(who->name);
	free(who->email);
	*who = (struct signature){ 0 };
}
