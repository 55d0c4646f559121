/*
 * spelling - a variant as people write it, taken apart (see variant.h for
 * what it may look like).
 *
 *	"+fp+flambda,OCAMLRUNPARAM=s=32k|256k"
 *	names: flambda, fp; settings: OCAMLRUNPARAM; values: s=32k, s=256k
 *
 * Spellings come from strangers: length, number of values and the bytes in
 * them are bounded here.
 */
#ifndef SUITE_SPELLING_H
#define SUITE_SPELLING_H

#include "base/strlist.h"
#include "suite/suite.h"

#define VARIANTS_MAX 100 /* of one spelling */

struct spelling {
	struct strlist names;	 /* of the "+" parts, sorted, no doubles */
	struct strlist settings; /* NAMEs of the assignments, sorted */
	struct strlist *values;	 /* what each of `settings` sweeps over */
};

#define SPELLING_INIT { 0 }

/* ERR_USAGE says what cannot be read. */
int spelling_read(struct spelling *out, const char *text,
		  const struct suites *suites, const struct suite *suite);
void spelling_release(struct spelling *spelling);

#endif
