/*
 * wrapper - the command that a run configuration puts around a program,
 * taken apart into what we do ourselves and what stays in the command.
 *
 *	orun -o %{output} -- taskset --cpu-list 5 chrt -r 1 %{command}
 *
 * "orun … --" goes: measuring is our work (its -i file becomes stdin). A
 * plain taskset becomes a list of CPUs, so that they can be mapped to those
 * the machine has and no taskset process is timed. "chrt …" is kept apart,
 * because it needs a right. Everything else stays in front of the program.
 */
#ifndef SUITE_WRAPPER_H
#define SUITE_WRAPPER_H

#include "base/strlist.h"

struct wrapped {
	struct strlist argv;   /* prefix, program, its parameters */
	size_t program;	       /* index of the program in argv */
	char *cpus;	       /* wanted by taskset, unmapped; NULL: none */
	struct strlist chrt;   /* "chrt", "-r", "1"; empty: not asked for */
	char *input;	       /* file for stdin; NULL: none */
	struct strlist as_run; /* the whole command as orun would show it */
};

/*
 * Fills `out` for one run. `program` is what stands for the executable
 * ("./bdd.exe"), `params` follow it, split on blanks as Sandmark does.
 * ERR_USAGE when the template measures by itself (perf, olly) or uses a
 * %{…} that only dune can fill in; the message names it.
 */
int wrapper_apply(struct wrapped *out, const char *template,
		  const char *paramwrapper, const char *program,
		  const char *params);
void wrapped_release(struct wrapped *wrapped);

#endif
