#include "suite/sidebuild.h"

#include <string.h>

#include "base/environ.h"
#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "measure/errand.h"
#include "suite/buildcache.h"
#include "suite/command.h"
#include "suite/driver.h"

#define SOURCE_DATE "315619200" /* 1980-01-02: older is too old for zip */
#define SOURCE_NAME "/bench-source"
#define REASON_LINES 8
#define REASON_BYTES 2000
#define VERSION_TIMEOUT 20

/* ==== Toolchain ========================================================= */

/* First line of what a command prints; NULL when it cannot be run. */
static char *first_line(struct run *run, const char *command,
			const struct strlist *env, const char *cwd)
{
	static const struct strlist no_params;
	AUTO(process) p = PROCESS_INIT;

	if (command_argv(&p.argv, command, false, &no_params))
		return NULL;
	for (size_t i = 0; i < env->nr; i++)
		strlist_add(&p.env, env->items[i]);
	p.cwd = cwd;
	p.merge = true;
	p.timeout = VERSION_TIMEOUT;
	if (errand_run(&p, run->recorder) || !process_ok(&p))
		return NULL;
	p.out.ptr[strcspn(p.out.ptr, "\n")] = '\0';
	return xstrdup(text_trim(p.out.ptr));
}

/* What compilers and build systems take from the environment. */
static const char *const influences[] = {
	"PATH",	   "CC",	"CXX",	      "CFLAGS",
	"CXXFLAGS", "CPPFLAGS",	 "LDFLAGS",    "MAKEFLAGS",
	"OCAMLPATH", "OCAMLPARAM", "OPAMSWITCH", "OPAM_SWITCH_PREFIX",
	"RUSTFLAGS", "CARGO_HOME", "GOFLAGS",	 "ELAN_TOOLCHAIN",
};

static void add_version(struct buf *out, struct run *run, const char *command,
			const struct strlist *env, const char *cwd)
{
	auto_free char *line = first_line(run, command, env, cwd);
	auto_free char *name = xmemdupz(command, strcspn(command, " "));

	if (line && !json_object_get(run->toolchain, name))
		json_set_string(run->toolchain, name, line);
	buf_addf(out, "%s: %s\n", command, line ? line : "");
}

char *side_toolchain(struct run *run, const struct side *side,
		     const char *otherwise)
{
	const struct strlist *commands = &run->suite->toolchain;
	const char *cwd = side->dir ? side->dir : "/";
	AUTO(strlist) env = STRLIST_INIT;
	struct buf all = BUF_INIT;

	run_environment(&env, run, side);
	for (size_t i = 0; i < commands->nr; i++)
		add_version(&all, run, commands->items[i], &env, cwd);
	if (!commands->nr && otherwise)
		add_version(&all, run, otherwise, &env, cwd);
	for (size_t i = 0; i < ARRAY_SIZE(influences); i++) {
		const char *value = environ_get(&env, influences[i]);

		if (value)
			buf_addf(&all, "%s=%s\n", influences[i], value);
	}
	error_clear();
	return buf_detach(&all);
}

/* ==== What a build depends on =========================================== */

static void add_list(json_t *recipe, const char *key,
		     const struct strlist *list)
{
	json_t *array = json_array();

	for (size_t i = 0; i < list->nr; i++)
		json_array_append_new(array, json_text(list->items[i]));
	json_object_set_new(recipe, key, array);
}

static char *recipe_of(const struct run *run, const struct side *side)
{
	const struct suite *suite = run->suite;
	json_auto_t *recipe = json_object();

	json_set_string(recipe, "driver", suite->driver->name);
	json_set_string(recipe, "prepare", suite->prepare);
	json_set_string(recipe, "build", suite->build);
	add_list(recipe, "env", &suite->env);
	add_list(recipe, "options", &side->variant->options);
	add_list(recipe, "variant-env", &side->variant->env);
	add_list(recipe, "params", &side->variant->params);
	if (side->layout)
		json_set_int(recipe, "layout", side->layout);
	return json_line(recipe);
}

/* "%", "=" and ":" have a meaning in a BUILD_PATH_PREFIX_MAP. */
static char *encode_path(const char *path)
{
	struct buf b = BUF_INIT;

	for (; *path; path++) {
		if (*path == '%')
			buf_addstr(&b, "%#");
		else if (*path == '=')
			buf_addstr(&b, "%+");
		else if (*path == ':')
			buf_addstr(&b, "%.");
		else
			buf_addch(&b, *path);
	}
	return buf_detach(&b);
}

void side_build_environment(struct strlist *out, const struct run *run,
			    const struct side *side, const char *tree)
{
	auto_free char *encoded = encode_path(tree);
	auto_free char *map = xstrfmt(SOURCE_NAME "=%s", encoded);
	auto_free char *flag =
		xstrfmt("-ffile-prefix-map=%s=" SOURCE_NAME, tree);
	auto_free char *options = strlist_join(&side->variant->options, " ");

	run_environment(out, run, side);
	environ_set(out, "BUILD_PATH_PREFIX_MAP", map);
	environ_set(out, "SOURCE_DATE_EPOCH", SOURCE_DATE);
	environ_set(out, "BENCH_PREFIX_MAP", flag);
	environ_set(out, "BENCH_OPTIONS", options);
	auto_free char *layout = xstrfmt("%d", side->layout);
	environ_set(out, "BENCH_LAYOUT", layout);
}

/* ==== Building ========================================================== */

struct steps {
	struct run *run;
	struct side *side;
	struct build_entry *entry;
	struct buf log;
};

static void run_step(struct process *out, struct steps *steps,
		     const char *command)
{
	strlist_add(&out->argv, "/bin/sh");
	strlist_add(&out->argv, "-c");
	strlist_add(&out->argv, command);
	side_build_environment(&out->env, steps->run, steps->side,
			       steps->entry->tree);
	out->cwd = steps->entry->tree;
	out->merge = true;
	out->timeout = steps->run->suite->build_timeout;
}

static char *failure_of(const struct process *p, const char *what)
{
	auto_free char *outcome = process_outcome(p);
	auto_free char *tail =
		text_tail(p->out.ptr, REASON_LINES, REASON_BYTES);

	return xstrfmt("%s: %s%s%s", what, outcome, *tail ? "\n" : "", tail);
}

/* One command of the suite; *why when it did not work. */
static int step(char **why, struct steps *steps, const char *what,
		const char *command)
{
	AUTO(process) p = PROCESS_INIT;

	if (!command)
		return 0;
	run_progress(steps->run, what, command);
	run_step(&p, steps, command);
	int rc = errand_run(&p, steps->run->recorder);
	if (rc)
		return rc;
	buf_addf(&steps->log, "$ %s\n", command);
	buf_add(&steps->log, p.out.ptr, p.out.len);
	if (!process_ok(&p))
		*why = failure_of(&p, what);
	return 0;
}

static int run_steps(char **why, struct steps *steps)
{
	const struct suite *suite = steps->run->suite;

	buf_clear(&steps->log);
	int rc = step(why, steps, "prepare", suite->prepare);
	if (!rc && !*why)
		rc = step(why, steps, "build", suite->build);
	return rc;
}

static int fill(char **why, struct steps *steps)
{
	int rc = run_steps(why, steps);

	if (!rc && *why && steps->entry->adopted) {
		/* What was left of the nearby build may be at fault. */
		free(*why);
		*why = NULL;
		rc = buildcache_restart(steps->entry);
		if (!rc)
			rc = run_steps(why, steps);
	}
	if (!rc && steps->log.len) {
		auto_free char *name =
			xstrfmt("build-%d.log", steps->side->index);

		rc = run_keep_artifact(steps->run, name, steps->log.ptr,
				       steps->log.len);
	}
	if (!rc && !*why)
		rc = buildcache_complete(steps->entry);
	return rc;
}

static void say_waiting(void *data)
{
	run_progress(data, "build", "waiting for another build of the same");
}

int side_build(char **why, struct run *run, struct side *side,
	       const char *toolchain)
{
	struct build_entry *entry = xcalloc(1, sizeof(*entry));
	auto_free char *recipe = recipe_of(run, side);
	struct steps steps = { run, side, entry, BUF_INIT };
	const struct build_key key = {
		.commit = side->commit,
		.recipe = recipe,
		.toolchain = toolchain ? toolchain : "",
		.incremental = run->suite->incremental,
		.waiting = say_waiting,
		.waiting_data = run,
	};

	side->data = entry;
	*why = NULL;
	int rc = buildcache_get(entry, run->repo, &key);
	if (!rc && !entry->complete)
		rc = fill(why, &steps);
	buf_release(&steps.log);
	if (rc || *why) {
		buildcache_put(entry);
		return rc;
	}
	side->dir = xstrdup(entry->tree);
	side->built = true;
	return 0;
}

/* ==== Layouts =========================================================== */

/* One build of a side. */
struct side_layout {
	bool tried;
	char *dir; /* NULL: it did not build */
	void *data;
};

static int build_layout(char **why, struct run *run, const struct side *side,
			const char *toolchain, int layout)
{
	struct side_layout *slot = &side->layouts[layout];
	struct side other = {
		.index = side->index,
		.commit = side->commit,
		.variant = side->variant,
		.layout = layout,
	};

	slot->tried = true;
	int rc = side_build(why, run, &other, toolchain);
	slot->dir = other.dir;
	slot->data = other.data;
	return rc;
}

int side_choose_layout(char **why, struct run *run, struct side *side,
		       const char *toolchain, int layout)
{
	*why = NULL;
	if (!side->layouts) {
		side->layouts = xcalloc(SIDE_LAYOUTS, sizeof(*side->layouts));
		side->layouts[0] = (struct side_layout){ true, side->dir,
							 side->data };
	}
	struct side_layout *slot = &side->layouts[layout];
	int rc = slot->tried ? 0 :
			       build_layout(why, run, side, toolchain, layout);
	if (rc || !slot->dir)
		return rc;
	side->layout = layout;
	side->dir = slot->dir;
	side->data = slot->data;
	return 0;
}

static void put_back(char *dir, void *data)
{
	if (data)
		buildcache_put(data);
	free(data);
	free(dir);
}

void side_close_all(struct run *run)
{
	for (size_t i = 0; i < run->nr_sides; i++) {
		struct side *side = &run->sides[i];

		if (!side->layouts)
			put_back(side->dir, side->data);
		for (int k = 0; side->layouts && k < SIDE_LAYOUTS; k++)
			put_back(side->layouts[k].dir, side->layouts[k].data);
		free(side->layouts);
		side->layouts = NULL;
		side->data = NULL;
		side->dir = NULL;
	}
}
