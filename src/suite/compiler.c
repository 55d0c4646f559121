#include "suite/compiler.h"

#include <string.h>

#include "base/clock.h"
#include "base/complaint.h"
#include "base/environ.h"
#include "base/error.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/text.h"
#include "measure/errand.h"
#include "suite/ocaml_config.h"
#include "suite/ocaml_tree.h"
#include "suite/sidebuild.h"

#define OUTPUT_MAX (4 << 20) /* bytes kept of a build's output */

/* ==== Environment ======================================================= */

static bool speaks_of_ocaml(const char *assignment)
{
	static const char *const starts[] = {
		"OCAML", "CAML", "OPAM", "DUNE_",
	};

	for (size_t i = 0; i < ARRAY_SIZE(starts); i++)
		if (text_starts_with(assignment, starts[i]))
			return true;
	return false;
}

void compiler_forget(struct strlist *env, const struct run *run,
		     const struct side *side)
{
	struct strlist kept = STRLIST_INIT;

	for (size_t i = 0; i < env->nr; i++) {
		if (!speaks_of_ocaml(env->items[i]) ||
		    strlist_has(&run->suite->env, env->items[i]) ||
		    strlist_has(&side->variant->env, env->items[i]))
			strlist_add(&kept, env->items[i]);
	}
	strlist_release(env);
	*env = kept;
}

/* How a program runs is no part of how it is built. */
static void build_environment(struct strlist *out, const struct run *run,
			      const struct side *side, const char *tree)
{
	side_build_environment(out, run, side, tree);
	compiler_forget(out, run, side);
	environ_set(out, "OCAMLRUNPARAM", NULL);
	environ_set(out, "CAMLRUNPARAM", NULL);
	environ_set(out, "LC_ALL", "C");
	/* A make that runs us must not talk to the one that we run. */
	environ_set(out, "MAKEFLAGS", NULL);
	environ_set(out, "MAKELEVEL", NULL);
	environ_set(out, "MFLAGS", NULL);
}

void compiler_environment(struct strlist *out, const struct run *run,
			  const struct side *side, const char *prefix,
			  const char *tree)
{
	build_environment(out, run, side, tree);
	const char *path = environ_get(out, "PATH");
	auto_free char *new_path = xstrfmt(
		"%s/bin:%s", prefix, path ? path : "/usr/bin:/bin");
	auto_free char *libraries = xstrfmt("%s/lib/ocaml", prefix);

	environ_set(out, "PATH", new_path);
	environ_set(out, "OCAMLPATH", libraries);
	environ_set(out, "DUNE_CACHE", "disabled");
}

/* ==== One build ========================================================= */

/* A build on its way: what the steps below share. */
struct build {
	struct compiler *compiler;
	struct run *run;
	const struct side *side;
	const struct compiler_plan *plan;
	struct strlist env;
	struct buf log;
	double deadline; /* monotonic; 0: none */
	char *why;	 /* first failure; NULL: fine so far */
};

static void build_release(struct build *b)
{
	strlist_release(&b->env);
	buf_release(&b->log);
	free(b->why);
}

static char *failure_of(const struct process *p, const char *what)
{
	auto_free char *outcome = process_outcome(p);
	auto_free char *reason = complaint_find(p->out.ptr);

	return xstrfmt("%s: %s%s%s", what, outcome, *reason ? ": " : "",
		       reason);
}

/*
 * Runs one step in `cwd`; a step that fails sets b->why, which makes all
 * further steps do nothing.
 */
static int step(struct build *b, const char *what, const char *cwd,
		const struct strlist *argv, const struct strlist *env)
{
	AUTO(process) p = PROCESS_INIT;

	if (b->why)
		return 0;
	if (b->deadline) {
		p.timeout = b->deadline - clock_monotonic();
		if (p.timeout < 1)
			p.timeout = 1;
	}
	auto_free char *detail = xstrfmt("%.10s: %s", b->side->commit.hex,
					 what);
	run_progress(b->run, "compiler", detail);
	strlist_add_all(&p.argv, (const char *const *)argv->items);
	strlist_add_all(&p.env, (const char *const *)env->items);
	p.cwd = cwd;
	p.merge = true;
	p.output_max = OUTPUT_MAX;
	int rc = errand_run(&p, b->run->recorder);
	if (rc && rc != ERR_NOTFOUND)
		return rc;
	buf_addf(&b->log, "==== %s\n%s\n", what,
		 rc ? error_message() : p.out.ptr);
	if (rc)
		b->why = xstrfmt("%s: %s", what, error_message());
	else if (!process_ok(&p))
		b->why = failure_of(&p, what);
	return 0;
}

static int configure(struct build *b)
{
	AUTO(strlist) argv = STRLIST_INIT;
	auto_free char *prefix = prefix_path(b->run->repo);

	strlist_add(&argv, "./configure");
	int rc = compiler_plan_options(&argv, b->plan, b->side->variant);
	/* The last one counts. */
	strlist_addf(&argv, "--prefix=%s", prefix);
	return rc ? rc : step(b, "configure", b->compiler->entry.tree, &argv,
			      &b->env);
}

static int make(struct build *b)
{
	AUTO(strlist) argv = STRLIST_INIT;

	strlist_add(&argv, "make");
	strlist_addf(&argv, "-j%d", b->plan->jobs);
	strlist_add(&argv, b->plan->make_target);
	return step(b, "make", b->compiler->entry.tree, &argv, &b->env);
}

static int make_install(struct build *b)
{
	AUTO(strlist) argv = STRLIST_INIT;

	strlist_add(&argv, "make");
	strlist_add(&argv, "install");
	strlist_addf(&argv, "prefix=%s", b->compiler->entry.prefix);
	return step(b, "make install", b->compiler->entry.tree, &argv,
		    &b->env);
}

/* A program that allocates, collects and says which compiler made it. */
static int try_out(struct build *b, const struct strlist *env)
{
	static const char program[] =
		"let () =\n"
		"  let l = List.init 100000 string_of_int in\n"
		"  Gc.full_major ();\n"
		"  assert (List.length l = 100000)\n";
	AUTO(strlist) compile = STRLIST_INIT;
	AUTO(strlist) execute = STRLIST_INIT;
	auto_free char *dir = file_join(b->compiler->entry.dir, "try");
	auto_free char *source = file_join(dir, "try.ml");
	int rc = file_mkdir_p(dir);

	strlist_split(&compile, "ocamlopt -o try.exe try.ml", " ");
	strlist_add(&execute, "./try.exe");
	if (!rc)
		rc = file_write(source, program, strlen(program));
	if (!rc)
		rc = step(b, "compiling a first program", dir, &compile, env);
	if (!rc)
		rc = step(b, "running a first program", dir, &execute, env);
	int removed = file_remove_tree(dir);
	return rc ? rc : removed;
}

static int build_libraries(struct build *b, const struct strlist *env,
			   const char *prefix)
{
	AUTO(strlist) argv = STRLIST_INIT;
	AUTO(strlist) with_prefix = STRLIST_INIT;
	auto_free char *dir = file_join(b->compiler->entry.dir, "libraries");

	if (!b->plan->libraries || b->why)
		return 0;
	strlist_add_all(&with_prefix, (const char *const *)env->items);
	environ_set(&with_prefix, "PREFIX", prefix);
	strlist_add(&argv, "/bin/sh");
	strlist_add(&argv, "-c");
	strlist_add(&argv, b->plan->libraries);
	int rc = file_mkdir_p(dir);
	return rc ? rc : step(b, "libraries", dir, &argv, &with_prefix);
}

/* What needs the installed compiler at work. */
static int finish_with_prefix(struct build *b)
{
	AUTO(prefix) prefix = PREFIX_INIT;
	AUTO(strlist) env = STRLIST_INIT;

	if (b->why)
		return 0;
	int rc = prefix_take(&prefix, b->run->repo, b->compiler->entry.prefix);
	if (rc)
		return rc;
	compiler_environment(&env, b->run, b->side, prefix.path,
			     b->compiler->entry.dir);
	rc = try_out(b, &env);
	return rc ? rc : build_libraries(b, &env, prefix.path);
}

static int run_steps(struct build *b)
{
	const char *tree = b->compiler->entry.tree;
	bool needs_configure = true;
	int rc = 0;

	if (b->compiler->entry.adopted)
		rc = ocaml_tree_prepare(&needs_configure, tree);
	if (!rc && needs_configure)
		rc = configure(b);
	if (!rc)
		rc = make(b);
	if (!rc)
		rc = make_install(b);
	if (!rc)
		rc = finish_with_prefix(b);
	if (!rc && !b->why)
		rc = ocaml_tree_stamp(tree);
	return rc;
}

static int build_entry(struct build *b)
{
	struct build_entry *entry = &b->compiler->entry;
	int rc = run_steps(b);

	if (!rc && b->why && entry->adopted && !interrupt_pending()) {
		buf_addf(&b->log, "==== from nothing, after: %s\n", b->why);
		free(STEAL(b->why));
		rc = buildcache_restart(entry);
		if (!rc)
			rc = run_steps(b);
	}
	return !rc && !b->why ? buildcache_complete(entry) : rc;
}

/* ==== The whole ========================================================= */

/* Everything that makes a compiler another one, but its sources. */
static int recipe_of(char **out, const struct compiler_plan *plan,
		     const struct run *run, const struct side *side)
{
	AUTO(strlist) parts = STRLIST_INIT;
	const struct strlist *lists[] = { &run->suite->env,
					  &side->variant->env,
					  &side->variant->params };

	strlist_add(&parts, "ocaml");
	int rc = compiler_plan_options(&parts, plan, side->variant);
	strlist_add(&parts, plan->make_target);
	strlist_add(&parts, plan->libraries ? plan->libraries : "");
	for (size_t i = 0; i < ARRAY_SIZE(lists); i++)
		for (size_t j = 0; j < lists[i]->nr; j++)
			if (!strstr(lists[i]->items[j], "CAMLRUNPARAM="))
				strlist_add(&parts, lists[i]->items[j]);
	*out = strlist_join(&parts, "\n");
	return rc;
}

static void said_waiting(void *data)
{
	run_progress(data, "compiler", "waiting for another build of it");
}

static int take_entry(struct compiler *out, struct run *run,
		      const struct side *side,
		      const struct compiler_plan *plan)
{
	auto_free char *version = xstrfmt("%s --version", plan->cc);
	auto_free char *toolchain = side_toolchain(run, side, version);
	auto_free char *recipe = NULL;
	int rc = recipe_of(&recipe, plan, run, side);
	const struct build_key key = {
		.commit = side->commit,
		.recipe = recipe,
		.toolchain = toolchain,
		.incremental = plan->incremental,
		.waiting = said_waiting,
		.waiting_data = run,
	};

	return rc ? rc : buildcache_get(&out->entry, run->repo, &key);
}

static int read_config(struct compiler *c, char **why, struct run *run)
{
	auto_free char *ocamlc = xstrfmt("%s/bin/ocamlc", c->entry.prefix);

	return ocaml_config_ask(&c->config, why, run->recorder, ocamlc);
}

int compiler_build(struct compiler *out, char **why, struct run *run,
		   const struct side *side, const struct compiler_plan *plan)
{
	AUTO(build) b = { .compiler = out,
			  .run = run,
			  .side = side,
			  .plan = plan,
			  .log = BUF_INIT };
	int rc = take_entry(out, run, side, plan);

	*why = NULL;
	if (!rc && !out->entry.complete) {
		if (plan->timeout > 0)
			b.deadline = clock_monotonic() + plan->timeout;
		build_environment(&b.env, run, side, out->entry.tree);
		rc = build_entry(&b);
		auto_free char *name = xstrfmt("build-%d.log", side->index);
		int kept = run_keep_artifact(run, name, b.log.ptr, b.log.len);
		rc = rc ? rc : kept;
	}
	if (!rc && !b.why)
		rc = read_config(out, &b.why, run);
	*why = STEAL(b.why);
	if (rc || *why)
		compiler_release(out);
	return rc;
}

const char *compiler_version(const struct compiler *compiler)
{
	return json_get_string(compiler->config, "version", "");
}

void compiler_release(struct compiler *compiler)
{
	buildcache_put(&compiler->entry);
	json_decref(compiler->config);
	compiler->config = NULL;
}
