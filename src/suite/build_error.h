/*
 * build_error - the sentence that matters in the output of a failed build.
 *
 * configure, make, gcc, ocamlopt and dune say what is wrong in one line
 * among thousands, and hundreds of lines about having failed follow it.
 */
#ifndef SUITE_BUILD_ERROR_H
#define SUITE_BUILD_ERROR_H

/*
 * The first line that states an error, with the indented lines that go on
 * with it, at most 500 bytes; where none looks like one, the last lines that
 * are not make's own. Owned; "" for no output.
 */
char *build_error_find(const char *output);
/*
 * The library that a failed dune or ocamlopt build lacks, or that it found
 * only for another compiler: "zarith"; NULL when it is something else. Owned.
 */
char *build_error_library(const char *output);

#endif
