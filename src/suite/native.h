/*
 * native - Sandmark's benchmarks built and run by ourselves, without opam:
 * the parts of driver "sandmark" in mode "native".
 *
 * native_open() takes the suite's sources and its rows; native_build() makes
 * a side's compiler and every executable that the rows need (native_build.c);
 * native_programs() to native_finish() run them (native_run.c) and write a
 * `<version>+<commit><variant>_1.<wrapper>.summary.bench` a side.
 *
 * run->data is a struct native.
 */
#ifndef SUITE_NATIVE_H
#define SUITE_NATIVE_H

#include "suite/compiler.h"
#include "suite/driver.h"
#include "suite/row_samples.h"
#include "suite/sandmark.h"
#include "suite/workspace.h"
#include "suite/wrapper.h"

/* What one side has of one row. */
struct native_row {
	bool ready;	      /* built, and its files are in place */
	char *program;	      /* absolute path of the executable */
	struct strlist files; /* see dataset_needs() */
	double codesize;      /* bytes; NaN: unknown */
	int seen; /* samples collected, warm-ups among them */
	struct row_samples samples;
};

struct native_side {
	struct compiler compiler;
	struct workspace *workspace; /* NULL: the side was not built */
	bool shared; /* the workspace is an earlier side's */
	struct native_row *rows; /* one for each of sandmark.rows */
};

struct native {
	struct sandmark sandmark;
	struct compiler_plan plan;
	struct wrapped *wrapped; /* one a row; argv empty: cannot be run */
	struct native_side *sides;
	char *name;  /* of the folder that workspaces have in a build */
	char *store; /* of files that rules made */
	int store_lock; /* shared: it is in use */
	bool chrt;   /* are we allowed to use it? */
};

int native_open(struct run *run);
int native_build(struct run *run, struct side *side);
void native_close(struct run *run);

int native_programs(struct programs *out, struct run *run);
bool native_is_same(const struct run *run, const struct side *a,
		    const struct side *b, const struct program *program);
int native_before(struct run *run, struct side *side,
		  const struct program *program);
int native_spec(struct sample_spec *out, struct run *run, struct side *side,
		const struct program *program);
int native_collect(struct readings *out, struct run *run, struct side *side,
		   const struct program *program, const struct sample *sample);
int native_finish(struct run *run);

#endif
