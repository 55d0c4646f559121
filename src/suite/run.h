/*
 * run - a job as its driver sees it: the sides, the programs that are run on
 * them, and what a driver tells the job on the way.
 */
#ifndef SUITE_RUN_H
#define SUITE_RUN_H

#include <jansson.h>
#include <stdbool.h>

#include "base/regex.h"
#include "git/repo.h"
#include "measure/sample.h"
#include "suite/suite.h"

/* One revision + variant under measurement. */
struct side {
	int index; /* in the request's order: baseline 0, head last */
	struct oid commit;
	const struct variant *variant; /* never NULL; may be empty */
	/* Built tree, of equal length for all sides; set by build, freed by
	 * close. */
	char *dir;
	bool built;
	void *data; /* the driver's own */
	int layout; /* which of several builds of the same: sidebuild.h */
	struct side_layout *layouts; /* NULL: there is one build */
};

struct program {
	char *name; /* the target's, if it reports just one */
	bool many;  /* reports targets of its own naming */
	enum target_kind kind;
	int domains; /* 0: not parallel */
	char *primary;	/* metric that decides; NULL: wall seconds */
	int samples;	/* 0: as the suite says */
	int warmups;	/* -1: as the suite says */
	double timeout; /* 0: as the suite says */
	bool *available; /* one a side: built and runnable there? */
	const void *data; /* the driver's own; freed by close */
};

struct programs {
	struct program *items;
	size_t nr;
	size_t cap;
};

#define PROGRAMS_INIT { 0 }

/* Adds a program with the suite's settings, available on no side yet. */
struct program *programs_add(struct programs *programs, const char *name,
			     size_t nr_sides);
/* Takes back the one added last. */
void programs_drop_last(struct programs *programs);
void programs_release(struct programs *programs);

/* A job as its driver sees it. */
struct run {
	struct repo *repo; /* of the code under test */
	const struct suite *suite;
	struct recorder *recorder; /* runs what is built and measured */
	const struct machine *machine; /* where it does so */
	const char *filter; /* the request's, on top of the suite's; or NULL */
	struct side *sides;
	size_t nr_sides;
	json_t *toolchain; /* object; the driver adds to it */
	json_t *notes;	   /* array of sentences for the result */
	char *suite_sha;   /* revision of the suite's own sources, or NULL */
	struct strlist artifacts; /* names of files in artifact_dir */
	char *artifact_dir;	  /* job's scratch; kept beside the result */
	void *data;		  /* the driver's own */
	/* Wired by the job, as recorder and machine are: */
	void (*missing)(void *job, const char *target, int side,
			const char *stage, const char *reason);
	void (*progress)(void *job, const char *phase, const char *detail);
	void *job;
};

/* Target "" speaks of a whole side. */
void run_missing(struct run *run, const char *target, int side,
		 const char *stage, const char *reason);
void run_progress(struct run *run, const char *phase, const char *detail);
/* A sentence for the result's `notes`; the same one is added once. */
void run_note(struct run *run, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/*
 * The environment of a side's build and samples: this process's, scrubbed of
 * tokens and of git's variables, then what the suite and the variant set,
 * its parameters as BENCH_PARAM_<NAME>.
 */
void run_environment(struct strlist *out, const struct run *run,
		     const struct side *side);
/*
 * What every sample of a program has in common: environment, the side's
 * folder, address-space randomisation, priority, counters, timeout. The
 * driver adds argv; the job adds the CPUs.
 */
void run_sample_spec(struct sample_spec *out, const struct run *run,
		     const struct side *side, const struct program *program);
/* Keeps a text as a file of the result (a build's log); cut to 1 MiB. */
int run_keep_artifact(struct run *run, const char *name, const char *text,
		      size_t len);

/* The suite's and the request's filters over names of targets. */
struct filter {
	struct regex *suite;
	struct regex *request;
};

#define FILTER_INIT { 0 }

/* ERR_USAGE when the request's pattern is none. */
int filter_init(struct filter *out, const struct run *run);
bool filter_takes(const struct filter *filter, const char *name);
void filter_release(struct filter *filter);

#endif
