#include "record/history_name.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

#define PLAIN_MAX 150
#define HASH_DIGITS 8
#define DAY_LEN 10   /* "2026-11-30" */
#define MONTH_LEN 7  /* "2026-11" */

char *history_stem(const struct result *result, int n)
{
	auto_free char *stem =
		xstrfmt("%.*s-%.*s", DAY_LEN, result->date, HISTORY_SHA_LEN,
			result_head(result)->sha.hex);

	return n < 2 ? STEAL(stem) : xstrfmt("%s-%d", stem, n);
}

char *history_path(const char *stem, bool by_month)
{
	if (!by_month)
		return xstrfmt(HISTORY_DIR "%s.json", stem);
	return xstrfmt(HISTORY_DIR "%.*s/%s.json", MONTH_LEN, stem, stem);
}

char *history_samples_path(const char *path)
{
	const char *rest = text_skip_prefix(path, HISTORY_DIR);

	return rest ? xstrfmt("bench/samples/%s", rest) : NULL;
}

char *history_artifact_path(const char *path, const char *file)
{
	const char *rest = strrchr(path, '/') + 1;
	auto_free char *plain = history_plain_name(file);

	return xstrfmt("bench/artifacts/%.*s/%s",
		       (int)(strlen(rest) - strlen(".json")), rest, plain);
}

char *history_latest_path(const char *suite)
{
	auto_free char *plain = history_plain_name(suite);

	return xstrfmt("bench/latest/%s.json", plain);
}

char *history_plain_name(const char *name)
{
	size_t len = strlen(name);
	auto_free char *plain = xmemdupz(name, len < PLAIN_MAX ? len :
								 PLAIN_MAX);

	for (char *p = plain; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("-_.+,=", *p))
			*p = '_';
	if (*plain == '.')
		*plain = '_';
	if (*plain && !strcmp(plain, name))
		return STEAL(plain);
	struct oid hash;
	oid_of_blob(&hash, name, len);
	return xstrfmt("%s-%.*s", plain, HASH_DIGITS, hash.hex);
}

bool history_path_is_about(const char *path, const char *sha)
{
	const char *name = strrchr(path, '/');

	name = name ? name + 1 : path;
	if (strlen(name) < DAY_LEN + 1 + HISTORY_SHA_LEN)
		return false;
	return !strncmp(name + DAY_LEN + 1, sha,
			strnlen(sha, HISTORY_SHA_LEN));
}
