/*
 * jsonescape - what stands behind the backslashes of a JSON text.
 */
#ifndef BASE_JSONESCAPE_H
#define BASE_JSONESCAPE_H

#include <stddef.h>
#include <stdint.h>

/*
 * The character of an escape whose backslash ends before `p`; *len bytes are
 * it. -1: none, half a surrogate pair, or NUL, which no C string can hold.
 */
int32_t jsonescape_read(size_t *len, const char *p, const char *end);
/* The text (without its quotes) as UTF-8, up to a bad escape; owned. */
char *jsonescape_decode(const char *text, size_t len);

#endif
