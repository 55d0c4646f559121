/*
 * dataset - the files that benchmarks read, the same bytes for all sides.
 *
 * A file of the sources is copied to where the program runs. One that a rule
 * of dune makes is made once, by the first side that can, and kept in a
 * store; a generator may be random (Sandmark's graphs are), and then sides
 * that made their own would be given different work. Programs may write to
 * what they are given, so each side has a copy, put right before each sample.
 *
 *	dataset_needs(&files, ws, benchmark, params);
 *	rc = dataset_place(&why, &set, files.items[i], &how);
 *	rc = dataset_restore(&set, files.items[i]);	before a sample
 */
#ifndef SUITE_DATASET_H
#define SUITE_DATASET_H

#include "suite/run_config.h"
#include "suite/workspace.h"

struct dataset {
	struct workspace *workspace;
	const char *store; /* folder for what rules made; borrowed */
};

/*
 * Adds the files, from the sources' top, that a run of a built benchmark
 * reads: parameters that name a file of the sources, and what the aliases in
 * its dune file ask for beside it, if its parameters or its own bytes
 * mention that.
 */
int dataset_needs(struct strlist *out, const struct workspace *workspace,
		  const struct config_benchmark *benchmark,
		  const struct config_run *run);
/* 0 with *why (owned) set when there is no such file and none can be made. */
int dataset_place(char **why, const struct dataset *set, const char *path,
		  const struct workspace_how *how);
/* Copies it anew if it is not as it was placed. */
int dataset_restore(const struct dataset *set, const char *path);

#endif
