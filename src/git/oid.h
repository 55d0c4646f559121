/*
 * oid - the name of a git object as 40 lower-case hexadecimal digits.
 *
 * Domain records hold these, never libgit2's own type.
 */
#ifndef GIT_OID_H
#define GIT_OID_H

#include <stdbool.h>

#define OID_HEX_LEN 40

struct oid {
	char hex[OID_HEX_LEN + 1]; /* "" means: none */
};

/* False unless `text` is exactly 40 hexadecimal digits. */
bool oid_parse(struct oid *out, const char *text);
bool oid_equal(const struct oid *a, const struct oid *b);
bool oid_is_none(const struct oid *oid);
/* The name git would give a blob of these bytes; nothing is written. */
void oid_of_blob(struct oid *out, const void *bytes, unsigned long len);

#endif
