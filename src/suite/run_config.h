/*
 * run_config - Sandmark's run_config.json: what is run, and how.
 *
 *	{"wrappers":   [{"name", "command", "environment"?}],
 *	 "benchmarks": [{"executable", "name", "tags"?,
 *			 "runs": [{"params", "short_name"?, "paramwrapper"?}]}]}
 *
 * Invariant: every executable is a relative path that stays below the folder
 * of the checkout, or a bare program name. Members not listed are ignored.
 */
#ifndef SUITE_RUN_CONFIG_H
#define SUITE_RUN_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strlist.h"

struct config_wrapper {
	char *name;
	char *command;	   /* with %{output}, %{command}, %{paramwrapper} */
	char *environment; /* as a shell would read it; NULL: none */
};

struct config_run {
	char *params;
	char *short_name;   /* NULL: the params name it */
	char *paramwrapper; /* NULL: none */
};

struct config_benchmark {
	char *executable; /* "benchmarks/bdd/bdd.exe", "menhir" */
	char *name;
	struct strlist tags;
	struct config_run *runs;
	size_t nr_runs;
};

struct run_config {
	struct config_wrapper *wrappers;
	size_t nr_wrappers;
	struct config_benchmark *benchmarks;
	size_t nr_benchmarks;
};

/*
 * ERR_BADDATA with `what` and the member concerned ("benchmarks[3].name is
 * no string"). At most 10,000 benchmarks of 10,000 runs.
 */
int run_config_parse(struct run_config *out, const char *text, size_t len,
		     const char *what);
/* Borrowed; ERR_NOTFOUND lists the wrappers there are. */
int run_config_wrapper(const struct config_wrapper **out,
		       const struct run_config *config, const char *name);
void run_config_release(struct run_config *config);

/*
 * The name of a run's row: "<name>.<short_name, or params with blanks and
 * dots as '_'>", with ".<wrapper>" behind it unless that is "orun"; owned.
 */
char *config_run_name(const struct config_benchmark *benchmark,
		      const struct config_run *run, const char *wrapper);
/* The part of an executable's path before its last '/', "" for none; owned. */
char *config_benchmark_dir(const struct config_benchmark *benchmark);
/* Does it run on several domains? (its name says so) */
bool config_benchmark_is_parallel(const struct config_benchmark *benchmark);
/* How many domains a parallel benchmark's run takes; 0: it does not say. */
int config_run_domains(const struct config_benchmark *benchmark,
		       const struct config_run *run);

#endif
