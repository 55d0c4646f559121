/*
 * text - pure functions over strings from outside: escaping, numbers, UTF-8.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A copy that is safe to show on a terminal, in one line: control bytes
 * (C0, DEL, C1), bidirectional overrides and bytes that are no UTF-8 come
 * out as \n, \t or \xNN. Owned by the caller.
 */
char *text_escape(const char *s);
/* NULL in, NULL out. */
char *text_escape_or_null(const char *s);
/* The same with line feeds and tabs kept, for logs of several lines. */
char *text_escape_lines(const char *s);
bool text_is_utf8(const char *s, size_t len);
/* Columns on a terminal; what is no UTF-8 counts one a byte. */
size_t text_width(const char *s);
/*
 * A copy of at most `columns` columns; what is longer loses its middle to an
 * ellipsis, for names often differ at their ends. Owned.
 */
char *text_fit(const char *s, size_t columns);
/* The last `lines` lines of `s`, at most `bytes` bytes; owned. */
char *text_tail(const char *s, size_t lines, size_t bytes);

bool text_starts_with(const char *s, const char *prefix);
bool text_ends_with(const char *s, const char *suffix);
/* If `s` starts with `prefix`, what follows it; else NULL. */
const char *text_skip_prefix(const char *s, const char *prefix);
/* Both ends without white space, in place; returns the new start. */
char *text_trim(char *s);
bool text_is_hex(const char *s, size_t len);

/*
 * Whole-string numbers: white space, sign oddities, overflow, NaN and
 * infinity are "no". The locale is never asked.
 */
bool text_to_int64(int64_t *out, const char *s);
bool text_to_double(double *out, const char *s);
/* "90", "90s", "1.5m", "2h", "1d" in seconds; must be finite and >= 0. */
bool text_to_duration(double *out, const char *s);
/* "4096", "64k", "10m", "2g" in bytes (powers of 1024). */
bool text_to_size(int64_t *out, const char *s);
/* "5%", "2.5 %" as a share of one, 0.05; must be finite and >= 0. */
bool text_to_share(double *out, const char *s);
/* git's spellings of true and false. */
bool text_to_bool(bool *out, const char *s);
/* "1.23 s", "45.6 ms", "3 min 20 s": for people. Owned. */
char *text_from_seconds(double seconds);
/* A ratio as a change: "+3.1%", "-12%", "12.5x"; "?" for NaN. Owned. */
char *text_from_ratio(double ratio);

#endif
