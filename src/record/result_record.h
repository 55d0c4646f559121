/*
 * result_record - a result as bytes that are read back without parsing.
 *
 * For the index only: the bytes are this machine's own, and a checksum tells
 * whether they are whole. All is kept but `extra`.
 */
#ifndef RECORD_RESULT_RECORD_H
#define RECORD_RESULT_RECORD_H

#include "base/buf.h"
#include "record/result.h"

/*
 * JSON parts that were met last: consecutive results of one machine share
 * them instead of parsing the same text again. All zero bits are valid.
 */
struct result_parts {
	struct {
		char *text;
		json_t *value;
	} last[5];
};
void result_parts_release(struct result_parts *parts);

void result_encode(struct buf *out, const struct result *result);
/* False when the bytes are damaged; `out` is empty then. */
bool result_decode(struct result *out, const void *bytes, size_t len,
		   struct result_parts *parts);

#endif
