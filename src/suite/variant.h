/*
 * variant - a named set of build options, environment and parameters.
 *
 * Written "+flambda", "+fp+flambda", "OCAMLRUNPARAM=s=256k", or both joined
 * by commas; "+name" is looked up in .gitbench ([variant "name"]) and, where
 * it is not there, passed to the driver as a build option if the driver
 * knows it. A sweep "OCAMLRUNPARAM=s=32k|256k|1M" stands for several.
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

void variant_release(struct variant *variant);

#endif
