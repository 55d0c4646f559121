#include "base/buf.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

char buf_empty[1];

void buf_reserve(struct buf *buf, size_t extra)
{
	size_t need = buf->len + extra + 1;

	if (need <= buf->cap)
		return;
	size_t cap = buf->cap + buf->cap / 2 + 32;
	if (cap < need)
		cap = need;
	buf->ptr = xrealloc(buf->cap ? buf->ptr : NULL, cap);
	buf->cap = cap;
	buf->ptr[buf->len] = '\0';
}

void buf_add(struct buf *buf, const void *bytes, size_t len)
{
	if (!len)
		return;
	buf_reserve(buf, len);
	memcpy(buf->ptr + buf->len, bytes, len);
	buf->len += len;
	buf->ptr[buf->len] = '\0';
}

void buf_addstr(struct buf *buf, const char *s)
{
	buf_add(buf, s, strlen(s));
}

void buf_addch(struct buf *buf, char c)
{
	buf_add(buf, &c, 1);
}

void buf_addn(struct buf *buf, char c, size_t count)
{
	buf_reserve(buf, count);
	memset(buf->ptr + buf->len, c, count);
	buf->len += count;
	buf->ptr[buf->len] = '\0';
}

void buf_vaddf(struct buf *buf, const char *fmt, va_list ap)
{
	auto_free char *text = xstrvfmt(fmt, ap);

	buf_addstr(buf, text);
}

void buf_addf(struct buf *buf, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(buf, fmt, ap);
	va_end(ap);
}

void buf_truncate(struct buf *buf, size_t len)
{
	if (len >= buf->len)
		return;
	buf->len = len;
	buf->ptr[len] = '\0';
}

void buf_rtrim(struct buf *buf)
{
	size_t len = buf->len;

	while (len && isspace((unsigned char)buf->ptr[len - 1]))
		len--;
	buf_truncate(buf, len);
}

void buf_drop(struct buf *buf, size_t len)
{
	if (len >= buf->len) {
		buf_clear(buf);
		return;
	}
	memmove(buf->ptr, buf->ptr + len, buf->len - len);
	buf_truncate(buf, buf->len - len);
}

void buf_clear(struct buf *buf)
{
	buf_truncate(buf, 0);
}

void buf_release(struct buf *buf)
{
	if (buf->cap)
		free(buf->ptr);
	*buf = (struct buf)BUF_INIT;
}

char *buf_detach(struct buf *buf)
{
	char *ptr = buf->cap ? buf->ptr : xstrdup("");

	*buf = (struct buf)BUF_INIT;
	return ptr;
}
