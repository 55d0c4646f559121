/*
 * sidebuild - from a side's commit to a built tree by the suite's own
 * `prepare` and `build` commands, through the build cache.
 *
 * Equal code must give equal binaries, and equal trees share one build, so
 * that builds are told nothing of the commit: SOURCE_DATE_EPOCH is one fixed
 * day, BUILD_PATH_PREFIX_MAP takes the tree's path out of what a toolchain
 * that heeds it writes, and BENCH_PREFIX_MAP is the flag that tells gcc or
 * clang the same, for a build that wants to pass it on. BENCH_OPTIONS holds
 * the variant's build options.
 */
#ifndef SUITE_SIDEBUILD_H
#define SUITE_SIDEBUILD_H

#include "suite/run.h"

/*
 * Builds a side and sets side->dir, side->built and side->data. 0 also when
 * the build failed: then *why (owned) holds the last lines of what it said.
 * The log is kept as artifact "build-<side>.log". `toolchain` (NULL: none)
 * names what compiles.
 */
int side_build(char **why, struct run *run, struct side *side,
	       const char *toolchain);
/*
 * The same code may lie differently in memory, and that can be worth per
 * cents. A build that does something with BENCH_LAYOUT (0, 1, 2 ...: the
 * order of objects, padding) gives several binaries of a side, each with an
 * entry of its own in the cache.
 */
#define SIDE_LAYOUTS 4
/*
 * From here on the side's programs are those of that build, 0 being
 * side_build()'s. Where it fails, *why is set, once, and nothing changes.
 */
int side_choose_layout(char **why, struct run *run, struct side *side,
		       const char *toolchain, int layout);
/* Gives back what side_build() took, for all sides. */
void side_close_all(struct run *run);
/* What a build in `tree` is given, as said above. */
void side_build_environment(struct strlist *out, const struct run *run,
			    const struct side *side, const char *tree);
/*
 * What a build depends on beside its tree and commands: the first lines that
 * the suite's `toolchain` commands print (where there are none, `otherwise`;
 * NULL: nothing), which also go into run->toolchain, and the variables that
 * compilers read. The commands run in side->dir once that is there. Owned.
 */
char *side_toolchain(struct run *run, const struct side *side,
		     const char *otherwise);

#endif
