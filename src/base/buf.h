/*
 * buf - a growing byte string.
 *
 * Invariant: ptr is never NULL and ptr[len] is NUL, also in BUF_INIT, so a
 * buf's ptr may always be read as a C string (as far as its first NUL).
 *
 *	AUTO(buf) b = BUF_INIT;
 *	buf_addf(&b, "%s: %d", name, n);
 *	puts(b.ptr);
 *	char *s = buf_detach(&b);	yours now; b is empty again
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>

#include "base/alloc.h"

struct buf {
	char *ptr;
	size_t len;
	size_t cap; /* allocated bytes; 0 when ptr is the shared empty */
};

extern char buf_empty[1];
#define BUF_INIT { .ptr = buf_empty }

void buf_add(struct buf *buf, const void *bytes, size_t len);
void buf_addstr(struct buf *buf, const char *s);
void buf_addch(struct buf *buf, char c);
void buf_addf(struct buf *buf, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void buf_vaddf(struct buf *buf, const char *fmt, va_list ap);
/* `count` times the byte `c`. */
void buf_addn(struct buf *buf, char c, size_t count);
/* Room for `extra` more bytes behind len, for reading into. */
void buf_reserve(struct buf *buf, size_t extra);
void buf_truncate(struct buf *buf, size_t len);
/* Drops white space at the end. */
void buf_rtrim(struct buf *buf);
/* Drops the first `len` bytes. */
void buf_drop(struct buf *buf, size_t len);
/* Empty, memory kept. */
void buf_clear(struct buf *buf);
/* Empty, memory freed. */
void buf_release(struct buf *buf);
/* The content as malloc()ed string; the buf is empty afterwards. */
char *buf_detach(struct buf *buf);

#endif
