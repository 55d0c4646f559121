#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "measure/errand.h"
#include "measure/machine.h"
#include "suite/buildstore.h"
#include "suite/codesize.h"
#include "suite/dataset.h"
#include "suite/native.h"
#include "suite/vendor.h"

/* ==== Opening =========================================================== */

static int check_dune(struct run *run)
{
	auto_free char *version = NULL;
	int rc = workspace_check_dune(&version, run->recorder);

	if (!rc)
		json_set_string(run->toolchain, "dune", version);
	return rc;
}

/* The folder's name changes with all that the workspace is made of. */
static int name_workspaces(struct native *native, struct run *run)
{
	auto_free char *vendored = NULL;
	struct oid digest;
	int rc = vendor_digest(&vendored, &native->sandmark.vendor);

	if (rc)
		return rc;
	auto_free char *text =
		xstrfmt("%s %s", run->suite_sha, vendored);
	oid_of_blob(&digest, text, strlen(text));
	native->name = xstrfmt("suite-%.16s", digest.hex);
	native->store = xstrfmt("%s/suites/%.16s.data",
				repo_cache_dir(run->repo), digest.hex);
	if (native->sandmark.vendor.nr)
		json_set_string(run->toolchain, "vendored", vendored);
	return 0;
}

/* May we raise the priority as a wrapper's "chrt -r 1" asks? */
static int try_chrt(bool *out, struct run *run, const struct strlist *chrt)
{
	AUTO(process) p = PROCESS_INIT;

	strlist_add_all(&p.argv, (const char *const *)chrt->items);
	strlist_add(&p.argv, "true");
	int rc = errand_run(&p, run->recorder);
	*out = !rc && process_ok(&p);
	return rc == ERR_NOTFOUND ? 0 : rc;
}

static void cannot_run(struct run *run, const struct sandmark_row *row,
		       const char *why)
{
	for (size_t i = 0; i < run->nr_sides; i++)
		run_missing(run, row->name, run->sides[i].index, STAGE_CONFIG,
			    why);
}

/* "./bdd.exe" where it has a folder, as Sandmark runs it. */
static int wrap_row(struct wrapped *out, const struct sandmark_row *row)
{
	const char *slash = strrchr(row->benchmark->executable, '/');
	auto_free char *program =
		xstrfmt("%s%s", slash ? "./" : "",
			slash ? slash + 1 : row->benchmark->executable);

	return wrapper_apply(out, row->config->wrapper->command,
			     row->run->paramwrapper, program,
			     row->run->params);
}

static int wrap_rows(struct native *native, struct run *run)
{
	const struct strlist *chrt = NULL;

	native->wrapped = xcalloc(native->sandmark.nr_rows + 1,
				  sizeof(*native->wrapped));
	for (size_t i = 0; i < native->sandmark.nr_rows; i++) {
		const struct sandmark_row *row = &native->sandmark.rows[i];
		struct wrapped *wrapped = &native->wrapped[i];

		if (row->twice)
			continue;
		if (wrap_row(wrapped, row)) {
			cannot_run(run, row, error_message());
			wrapped_release(wrapped);
		} else if (wrapped->chrt.nr) {
			chrt = &wrapped->chrt;
		}
	}
	sandmark_report_twice(&native->sandmark, run);
	int rc = chrt ? try_chrt(&native->chrt, run, chrt) : 0;
	if (!rc && chrt && !native->chrt)
		run_note(run, "chrt is not permitted here: programs ran at "
			      "normal priority");
	return rc;
}

/* Said once for each list of CPUs that the machine does not have. */
static void note_cpus(const struct native *native, struct run *run)
{
	for (size_t i = 0; i < native->sandmark.nr_rows; i++) {
		auto_free char *cpus = NULL;
		auto_free char *why = NULL;

		if (!run->suite->pin || !native->wrapped[i].cpus)
			continue;
		if (!machine_map_cpus(&cpus, &why, run->machine,
				      native->wrapped[i].cpus) &&
		    why)
			run_note(run, "%s", why);
	}
}

/* Held to keep it, and touched, for what was not used for long goes first. */
static int hold_store(struct native *native)
{
	int rc = file_mkdir_p(native->store);

	if (!rc)
		rc = buildstore_lock(&native->store_lock, native->store, false,
				     true, NULL, NULL);
	if (!rc)
		rc = file_mkdir_p(native->store);
	(void)utimensat(AT_FDCWD, native->store, NULL, 0);
	return rc;
}

int native_open(struct run *run)
{
	struct native *native = xcalloc(1, sizeof(*native));

	run->data = native;
	native->store_lock = -1;
	native->sides = xcalloc(run->nr_sides, sizeof(*native->sides));
	for (size_t i = 0; i < run->nr_sides; i++)
		native->sides[i].compiler = (struct compiler)COMPILER_INIT;
	int rc = compiler_plan_read(&native->plan, run);
	if (!rc)
		rc = check_dune(run);
	if (!rc)
		rc = sandmark_open(&native->sandmark, run);
	if (!rc)
		rc = name_workspaces(native, run);
	if (!rc)
		rc = hold_store(native);
	if (!rc)
		rc = wrap_rows(native, run);
	if (!rc)
		note_cpus(native, run);
	return rc;
}

static void release_side(struct native_side *side, size_t nr_rows)
{
	for (size_t i = 0; side->rows && i < nr_rows; i++) {
		free(side->rows[i].program);
		strlist_release(&side->rows[i].files);
		row_samples_release(&side->rows[i].samples);
	}
	free(side->rows);
	if (!side->shared)
		workspace_close(side->workspace);
	compiler_release(&side->compiler);
}

void native_close(struct run *run)
{
	struct native *native = run->data;

	if (!native)
		return;
	for (size_t i = 0; i < run->nr_sides; i++)
		release_side(&native->sides[i], native->sandmark.nr_rows);
	free(native->sides);
	for (size_t i = 0; i < native->sandmark.nr_rows; i++)
		wrapped_release(&native->wrapped[i]);
	free(native->wrapped);
	compiler_plan_release(&native->plan);
	sandmark_release(&native->sandmark);
	free(native->name);
	free(native->store);
	if (native->store_lock >= 0)
		close(native->store_lock);
	free(native);
	run->data = NULL;
}

/* ==== Executables ======================================================= */

/* What building the rows of one side needs at hand. */
struct building {
	struct native *native;
	struct run *run;
	struct side *side;
	struct native_side *mine;
	struct strlist env;
	struct workspace_how how;
};

/*
 * A bare name is a program of some package: only one that was installed with
 * this very compiler is what the row wants to measure.
 */
static char *find_installed(const struct building *b, const char *name)
{
	auto_free char *path = xstrfmt(
		"%s/bin/%s", b->mine->compiler.entry.prefix, name);

	return file_is_executable(path) ? STEAL(path) : NULL;
}

static int build_program(char **why, struct native_row *out,
			 struct building *b, const struct sandmark_row *row)
{
	const char *executable = row->benchmark->executable;
	auto_free char *without = NULL;
	int rc = 0;

	*why = NULL;
	if (!strchr(executable, '/')) {
		out->program = find_installed(b, executable);
		if (!out->program)
			*why = xstrfmt("needs program \"%s\"", executable);
		return 0;
	}
	rc = workspace_build(b->mine->workspace, why, &without, executable,
			     &b->how);
	if (!rc && !*why)
		out->program = file_join(b->mine->workspace->top, executable);
	if (without)
		run_note(b->run, "%s was built without %s, which its stanza "
				 "lists and it does not need",
			 executable, without);
	return rc;
}

static int place_files(char **why, struct native_row *out, struct building *b,
		       const struct sandmark_row *row)
{
	const struct dataset set = { .workspace = b->mine->workspace,
				     .store = b->native->store };
	int rc = dataset_needs(&out->files, b->mine->workspace,
			       row->benchmark, row->run);

	for (size_t i = 0; !rc && !*why && i < out->files.nr; i++)
		rc = dataset_place(why, &set, out->files.items[i], &b->how);
	return rc;
}

static int build_row(struct building *b, size_t i)
{
	const struct sandmark_row *row = &b->native->sandmark.rows[i];
	struct native_row *out = &b->mine->rows[i];
	auto_free char *why = NULL;

	out->codesize = NAN;
	if (!b->native->wrapped[i].argv.nr)
		return 0;
	run_progress(b->run, "benchmarks", row->name);
	int rc = build_program(&why, out, b, row);
	if (!rc && !why)
		rc = place_files(&why, out, b, row);
	if (!rc && !why)
		rc = codesize_of(&out->codesize, out->program);
	if (!rc && why)
		run_missing(b->run, row->name, b->side->index, STAGE_BUILD,
			    why);
	out->ready = !rc && !why;
	return rc;
}

/* Equal sides have one build: it can be held once only. */
static struct workspace *earlier_workspace(const struct native *native,
					   const struct run *run,
					   const struct side *side,
					   const char *dir)
{
	for (size_t i = 0; i < run->nr_sides && &run->sides[i] != side; i++) {
		struct workspace *ws = native->sides[i].workspace;

		if (ws && !strcmp(ws->dir, dir))
			return ws;
	}
	return NULL;
}

static int open_workspace(struct building *b)
{
	auto_free char *dir = file_join(b->mine->compiler.entry.dir,
					b->native->name);

	b->mine->workspace =
		earlier_workspace(b->native, b->run, b->side, dir);
	b->mine->shared = b->mine->workspace;
	if (b->mine->shared)
		return 0;
	return workspace_open(&b->mine->workspace, dir,
			      &b->native->sandmark.sources,
			      &b->native->sandmark.vendor);
}

static int build_rows(struct building *b)
{
	AUTO(prefix) prefix = PREFIX_INIT;
	int rc = prefix_take(&prefix, b->run->repo,
			     b->mine->compiler.entry.prefix);

	if (rc)
		return rc;
	compiler_environment(&b->env, b->run, b->side, prefix.path,
			     b->mine->workspace->dir);
	b->how = (struct workspace_how){
		.env = &b->env,
		.jobs = b->native->plan.jobs,
		.recorder = b->run->recorder,
		.timeout = b->native->plan.timeout,
	};
	b->mine->rows = xcalloc(b->native->sandmark.nr_rows + 1,
				sizeof(*b->mine->rows));
	for (size_t i = 0; !rc && i < b->native->sandmark.nr_rows; i++)
		rc = build_row(b, i);
	return rc;
}

static void note_version(struct run *run, const struct side *side,
			 const char *version)
{
	json_t *versions = json_object_get(run->toolchain, "ocaml");

	if (!versions) {
		versions = json_object();
		json_object_set_new(run->toolchain, "ocaml", versions);
	}
	auto_free char *name = xstrfmt("%.12s%s", side->commit.hex,
				       side->variant->name);
	json_set_string(versions, name, version);
}

int native_build(struct run *run, struct side *side)
{
	struct native *native = run->data;
	struct building b = { .native = native,
			      .run = run,
			      .side = side,
			      .mine = &native->sides[side - run->sides] };
	auto_free char *why = NULL;
	int rc = compiler_build(&b.mine->compiler, &why, run, side,
				&native->plan);

	if (!rc && why)
		run_missing(run, "", side->index, STAGE_BUILD, why);
	if (rc || why)
		return rc;
	note_version(run, side, compiler_version(&b.mine->compiler));
	rc = open_workspace(&b);
	if (!rc)
		rc = build_rows(&b);
	if (!rc && b.mine->workspace->grown)
		rc = buildcache_recount(&b.mine->compiler.entry);
	strlist_release(&b.env);
	side->dir = xstrdup(b.mine->compiler.entry.dir);
	side->built = !rc;
	return rc;
}
