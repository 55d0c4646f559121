/*
 * sandmark_job - a job of the driver "sandmark" on the repositories that
 * tests/fixtures/sandmark.sh makes, step by step; and what to look for.
 */
#ifndef TESTS_SANDMARK_JOB_H
#define TESTS_SANDMARK_JOB_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/environ.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/process.h"
#include "git/revision.h"
#include "measure/machine.h"
#include "measure/sample.h"
#include "suite/driver.h"
#include "suite/summary_bench.h"
#include "tap.h"

#define NATIVE                                                          \
	"[suite \"s\"]\n\tdriver = sandmark\n\tsandmark = ../sandmark\n"   \
	"\tjobs = 1\n"

/* ==== A job ============================================================= */

struct job {
	struct repo *repo;
	struct suites suites;
	struct variant *variants[4];
	struct side sides[4];
	struct run run;
	struct programs programs;
	struct recorder *recorder;
	struct machine machine;
	struct strlist missing; /* "side name stage: reason" */
};

static char *scratch;

static inline void note_missing(void *data, const char *target, int side,
			 const char *stage, const char *reason)
{
	struct job *job = data;

	strlist_addf(&job->missing, "%d %s %s: %s", side, target, stage,
		     reason);
}

static inline int fixture(char *const *argv)
{
	AUTO(process) p = PROCESS_INIT;

	strlist_add_all(&p.argv, (const char *const *)argv);
	int rc = process_run(&p);
	return rc || process_ok(&p) ? rc : process_fail(&p, argv[0]);
}

static inline char *in_scratch(const char *name)
{
	return file_join(scratch, name);
}

/* Sides are written "<revision>" or "<revision>:<variant>". */
static inline void add_side(struct job *job, const char *text)
{
	size_t n = job->run.nr_sides++;
	auto_free char *revision = xmemdupz(text, strcspn(text, ":"));
	const char *variant = strchr(text, ':');
	size_t count;

	job->sides[n].index = n;
	if (commit_resolve(&job->sides[n].commit, job->repo, revision) ||
	    suites_variants(&job->variants[n], &count, &job->suites,
			    job->run.suite, variant ? variant + 1 : NULL))
		ok(false, "side %s: %s", text, error_message());
	job->sides[n].variant = job->variants[n];
}

static inline int begin(struct job *job, const char *config, char *const *sides)
{
	auto_free char *path = in_scratch("compiler");
	auto_free char *artifacts = in_scratch("artifacts");

	*job = (struct job){ .run = { .sides = job->sides } };
	file_remove_tree(artifacts);
	int rc = file_mkdir_p(artifacts);
	if (!rc)
		rc = repo_open(&job->repo, path);
	if (!rc)
		rc = suites_parse(&job->suites, config, strlen(config));
	if (!rc)
		rc = suites_find(&job->run.suite, &job->suites, NULL);
	if (!rc)
		rc = recorder_open(&job->recorder);
	if (rc)
		return rc;
	machine_read(&job->machine);
	job->run.machine = &job->machine;
	job->run.repo = job->repo;
	job->run.toolchain = json_object();
	job->run.notes = json_array();
	job->run.artifact_dir = STEAL(artifacts);
	job->run.missing = note_missing;
	job->run.job = job;
	for (; *sides; sides++)
		add_side(job, *sides);
	rc = driver_sandmark.open(&job->run);
	for (size_t i = 0; !rc && i < job->run.nr_sides; i++)
		rc = driver_sandmark.build(&job->run, &job->sides[i]);
	return rc ? rc : driver_sandmark.programs(&job->programs, &job->run);
}

/* One sample of one program on one side. */
static inline int sample_once(struct readings *out, struct job *job, size_t program,
		       size_t side)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) sample = SAMPLE_INIT;
	const struct program *p = &job->programs.items[program];
	struct side *s = &job->sides[side];
	int rc = driver_sandmark.before(&job->run, s, p);

	if (!rc)
		rc = driver_sandmark.spec(&spec, &job->run, s, p);
	if (!rc)
		rc = sample_take(&sample, job->recorder, &spec);
	return rc ? rc : driver_sandmark.collect(out, &job->run, s, p,
						 &sample);
}

static inline int sample_all(struct readings *out, struct job *job, int samples)
{
	int rc = 0;

	for (int n = 0; n < samples; n++)
		for (size_t i = 0; i < job->programs.nr; i++)
			for (size_t j = 0; !rc && j < job->run.nr_sides; j++)
				if (job->programs.items[i].available[j])
					rc = sample_once(out, job, i, j);
	return rc;
}

static inline void end(struct job *job)
{
	if (job->run.data)
		driver_sandmark.close(&job->run);
	programs_release(&job->programs);
	for (size_t i = 0; i < job->run.nr_sides; i++) {
		variants_free(job->variants[i], 1);
		free(job->sides[i].dir);
	}
	recorder_close(job->recorder);
	machine_release(&job->machine);
	json_decref(job->run.toolchain);
	json_decref(job->run.notes);
	free(job->run.suite_sha);
	free(job->run.artifact_dir);
	strlist_release(&job->run.artifacts);
	strlist_release(&job->missing);
	suites_release(&job->suites);
	repo_free(job->repo);
}

/* A scratch folder with the repositories in it; false when they failed. */
static inline bool scratch_fill(void)
{
	char *argv[] = { (char *)"tests/fixtures/sandmark.sh", NULL, NULL };

	if (file_make_temp_dir(&scratch, "git-bench-sandmark"))
		return ok(false, "%s", error_message());
	argv[1] = scratch;
	return !fixture(argv) || ok(false, "%s", error_message());
}

static inline void scratch_empty(void)
{
	file_remove_tree(scratch);
	free(scratch);
	error_clear();
}

/* ==== What to look for ================================================== */

static inline bool has_line(const struct strlist *list, const char *start)
{
	for (size_t i = 0; i < list->nr; i++)
		if (!strncmp(list->items[i], start, strlen(start)))
			return true;
	return false;
}

static inline void is_missing(const struct job *job, const char *start)
{
	if (ok(has_line(&job->missing, start), "missing: %s", start))
		return;
	for (size_t i = 0; i < job->missing.nr; i++)
		printf("# %s\n", job->missing.items[i]);
}

static inline bool has_note(const struct job *job, const char *part)
{
	size_t i;
	json_t *note;

	json_array_foreach(job->run.notes, i, note)
		if (strstr(json_string_value(note), part))
			return true;
	return false;
}

static inline const struct reading *find(const struct readings *readings,
				  const char *name)
{
	for (size_t i = 0; i < readings->nr; i++)
		if (!strcmp(readings->items[i].target, name))
			return &readings->items[i];
	return NULL;
}

static inline void read_artifact(struct summary_bench *out, const struct job *job,
			  const char *part)
{
	for (size_t i = 0; i < job->run.artifacts.nr; i++) {
		AUTO(buf) text = BUF_INIT;
		const char *name = job->run.artifacts.items[i];
		auto_free char *path = file_join(job->run.artifact_dir, name);

		if (!strstr(name, part) || file_read(&text, path, 1 << 20))
			continue;
		summary_bench_parse(out, text.ptr, text.len);
		return;
	}
	ok(false, "there is an artifact *%s*", part);
}

/* The steps that the stand-in's makefile noted in a side's tree. */
static inline char *steps_of(const struct side *side)
{
	AUTO(buf) text = BUF_INIT;
	AUTO(strlist) words = STRLIST_INIT;
	auto_free char *path = xstrfmt("%s/tree/steps", side->dir);

	if (file_read(&text, path, 65536))
		return xstrdup(error_message());
	strlist_split(&words, text.ptr, "\n");
	return strlist_join(&words, " ");
}

#endif
