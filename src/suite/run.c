#include "suite/run.h"

#include <string.h>

#include "base/environ.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"

#define ARTIFACT_MAX (1 << 20)

/* ==== Programs ========================================================== */

struct program *programs_add(struct programs *programs, const char *name,
			     size_t nr_sides)
{
	ARRAY_GROW(programs->items, programs->nr + 1, programs->cap);
	struct program *program = &programs->items[programs->nr++];

	*program = (struct program){
		.name = xstrdup(name),
		.warmups = -1,
		.available = xcalloc(nr_sides, sizeof(bool)),
	};
	return program;
}

void programs_drop_last(struct programs *programs)
{
	struct program *last = &programs->items[--programs->nr];

	free(last->name);
	free(last->primary);
	free(last->available);
}

void programs_release(struct programs *programs)
{
	while (programs->nr)
		programs_drop_last(programs);
	free(programs->items);
	*programs = (struct programs)PROGRAMS_INIT;
}

/* ==== What a driver tells =============================================== */

void run_missing(struct run *run, const char *target, int side,
		 const char *stage, const char *reason)
{
	if (run->missing)
		run->missing(run->job, target, side, stage, reason);
}

void run_progress(struct run *run, const char *phase, const char *detail)
{
	if (run->progress)
		run->progress(run->job, phase, detail);
}

void run_note(struct run *run, const char *fmt, ...)
{
	va_list ap;
	size_t i;
	json_t *known;

	va_start(ap, fmt);
	auto_free char *text = xstrvfmt(fmt, ap);
	va_end(ap);
	json_auto_t *note = json_text(text);
	json_array_foreach(run->notes, i, known)
		if (json_equal(known, note))
			return;
	json_array_append(run->notes, note);
}

int run_keep_artifact(struct run *run, const char *name, const char *text,
		      size_t len)
{
	if (!run->artifact_dir)
		return 0;
	auto_free char *path = file_join(run->artifact_dir, name);
	int rc = file_write(path, text, len < ARTIFACT_MAX ? len : ARTIFACT_MAX);
	if (!rc && !strlist_has(&run->artifacts, name))
		strlist_add(&run->artifacts, name);
	return rc;
}

/* ==== What its programs get ============================================= */

static void put_all(struct strlist *env, const struct strlist *assignments)
{
	for (size_t i = 0; i < assignments->nr; i++)
		environ_put(env, assignments->items[i]);
}

void run_environment(struct strlist *out, const struct run *run,
		     const struct side *side)
{
	environ_copy(out);
	environ_scrub(out);
	put_all(out, &run->suite->env);
	put_all(out, &side->variant->env);
	for (size_t i = 0; i < side->variant->params.nr; i++) {
		auto_free char *assignment = xstrfmt(
			"BENCH_PARAM_%s", side->variant->params.items[i]);

		environ_put(out, assignment);
	}
}

void run_sample_spec(struct sample_spec *out, const struct run *run,
		     const struct side *side, const struct program *program)
{
	const struct suite *suite = run->suite;

	*out = (struct sample_spec)SAMPLE_SPEC_INIT;
	run_environment(&out->env, run, side);
	out->cwd = xstrdup_or_null(side->dir);
	out->no_aslr = suite->no_aslr;
	out->nice = suite->nice;
	out->count = suite->count;
	out->timeout = program->timeout > 0 ? program->timeout :
					      suite->timeout;
}

/* ==== Filters =========================================================== */

int filter_init(struct filter *out, const struct run *run)
{
	int rc = 0;

	*out = (struct filter)FILTER_INIT;
	if (run->suite->filter)
		rc = regex_compile(&out->suite, run->suite->filter,
				   "the suite's filter");
	if (!rc && run->filter)
		rc = regex_compile(&out->request, run->filter, "the filter");
	return rc;
}

bool filter_takes(const struct filter *filter, const char *name)
{
	return (!filter->suite || regex_matches(filter->suite, name)) &&
	       (!filter->request || regex_matches(filter->request, name));
}

void filter_release(struct filter *filter)
{
	regex_free(filter->suite);
	regex_free(filter->request);
	*filter = (struct filter)FILTER_INIT;
}
