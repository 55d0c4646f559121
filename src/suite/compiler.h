/*
 * compiler - one side's OCaml compiler: configured, built, installed, kept.
 *
 *	AUTO(compiler) c = COMPILER_INIT;
 *	int rc = compiler_build(&c, &why, run, side, &plan);
 *	if (!rc && why)
 *		... this side could not be built, and why ...
 *	AUTO(prefix) prefix = PREFIX_INIT;
 *	rc = prefix_take(&prefix, run->repo, c.entry.prefix);
 *	compiler_environment(&env, run, side, prefix.path, dir);
 *	... build programs with it ...
 *
 * A side that differs little from a built one starts from a copy of its tree
 * (see ocaml_tree); if that does not build, it is built from nothing. Before
 * a compiler is kept, it must compile and run a program.
 */
#ifndef SUITE_COMPILER_H
#define SUITE_COMPILER_H

#include <jansson.h>

#include "suite/buildcache.h"
#include "suite/compiler_plan.h"
#include "suite/prefix.h"
#include "suite/run.h"

struct compiler {
	struct build_entry entry; /* held until compiler_release() */
	json_t *config; /* see ocaml_config_ask() */
};

#define COMPILER_INIT { .entry = BUILD_ENTRY_INIT }

/*
 * 0 with *why (owned) set when the side cannot be built; an error only for
 * what ends the job. The build's output is kept as an artifact.
 */
int compiler_build(struct compiler *out, char **why, struct run *run,
		   const struct side *side, const struct compiler_plan *plan);
/* config's version, "" if unknown; borrowed. */
const char *compiler_version(const struct compiler *compiler);
void compiler_release(struct compiler *compiler);

/*
 * Takes from an environment what this shell says of OCaml, opam and dune;
 * what the suite or the variant sets stays.
 */
void compiler_forget(struct strlist *env, const struct run *run,
		     const struct side *side);
/*
 * The environment for building in `tree` in which `prefix` is the OCaml there
 * is: the side's own, without any other OCaml or opam.
 */
void compiler_environment(struct strlist *out, const struct run *run,
			  const struct side *side, const char *prefix,
			  const char *tree);

#endif
