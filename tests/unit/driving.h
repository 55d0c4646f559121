/*
 * driving - what the test programs of drivers share: a repository, a suite
 * out of a text, and the steps of a job. Each includes it once.
 */
#ifndef TESTS_DRIVING_H
#define TESTS_DRIVING_H

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "git/repo.h"
#include "git/revision.h"
#include "measure/sample.h"
#include "scratch.h"
#include "suite/driver.h"
#include "tap.h"

#define SIDES 2

static struct repo *repo;
static struct recorder *recorder;
static struct suites suites;
static struct run run;
static struct side sides[SIDES];
static struct variant no_variant = { .name = (char *)"" };
static struct programs programs;
static struct readings readings;
/* "target/side/stage: reason" of what is missing. */
static struct strlist missing;

static void add_missing(void *job, const char *target, int side,
			const char *stage, const char *reason)
{
	(void)job;
	strlist_addf(&missing, "%s/%d/%s: %s", target, side, stage, reason);
}

static void end_job(void)
{
	if (run.data)
		run.suite->driver->close(&run);
	programs_release(&programs);
	readings_clear(&readings);
	strlist_clear(&missing);
	strlist_release(&run.artifacts);
	json_decref(run.toolchain);
	json_decref(run.notes);
	free(run.artifact_dir);
	suites_release(&suites);
	run = (struct run){ 0 };
}

/* Opens a job of base and head and builds both; ends the one before it. */
static int begin_job(const char *config, const char *base, const char *head)
{
	end_job();
	run = (struct run){
		.repo = repo,
		.sides = sides,
		.nr_sides = SIDES,
		.toolchain = json_object(),
		.notes = json_array(),
		.artifact_dir = xstrdup(scratch_path("artifacts")),
		.missing = add_missing,
	};
	int rc = suites_parse(&suites, config, strlen(config));
	if (!rc)
		rc = suites_find(&run.suite, &suites, NULL);
	if (!rc)
		rc = file_mkdir_p(run.artifact_dir);
	for (int i = 0; !rc && i < SIDES; i++) {
		sides[i] = (struct side){ .index = i, .variant = &no_variant };
		rc = commit_resolve(&sides[i].commit, repo, i ? head : base);
	}
	if (!rc)
		rc = run.suite->driver->open(&run);
	for (int i = 0; !rc && i < SIDES; i++)
		rc = run.suite->driver->build(&run, &sides[i]);
	if (!rc)
		rc = run.suite->driver->programs(&programs, &run);
	if (rc)
		printf("# %s\n", error_message());
	return rc;
}

/* One sample of a program on a side; what it reads is in `readings`. */
static int take(const char *name, int side)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) sample = SAMPLE_INIT;
	const struct driver *driver = run.suite->driver;
	int rc = ERR_NOTFOUND;

	readings_clear(&readings);
	for (size_t i = 0; i < programs.nr; i++) {
		const struct program *program = &programs.items[i];

		if (strcmp(program->name, name))
			continue;
		rc = driver->before ?
			     driver->before(&run, &sides[side], program) : 0;
		if (!rc)
			rc = driver->spec(&spec, &run, &sides[side], program);
		if (!rc)
			rc = sample_take(&sample, recorder, &spec);
		if (!rc)
			rc = driver->collect(&readings, &run, &sides[side],
					     program, &sample);
	}
	if (rc)
		printf("# %s\n", error_message());
	return rc;
}

/* The reading of a target; one that has nothing when there is none. */
static const struct reading *reading(const char *target)
{
	static const struct reading none = { .seconds = -1,
					     .failure = (char *)"(none)",
					     .reason = (char *)"" };

	for (size_t i = 0; i < readings.nr; i++)
		if (!strcmp(readings.items[i].target, target))
			return &readings.items[i];
	return &none;
}

static void begin_driving(void)
{
	scratch_begin();
	sh("", "git init -q -b main repo");
	if (repo_open(&repo, scratch_path("repo")) || recorder_open(&recorder)) {
		printf("Bail out! %s\n", error_message());
		exit(99);
	}
}

static void end_driving(void)
{
	end_job();
	recorder_close(recorder);
	repo_free(repo);
	readings_release(&readings);
	strlist_release(&missing);
}

#endif
