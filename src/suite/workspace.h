/*
 * workspace - a Sandmark checkout laid out for one compiler, and what dune
 * built in it.
 *
 *	<dir>/src	the sources, a workspace of dune's of its own
 *	<dir>/build	its build folder; programs run below build/default
 *	<dir>/built	what of it is whole, a path a line
 *
 * Executables are built one at a time: an alias that names them all fails
 * whole on the first missing library. A stanza of several lists the libraries
 * of all; where one of those is missing, the program is tried without it.
 *
 *	int rc = workspace_open(&ws, dir, &sources, &vendor);
 *	rc = workspace_build(ws, &why, "benchmarks/bdd/bdd.exe", &how);
 *	workspace_close(ws);
 */
#ifndef SUITE_WORKSPACE_H
#define SUITE_WORKSPACE_H

#include <stdbool.h>

#include "base/strlist.h"
#include "measure/recorder.h"
#include "suite/sources.h"

struct workspace {
	char *dir;
	char *source; /* <dir>/src */
	char *top;    /* <dir>/build/default */
	struct strlist built;
	bool grown; /* something was laid out or built since it was opened */
	int lock;
};

/* How dune is to be run. */
struct workspace_how {
	const struct strlist *env; /* whose OCaml is the compiler's */
	int jobs;
	struct recorder *recorder;
	double timeout; /* seconds for one program; 0: none */
};

/* ERR_NOTFOUND, with what to install; *version (owned): dune's. */
int workspace_check_dune(char **version, struct recorder *recorder);

/*
 * Lays the sources out, unless that was done before, with a copy of each
 * folder in `vendor` below src/vendor: dune builds what libraries they
 * define. Waits for others who use `dir`; held until workspace_close().
 */
int workspace_open(struct workspace **out, const char *dir,
		   const struct sources *sources,
		   const struct strlist *vendor);
void workspace_close(struct workspace *workspace);

/*
 * Builds `path`, an executable or a file that some rule makes. 0 with *why
 * (owned) set when it cannot be built: 'needs library "zarith"'. *without
 * (owned): the library that its stanza names and that it was built without.
 */
int workspace_build(struct workspace *workspace, char **why, char **without,
		    const char *path, const struct workspace_how *how);

#endif
