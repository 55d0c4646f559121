#include "suite/sandmark.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "suite/command.h"
#include "suite/compiler_plan.h"
#include "suite/reading.h"

const char *const sandmark_keys[] = {
	"sandmark",	 "revision",  "mode",	   "run-config",
	"tag",		 "wrapper",   "configure", "make-target",
	"jobs",		 "libraries", "vendor",	   "ocamlrunparam",
	"ocaml-version", "iterations", NULL,
};

/* Of those that a configuration has, the first is used. */
static const char *const usual_wrappers[] = { "orunchrt", "orun", NULL };

/* ==== Configuration ===================================================== */

bool sandmark_is_make(const struct suite *suite)
{
	return !strcmp(suite_get(suite, "mode", "native"), "make");
}

static int check_configure(const struct suite *suite)
{
	auto_free char *line = compiler_plan_line(suite);
	AUTO(strlist) words = STRLIST_INIT;

	if (!*line || !command_split(&words, line))
		return 0;
	return suite_fail_in(suite, "configure");
}

static int check_paths(const struct suite *suite)
{
	AUTO(strlist) paths = STRLIST_INIT;

	suite_get_all(&paths, suite, "run-config");
	for (size_t i = 0; i < paths.nr; i++)
		if (*paths.items[i] == '/' || strstr(paths.items[i], ".."))
			return suite_fail(suite, "run-config",
					  "%s is no file of the checkout",
					  paths.items[i]);
	return 0;
}

int sandmark_check(const struct suite *suite)
{
	const char *where = suite_get(suite, "sandmark", NULL);
	const char *mode = suite_get(suite, "mode", "native");
	int number;

	if (!where)
		return suite_fail(suite, "driver",
				  "it needs a Sandmark checkout "
				  "('sandmark = <path or URL>')");
	if (sources_is_url(where) && !suite_get(suite, "revision", NULL))
		return suite_fail(suite, "sandmark",
				  "a URL needs a commit "
				  "('revision = <full sha>')");
	if (strcmp(mode, "native") && strcmp(mode, "make"))
		return suite_fail(suite, "mode",
				  "the mode is 'native' or 'make', not '%s'",
				  mode);
	int rc = suite_get_int(&number, suite, "jobs", 1, 1024, 1);
	if (!rc)
		rc = suite_get_int(&number, suite, "iterations", 1, 1000, 1);
	if (!rc)
		rc = check_configure(suite);
	return rc ? rc : check_paths(suite);
}

/* ==== Rows ============================================================== */

/* No tag is asked for by "*". */
static bool has_tag(const struct config_benchmark *benchmark,
		    const struct strlist *tags)
{
	for (size_t i = 0; i < tags->nr; i++)
		if (!strcmp(tags->items[i], "*") ||
		    strlist_has(&benchmark->tags, tags->items[i]))
			return true;
	return false;
}

/*
 * A configuration of parallel runs has their sequential counterparts too:
 * only those that say so by name run on several domains.
 */
static void add_row(struct sandmark *s, const struct sandmark_config *config,
		    const struct config_benchmark *benchmark,
		    const struct config_run *run, char *name)
{
	bool parallel = config_benchmark_is_parallel(benchmark);

	ARRAY_GROW(s->rows, s->nr_rows + 1, s->cap_rows);
	s->rows[s->nr_rows++] = (struct sandmark_row){
		.name = name,
		.config = config,
		.benchmark = benchmark,
		.run = run,
		.kind = parallel ? KIND_PARALLEL : KIND_SEQUENTIAL,
		.domains = config_run_domains(benchmark, run),
	};
}

/* Is it fit to be a target's name? Else it is said, and left out. */
static bool check_name(struct run *run, const struct sandmark_config *config,
		       const char *name)
{
	const char *why;

	if (target_name_is_valid(name, &why))
		return true;
	auto_free char *shown = text_escape(name);
	run_note(run, "%s: a run is left out, its name %s: %.60s",
		 config->path, why, shown);
	return false;
}

static void add_rows(struct sandmark *s, struct run *run,
		     const struct sandmark_config *config,
		     const struct strlist *tags, const struct filter *filter)
{
	for (size_t i = 0; i < config->config.nr_benchmarks; i++) {
		const struct config_benchmark *b =
			&config->config.benchmarks[i];

		if (!has_tag(b, tags))
			continue;
		for (size_t j = 0; j < b->nr_runs; j++) {
			auto_free char *name = config_run_name(
				b, &b->runs[j], config->wrapper->name);

			if (filter_takes(filter, name) &&
			    check_name(run, config, name))
				add_row(s, config, b, &b->runs[j],
					STEAL(name));
		}
	}
}

static int compare_names(const void *a, const void *b)
{
	const struct sandmark_row *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

static void mark_twice(struct sandmark *s)
{
	auto_free struct sandmark_row **sorted =
		xcalloc(s->nr_rows + 1, sizeof(*sorted));

	for (size_t i = 0; i < s->nr_rows; i++)
		sorted[i] = &s->rows[i];
	qsort(sorted, s->nr_rows, sizeof(*sorted), compare_names);
	for (size_t i = 1; i < s->nr_rows; i++)
		if (!strcmp(sorted[i - 1]->name, sorted[i]->name))
			sorted[i - 1]->twice = sorted[i]->twice = true;
}

static int choose_rows(struct sandmark *s, struct run *run)
{
	AUTO(filter) filter = FILTER_INIT;
	AUTO(strlist) tags = STRLIST_INIT;
	int rc = filter_init(&filter, run);

	if (rc)
		return rc;
	suite_get_all(&tags, run->suite, "tag");
	if (!tags.nr)
		strlist_add(&tags, "macro_bench");
	for (size_t i = 0; i < s->nr_configs; i++)
		add_rows(s, run, &s->configs[i], &tags, &filter);
	mark_twice(s);
	return 0;
}

void sandmark_report_twice(const struct sandmark *sandmark, struct run *run)
{
	for (size_t i = 0; i < sandmark->nr_rows; i++) {
		const struct sandmark_row *row = &sandmark->rows[i];

		if (!row->twice || sandmark_find(sandmark, row->name) != row)
			continue;
		for (size_t j = 0; j < run->nr_sides; j++)
			run_missing(run, row->name, run->sides[j].index,
				    STAGE_CONFIG, "two runs of the "
						  "configuration have this "
						  "name");
	}
}

const struct sandmark_row *sandmark_find(const struct sandmark *sandmark,
					 const char *name)
{
	for (size_t i = 0; i < sandmark->nr_rows; i++)
		if (!strcmp(sandmark->rows[i].name, name))
			return &sandmark->rows[i];
	return NULL;
}

/* ==== Opening =========================================================== */

static int choose_wrapper(struct sandmark_config *config,
			  const struct suite *suite)
{
	AUTO(strlist) names = STRLIST_INIT;

	suite_get_all(&names, suite, "wrapper");
	if (!names.nr)
		strlist_add_all(&names, usual_wrappers);
	int rc = ERR_NOTFOUND;
	for (size_t i = 0; rc && i < names.nr; i++)
		rc = run_config_wrapper(&config->wrapper, &config->config,
					names.items[i]);
	return rc ? suite_fail(suite, "wrapper", "%s: %s", config->path,
			       error_message()) :
		    0;
}

static int read_config(struct sandmark_config *config, const struct sandmark *s,
		       const char *path, const struct suite *suite)
{
	AUTO(buf) text = BUF_INIT;

	config->path = xstrdup(path);
	int rc = sources_read(&text, &s->sources, path);
	if (!rc)
		rc = json_parse(&config->document, text.ptr, text.len, path);
	if (!rc)
		rc = run_config_parse(&config->config, text.ptr, text.len,
				      path);
	return rc ? rc : choose_wrapper(config, suite);
}

static int read_configs(struct sandmark *s, const struct suite *suite)
{
	AUTO(strlist) paths = STRLIST_INIT;
	int rc = 0;

	suite_get_all(&paths, suite, "run-config");
	if (!paths.nr)
		strlist_add(&paths, "run_config.json");
	s->configs = xcalloc(paths.nr, sizeof(*s->configs));
	while (!rc && s->nr_configs < paths.nr) {
		size_t i = s->nr_configs++;

		rc = read_config(&s->configs[i], s, paths.items[i], suite);
	}
	return rc;
}

static void find_vendored(struct sandmark *s, const struct run *run)
{
	AUTO(strlist) folders = STRLIST_INIT;

	suite_get_all(&folders, run->suite, "vendor");
	for (size_t i = 0; i < folders.nr; i++)
		strlist_take(&s->vendor,
			     sources_path(run->repo, folders.items[i]));
}

int sandmark_open(struct sandmark *out, struct run *run)
{
	const char *where = suite_get(run->suite, "sandmark", NULL);
	const char *revision = suite_get(run->suite, "revision", NULL);

	*out = (struct sandmark){ 0 };
	run_progress(run, "suite", where);
	int rc = sources_open(&out->sources, run->repo, where, revision);
	if (!rc) {
		free(run->suite_sha);
		run->suite_sha = xstrdup(out->sources.commit.hex);
		find_vendored(out, run);
		rc = read_configs(out, run->suite);
	}
	if (!rc)
		rc = choose_rows(out, run);
	if (rc)
		sandmark_release(out);
	return rc;
}

void sandmark_release(struct sandmark *sandmark)
{
	for (size_t i = 0; i < sandmark->nr_rows; i++)
		free(sandmark->rows[i].name);
	free(sandmark->rows);
	for (size_t i = 0; i < sandmark->nr_configs; i++) {
		free(sandmark->configs[i].path);
		json_decref(sandmark->configs[i].document);
		run_config_release(&sandmark->configs[i].config);
	}
	free(sandmark->configs);
	strlist_release(&sandmark->vendor);
	sources_release(&sandmark->sources);
	*sandmark = (struct sandmark){ 0 };
}
