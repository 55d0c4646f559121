/*
 * sysfile - what the kernel tells in /proc and /sys.
 *
 * All functions take the folder that stands for "/": "" for the machine's
 * own, another one in tests. What cannot be read is unknown, never an error:
 * kernels and containers differ in what they show.
 */
#ifndef MEASURE_SYSFILE_H
#define MEASURE_SYSFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/* First line, trimmed; NULL when unknown. Owned. */
char *sysfile_line(const char *root, const char *path);
/* That line as a number. */
bool sysfile_number(int64_t *out, const char *root, const char *path);
/* The whole file, "" when unknown, into an empty `out`. */
void sysfile_text(struct buf *out, const char *root, const char *path);
/*
 * Value of a "name : value" or "name: value" line of such a text, the first
 * of that name; NULL when there is none. Owned.
 */
char *sysfile_field(const char *text, const char *name);

#endif
