/*
 * sandmark - what a suite of this driver is made of: its sources at one
 * commit, and the rows that its run configurations, tags and filters choose.
 *
 *	[suite "ocaml"]
 *		driver = sandmark
 *		sandmark = https://github.com/ocaml-bench/sandmark
 *		revision = 5605805954a00497ed197c930641cddd580e1507
 *		run-config = run_config.json
 *		run-config = multicore_parallel_run_config.json
 *		tag = macro_bench
 *
 * Both modes share this: "native" builds and runs each row itself, "make"
 * lets Sandmark do it and looks for the rows in what it wrote.
 */
#ifndef SUITE_SANDMARK_H
#define SUITE_SANDMARK_H

#include <jansson.h>

#include "suite/sources.h"
#include "suite/run.h"
#include "suite/run_config.h"

/* One run configuration and what of it is run. */
struct sandmark_config {
	char *path; /* in the suite's sources */
	json_t *document;
	struct run_config config;
	const struct config_wrapper *wrapper; /* the one of ours that it has */
};

/* One run of one benchmark: a target. */
struct sandmark_row {
	char *name;
	const struct sandmark_config *config;
	const struct config_benchmark *benchmark;
	const struct config_run *run;
	enum target_kind kind;
	int domains; /* 0: not parallel, or not said */
	bool twice;  /* another run has this name: neither can be told */
};

struct sandmark {
	struct sources sources;
	struct sandmark_config *configs;
	size_t nr_configs;
	struct sandmark_row *rows;
	size_t nr_rows, cap_rows;
	struct strlist vendor; /* folders, absolute */
};

/* The keys of [suite] that this driver knows; ends with NULL. */
extern const char *const sandmark_keys[];

/* ERR_BADDATA with the place of what is off. */
int sandmark_check(const struct suite *suite);
bool sandmark_is_make(const struct suite *suite);
/* Sets run->suite_sha. After an error there is nothing to release. */
int sandmark_open(struct sandmark *out, struct run *run);
/* Says of each name that stands twice, once a side, that it is not run. */
void sandmark_report_twice(const struct sandmark *sandmark, struct run *run);
void sandmark_release(struct sandmark *sandmark);

/* Is the run chosen by tags and filters? (as in `rows`) */
const struct sandmark_row *sandmark_find(const struct sandmark *sandmark,
					 const char *name);

#endif
