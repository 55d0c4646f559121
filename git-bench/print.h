/*
 * print - what commands write: results on stdout, remarks on stderr.
 *
 * Errors are not printed here: they are returned, and main() prints them.
 */
#ifndef GIT_BENCH_PRINT_H
#define GIT_BENCH_PRINT_H

#include <jansson.h>

/* One compact line of JSON. */
void print_json(const json_t *value);
/* Text as it is; it must be safe for a terminal already. */
void print_text(const char *text);
/* "warning: <message>" on stderr; control bytes are escaped. */
void print_warning(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));

#endif
