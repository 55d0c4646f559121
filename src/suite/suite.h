/*
 * suite - one [suite "name"] of .gitbench, with local git config over it.
 *
 *	[suite "micro"]
 *		driver = command
 *		build = make -j2
 *		target = fib = ./fib 30
 *		samples = 5
 *
 * Keys that no suite or its driver knows are errors that name the line.
 */
#ifndef SUITE_SUITE_H
#define SUITE_SUITE_H

#include "git/configfile.h"
#include "git/repo.h"
#include "measure/metric.h"
#include "suite/variant.h"

struct driver;

struct suite {
	char *name;
	const struct driver *driver;
	char *prepare; /* untimed command before the build, or NULL */
	char *build;   /* NULL: nothing to build */
	char *filter;  /* PCRE2 over target names, or NULL */
	int warmups;
	int samples;
	double timeout;	      /* seconds, one sample */
	double build_timeout; /* seconds */
	struct strlist env;   /* NAME=value for build and samples */
	bool pin;	      /* wants CPUs of its own */
	bool no_aslr;
	int nice;
	bool count;	   /* hardware counters where there are some */
	bool valgrind;	   /* counter = valgrind */
	bool base_default; /* compare with a base unless told not to */
	/* Every entry of the suite's section, for the driver's own keys. */
	struct configfile entries;
	char *config_id; /* blob id of the .gitbench it came from, or NULL */
};

/* All suites and variants of a repository's configuration. */
struct suites {
	struct suite *items;
	size_t nr;
	size_t cap;
	struct configfile file; /* the whole .gitbench */
	char *default_suite;	/* bench.suite, or the only one; NULL */
};

/*
 * Reads .gitbench at the tip of the default branch (or the blob `config_id`
 * that a request recorded; NULL: the tip), local config over it.
 * ERR_NOTFOUND says where it looked; ERR_USAGE names file, line and key.
 */
int suites_load(struct suites *out, struct repo *repo, const char *config_id);
/* NULL name: the default. ERR_NOTFOUND lists the names there are. */
int suites_find(const struct suite **out, const struct suites *suites,
		const char *name);
/*
 * Reads a variant's spelling; sweeps are expanded into several, added to
 * `out`. ERR_USAGE for an unknown name, with those that are known.
 */
int suites_variants(struct variant **out, size_t *nr,
		    const struct suites *suites, const struct suite *suite,
		    const char *spelling);
void suites_release(struct suites *suites);

/* Last value of a driver's key, or `otherwise`; borrowed. */
const char *suite_get(const struct suite *suite, const char *key,
		      const char *otherwise);

#endif
