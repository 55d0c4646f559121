/*
 * ocaml_config - what `ocamlc -config` says, and what of it stands in the
 * `ocaml` object of a Sandmark row.
 */
#ifndef SUITE_OCAML_CONFIG_H
#define SUITE_OCAML_CONFIG_H

#include <jansson.h>
#include <stddef.h>

#include "measure/recorder.h"

/* Lines of "key: value" as an object of strings, order kept; owned. */
json_t *ocaml_config_parse(const char *text, size_t len);
/*
 * Asks the compiler at the path `ocamlc`, run by `recorder`. 0 with *why
 * (owned) set when it does not answer with a version.
 */
int ocaml_config_ask(json_t **out, char **why, struct recorder *recorder,
		     const char *ocamlc);
/*
 * Without paths, file formats and everything that has its usual value: what
 * orun keeps, in the order of the compiler; new reference.
 */
json_t *ocaml_config_of_row(const json_t *config);

#endif
