/*
 * glob - shell patterns over names: `*` is any text, `?` any one character,
 * and a backslash takes the next character as it is. There are no brackets:
 * names of benchmarks hold them.
 *
 * Patterns come from strangers: time is at most the product of both lengths.
 */
#ifndef BASE_GLOB_H
#define BASE_GLOB_H

#include <stdbool.h>

/* Does the pattern match the whole of `text`? */
bool glob_matches(const char *pattern, const char *text);
/* Could it match anything but one name? */
bool glob_is_pattern(const char *pattern);

#endif
