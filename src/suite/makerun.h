/*
 * makerun - Sandmark run as its own people run it: `make
 * ocaml-versions/<stem>.bench` in a fresh checkout, its results read back.
 * The parts of driver "sandmark" in mode "make".
 *
 * It builds compiler, packages (through opam, from the network) and
 * benchmarks in one go, so one sample is one whole run that reports many
 * targets; there is one program for each run configuration. Before each
 * sample the checkout is made anew: run twice in one place, Sandmark returns
 * the results of the first time without a word.
 *
 * A row counts only if it is in a file that this run wrote, was measured
 * with the version of OCaml that was asked for, and its program printed its
 * gc figures; every row asked for and not measured says which of these it is.
 *
 * run->data is a struct makerun.
 */
#ifndef SUITE_MAKERUN_H
#define SUITE_MAKERUN_H

#include <stdint.h>
#include <time.h>

#include "suite/driver.h"
#include "suite/sandmark.h"

struct makerun_side {
	char *dir;     /* where its checkouts are laid out */
	int lock;
	char *version; /* in the commit's file VERSION; "" if it has none */
	char *stem;    /* of the file in ocaml-versions/ */
	char *configure; /* its options as one line, quoted */
	char *name;    /* of its results: "5.3.0+d0ac496c2d+flambda" */
	struct timespec begun; /* when the present sample's checkout stood */
};

struct makerun {
	struct sandmark sandmark;
	int iterations; /* results of one sample, each of every row */
	struct makerun_side *sides;
};

struct makerun_side *makerun_side(const struct run *run,
				  const struct side *side);
/* The commit under test, whatever becomes of branches meanwhile; owned. */
char *makerun_source(const struct run *run, const struct side *side);

int makerun_open(struct run *run);
/* In makerun_side.c; nothing is built yet: sets what the side's runs need. */
int makerun_build(struct run *run, struct side *side);
int makerun_programs(struct programs *out, struct run *run);
int makerun_before(struct run *run, struct side *side,
		   const struct program *program);
int makerun_spec(struct sample_spec *out, struct run *run, struct side *side,
		 const struct program *program);
/* In makerun_read.c. */
int makerun_collect(struct readings *out, struct run *run, struct side *side,
		    const struct program *program,
		    const struct sample *sample);
void makerun_close(struct run *run);

#endif
