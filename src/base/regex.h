/*
 * regex - PCRE2 patterns with limits: a hostile pattern or subject ends in
 * "no match within the limits", never in a hang.
 *
 *	struct regex *re;
 *	int rc = regex_compile(&re, pattern, "bench.suite.filter");
 *	if (regex_matches(re, name)) ...
 *	regex_free(re);
 */
#ifndef BASE_REGEX_H
#define BASE_REGEX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"

struct regex;

/* ERR_USAGE with the offset and PCRE2's reason; `what` names the pattern. */
int regex_compile(struct regex **out, const char *pattern, const char *what);
/* Does it match anywhere in `subject`? */
bool regex_matches(const struct regex *re, const char *subject);
/*
 * The first capture group (the whole match if there is none) of the first
 * match at or after *offset, which moves behind the match; owned. NULL when
 * there is no further match or a limit was hit.
 */
char *regex_capture(const struct regex *re, const char *subject, size_t len,
		    size_t *offset);
void regex_free(struct regex *re);
AUTO_PTR_DEFINE(regex)

#endif
