#include "suite/run_config.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "base/text.h"

#define MEMBERS_MAX 10000
#define DOMAINS_MAX 1024 /* larger first numbers are sizes, not domains */

/* ==== Reading =========================================================== */

/* Where in the document we are, for messages. */
struct place {
	const char *what;
	char *path; /* "benchmarks[3].runs[0]"; "" at the top */
};

static char *member_path(const struct place *at, const char *key)
{
	return xstrfmt("%s%s%s", at->path, *at->path ? "." : "", key);
}

static int bad(const struct place *at, const char *key, const char *why)
{
	auto_free char *path = member_path(at, key);

	return fail(ERR_BADDATA, "%s: %s %s", at->what, path, why);
}

static int get_string(char **out, const struct place *at, const json_t *object,
		      const char *key, bool needed)
{
	const json_t *value = json_object_get(object, key);

	*out = NULL;
	if (json_is_string(value)) {
		*out = xstrdup(json_string_value(value));
		return 0;
	}
	if (needed)
		return bad(at, key, value ? "is no string" : "is missing");
	return !value || json_is_null(value) ? 0 :
					       bad(at, key, "is no string");
}

/* Calls `read` for each object of an array member. */
static int each_member(const struct place *at, const json_t *object,
		       const char *key, void *into,
		       int (*read)(void *into, size_t index,
				   const struct place *at,
				   const json_t *member))
{
	const json_t *array = json_object_get(object, key);
	auto_free char *path = member_path(at, key);
	size_t i;
	json_t *member;

	if (!json_is_array(array))
		return bad(at, key, array ? "is no array" : "is missing");
	if (json_array_size(array) > MEMBERS_MAX)
		return bad(at, key, "has more than 10000 members");
	json_array_foreach(array, i, member) {
		auto_free char *here = xstrfmt("%s[%zu]", path, i);
		const struct place place = { .what = at->what, .path = here };

		if (!json_is_object(member))
			return fail(ERR_BADDATA, "%s: %s is no object",
				    at->what, here);
		int rc = read(into, i, &place, member);
		if (rc)
			return rc;
	}
	return 0;
}

static int read_wrapper(void *into, size_t index, const struct place *at,
			const json_t *object)
{
	struct run_config *config = into;
	struct config_wrapper *w = &config->wrappers[index];

	config->nr_wrappers = index + 1;
	int rc = get_string(&w->name, at, object, "name", true);
	if (!rc)
		rc = get_string(&w->command, at, object, "command", true);
	return rc ? rc :
		    get_string(&w->environment, at, object, "environment",
			       false);
}

static int read_run(void *into, size_t index, const struct place *at,
		    const json_t *object)
{
	struct config_benchmark *benchmark = into;
	struct config_run *run = &benchmark->runs[index];

	benchmark->nr_runs = index + 1;
	int rc = get_string(&run->params, at, object, "params", true);
	if (!rc)
		rc = get_string(&run->short_name, at, object, "short_name",
				false);
	return rc ? rc :
		    get_string(&run->paramwrapper, at, object, "paramwrapper",
			       false);
}

static int read_tags(struct config_benchmark *b, const struct place *at,
		     const json_t *object)
{
	const json_t *tags = json_object_get(object, "tags");
	size_t i;
	json_t *tag;

	if (tags && !json_is_array(tags))
		return bad(at, "tags", "is no array");
	json_array_foreach(tags, i, tag) {
		if (!json_is_string(tag))
			return bad(at, "tags", "holds something else than "
					       "strings");
		strlist_add(&b->tags, json_string_value(tag));
	}
	return 0;
}

/* A config comes with the suite: its paths must stay in the checkout. */
static bool is_safe_path(const char *path)
{
	AUTO(strlist) parts = STRLIST_INIT;

	strlist_split(&parts, path, "/");
	return *path && *path != '/' && *path != '-' && parts.nr &&
	       !strlist_has(&parts, "..") && !text_ends_with(path, "/") &&
	       !strpbrk(path, "\n\r");
}

static int read_benchmark(void *into, size_t index, const struct place *at,
			  const json_t *object)
{
	struct run_config *config = into;
	struct config_benchmark *b = &config->benchmarks[index];

	config->nr_benchmarks = index + 1;
	int rc = get_string(&b->executable, at, object, "executable", true);
	if (!rc && !is_safe_path(b->executable))
		rc = bad(at, "executable", "is no path inside the checkout");
	if (!rc)
		rc = get_string(&b->name, at, object, "name", true);
	if (!rc && !*b->name)
		rc = bad(at, "name", "is empty");
	if (!rc)
		rc = read_tags(b, at, object);
	if (rc)
		return rc;
	b->runs = xcalloc(json_array_size(json_object_get(object, "runs")) + 1,
			  sizeof(*b->runs));
	return each_member(at, object, "runs", b, read_run);
}

int run_config_parse(struct run_config *out, const char *text, size_t len,
		     const char *what)
{
	json_auto_t *document = NULL;
	const struct place top = { .what = what, .path = (char *)"" };

	*out = (struct run_config){ 0 };
	int rc = json_parse(&document, text, len, what);
	if (rc)
		return rc;
	if (!json_is_object(document))
		return fail(ERR_BADDATA, "%s is no JSON object", what);
	out->wrappers = xcalloc(
		json_array_size(json_object_get(document, "wrappers")) + 1,
		sizeof(*out->wrappers));
	out->benchmarks = xcalloc(
		json_array_size(json_object_get(document, "benchmarks")) + 1,
		sizeof(*out->benchmarks));
	rc = each_member(&top, document, "wrappers", out, read_wrapper);
	if (!rc)
		rc = each_member(&top, document, "benchmarks", out,
				 read_benchmark);
	if (rc)
		run_config_release(out);
	return rc;
}

int run_config_wrapper(const struct config_wrapper **out,
		       const struct run_config *config, const char *name)
{
	AUTO(strlist) names = STRLIST_INIT;

	for (size_t i = 0; i < config->nr_wrappers; i++) {
		*out = &config->wrappers[i];
		if (!strcmp((*out)->name, name))
			return 0;
		strlist_add(&names, (*out)->name);
	}
	auto_free char *all = strlist_join(&names, ", ");
	return fail(ERR_NOTFOUND, "no wrapper '%s' in the run configuration "
				  "(there are: %s)",
		    name, all);
}

static void release_benchmark(struct config_benchmark *b)
{
	for (size_t i = 0; i < b->nr_runs; i++) {
		free(b->runs[i].params);
		free(b->runs[i].short_name);
		free(b->runs[i].paramwrapper);
	}
	free(b->runs);
	strlist_release(&b->tags);
	free(b->executable);
	free(b->name);
}

void run_config_release(struct run_config *config)
{
	for (size_t i = 0; i < config->nr_wrappers; i++) {
		free(config->wrappers[i].name);
		free(config->wrappers[i].command);
		free(config->wrappers[i].environment);
	}
	for (size_t i = 0; i < config->nr_benchmarks; i++)
		release_benchmark(&config->benchmarks[i]);
	free(config->wrappers);
	free(config->benchmarks);
	*config = (struct run_config){ 0 };
}

/* ==== Names ============================================================= */

/* A run of blanks is one '_', and so is each dot. */
static void add_params(struct buf *out, const char *params)
{
	for (const char *p = params; *p; p++) {
		if (*p == ' ' && p > params && p[-1] == ' ')
			continue;
		buf_addch(out, *p == ' ' || *p == '.' ? '_' : *p);
	}
}

char *config_run_name(const struct config_benchmark *benchmark,
		      const struct config_run *run, const char *wrapper)
{
	struct buf name = BUF_INIT;

	buf_addf(&name, "%s.", benchmark->name);
	if (run->short_name)
		buf_addstr(&name, run->short_name);
	else
		add_params(&name, run->params);
	if (strcmp(wrapper, "orun"))
		buf_addf(&name, ".%s", wrapper);
	return buf_detach(&name);
}

char *config_benchmark_dir(const struct config_benchmark *benchmark)
{
	const char *slash = strrchr(benchmark->executable, '/');

	return slash ? xmemdupz(benchmark->executable,
				slash - benchmark->executable) :
		       xstrdup("");
}

bool config_benchmark_is_parallel(const struct config_benchmark *benchmark)
{
	return text_ends_with(benchmark->name, "_multicore") ||
	       text_ends_with(benchmark->name, "_parallel");
}

int config_run_domains(const struct config_benchmark *benchmark,
		       const struct config_run *run)
{
	const char *text = run->short_name ? run->short_name : run->params;
	size_t digits = strspn(text, "0123456789");
	int64_t domains;

	if (!config_benchmark_is_parallel(benchmark) || !digits ||
	    (text[digits] && !strchr(" _", text[digits])))
		return 0;
	auto_free char *number = xmemdupz(text, digits);
	return text_to_int64(&domains, number) && domains <= DOMAINS_MAX ?
		       (int)domains :
		       0;
}
