#include "base/jsonescape.h"

#include <string.h>

#include "base/buf.h"

static int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The four digits of "uXXXX"; -1 when they are none. */
static int read_unit(const char *p, const char *end)
{
	int unit = 0;

	if (end - p < 5 || *p != 'u')
		return -1;
	for (int i = 1; i < 5; i++) {
		int digit = hex_value(p[i]);

		if (digit < 0)
			return -1;
		unit = unit << 4 | digit;
	}
	return unit;
}

int32_t jsonescape_read(size_t *len, const char *p, const char *end)
{
	static const char names[] = "\"\\/bfnrt";
	static const char values[] = "\"\\/\b\f\n\r\t";
	const char *name = p < end && *p ? strchr(names, *p) : NULL;

	*len = 1;
	if (name)
		return values[name - names];
	int32_t unit = read_unit(p, end);
	*len = 5;
	if (unit < 0xd800 || unit > 0xdfff)
		return unit ? unit : -1;
	if (unit > 0xdbff || end - p < 11 || p[5] != '\\')
		return -1;
	int32_t low = read_unit(p + 6, end);
	*len = 11;
	if (low < 0xdc00 || low > 0xdfff)
		return -1;
	return 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
}

static void add_utf8(struct buf *out, uint32_t c)
{
	if (c < 0x80) {
		buf_addch(out, c);
	} else if (c < 0x800) {
		buf_addch(out, 0xc0 | c >> 6);
		buf_addch(out, 0x80 | (c & 0x3f));
	} else if (c < 0x10000) {
		buf_addch(out, 0xe0 | c >> 12);
		buf_addch(out, 0x80 | (c >> 6 & 0x3f));
		buf_addch(out, 0x80 | (c & 0x3f));
	} else {
		buf_addch(out, 0xf0 | c >> 18);
		buf_addch(out, 0x80 | (c >> 12 & 0x3f));
		buf_addch(out, 0x80 | (c >> 6 & 0x3f));
		buf_addch(out, 0x80 | (c & 0x3f));
	}
}

char *jsonescape_decode(const char *text, size_t len)
{
	const char *p = text, *end = text + len;
	AUTO(buf) out = BUF_INIT;

	while (p < end) {
		const char *escape = memchr(p, '\\', end - p);
		size_t plain = (escape ? escape : end) - p;
		size_t used = 0;

		buf_add(&out, p, plain);
		p += plain;
		if (!escape)
			break;
		int32_t c = jsonescape_read(&used, p + 1, end);
		if (c < 0)
			break;
		add_utf8(&out, c);
		p += 1 + used;
	}
	return buf_detach(&out);
}
