/*
 * driver - how a kind of suite is built and run.
 *
 * A job (src/service) drives a driver in this order, once a job:
 *
 *   1. open      checks the configuration, gets what all sides share (a
 *		  Sandmark checkout); fills run->toolchain, run->suite_sha
 *   2. build     once a side: from sources to something that runs, through
 *		  the build cache; says by run_missing() what was not built
 *   3. programs  lists what can be run, in order, filter applied; the same
 *		  list for all sides; what a side lacks is in `missing`
 *   4. before    once a sample, untimed (a cold build folder)
 *   5. spec      how to start the program on a side
 *   6. collect   the finished sample's readings
 *   7. finish    after the last sample: files beside the result
 *   8. close     frees; always called when open was
 *
 * A program is what one sample executes; it reports one target or several.
 */
#ifndef SUITE_DRIVER_H
#define SUITE_DRIVER_H

#include <jansson.h>
#include <stdbool.h>

#include "base/buf.h"
#include "git/repo.h"
#include "measure/sample.h"
#include "suite/suite.h"

/* One revision + variant under measurement. */
struct side {
	int index; /* in the request's order: baseline 0, head last */
	struct oid commit;
	const struct variant *variant; /* never NULL; may be empty */
	char *dir; /* built tree, set by build; equal length for all sides */
	bool built;
	void *data; /* the driver's own */
};

enum target_kind { KIND_SEQUENTIAL, KIND_PARALLEL, KIND_BUILD };
const char *target_kind_name(enum target_kind kind);

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

/* One target's values from one sample. */
struct reading {
	char *target;
	enum target_kind kind;
	int domains;
	char *primary;	/* NULL: wall seconds */
	double seconds; /* NaN: not a time */
	struct metrics metrics;
	char *failure; /* NULL: fine; else the stage, reason in `reason` */
	char *reason;
};

struct readings {
	struct reading *items;
	size_t nr;
	size_t cap;
};
struct reading *readings_add(struct readings *readings, const char *target);
void readings_clear(struct readings *readings);
void readings_release(struct readings *readings);

/* A job as its driver sees it. */
struct run {
	struct repo *repo; /* of the code under test */
	const struct suite *suite;
	const char *filter; /* the request's, on top of the suite's; or NULL */
	struct side *sides;
	size_t nr_sides;
	json_t *toolchain; /* object; the driver adds to it */
	json_t *notes;	   /* array of sentences for the result */
	char *suite_sha;   /* revision of the suite's own sources, or NULL */
	struct strlist artifacts; /* names of files in artifact_dir */
	char *artifact_dir;	  /* job's scratch; kept beside the result */
	void *data;		  /* the driver's own */
	/* Wired by the job: */
	void (*missing)(void *job, const char *target, int side,
			const char *stage, const char *reason);
	void (*progress)(void *job, const char *phase, const char *detail);
	void *job;
};

void run_missing(struct run *run, const char *target, int side,
		 const char *stage, const char *reason);
void run_progress(struct run *run, const char *phase, const char *detail);
/* A sentence for the result's `notes`; the same one is added once. */
void run_note(struct run *run, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

struct driver {
	const char *name;
	/* Keys of [suite] that this driver knows beyond the common ones. */
	const char *const *keys;
	/* Line-by-line checks of its keys; ERR_USAGE names the line. */
	int (*check)(const struct suite *suite);
	int (*open)(struct run *run);
	int (*build)(struct run *run, struct side *side);
	int (*programs)(struct programs *out, struct run *run);
	int (*before)(struct run *run, struct side *side,
		      const struct program *program); /* or NULL */
	int (*spec)(struct sample_spec *out, struct run *run,
		    struct side *side, const struct program *program);
	int (*collect)(struct readings *out, struct run *run,
		       struct side *side, const struct program *program,
		       const struct sample *sample);
	int (*finish)(struct run *run); /* or NULL */
	void (*close)(struct run *run);
};

extern const struct driver driver_command, driver_sandmark, driver_lake;
/* NULL when there is none of that name. */
const struct driver *driver_find(const char *name);

void program_release(struct program *program);
void programs_release(struct programs *programs);

#endif
