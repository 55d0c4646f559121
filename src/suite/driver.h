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
 *
 * Errors: a driver's functions return an error only for what ends the whole
 * job (disk full, interrupted, a configuration that cannot be). What goes
 * wrong with one side or one target is said by run_missing() or a reading's
 * `failure`, and the others go on.
 */
#ifndef SUITE_DRIVER_H
#define SUITE_DRIVER_H

#include "measure/sample.h"
#include "suite/reading.h"
#include "suite/run.h"
#include "suite/suite.h"

struct driver {
	const char *name;
	/* Keys of [suite] that this driver knows beyond the common ones. */
	const char *const *keys;
	/* Build options it knows by name, for "+name"; ends with NULL. */
	const char *const *options;
	/* Programs it cannot do without; ends with NULL, or NULL. */
	const char *const *tools;
	/* Sets other defaults before a suite's keys are read; or NULL. */
	void (*defaults)(struct suite *suite);
	/* Line-by-line checks of its keys; ERR_BADDATA names the line. */
	int (*check)(const struct suite *suite);
	/* The targets, where the configuration alone tells them all: false
	 * where only what was built does; or NULL, for never. */
	bool (*targets)(struct strlist *out, const struct suite *suite);
	int (*open)(struct run *run);
	int (*build)(struct run *run, struct side *side);
	int (*programs)(struct programs *out, struct run *run);
	/* Would a sample execute the same bytes on the same input on both
	 * sides? Where that is not certain: no. Or NULL: never. */
	bool (*is_same)(const struct run *run, const struct side *a,
			const struct side *b, const struct program *program);
	/*
	 * Chooses one of several builds of a side, from 0; or NULL. A build
	 * that fails is no error: it is in the notes.
	 */
	int (*choose_layout)(struct run *run, struct side *side, int layout);
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
/* Adds the names there are. */
void driver_names(struct strlist *out);

#endif
