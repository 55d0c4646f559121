/*
 * codesize - how much machine code the OCaml compiler made for a program:
 * the sizes of its functions, as orun adds them up with nm, so that the
 * figure compares with the nightly's. The runtime and C stubs do not count.
 */
#ifndef SUITE_CODESIZE_H
#define SUITE_CODESIZE_H

#include <stdbool.h>

/* Is it a symbol of OCaml code: "camlStdlib__map_12", "caml_apply3"? */
bool codesize_counts(const char *symbol);
/*
 * Bytes; NaN when nm is missing or cannot read the file. ERR_INTERRUPTED
 * only.
 */
int codesize_of(double *out, const char *executable);

#endif
