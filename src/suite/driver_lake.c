/*
 * The lake driver: how long Lean's `lake build` takes, in total and for each
 * target. `prepare` (lake exe cache get) runs once and untimed; each sample
 * starts from a cold build folder. Where lakeprof is installed it is put in
 * front, else lake's own lines say as much.
 */
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "suite/collect.h"
#include "suite/command.h"
#include "suite/driver.h"
#include "suite/outfile.h"
#include "suite/sidebuild.h"

#define OUTPUT_MAX (64 << 20)
#define TOTAL "total"
#define BUILD_FOLDER ".lake/build"

static const char *const keys[] = { "run", "cold", "output-file", NULL };

struct lake_job {
	struct filter filter;
	struct strlist cold; /* folders that go before each sample */
	const char *run; /* borrowed from the suite; NULL: lake build */
	const char *output_file;
};

static void lake_defaults(struct suite *suite)
{
	suite->samples = 1;
	suite->warmups = 0;
	suite->timeout = 6 * 3600;
	suite->build_timeout = 2 * 3600;
	suite->pin = false;
	suite->base_default = false;
}

static int check_inside(const struct suite *suite, const char *key)
{
	AUTO(strlist) names = STRLIST_INIT;

	suite_get_all(&names, suite, key);
	for (size_t i = 0; i < names.nr; i++)
		if (!outfile_name_is_inside(names.items[i]))
			return suite_fail(suite, key,
					  "'%s' leads out of the tree",
					  names.items[i]);
	return 0;
}

static int lake_check(const struct suite *suite)
{
	const char *run = suite_get(suite, "run", NULL);
	AUTO(strlist) words = STRLIST_INIT;
	int rc = check_inside(suite, "cold");

	if (!rc)
		rc = check_inside(suite, "output-file");
	if (rc || !run || !command_split(&words, run))
		return rc;
	return suite_fail_in(suite, "run");
}

static int lake_open(struct run *run)
{
	struct lake_job *job = xcalloc(1, sizeof(*job));

	run->data = job;
	job->run = suite_get(run->suite, "run", NULL);
	job->output_file = suite_get(run->suite, "output-file", NULL);
	suite_get_all(&job->cold, run->suite, "cold");
	if (!job->cold.nr)
		strlist_add(&job->cold, BUILD_FOLDER);
	return filter_init(&job->filter, run);
}

static int lake_build(struct run *run, struct side *side)
{
	auto_free char *why = NULL;

	/* The tree's lean-toolchain names the compiler, and is in the key. */
	int rc = side_build(&why, run, side, NULL);
	if (rc)
		return rc;
	if (why)
		run_missing(run, TOTAL, side->index, STAGE_BUILD, why);
	else
		free(side_toolchain(run, side, "lake --version"));
	return 0;
}

static int lake_argv(struct strlist *out, const struct lake_job *job,
		     const struct strlist *env, const struct side *side)
{
	const char *line = job->run;

	if (!line)
		line = command_exists("lakeprof", env, side->dir) ?
			       "lakeprof record lake build" :
			       "lake build";
	return command_argv(out, line, false, &side->variant->params);
}

static int lake_programs(struct programs *out, struct run *run)
{
	struct program *program = programs_add(out, TOTAL, run->nr_sides);

	program->many = true;
	program->kind = KIND_BUILD;
	for (size_t i = 0; i < run->nr_sides; i++) {
		const struct side *side = &run->sides[i];
		AUTO(strlist) argv = STRLIST_INIT, env = STRLIST_INIT;

		if (!side->built)
			continue;
		run_environment(&env, run, side);
		int rc = lake_argv(&argv, run->data, &env, side);
		if (rc)
			return rc;
		program->available[i] =
			command_exists(argv.items[0], &env, side->dir);
		if (program->available[i])
			continue;
		auto_free char *why =
			xstrfmt("there is no program %s", argv.items[0]);
		run_missing(run, TOTAL, side->index, STAGE_ABSENT, why);
	}
	return 0;
}

static int lake_before(struct run *run, struct side *side,
		       const struct program *program)
{
	const struct lake_job *job = run->data;

	(void)program;
	for (size_t i = 0; i < job->cold.nr; i++) {
		auto_free char *path =
			file_join(side->dir, job->cold.items[i]);
		int rc = file_exists(path) ? file_remove_tree(path) : 0;

		if (rc)
			return rc;
	}
	return job->output_file ? outfile_age(side->dir, job->output_file) : 0;
}

static int lake_spec(struct sample_spec *out, struct run *run,
		     struct side *side, const struct program *program)
{
	run_sample_spec(out, run, side, program);
	out->merge = true;
	out->output_max = OUTPUT_MAX;
	return lake_argv(&out->argv, run->data, &out->env, side);
}

static int lake_collect(struct readings *out, struct run *run,
			struct side *side, const struct program *program,
			const struct sample *sample)
{
	const struct lake_job *job = run->data;
	const struct report report = {
		.name = TOTAL,
		.format = format_find("lakeprof"),
		.dir = side->dir,
		.file = job->output_file,
		.filter = &job->filter,
	};

	(void)program;
	int rc = collect_report(out, &report, sample);
	if (rc || readings_has(out, TOTAL))
		return rc;
	struct reading *total = readings_add(out, TOTAL);
	total->seconds = sample->seconds;
	total->whole = true;
	total->kind = KIND_BUILD;
	metrics_copy(&total->metrics, &sample->metrics);
	return 0;
}

static void lake_close(struct run *run)
{
	struct lake_job *job = run->data;

	side_close_all(run);
	strlist_release(&job->cold);
	filter_release(&job->filter);
	free(job);
	run->data = NULL;
}

const struct driver driver_lake = {
	.name = "lake",
	.keys = keys,
	.defaults = lake_defaults,
	.check = lake_check,
	.open = lake_open,
	.build = lake_build,
	.programs = lake_programs,
	.before = lake_before,
	.spec = lake_spec,
	.collect = lake_collect,
	.close = lake_close,
};
