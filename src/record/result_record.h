/*
 * result_record - a result as bytes that are read back without parsing.
 *
 * For the index only: the bytes are this machine's own, and a checksum tells
 * whether they are whole. All is kept but `extra`.
 */
#ifndef RECORD_RESULT_RECORD_H
#define RECORD_RESULT_RECORD_H

#include "base/arena.h"
#include "base/buf.h"
#include "record/result.h"

/* `parts`: what was read last, or NULL. */
void result_encode(struct buf *out, const struct result *result,
		   const struct result_parts *parts);
/*
 * False when the bytes are damaged; `out` is empty then. All that the result
 * holds is in `arena`, with a copy of the bytes.
 */
bool result_decode(struct result *out, const void *bytes, size_t len,
		   struct result_parts *parts, struct arena *arena);

#endif
