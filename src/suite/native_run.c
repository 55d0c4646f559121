#include <ctype.h>
#include <math.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/environ.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "git/config.h"
#include "measure/machine.h"
#include "suite/command.h"
#include "suite/dataset.h"
#include "suite/image.h"
#include "suite/native.h"
#include "suite/ocaml_config.h"

static size_t row_index(const struct native *native,
			const struct program *program)
{
	const struct sandmark_row *row = program->data;

	return row - native->sandmark.rows;
}

static struct native_row *row_of(const struct run *run,
				 const struct side *side,
				 const struct program *program)
{
	struct native *native = run->data;

	return &native->sides[side - run->sides]
			.rows[row_index(native, program)];
}

/* ==== Programs ========================================================== */

static void add_program(struct programs *out, struct run *run, size_t i)
{
	struct native *native = run->data;
	const struct sandmark_row *row = &native->sandmark.rows[i];
	const struct target *target = suite_target(run->suite, row->name);
	struct program *program =
		programs_add(out, row->name, run->nr_sides);

	program->kind = row->kind;
	program->domains = row->domains;
	program->data = row;
	for (size_t j = 0; j < run->nr_sides; j++)
		program->available[j] = native->sides[j].rows &&
					native->sides[j].rows[i].ready;
	if (!target)
		return;
	program->samples = target->samples;
	program->warmups = target->warmups;
	program->timeout = target->timeout;
}

int native_programs(struct programs *out, struct run *run)
{
	struct native *native = run->data;

	/* Rows that cannot be run on any side are in `missing` already. */
	for (size_t i = 0; i < native->sandmark.nr_rows; i++)
		if (native->wrapped[i].argv.nr)
			add_program(out, run, i);
	return 0;
}

/*
 * Their input is the same by itself (dataset.h). A program of the compiler's
 * own is not looked at: it reads more than itself.
 */
bool native_is_same(const struct run *run, const struct side *a,
		    const struct side *b, const struct program *program)
{
	const struct native *native = run->data;
	const struct sandmark_row *row = program->data;
	const struct native_side *x = &native->sides[a - run->sides];
	const struct native_side *y = &native->sides[b - run->sides];
	size_t i = row_index(native, program);
	auto_free char *dir = config_benchmark_dir(row->benchmark);

	if (!*dir || !x->workspace || !y->workspace ||
	    !variant_runs_alike(a->variant, b->variant))
		return false;
	return image_is_same(x->rows[i].program, x->workspace->dir,
			     y->rows[i].program, y->workspace->dir);
}

int native_before(struct run *run, struct side *side,
		  const struct program *program)
{
	struct native *native = run->data;
	const struct native_row *row = row_of(run, side, program);
	const struct dataset set = {
		.workspace = native->sides[side - run->sides].workspace,
		.store = native->store,
	};
	int rc = 0;

	for (size_t i = 0; !rc && i < row->files.nr; i++)
		rc = dataset_restore(&set, row->files.items[i]);
	return rc;
}

/* ==== Starting one ====================================================== */

/* OCAMLRUNPARAM of a list of assignments, put behind what stands. */
static void add_param(struct strlist *params, const struct strlist *from)
{
	const char *value = from ? environ_get(from, "OCAMLRUNPARAM") : NULL;

	if (value && *value)
		strlist_add(params, value);
}

/*
 * From the most general to the most particular; the runtime lets the last
 * one win. 0x400 makes it print its gc figures at exit.
 */
static char *merged_params(const struct run *run, const struct side *side,
			   const struct strlist *wrapper,
			   const struct target *target)
{
	AUTO(strlist) params = STRLIST_INIT;
	const char *own = suite_get(run->suite, "ocamlrunparam", NULL);

	add_param(&params, wrapper);
	if (own)
		strlist_add(&params, own);
	add_param(&params, &run->suite->env);
	add_param(&params, target ? &target->env : NULL);
	add_param(&params, &side->variant->env);
	strlist_add(&params, "v=0x400");
	return strlist_join(&params, ",");
}

/* What neither suite, target nor variant sets is the wrapper's to set. */
static void put_wrapper(struct strlist *env, const struct strlist *wrapper,
			const struct run *run, const struct side *side)
{
	for (size_t i = 0; i < wrapper->nr; i++) {
		const char *assignment = wrapper->items[i];
		auto_free char *name =
			xmemdupz(assignment, strcspn(assignment, "="));

		if (!environ_get(&run->suite->env, name) &&
		    !environ_get(&side->variant->env, name))
			environ_put(env, assignment);
	}
}

static int set_environment(struct sample_spec *out, const struct run *run,
			   const struct side *side,
			   const struct sandmark_row *row)
{
	const struct target *target = suite_target(run->suite, row->name);
	const char *line = row->config->wrapper->environment;
	AUTO(strlist) wrapper = STRLIST_INIT;
	int rc = line && *line ? command_split(&wrapper, line) : 0;

	if (rc)
		return fail_in(rc, "%s: environment of wrapper '%s'",
			       row->config->path, row->config->wrapper->name);
	compiler_forget(&out->env, run, side);
	put_wrapper(&out->env, &wrapper, run, side);
	for (size_t i = 0; target && i < target->env.nr; i++)
		environ_put(&out->env, target->env.items[i]);
	auto_free char *params = merged_params(run, side, &wrapper, target);
	environ_set(&out->env, "OCAMLRUNPARAM", params);
	return 0;
}

static void set_argv(struct sample_spec *out, const struct native *native,
		     const struct wrapped *wrapped, const char *program)
{
	for (size_t i = 0; native->chrt && i < wrapped->chrt.nr; i++)
		strlist_add(&out->argv, wrapped->chrt.items[i]);
	for (size_t i = 0; i < wrapped->argv.nr; i++)
		strlist_add(&out->argv, i == wrapped->program ?
						program :
						wrapped->argv.items[i]);
}

int native_spec(struct sample_spec *out, struct run *run, struct side *side,
		const struct program *program)
{
	struct native *native = run->data;
	const struct sandmark_row *row = program->data;
	const struct native_row *built = row_of(run, side, program);
	const struct wrapped *wrapped =
		&native->wrapped[row_index(native, program)];
	const struct workspace *ws =
		native->sides[side - run->sides].workspace;
	auto_free char *dir = config_benchmark_dir(row->benchmark);
	auto_free char *why = NULL;

	run_sample_spec(out, run, side, program);
	free(out->cwd);
	out->cwd = *dir ? file_join(ws->top, dir) : xstrdup(ws->top);
	set_argv(out, native, wrapped,
		 *dir ? wrapped->argv.items[wrapped->program] :
			built->program);
	if (wrapped->input)
		out->input = *wrapped->input == '/' ?
				     xstrdup(wrapped->input) :
				     file_join(out->cwd, wrapped->input);
	/* As Sandmark does: some print a quarter of a gigabyte. */
	out->mute = true;
	if (run->suite->pin && wrapped->cpus)
		machine_map_cpus(&out->cpus, &why, run->machine,
				 wrapped->cpus);
	return set_environment(out, run, side, row);
}

/* ==== Its readings ====================================================== */

/* The program's own words are what explains a failure, not its figures. */
static bool add_failure(struct readings *out, const struct program *program,
			const struct sample *sample, size_t own_words)
{
	AUTO(buf) words = BUF_INIT;
	struct sample shown = *sample;

	buf_add(&words, sample->err.ptr, own_words);
	shown.err = words;
	return readings_add_failed_sample(out, program->name, &shown);
}

static int warmups_of(const struct run *run, const struct program *program)
{
	return program->warmups >= 0 ? program->warmups : run->suite->warmups;
}

int native_collect(struct readings *out, struct run *run, struct side *side,
		   const struct program *program, const struct sample *sample)
{
	struct native_row *row = row_of(run, side, program);
	AUTO(gc_stats) gc = { 0 };
	size_t own_words =
		gc_stats_parse(&gc, sample->err.ptr, sample->err.len);

	if (add_failure(out, program, sample, own_words))
		return 0;
	struct reading *reading = readings_add(out, program->name);
	reading->kind = program->kind;
	reading->domains = program->domains;
	reading->seconds = sample->seconds;
	reading->whole = true;
	metrics_copy(&reading->metrics, &sample->metrics);
	gc_stats_to_metrics(&reading->metrics, &gc);
	metrics_set(&reading->metrics, "codesize", row->codesize, "B");
	if (!gc.nr)
		run_note(run, "%s printed no gc figures", program->name);
	if (row->seen++ >= warmups_of(run, program))
		row_samples_add(&row->samples, sample, &gc);
	return 0;
}

/* ==== Beside the result ================================================= */

static void read_header(struct bench_header *out)
{
	struct utsname name;

	if (uname(&name))
		return;
	out->version = xstrdup(name.release);
	out->hostname = xstrdup(name.nodename);
	out->kernel = xstrdup(name.sysname);
	out->arch = xstrdup(name.machine);
}

/* Where the sources came from, without what may stand there of secrets. */
static char *source_url(const struct run *run, const struct side *side)
{
	auto_free char *url =
		config_string(run->repo, "remote.origin.url", NULL);
	const char *scheme = url ? strstr(url, "://") : NULL;

	if (!scheme)
		return xstrfmt("#%s", side->commit.hex);
	const char *host = scheme + strlen("://");
	size_t authority = strcspn(host, "/");
	const char *at = memrchr(host, '@', authority);
	return xstrfmt("%.*s%s#%s", (int)(host - url), url,
		       at ? at + 1 : host, side->commit.hex);
}

static void write_row(struct buf *out, const struct native *native, size_t i,
		      const struct native_side *side, json_t *ocaml,
		      const char *url)
{
	struct native_row *row = &side->rows[i];
	auto_free char *command =
		strlist_join(&native->wrapped[i].as_run, " ");
	struct summary_row written = {
		.name = native->sandmark.rows[i].name,
		.command = command,
		.ocaml = ocaml,
		.codesize = row->codesize,
		.ocaml_url = (char *)url,
	};

	if (row_samples_median(&written, &row->samples))
		summary_bench_write_row(out, &written);
}

/* "5.3.0+dev0-2023-12-22+d0ac496c2d+flambda", fit for a file's name. */
static char *side_label(const struct run *run, const struct side *side)
{
	const struct native *native = run->data;
	const struct compiler *compiler =
		&native->sides[side - run->sides].compiler;
	const char *variant = side->variant->name;
	char *label = xstrfmt("%.40s+%.10s%s%.60s", compiler_version(compiler),
			      side->commit.hex,
			      *variant && *variant != '+' ? "+" : "", variant);

	for (char *p = label; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("+-._=,", *p))
			*p = '_';
	return label;
}

static int write_side(struct run *run, const struct side *side,
		      const char *wrapper)
{
	struct native *native = run->data;
	const struct native_side *mine = &native->sides[side - run->sides];
	AUTO(buf) text = BUF_INIT;
	AUTO(bench_header) header = { 0 };
	json_auto_t *ocaml = ocaml_config_of_row(mine->compiler.config);
	auto_free char *url = source_url(run, side);

	read_header(&header);
	summary_bench_write_header(&text, &header);
	size_t header_len = text.len;
	for (size_t i = 0; i < native->sandmark.nr_rows; i++)
		if (!strcmp(native->sandmark.rows[i].config->wrapper->name,
			    wrapper))
			write_row(&text, native, i, mine, ocaml, url);
	if (text.len == header_len)
		return 0;
	auto_free char *label = side_label(run, side);
	auto_free char *name =
		xstrfmt("%s_1.%s.summary.bench", label, wrapper);
	if (strlist_has(&run->artifacts, name)) {
		free(name);
		name = xstrfmt("%s+side%d_1.%s.summary.bench", label,
			       side->index, wrapper);
	}
	return run_keep_artifact(run, name, text.ptr, text.len);
}

int native_finish(struct run *run)
{
	struct native *native = run->data;
	AUTO(strlist) wrappers = STRLIST_INIT;
	int rc = 0;

	for (size_t i = 0; i < native->sandmark.nr_configs; i++) {
		const char *name = native->sandmark.configs[i].wrapper->name;

		if (!strlist_has(&wrappers, name))
			strlist_add(&wrappers, name);
	}
	for (size_t i = 0; !rc && i < run->nr_sides; i++)
		for (size_t j = 0; !rc && run->sides[i].built &&
				   j < wrappers.nr;
		     j++)
			rc = write_side(run, &run->sides[i],
					wrappers.items[j]);
	return rc;
}
