/*
 * variant - a named set of build options, environment and parameters.
 *
 * Written "+flambda", "+fp+flambda", "OCAMLRUNPARAM=s=256k", or both joined
 * by commas. "+name" is looked up in .gitbench ([variant "name"]) and, where
 * it is not there, passed to the driver as a build option if the driver
 * knows it. A sweep "OCAMLRUNPARAM=s=32k|256k,v=0|0x400" stands for several:
 * one for each choice of each comma-separated field, here four.
 *
 * NAME=value sets a parameter where the suite uses {NAME} (or some [variant]
 * sets it), else an environment variable, and only one that the suite lets
 * requests set: OCAMLRUNPARAM, CAMLRUNPARAM, those that .gitbench itself
 * sets in `env`, and the names in `allow-env`. A comma before anything but
 * "+name" or NAME= (capitals, or a parameter) belongs to the value, so that
 * "OCAMLRUNPARAM=s=256k,v=0x400" is one variable.
 *
 * Invariant: equal variants have equal names: "+" parts sorted, then
 * assignments sorted by name. At most 100 variants come of one spelling.
 */
#ifndef SUITE_VARIANT_H
#define SUITE_VARIANT_H

#include "base/strlist.h"

struct variant {
	char *name;		/* normalised spelling; "" for none */
	struct strlist options; /* for the build: configure options, ... */
	struct strlist env;	/* NAME=value, for build and samples */
	struct strlist params;	/* NAME=value, put for {NAME} in commands */
};

#define VARIANT_INIT { 0 }

/* Do both set the same environment and parameters for samples? */
bool variant_runs_alike(const struct variant *a, const struct variant *b);
void variant_copy(struct variant *out, const struct variant *variant);
void variant_release(struct variant *variant);
/* An array of them, and what they hold. */
void variants_free(struct variant *variants, size_t nr);

#endif
