/*
 * The command driver: a build command, then targets (each a command whose
 * wall time, or a value in whose output, is measured), or one program (`run`)
 * that reports many targets in a format of others, or both.
 */
#include <string.h>

#include "base/environ.h"
#include "base/error.h"
#include "base/file.h"
#include "suite/collect.h"
#include "suite/command.h"
#include "suite/driver.h"
#include "suite/format.h"
#include "suite/image.h"
#include "suite/outfile.h"
#include "suite/sidebuild.h"
#include "suite/unit.h"

#define OUTPUT_MAX (64 << 20)
/* What `run` is called where its targets are not known. */
#define RUN_NAME "run"

static const char *const keys[] = {
	"run",	  "output", "output-file", "target", "value",	"unit",
	"better", "input",  "shell",	   "kind",   "domains", "binary",
	"rebuild", NULL,
};

/* What the driver keeps from open to close. */
struct command_job {
	struct filter filter;
	const char *run; /* borrowed from the suite; NULL: none */
	const char *output_file;
	const struct format *format;
};

/* ==== Checking ========================================================== */

static int check_run(const struct suite *suite)
{
	const char *run = suite_get(suite, "run", NULL);
	const char *output = suite_get(suite, "output", NULL);
	const char *file = suite_get(suite, "output-file", NULL);
	AUTO(strlist) words = STRLIST_INIT;

	if (!run && (output || file))
		return suite_fail(suite, output ? "output" : "output-file",
				  "'%s' needs a program: 'run = <command>'",
				  output ? "output" : "output-file");
	if (!run)
		return 0;
	auto_free char *formats = format_names();
	if (!output)
		return suite_fail(suite, "run",
				  "'run' needs 'output = <format>', one of: %s",
				  formats);
	if (!format_find(output))
		return suite_fail(suite, "output",
				  "there is no format '%s', only: %s", output,
				  formats);
	if (file && !outfile_name_is_inside(file))
		return suite_fail(suite, "output-file",
				  "'%s' leads out of the tree", file);
	if (suite->defaults.shell || !command_split(&words, run))
		return 0;
	return suite_fail_in(suite, "run");
}

static int check_command(const struct target *target)
{
	AUTO(strlist) words = STRLIST_INIT;

	if (target->shell || !command_split(&words, target->command))
		return 0;
	fail_in(ERR_BADDATA, "target '%s'", target->name);
	return entry_fail_in(target->origin);
}

static int check_target(const struct suite *suite, const struct target *target)
{
	const char *unit = target->unit ? target->unit : "";

	if (!target->command && !suite_get(suite, "run", NULL))
		return entry_fail(target->origin,
				  "target '%s' has no command", target->name);
	if (target->value && target->better == BETTER_UNSAID &&
	    unit_seconds(unit) <= 0 && !unit_is_rate(unit)) {
		int rc = entry_fail(target->origin,
				    "target '%s' has a value, and nothing "
				    "says which way is better", target->name);
		fail_hint("add 'unit = ms' or the like for a time, else "
			  "'better = lower' or 'better = higher'");
		return rc;
	}
	return target->command ? check_command(target) : 0;
}

static int command_check(const struct suite *suite)
{
	int rc = check_run(suite);

	for (size_t i = 0; !rc && i < suite->nr_targets; i++)
		rc = check_target(suite, &suite->targets[i]);
	if (rc || suite->nr_targets || suite_get(suite, "run", NULL))
		return rc;
	rc = suite_fail(suite, "driver", "it has nothing to measure");
	fail_hint("add 'target = <name> = <command>'");
	return rc;
}

static bool command_targets(struct strlist *out, const struct suite *suite)
{
	if (suite_get(suite, "run", NULL))
		return false;
	for (size_t i = 0; i < suite->nr_targets; i++)
		strlist_add(out, suite->targets[i].name);
	return true;
}

/* ==== Building ========================================================== */

static int command_open(struct run *run)
{
	struct command_job *job = xcalloc(1, sizeof(*job));
	const struct suite *suite = run->suite;

	run->data = job;
	job->run = suite_get(suite, "run", NULL);
	job->output_file = suite_get(suite, "output-file", NULL);
	job->format = format_find(suite_get(suite, "output", ""));
	return filter_init(&job->filter, run);
}

static void all_missing(struct run *run, const struct side *side,
			const char *reason)
{
	const struct command_job *job = run->data;

	for (size_t i = 0; i < run->suite->nr_targets; i++) {
		const struct target *target = &run->suite->targets[i];

		if (target->command && filter_takes(&job->filter, target->name))
			run_missing(run, target->name, side->index,
				    STAGE_BUILD, reason);
	}
	if (job->run)
		run_missing(run, RUN_NAME, side->index, STAGE_BUILD, reason);
}

/* What compiles a side, for the key of its build. Owned. */
static char *toolchain_of(struct run *run, const struct side *side)
{
	AUTO(strlist) env = STRLIST_INIT;

	run_environment(&env, run, side);
	const char *cc = environ_get(&env, "CC");
	auto_free char *version = xstrfmt("%s --version", cc ? cc : "cc");
	return side_toolchain(run, side, run->suite->build ? version : NULL);
}

static int command_build(struct run *run, struct side *side)
{
	auto_free char *toolchain = toolchain_of(run, side), *why = NULL;
	int rc = side_build(&why, run, side, toolchain);

	if (!rc && why)
		all_missing(run, side, why);
	return rc;
}

static int command_choose_layout(struct run *run, struct side *side,
				 int layout)
{
	auto_free char *toolchain = toolchain_of(run, side), *why = NULL;
	int rc = side_choose_layout(&why, run, side, toolchain, layout);

	if (!rc && why)
		run_note(run, "side %d did not build with BENCH_LAYOUT=%d",
			 side->index, layout);
	return rc;
}

/* ==== Programs ========================================================== */

static bool file_is_there(const struct side *side, const char *name)
{
	auto_free char *path = *name == '/' ? xstrdup(name) :
					      file_join(side->dir, name);

	return file_exists(path);
}

/* NULL when the command can be started on that side; else why not, owned. */
static char *why_absent(struct run *run, const struct side *side,
			const char *command, const struct target *target)
{
	AUTO(strlist) argv = STRLIST_INIT, env = STRLIST_INIT;

	run_environment(&env, run, side);
	for (size_t i = 0; i < target->env.nr; i++)
		environ_put(&env, target->env.items[i]);
	if (target->input && !file_is_there(side, target->input))
		return xstrfmt("there is no input file %s", target->input);
	if (command_argv(&argv, command, target->shell,
			 &side->variant->params))
		return xstrdup(error_message());
	if (command_exists(argv.items[0], &env, side->dir))
		return NULL;
	return xstrfmt("there is no program %s", argv.items[0]);
}

/* Adds the program if it is there on any side, tells where it is not. */
static void add_program(struct programs *out, struct run *run,
			const char *name, const char *command,
			const struct target *target)
{
	struct program *program = programs_add(out, name, run->nr_sides);
	bool anywhere = false;

	for (size_t i = 0; i < run->nr_sides; i++) {
		const struct side *side = &run->sides[i];

		if (!side->built)
			continue;
		auto_free char *why = why_absent(run, side, command, target);
		if (why)
			run_missing(run, name, side->index, STAGE_ABSENT, why);
		program->available[i] = !why;
		anywhere |= !why;
	}
	program->kind = target->kind;
	program->domains = target->domains;
	program->samples = target->samples;
	program->warmups = target->warmups;
	program->timeout = target->timeout;
	program->data = target;
	if (!anywhere)
		programs_drop_last(out);
}

static int command_programs(struct programs *out, struct run *run)
{
	const struct command_job *job = run->data;
	const struct suite *suite = run->suite;

	for (size_t i = 0; i < suite->nr_targets; i++) {
		const struct target *target = &suite->targets[i];

		if (target->command && filter_takes(&job->filter, target->name))
			add_program(out, run, target->name, target->command,
				    target);
	}
	size_t single = out->nr;
	if (job->run)
		add_program(out, run, RUN_NAME, job->run, &suite->defaults);
	for (size_t i = single; i < out->nr; i++)
		out->items[i].many = true;
	return 0;
}

/* The files that decide, where the suite names them. */
static bool have_same_files(const struct run *run, const struct side *a,
			    const struct side *b)
{
	AUTO(strlist) files = STRLIST_INIT;

	suite_get_all(&files, run->suite, "binary");
	for (size_t i = 0; i < files.nr; i++)
		if (!image_is_same(files.items[i], a->dir, files.items[i],
				   b->dir))
			return false;
	return files.nr > 0;
}

/* One build for both: the same tree, options and environment. */
static bool command_is_same(const struct run *run, const struct side *a,
			    const struct side *b, const struct program *program)
{
	(void)program;
	if (!a->dir || !b->dir || !variant_runs_alike(a->variant, b->variant))
		return false;
	return !strcmp(a->dir, b->dir) || have_same_files(run, a, b);
}

static int command_before(struct run *run, struct side *side,
			  const struct program *program)
{
	const struct command_job *job = run->data;

	if (!program->many || !job->output_file)
		return 0;
	return outfile_age(side->dir, job->output_file);
}

static int command_spec(struct sample_spec *out, struct run *run,
			struct side *side, const struct program *program)
{
	const struct command_job *job = run->data;
	const struct target *target = program->data;

	run_sample_spec(out, run, side, program);
	for (size_t i = 0; i < target->env.nr; i++)
		environ_put(&out->env, target->env.items[i]);
	out->input = xstrdup_or_null(target->input);
	if (program->many)
		out->output_max = OUTPUT_MAX;
	return command_argv(&out->argv,
			    program->many ? job->run : target->command,
			    target->shell, &side->variant->params);
}

/* ==== Collecting ======================================================== */

/* What .gitbench says of a target that the program named. */
static void apply_target(struct reading *reading, const struct suite *suite)
{
	const struct target *target = suite_target(suite, reading->target);
	struct metric *value = metrics_find(&reading->metrics, "value");

	if (!target)
		target = &suite->defaults;
	if (target->kind != KIND_SEQUENTIAL)
		reading->kind = target->kind;
	if (target->domains)
		reading->domains = target->domains;
	if (value && target->better != BETTER_UNSAID)
		value->higher_is_better = target->better == BETTER_HIGHER;
}

/* Targets that .gitbench speaks of and the program does not. */
static void add_unreported(struct readings *out, const struct run *run,
			   const struct filter *filter)
{
	const struct suite *suite = run->suite;

	/* A program that failed says it for all of them. */
	if (readings_has(out, RUN_NAME))
		return;
	for (size_t i = 0; i < suite->nr_targets; i++) {
		const struct target *target = &suite->targets[i];

		if (!target->command && filter_takes(filter, target->name) &&
		    !readings_has(out, target->name))
			readings_add_failure(out, target->name, STAGE_ABSENT,
					     "the program did not report it");
	}
}

static int command_collect(struct readings *out, struct run *run,
			   struct side *side, const struct program *program,
			   const struct sample *sample)
{
	const struct command_job *job = run->data;
	const struct report report = {
		.name = RUN_NAME,
		.format = job->format,
		.dir = side->dir,
		.file = job->output_file,
		.filter = &job->filter,
	};

	if (!program->many) {
		collect_target(out, program->data, sample);
		return 0;
	}
	int rc = collect_report(out, &report, sample);
	for (size_t i = 0; i < out->nr; i++)
		apply_target(&out->items[i], run->suite);
	add_unreported(out, run, &job->filter);
	return rc;
}

static void command_close(struct run *run)
{
	struct command_job *job = run->data;

	side_close_all(run);
	filter_release(&job->filter);
	free(job);
	run->data = NULL;
}

const struct driver driver_command = {
	.name = "command",
	.keys = keys,
	.check = command_check,
	.targets = command_targets,
	.open = command_open,
	.build = command_build,
	.programs = command_programs,
	.is_same = command_is_same,
	.choose_layout = command_choose_layout,
	.before = command_before,
	.spec = command_spec,
	.collect = command_collect,
	.close = command_close,
};
