#include "suite/makerun.h"

#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "suite/buildstore.h"

#define VERSION_MAX 65536
#define CONFIG_NAME "git-bench-config.json"

struct makerun_side *makerun_side(const struct run *run,
				  const struct side *side)
{
	struct makerun *m = run->data;

	return &m->sides[side - run->sides];
}

/* ==== Opening =========================================================== */

int makerun_open(struct run *run)
{
	struct makerun *m = xcalloc(1, sizeof(*m));
	auto_free char *make = file_find_program("make");

	run->data = m;
	m->sides = xcalloc(run->nr_sides, sizeof(*m->sides));
	for (size_t i = 0; i < run->nr_sides; i++)
		m->sides[i].lock = -1;
	if (!make) {
		int rc = fail(ERR_NOTFOUND, "Sandmark cannot run without make");
		fail_hint("on Debian: apt install build-essential");
		return rc;
	}
	int rc = suite_get_int(&m->iterations, run->suite, "iterations", 1,
			       1000, 1);
	if (!rc)
		rc = sandmark_open(&m->sandmark, run);
	if (!rc)
		sandmark_report_twice(&m->sandmark, run);
	return rc;
}

void makerun_close(struct run *run)
{
	struct makerun *m = run->data;

	if (!m)
		return;
	for (size_t i = 0; i < run->nr_sides; i++) {
		struct makerun_side *side = &m->sides[i];

		if (side->lock >= 0) {
			file_remove_tree(side->dir);
			buildstore_unlock_and_remove(side->lock, side->dir);
		}
		free(side->dir);
		free(side->version);
		free(side->stem);
		free(side->name);
		free(side->configure);
	}
	free(m->sides);
	sandmark_release(&m->sandmark);
	free(m);
	run->data = NULL;
}

/* ==== Programs ========================================================== */

static size_t count_rows(const struct makerun *m,
			 const struct sandmark_config *config)
{
	size_t rows = 0;

	for (size_t i = 0; i < m->sandmark.nr_rows; i++)
		rows += m->sandmark.rows[i].config == config &&
			!m->sandmark.rows[i].twice;
	return rows;
}

int makerun_programs(struct programs *out, struct run *run)
{
	struct makerun *m = run->data;
	const struct suite *suite = run->suite;

	for (size_t i = 0; i < m->sandmark.nr_configs; i++) {
		const struct sandmark_config *config =
			&m->sandmark.configs[i];
		size_t rows = count_rows(m, config);

		if (!rows)
			continue;
		struct program *program =
			programs_add(out, config->path, run->nr_sides);
		program->many = true;
		program->warmups = 0;
		program->data = config;
		if (suite->timeout > 0 && suite->build_timeout > 0)
			program->timeout = suite->build_timeout +
					   suite->timeout * rows *
						   m->iterations;
		for (size_t j = 0; j < run->nr_sides; j++)
			program->available[j] = run->sides[j].built;
	}
	return 0;
}

/* ==== One fresh checkout ================================================ */

static bool is_chosen(const struct makerun *m,
		      const struct config_benchmark *benchmark,
		      const struct config_run *run)
{
	for (size_t i = 0; i < m->sandmark.nr_rows; i++) {
		const struct sandmark_row *row = &m->sandmark.rows[i];

		if (row->benchmark == benchmark && row->run == run)
			return !row->twice;
	}
	return false;
}

/* A benchmark of the document with only the runs that were chosen; or NULL. */
static json_t *chosen_runs(const struct makerun *m, const json_t *document,
			   const struct config_benchmark *benchmark)
{
	json_t *copy = json_copy((json_t *)document);
	json_t *runs = json_array();

	for (size_t i = 0; i < benchmark->nr_runs; i++)
		if (is_chosen(m, benchmark, &benchmark->runs[i]))
			json_array_append(runs,
					  json_array_get(json_object_get(
								 document,
								 "runs"),
							 i));
	bool any = json_array_size(runs);
	json_object_set_new(copy, "runs", runs);
	if (any)
		return copy;
	json_decref(copy);
	return NULL;
}

/* The run configuration without what was not asked for. */
static int write_config(const struct makerun *m,
			const struct sandmark_config *config, const char *dir)
{
	json_auto_t *document = json_copy(config->document);
	json_t *all = json_object_get(config->document, "benchmarks");
	json_t *chosen = json_array();
	auto_free char *path = file_join(dir, CONFIG_NAME);

	for (size_t i = 0; i < config->config.nr_benchmarks; i++) {
		json_t *some = chosen_runs(m, json_array_get(all, i),
					   &config->config.benchmarks[i]);

		if (some)
			json_array_append_new(chosen, some);
	}
	json_object_set_new(document, "benchmarks", chosen);
	auto_free char *text = json_pretty(document);
	return file_write(path, text, strlen(text));
}

/* ocaml-versions/<stem>.json: Sandmark's own, with our source. */
static int write_version(const struct run *run, const struct side *side,
			 const char *dir)
{
	const struct makerun_side *m = makerun_side(run, side);
	auto_free char *path =
		xstrfmt("%s/ocaml-versions/%s.json", dir, m->stem);
	auto_free char *above = xstrfmt("%s/ocaml-versions", dir);
	auto_free char *url = makerun_source(run, side);
	json_auto_t *document = NULL;
	AUTO(buf) text = BUF_INIT;
	int rc = file_mkdir_p(above);

	if (!rc && file_exists(path))
		rc = file_read(&text, path, VERSION_MAX);
	if (!rc && text.len)
		rc = json_parse(&document, text.ptr, text.len, path);
	if (rc)
		return rc;
	if (!json_is_object(document)) {
		json_decref(document);
		document = json_object();
	}
	json_set_string(document, "url", url);
	if (*m->configure)
		json_set_string(document, "configure", m->configure);
	auto_free char *written = json_pretty(document);
	return file_write(path, written, strlen(written));
}

int makerun_before(struct run *run, struct side *side,
		   const struct program *program)
{
	struct makerun *m = run->data;
	struct makerun_side *own = makerun_side(run, side);
	AUTO(strlist) absent = STRLIST_INIT;
	int rc = file_remove_tree(own->dir);

	if (!rc)
		rc = sources_lay_out(&absent, &m->sandmark.sources,
				      own->dir);
	if (!rc)
		rc = write_config(m, program->data, own->dir);
	if (!rc)
		rc = write_version(run, side, own->dir);
	for (size_t i = 0; !rc && i < absent.nr; i++)
		run_note(run, "%s is absent from the suite's repository",
			 absent.items[i]);
	clock_gettime(CLOCK_REALTIME_COARSE, &own->begun);
	return rc;
}

int makerun_spec(struct sample_spec *out, struct run *run, struct side *side,
		 const struct program *program)
{
	const struct makerun *m = run->data;
	const struct makerun_side *own = makerun_side(run, side);
	const struct sandmark_config *config = program->data;
	const char *wrapper = config->wrapper->name;
	auto_free char *url = makerun_source(run, side);

	run_sample_spec(out, run, side, program);
	strlist_add(&out->argv, "make");
	strlist_addf(&out->argv, "ocaml-versions/%s.bench", own->stem);
	strlist_addf(&out->argv, "SANDMARK_URL=%s", url);
	strlist_addf(&out->argv, "SANDMARK_CUSTOM_NAME=%s", own->name);
	strlist_add(&out->argv, "RUN_CONFIG_JSON=" CONFIG_NAME);
	strlist_addf(&out->argv, "RUN_BENCH_TARGET=run_%s", wrapper);
	strlist_addf(&out->argv, "BUILD_BENCH_TARGET=%s",
		     strcmp(wrapper, "orunchrt") ? "buildbench" :
						   "multibench_parallel");
	strlist_addf(&out->argv, "ITER=%d", m->iterations);
	strlist_add(&out->argv, "OPT_WAIT=0");
	out->merge = true;
	out->count = false;
	return 0;
}
