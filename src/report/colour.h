/*
 * colour - git's colour words ("bold red", "#ff8700 ul", "208 black") as the
 * escape sequence that switches them on.
 */
#ifndef REPORT_COLOUR_H
#define REPORT_COLOUR_H

#include <stdbool.h>

/* Longest sequence: two true colours and every attribute. */
#define COLOUR_MAX 80
#define COLOUR_RESET "\033[m"

/*
 * Up to two colours (foreground, background) and any attributes, as git's
 * color.* settings take them. "" and "normal" give "". False, and out is "",
 * when a word is none of them.
 */
bool colour_parse(char out[COLOUR_MAX], const char *words);

#endif
