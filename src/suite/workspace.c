#include "suite/workspace.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/complaint.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "measure/errand.h"
#include "suite/build_error.h"
#include "suite/buildstore.h"
#include "suite/dune_file.h"
#include "suite/vendor.h"

#define DUNE_FILE_MAX (1 << 20)
#define LIBRARIES_MAX 8 /* missing libraries taken from one stanza */

int workspace_check_dune(char **version, struct recorder *recorder)
{
	AUTO(process) dune = PROCESS_INIT;

	strlist_add(&dune.argv, "dune");
	strlist_add(&dune.argv, "--version");
	int rc = errand_run(&dune, recorder);
	if (!rc && !process_ok(&dune)) {
		process_fail(&dune, "dune --version");
		rc = ERR_NOTFOUND;
	}
	if (rc == ERR_NOTFOUND) {
		fail_in(rc, "the benchmarks need dune");
		fail_hint("on Debian: apt install ocaml-dune");
	}
	if (!rc)
		*version = xmemdupz(dune.out.ptr, strcspn(dune.out.ptr, "\n"));
	return rc;
}

/* ==== Laying out ======================================================== */

/* Sandmark's top dune file includes what only its own make writes. */
static int add_own_files(const char *source)
{
	static const char workspace[] = "(lang dune 2.0)\n(context default)\n";
	auto_free char *runs = file_join(source, "runs_dune.inc");
	auto_free char *path = file_join(source, "git-bench.workspace");
	int rc = 0;

	if (!file_exists(runs))
		rc = file_write(runs, "", 0);
	return rc ? rc : file_write(path, workspace, strlen(workspace));
}

static int lay_out(struct workspace *ws, const struct sources *sources,
		   const struct strlist *vendor)
{
	auto_free char *part = xstrfmt("%s/src.part", ws->dir);
	AUTO(strlist) absent = STRLIST_INIT;
	int rc = file_remove_tree(part);

	/* What is absent will be missed by name by those who need it. */
	if (!rc)
		rc = sources_lay_out(&absent, sources, part);
	if (!rc)
		rc = add_own_files(part);
	if (!rc)
		rc = vendor_copy(vendor, part);
	if (!rc && rename(part, ws->source))
		rc = fail_errno("cannot lay the suite out at %s", ws->source);
	ws->grown = true;
	return rc;
}

static char *built_path(const struct workspace *ws)
{
	return file_join(ws->dir, "built");
}

static int read_built(struct workspace *ws)
{
	auto_free char *path = built_path(ws);
	AUTO(buf) text = BUF_INIT;

	if (!file_exists(path))
		return 0;
	int rc = file_read(&text, path, DUNE_FILE_MAX);
	strlist_split(&ws->built, text.ptr, "\n");
	return rc;
}

int workspace_open(struct workspace **out, const char *dir,
		   const struct sources *sources,
		   const struct strlist *vendor)
{
	struct workspace *ws = xcalloc(1, sizeof(*ws));

	ws->dir = xstrdup(dir);
	ws->source = file_join(dir, "src");
	ws->top = file_join(dir, "build/default");
	ws->lock = -1;
	int rc = file_mkdir_p(dir);
	if (!rc)
		rc = buildstore_lock(&ws->lock, dir, true, true, NULL, NULL);
	if (!rc && !file_is_dir(ws->source))
		rc = lay_out(ws, sources, vendor);
	if (!rc)
		rc = read_built(ws);
	if (rc)
		workspace_close(ws);
	else
		*out = ws;
	return rc;
}

void workspace_close(struct workspace *ws)
{
	if (!ws)
		return;
	if (ws->lock >= 0)
		close(ws->lock);
	strlist_release(&ws->built);
	free(ws->dir);
	free(ws->source);
	free(ws->top);
	free(ws);
}

/* ==== Building ========================================================== */

static int run_dune(bool *built, struct buf *output,
		    const struct workspace *ws, const char *path,
		    const struct workspace_how *how)
{
	AUTO(process) dune = PROCESS_INIT;

	strlist_add(&dune.argv, "dune");
	strlist_add(&dune.argv, "build");
	strlist_add(&dune.argv, "--no-config");
	strlist_addf(&dune.argv, "--root=%s", ws->source);
	strlist_addf(&dune.argv, "--workspace=%s/git-bench.workspace",
		     ws->source);
	strlist_addf(&dune.argv, "--build-dir=%s/build", ws->dir);
	strlist_add(&dune.argv, "--profile=release");
	strlist_addf(&dune.argv, "-j%d", how->jobs);
	strlist_add(&dune.argv, "--display=quiet");
	strlist_addf(&dune.argv, "./%s", path);
	strlist_add_all(&dune.env, (const char *const *)how->env->items);
	dune.cwd = ws->source;
	dune.merge = true;
	dune.timeout = how->timeout;
	int rc = errand_run(&dune, how->recorder);
	if (rc)
		return rc;
	*built = process_ok(&dune);
	buf_clear(output);
	buf_addstr(output, dune.out.ptr);
	if (!*built && (dune.timed_out || dune.signal)) {
		auto_free char *outcome = process_outcome(&dune);

		buf_clear(output);
		buf_addf(output, "dune %s", outcome);
	}
	return 0;
}

/* The folder's dune file, and which stanza of it concerns `path`. */
struct stanza {
	char *file;
	char *name; /* the executable; NULL: what a rule makes, with any */
	struct buf text;
};

static void stanza_release(struct stanza *s)
{
	free(s->file);
	free(s->name);
	buf_release(&s->text);
}

static bool find_stanza(struct stanza *out, const struct workspace *ws,
			const char *path)
{
	auto_free char *full = file_join(ws->source, path);
	char *slash = strrchr(full, '/');

	if (text_ends_with(path, ".exe"))
		out->name = xmemdupz(slash + 1,
				     strlen(slash + 1) - strlen(".exe"));
	*slash = '\0';
	out->file = file_join(full, "dune");
	if (!file_read(&out->text, out->file, DUNE_FILE_MAX))
		return true;
	error_clear();
	return false;
}

/*
 * Takes missing libraries from the stanza, one after another, for as long as
 * that is what dune complains of; the dune file is put back in any case.
 */
static int build_without(bool *built, char **without, struct buf *output,
			 const struct workspace *ws, const char *path,
			 const struct workspace_how *how)
{
	AUTO(stanza) stanza = { .text = BUF_INIT };
	AUTO(buf) text = BUF_INIT;
	AUTO(strlist) taken = STRLIST_INIT;
	int rc = 0;

	if (!find_stanza(&stanza, ws, path))
		return 0;
	buf_add(&text, stanza.text.ptr, stanza.text.len);
	while (!rc && !*built && taken.nr < LIBRARIES_MAX) {
		auto_free char *library = build_error_library(output->ptr);
		auto_free char *less =
			library ? dune_file_without(text.ptr, text.len,
						    stanza.name, library) :
				  NULL;

		if (!less)
			break;
		strlist_add(&taken, library);
		buf_clear(&text);
		buf_addstr(&text, less);
		rc = file_write(stanza.file, text.ptr, text.len);
		if (!rc)
			rc = run_dune(built, output, ws, path, how);
	}
	if (*built && taken.nr)
		*without = strlist_join(&taken, ", ");
	int restored = taken.nr ? file_write(stanza.file, stanza.text.ptr,
					     stanza.text.len) :
				  0;
	return rc ? rc : restored;
}

/* Lines of `built`: the path, and behind a tab what it was built without. */
static const char *find_built(const struct workspace *ws, const char *path)
{
	for (size_t i = 0; i < ws->built.nr; i++) {
		const char *rest = text_skip_prefix(ws->built.items[i], path);

		if (rest && (!*rest || *rest == '\t'))
			return rest;
	}
	return NULL;
}

static int note_built(struct workspace *ws, const char *path,
		      const char *without)
{
	auto_free char *file = built_path(ws);

	ws->grown = true;
	strlist_addf(&ws->built, "%s%s%s", path, without ? "\t" : "",
		     without ? without : "");
	auto_free char *text = strlist_join(&ws->built, "\n");
	return file_write(file, text, strlen(text));
}

static char *reason_of(const char *output)
{
	auto_free char *library = build_error_library(output);

	return library ? xstrfmt("needs library \"%s\"", library) :
			 complaint_find(output);
}

int workspace_build(struct workspace *ws, char **why, char **without,
		    const char *path, const struct workspace_how *how)
{
	auto_free char *product = file_join(ws->top, path);
	AUTO(buf) first = BUF_INIT;
	AUTO(buf) output = BUF_INIT;
	bool built = false;

	*why = NULL;
	*without = NULL;
	const char *known = find_built(ws, path);
	if (known && file_exists(product)) {
		*without = *known ? xstrdup(known + 1) : NULL;
		return 0;
	}
	int rc = run_dune(&built, &first, ws, path, how);
	if (!rc && !built) {
		buf_addstr(&output, first.ptr);
		rc = build_without(&built, without, &output, ws, path, how);
	}
	if (!rc && !built)
		*why = reason_of(first.ptr);
	return rc || !built ? rc : note_built(ws, path, *without);
}
