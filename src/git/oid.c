#include "git/oid.h"

#include <string.h>

#include "git/raw.h"

static int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

bool oid_parse(struct oid *out, const char *text)
{
	struct oid oid = { 0 };

	for (size_t i = 0; i < OID_HEX_LEN; i++) {
		int value = hex_value(text[i]);

		if (value < 0)
			return false;
		oid.hex[i] = "0123456789abcdef"[value];
	}
	if (text[OID_HEX_LEN])
		return false;
	*out = oid;
	return true;
}

bool oid_equal(const struct oid *a, const struct oid *b)
{
	return !strcmp(a->hex, b->hex);
}

bool oid_is_none(const struct oid *oid)
{
	return !oid->hex[0];
}

void oid_of_blob(struct oid *out, const void *bytes, unsigned long len)
{
	git_oid id;

	/* Hashing memory cannot fail. */
	git_odb_hash(&id, bytes, len, GIT_OBJECT_BLOB);
	oid_from_raw(out, &id);
}
