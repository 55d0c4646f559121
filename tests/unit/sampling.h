/*
 * sampling - what the test programs of samples share.
 */
#ifndef TESTS_SAMPLING_H
#define TESTS_SAMPLING_H

#include "base/error.h"
#include "base/file.h"
#include "measure/sample.h"

extern struct recorder *recorder;
extern char *scratch; /* a folder of the test's own */
extern char *self;    /* path of the test program */

/* False, with the reason printed, when nothing can be tested. */
bool sampling_begin(void);
void sampling_end(void);

/* `script` as argument of a shell, with PATH and nothing else. */
void spec_shell(struct sample_spec *spec, const char *script);
/* The test program itself with one argument. */
void spec_self(struct sample_spec *spec, const char *word);
/* Takes a sample of a shell script and empties the spec. */
void take_shell(struct sample *out, struct sample_spec *spec,
		const char *script);

#endif
