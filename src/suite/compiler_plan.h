/*
 * compiler_plan - how OCaml compilers are built: what is the same for all
 * sides of a job.
 */
#ifndef SUITE_COMPILER_PLAN_H
#define SUITE_COMPILER_PLAN_H

#include "suite/run.h"

struct compiler_plan {
	char *configure; /* a line of options, {NAME} is a parameter */
	char *cc;	 /* the C compiler that configure will take */
	const char *make_target; /* borrowed: "world.opt" */
	const char *libraries;	 /* a shell command, borrowed; or NULL */
	int jobs;
	double timeout; /* seconds for a side's whole build; 0: none */
	bool incremental;
};

/*
 * Names of variants that are options of configure ("flambda"), ending with
 * NULL, and what each stands for; NULL for a name that is none of them.
 */
extern const char *const compiler_options[];
const char *compiler_option(const char *name);

/* The `configure` lines of a suite as one; owned. */
char *compiler_plan_line(const struct suite *suite);
/*
 * Reads the suite's keys. ERR_NOTFOUND, with what to install, when there is
 * no make or no C compiler.
 */
int compiler_plan_read(struct compiler_plan *out, struct run *run);
/* Adds configure's options: those of the suite, then the variant's. */
int compiler_plan_options(struct strlist *out,
			  const struct compiler_plan *plan,
			  const struct variant *variant);
void compiler_plan_release(struct compiler_plan *plan);

#endif
