#include "suite/compiler_plan.h"
#include "suite/makerun.h"
#include "suite/native.h"

/* Benchmarks that run for minutes, and builds that are worth keeping. */
static void sandmark_defaults(struct suite *suite)
{
	suite->warmups = 0;
	suite->samples_alone = 3;
	suite->timeout = 1200;
	suite->build_timeout = 7200;
	suite->incremental = true;
}

/* ==== The two modes ===================================================== */

static const struct driver native_mode = {
	.open = native_open,
	.build = native_build,
	.programs = native_programs,
	.is_same = native_is_same,
	.before = native_before,
	.spec = native_spec,
	.collect = native_collect,
	.finish = native_finish,
	.close = native_close,
};

static const struct driver makerun_mode = {
	.open = makerun_open,
	.build = makerun_build,
	.programs = makerun_programs,
	.before = makerun_before,
	.spec = makerun_spec,
	.collect = makerun_collect,
	.close = makerun_close,
};

static const struct driver *mode(const struct run *run)
{
	return sandmark_is_make(run->suite) ? &makerun_mode : &native_mode;
}

static int sandmark_begin(struct run *run)
{
	return mode(run)->open(run);
}

static int sandmark_build(struct run *run, struct side *side)
{
	return mode(run)->build(run, side);
}

static int sandmark_programs(struct programs *out, struct run *run)
{
	return mode(run)->programs(out, run);
}

static bool sandmark_is_same(const struct run *run, const struct side *a,
			     const struct side *b,
			     const struct program *program)
{
	const struct driver *driver = mode(run);

	return driver->is_same && driver->is_same(run, a, b, program);
}

static int sandmark_before(struct run *run, struct side *side,
			   const struct program *program)
{
	return mode(run)->before(run, side, program);
}

static int sandmark_spec(struct sample_spec *out, struct run *run,
			 struct side *side, const struct program *program)
{
	return mode(run)->spec(out, run, side, program);
}

static int sandmark_collect(struct readings *out, struct run *run,
			    struct side *side, const struct program *program,
			    const struct sample *sample)
{
	return mode(run)->collect(out, run, side, program, sample);
}

static int sandmark_finish(struct run *run)
{
	return mode(run)->finish ? mode(run)->finish(run) : 0;
}

static void sandmark_close(struct run *run)
{
	mode(run)->close(run);
}

const struct driver driver_sandmark = {
	.name = "sandmark",
	.keys = sandmark_keys,
	.options = compiler_options,
	.defaults = sandmark_defaults,
	.check = sandmark_check,
	.open = sandmark_begin,
	.build = sandmark_build,
	.programs = sandmark_programs,
	.is_same = sandmark_is_same,
	.before = sandmark_before,
	.spec = sandmark_spec,
	.collect = sandmark_collect,
	.finish = sandmark_finish,
	.close = sandmark_close,
};
