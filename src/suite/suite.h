/*
 * suite - one [suite "name"] of .gitbench, with local git config over it.
 *
 *	[suite "micro"]
 *		driver = command
 *		build = make -j2
 *		target = fib = ./fib 30
 *		samples = 5
 *
 * .gitbench is read at the tip of the default branch, never from the commit
 * under test. `git config suite.micro.samples 9` wins over it, and may define
 * a whole suite: a repository that is measured need not know of it. Keys that
 * no suite or its driver knows are errors that name the line.
 *
 *	AUTO(suites) suites = SUITES_INIT;
 *	int rc = suites_load(&suites, repo, NULL);
 *	rc = suites_find(&suite, &suites, "micro");
 *
 * Invariant: a suite that stands in `struct suites` has a driver and passed
 * that driver's check.
 */
#ifndef SUITE_SUITE_H
#define SUITE_SUITE_H

#include "git/configfile.h"
#include "git/repo.h"
#include "measure/metric.h"
#include "suite/schedule.h"
#include "suite/target.h"
#include "suite/variant.h"

struct driver;

struct suite {
	char *name;
	const struct driver *driver;
	char *prepare; /* untimed command before the build, or NULL */
	char *build;   /* NULL: nothing to build */
	char *filter;  /* PCRE2 over target names, or NULL */
	int warmups;
	int samples; /* a side; 0: as many as it takes, within: */
	int samples_least, samples_most;
	int samples_alone; /* where there is nothing to compare */
	double budget; /* seconds for looks beyond the least; 0: no limit */
	double timeout;	      /* seconds, one sample; 0: none */
	double build_timeout; /* seconds; 0: none */
	double max_time;      /* seconds for a whole request; 0: none */
	struct strlist env;   /* NAME=value for build and samples */
	struct strlist allow_env; /* names that a request may set */
	struct strlist toolchain; /* commands that tell a tool's version */
	bool pin;	      /* wants CPUs of its own */
	bool no_aslr;
	int nice;
	bool count;	   /* hardware counters where there are some */
	bool valgrind;	   /* counter = valgrind */
	bool base_default; /* compare with a base unless told not to */
	bool incremental;  /* a build may start from the nearest built tree */
	struct target defaults; /* of targets: value, unit, kind, ... */
	struct target *targets;
	size_t nr_targets, cap_targets;
	/* Every entry of the suite's section, for the driver's own keys. */
	struct configfile entries;
	char *config_id; /* blob id of the .gitbench it came from, or NULL */
};

/* All suites and variants of a repository's configuration. */
struct suites {
	struct suite *items;
	size_t nr;
	size_t cap;
	struct variant *variants; /* [variant "name"]s; name without "+" */
	size_t nr_variants, cap_variants;
	struct schedule *schedules; /* [schedule "name"]s */
	size_t nr_schedules, cap_schedules;
	/* The whole .gitbench, then local entries (of line 0). */
	struct configfile file;
	char *default_suite;	/* bench.suite, or the only one; NULL */
	char *config_id;	/* blob id of .gitbench; NULL: there is none */
};

#define SUITES_INIT { 0 }

/*
 * Reads .gitbench at the tip of the default branch (or the blob `config_id`
 * that a request recorded; NULL: the tip), local config over it.
 * ERR_NOTFOUND says where it looked; ERR_BADDATA names file, line and key.
 */
int suites_load(struct suites *out, struct repo *repo, const char *config_id);
/* The same from the text of a .gitbench alone. */
int suites_parse(struct suites *out, const char *text, size_t len);
/* NULL name: the default. ERR_NOTFOUND lists the names there are. */
int suites_find(const struct suite **out, const struct suites *suites,
		const char *name);
/*
 * Reads a variant's spelling (NULL or "": one that changes nothing); sweeps
 * are expanded into several. `*out` is an array for variants_free().
 * ERR_USAGE for an unknown name, with those that are known, and for a
 * variable that a request may not set.
 */
int suites_variants(struct variant **out, size_t *nr,
		    const struct suites *suites, const struct suite *suite,
		    const char *spelling);
/* Is `name` one that the suite's commands or some [variant] speak of? */
bool suites_has_param(const struct suites *suites, const struct suite *suite,
		      const char *name);
void suites_release(struct suites *suites);

/* ==== One suite, as suites_parse() makes it ============================= */

/* Keys of every suite, but "driver" and "counter", which are in no table. */
extern const struct key suite_keys[];
extern const size_t suite_keys_nr;

void suite_init(struct suite *suite, const char *name);
/* Chooses the driver and reads `entries`. */
int suite_read(struct suite *suite);
/* One entry of [target "<suite>/<name>"]. */
int suite_read_target(struct suite *suite, const char *name,
		      const struct config_entry *entry);
void suite_release(struct suite *suite);

/* ==== For drivers ======================================================= */

/* Last entry of a key, its value or `otherwise`; borrowed. */
const struct config_entry *suite_entry(const struct suite *suite,
				       const char *key);
const char *suite_get(const struct suite *suite, const char *key,
		      const char *otherwise);
/* Typed; `otherwise` when absent, ERR_BADDATA with the place when off. */
int suite_get_bool(bool *out, const struct suite *suite, const char *key,
		   bool otherwise);
int suite_get_int(int *out, const struct suite *suite, const char *key,
		  int min, int max, int otherwise);
/* All values of a key, in order. */
void suite_get_all(struct strlist *out, const struct suite *suite,
		   const char *key);
/* ERR_BADDATA that begins with the place of the key, or of the suite. */
int suite_fail(const struct suite *suite, const char *key, const char *fmt,
	       ...) __attribute__((format(printf, 3, 4)));
/* The same before the message and hint that stand. */
int suite_fail_in(const struct suite *suite, const char *key);
/* Borrowed; NULL when .gitbench does not speak of that target. */
const struct target *suite_target(const struct suite *suite,
				  const char *name);

#endif
