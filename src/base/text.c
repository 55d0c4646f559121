#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"

/*
 * Decodes one UTF-8 character of at most `len` bytes; returns its length,
 * or 0 where the bytes are none (overlong forms and surrogates included).
 */
static size_t decode(uint32_t *out, const unsigned char *s, size_t len)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t n;
	uint32_t c;

	if (s[0] < 0x80) {
		*out = s[0];
		return 1;
	} else if ((s[0] & 0xe0) == 0xc0) {
		n = 2;
		c = s[0] & 0x1f;
	} else if ((s[0] & 0xf0) == 0xe0) {
		n = 3;
		c = s[0] & 0x0f;
	} else if ((s[0] & 0xf8) == 0xf0) {
		n = 4;
		c = s[0] & 0x07;
	} else {
		return 0;
	}
	if (n > len)
		return 0;
	for (size_t i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (s[i] & 0x3f);
	}
	if (c < least[n] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return 0;
	*out = c;
	return n;
}

/* Characters that could steer a terminal or turn text around. */
static bool is_unsafe(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x061c ||
	       (c >= 0x200e && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
	       (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

static char *escape(const char *s, bool keep_lines)
{
	const unsigned char *p = (const unsigned char *)s;
	size_t len = strlen(s);
	struct buf b = BUF_INIT;

	while (len) {
		uint32_t c;
		size_t n = decode(&c, p, len);

		if (n && (!is_unsafe(c) ||
			  (keep_lines && (c == '\n' || c == '\t')))) {
			buf_add(&b, p, n);
		} else if (n && c == '\n') {
			buf_addstr(&b, "\\n");
		} else if (n && c == '\t') {
			buf_addstr(&b, "\\t");
		} else {
			n = n ? n : 1;
			for (size_t i = 0; i < n; i++)
				buf_addf(&b, "\\x%02x", p[i]);
		}
		p += n;
		len -= n;
	}
	return buf_detach(&b);
}

char *text_escape(const char *s)
{
	return escape(s, false);
}

char *text_escape_or_null(const char *s)
{
	return s ? text_escape(s) : NULL;
}

char *text_escape_lines(const char *s)
{
	return escape(s, true);
}

bool text_is_utf8(const char *s, size_t len)
{
	const unsigned char *p = (const unsigned char *)s;

	while (len) {
		uint32_t c;
		size_t n = decode(&c, p, len);

		if (!n)
			return false;
		p += n;
		len -= n;
	}
	return true;
}

/* Bytes of the character at `s` (one where it is no UTF-8) and columns. */
static size_t measure(size_t *columns, const char *s, size_t len)
{
	uint32_t c;
	size_t n = decode(&c, (const unsigned char *)s, len);
	bool combining = n && c >= 0x300 && c <= 0x36f;
	bool wide = n && ((c >= 0x1100 && c <= 0x115f) ||
			  (c >= 0x2e80 && c <= 0xa4cf) ||
			  (c >= 0xac00 && c <= 0xd7a3) ||
			  (c >= 0xf900 && c <= 0xfaff) ||
			  (c >= 0xfe30 && c <= 0xfe6f) ||
			  (c >= 0xff00 && c <= 0xff60) ||
			  (c >= 0x1f300 && c <= 0x1faff));

	*columns = combining ? 0 : wide ? 2 : 1;
	return n ? n : 1;
}

size_t text_width(const char *s)
{
	size_t len = strlen(s), width = 0, columns;

	for (size_t i = 0; i < len; width += columns)
		i += measure(&columns, s + i, len - i);
	return width;
}

char *text_fit(const char *s, size_t columns)
{
	size_t len = strlen(s), width = text_width(s);
	size_t front = 0, back = 0, seen = 0, n, w;

	if (width <= columns)
		return xstrdup(s);
	if (!columns)
		return xstrdup("");
	size_t room = columns / 2; /* of it the ellipsis takes one behind */
	for (; front < len; front += n, seen += w) {
		n = measure(&w, s + front, len - front);
		if (seen + w > room)
			break;
	}
	room = columns - 1 - seen;
	for (back = front; back < len; back += n, seen += w) {
		n = measure(&w, s + back, len - back);
		if (w && width - seen <= room)
			break;
	}
	return xstrfmt("%.*s\xe2\x80\xa6%s", (int)front, s, s + back);
}

char *text_tail(const char *s, size_t lines, size_t bytes)
{
	size_t len = strlen(s);

	while (len && (s[len - 1] == '\n' || s[len - 1] == '\r'))
		len--;
	const char *start = s + len;
	while (start > s && (size_t)(s + len - start) < bytes) {
		if (start[-1] == '\n' && !--lines)
			break;
		start--;
	}
	/* Never start in the middle of a UTF-8 character. */
	while (start < s + len && ((unsigned char)*start & 0xc0) == 0x80)
		start++;
	return xmemdupz(start, s + len - start);
}

const char *text_skip_prefix(const char *s, const char *prefix)
{
	size_t len = strlen(prefix);

	return strncmp(s, prefix, len) ? NULL : s + len;
}

bool text_starts_with(const char *s, const char *prefix)
{
	return text_skip_prefix(s, prefix);
}

bool text_ends_with(const char *s, const char *suffix)
{
	size_t len = strlen(s), end = strlen(suffix);

	return len >= end && !strcmp(s + len - end, suffix);
}

char *text_trim(char *s)
{
	while (isspace((unsigned char)*s))
		s++;
	size_t len = strlen(s);
	while (len && isspace((unsigned char)s[len - 1]))
		len--;
	s[len] = '\0';
	return s;
}

bool text_is_hex(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!isxdigit((unsigned char)s[i]))
			return false;
	return true;
}

bool text_to_int64(int64_t *out, const char *s)
{
	char *end;

	if (!isdigit((unsigned char)s[*s == '-']))
		return false;
	errno = 0;
	long long value = strtoll(s, &end, 10);
	if (errno || *end)
		return false;
	*out = value;
	return true;
}

/* strtod() in the C locale: a caller's LC_NUMERIC must not matter. */
static double c_strtod(const char *s, char **end)
{
	static locale_t c_locale;

	if (!c_locale)
		c_locale = newlocale(LC_ALL_MASK, "C", NULL);
	return strtod_l(s, end, c_locale);
}

/*
 * Most numbers are short: an integer of up to 15 digits divided by a power of
 * ten of up to 10^15. Both are doubles exactly, so that the one division
 * rounds as strtod() does, in a tenth of its time.
 */
static bool short_number(double *out, const char **end, const char *s)
{
	static const double powers[] = { 1e0,  1e1,  1e2,  1e3, 1e4,  1e5,
					 1e6,  1e7,  1e8,  1e9, 1e10, 1e11,
					 1e12, 1e13, 1e14, 1e15 };
	const char *p = s + (*s == '-'), *point = NULL;
	int64_t digits = 0;
	int nr = 0;

	for (;; p++) {
		if (*p == '.' && !point) {
			point = p;
			continue;
		}
		if (!isdigit((unsigned char)*p))
			break;
		if (++nr > 15)
			return false;
		digits = digits * 10 + (*p - '0');
	}
	if (!nr || *p == 'e' || *p == 'E' || *p == 'x' || *p == 'X')
		return false;
	*out = digits / powers[point ? p - point - 1 : 0];
	if (*s == '-')
		*out = -*out;
	*end = p;
	return true;
}

static bool number_prefix(double *out, const char **end, const char *s)
{
	const char *p = s + (*s == '-');
	char *stop;

	if (!isdigit((unsigned char)*p) &&
	    !(*p == '.' && isdigit((unsigned char)p[1])))
		return false;
	if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X'))
		return false;
	if (short_number(out, end, s))
		return true;
	*out = c_strtod(s, &stop);
	*end = stop;
	return isfinite(*out);
}

bool text_to_double(double *out, const char *s)
{
	const char *end;
	double value;

	if (!number_prefix(&value, &end, s) || *end)
		return false;
	*out = value;
	return true;
}

bool text_to_duration(double *out, const char *s)
{
	static const struct {
		const char *suffix;
		double factor;
	} units[] = { { "", 1 },   { "s", 1 },	   { "ms", 0.001 },
		      { "m", 60 }, { "min", 60 },  { "h", 3600 },
		      { "d", 86400 } };
	const char *end;
	double value;

	if (!number_prefix(&value, &end, s) || value < 0)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (!strcmp(end, units[i].suffix)) {
			*out = value * units[i].factor;
			return isfinite(*out);
		}
	}
	return false;
}

bool text_to_share(double *out, const char *s)
{
	const char *end;
	double value;

	if (!number_prefix(&value, &end, s) || value < 0)
		return false;
	while (*end == ' ' || *end == '\t')
		end++;
	*out = value / 100;
	return !strcmp(end, "%") && isfinite(value);
}

bool text_to_size(int64_t *out, const char *s)
{
	static const char suffixes[] = "kmgt";
	char *end;

	if (!isdigit((unsigned char)*s))
		return false;
	errno = 0;
	long long value = strtoll(s, &end, 10);
	if (errno)
		return false;
	if (*end) {
		const char *unit = strchr(suffixes, tolower((unsigned char)*end));

		if (!unit || end[1])
			return false;
		for (; unit >= suffixes; unit--)
			if (__builtin_mul_overflow(value, 1024LL, &value))
				return false;
	}
	*out = value;
	return true;
}

bool text_to_bool(bool *out, const char *s)
{
	static const char *const yes[] = { "true", "yes", "on", "1" };
	static const char *const no[] = { "false", "no", "off", "0", "" };

	for (size_t i = 0; i < ARRAY_SIZE(yes); i++) {
		if (!strcasecmp(s, yes[i])) {
			*out = true;
			return true;
		}
	}
	for (size_t i = 0; i < ARRAY_SIZE(no); i++) {
		if (!strcasecmp(s, no[i])) {
			*out = false;
			return true;
		}
	}
	return false;
}

char *text_from_seconds(double seconds)
{
	double size = fabs(seconds);

	if (size > 0 && size < 1e-6)
		return xstrfmt("%.3g ns", seconds * 1e9);
	if (size < 1e-3)
		return xstrfmt("%.3g us", seconds * 1e6);
	if (size < 1)
		return xstrfmt("%.3g ms", seconds * 1e3);
	if (size < 100)
		return xstrfmt("%.3g s", seconds);
	if (size >= 1e9)
		return xstrfmt("%.3g s", seconds);
	long total = lround(size);
	if (total < 3600)
		return xstrfmt("%s%ld min %02ld s", seconds < 0 ? "-" : "",
			       total / 60, total % 60);
	return xstrfmt("%s%ld h %02ld min", seconds < 0 ? "-" : "",
		       total / 3600, total / 60 % 60);
}

char *text_from_ratio(double ratio)
{
	double percent = (ratio - 1) * 100;

	if (isnan(ratio))
		return xstrdup("?");
	if (ratio >= 10)
		return xstrfmt("%.3gx", ratio);
	if (fabs(percent) < 0.05)
		return xstrdup("0.0%");
	return xstrfmt("%+.*f%%", fabs(percent) < 9.95 || ratio < 0.1,
		       percent);
}
