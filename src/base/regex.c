#define PCRE2_CODE_UNIT_WIDTH 8
#include "base/regex.h"

#include <pcre2.h>
#include <string.h>

#include "base/error.h"

#define PATTERN_MAX 4096
#define MATCH_LIMIT 1000000
#define DEPTH_LIMIT 10000
#define HEAP_LIMIT_KIB 20000

struct regex {
	pcre2_code *code;
	pcre2_match_context *context;
};

int regex_compile(struct regex **out, const char *pattern, const char *what)
{
	int error;
	PCRE2_SIZE offset;

	if (strlen(pattern) > PATTERN_MAX)
		return fail(ERR_USAGE, "%s: pattern is longer than %d bytes",
			    what, PATTERN_MAX);
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern,
					 PCRE2_ZERO_TERMINATED,
					 PCRE2_UTF | PCRE2_MATCH_INVALID_UTF |
						 PCRE2_NEVER_BACKSLASH_C,
					 &error, &offset, NULL);
	if (!code) {
		PCRE2_UCHAR text[256];

		pcre2_get_error_message(error, text, sizeof(text));
		return fail(ERR_USAGE,
			    "%s: bad pattern '%s', at offset %zu: %s", what,
			    pattern, (size_t)offset, (const char *)text);
	}
	struct regex *re = xcalloc(1, sizeof(*re));
	re->code = code;
	re->context = pcre2_match_context_create(NULL);
	pcre2_set_match_limit(re->context, MATCH_LIMIT);
	pcre2_set_depth_limit(re->context, DEPTH_LIMIT);
	pcre2_set_heap_limit(re->context, HEAP_LIMIT_KIB);
	*out = re;
	return 0;
}

bool regex_matches(const struct regex *re, const char *subject)
{
	size_t offset = 0;
	auto_free char *found =
		regex_capture(re, subject, strlen(subject), &offset);

	return found;
}

char *regex_capture(const struct regex *re, const char *subject, size_t len,
		    size_t *offset)
{
	if (*offset > len)
		return NULL;
	pcre2_match_data *data =
		pcre2_match_data_create_from_pattern(re->code, NULL);
	int count = pcre2_match(re->code, (PCRE2_SPTR)subject, len, *offset, 0,
				data, re->context);
	char *found = NULL;
	if (count > 0) {
		PCRE2_SIZE *v = pcre2_get_ovector_pointer(data);
		int group = count > 1 && v[2] != PCRE2_UNSET ? 1 : 0;

		found = xmemdupz(subject + v[2 * group],
				 v[2 * group + 1] - v[2 * group]);
		/* An empty match must not be found for ever. */
		*offset = v[1] > v[0] ? v[1] : v[1] + 1;
	}
	pcre2_match_data_free(data);
	return found;
}

void regex_free(struct regex *re)
{
	if (!re)
		return;
	pcre2_code_free(re->code);
	pcre2_match_context_free(re->context);
	free(re);
}
