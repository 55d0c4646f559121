/*
 * build_error - what a failed build of OCaml lacks, from its output.
 *
 * For the sentence that says what is wrong see base/complaint.h.
 */
#ifndef SUITE_BUILD_ERROR_H
#define SUITE_BUILD_ERROR_H

/*
 * The library that a failed dune or ocamlopt build lacks, or that it found
 * only for another compiler: "zarith"; NULL when it is something else. Owned.
 */
char *build_error_library(const char *output);

#endif
