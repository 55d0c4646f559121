#include "suite/dataset.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "base/process.h"
#include "suite/dune_file.h"

#define DUNE_FILE_MAX (1 << 20)
#define PROGRAM_MAX (256 << 20)

/* ==== What is needed ==================================================== */

static void add_once(struct strlist *out, const char *dir, const char *name)
{
	auto_free char *path = *dir ? file_join(dir, name) : xstrdup(name);

	if (!strlist_has(out, path))
		strlist_add(out, path);
}

static bool is_inside(const char *name)
{
	return *name && *name != '/' && *name != '-' && !strstr(name, "..");
}

/* Parameters that are files of the sources, as seen from where it runs. */
static void add_parameters(struct strlist *out, const struct workspace *ws,
			   const char *dir, const char *params)
{
	AUTO(strlist) words = STRLIST_INIT;
	auto_free char *from = file_join(ws->source, dir);

	strlist_split(&words, params, " ");
	for (size_t i = 0; i < words.nr; i++) {
		auto_free char *path = file_join(from, words.items[i]);

		if (is_inside(words.items[i]) && file_exists(path) &&
		    !file_is_dir(path))
			add_once(out, dir, words.items[i]);
	}
}

/* Does the text or the program's own bytes mention the file's name? */
static bool mentions(const struct buf *program, const char *params,
		     const char *file)
{
	const char *slash = strrchr(file, '/');
	const char *name = slash ? slash + 1 : file;

	return strstr(params, name) ||
	       memmem(program->ptr, program->len, name, strlen(name));
}

int dataset_needs(struct strlist *out, const struct workspace *ws,
		  const struct config_benchmark *benchmark,
		  const struct config_run *run)
{
	auto_free char *dir = config_benchmark_dir(benchmark);
	auto_free char *dune = xstrfmt("%s/%s/dune", ws->source, dir);
	auto_free char *path = file_join(ws->top, benchmark->executable);
	AUTO(buf) text = BUF_INIT;
	AUTO(buf) program = BUF_INIT;
	AUTO(strlist) files = STRLIST_INIT;

	add_parameters(out, ws, dir, run->params);
	if (!*dir || !file_exists(dune))
		return 0;
	int rc = file_read(&text, dune, DUNE_FILE_MAX);
	if (!rc)
		dune_file_deps(&files, text.ptr, text.len,
			       strrchr(benchmark->executable, '/') + 1);
	if (!rc && files.nr)
		rc = file_read(&program, path, PROGRAM_MAX);
	for (size_t i = 0; !rc && i < files.nr; i++)
		if (mentions(&program, run->params, files.items[i]))
			add_once(out, dir, files.items[i]);
	return rc;
}

/* ==== Where it is ======================================================= */

/* The one true copy: in the sources, else in the store. Owned. */
static char *original(const struct dataset *set, const char *path)
{
	auto_free char *source = file_join(set->workspace->source, path);

	return file_exists(source) ? STEAL(source) :
				     file_join(set->store, path);
}

static int copy_file(const char *from, const char *to)
{
	AUTO(process) cp = PROCESS_INIT;
	auto_free char *part = xstrfmt("%s.part", to);
	auto_free char *dir = xmemdupz(to, strrchr(to, '/') - to);

	strlist_split(&cp.argv, "cp --reflink=auto --preserve=timestamps --",
		      " ");
	strlist_add(&cp.argv, from);
	strlist_add(&cp.argv, part);
	int rc = file_mkdir_p(dir);
	if (!rc)
		rc = process_run(&cp);
	if (!rc && !process_ok(&cp))
		rc = process_fail(&cp, "cp");
	if (!rc && rename(part, to))
		rc = fail_errno("cannot write %s", to);
	return rc;
}

/* Copies keep times: size and time tell whether it was written to. */
static bool is_same(const char *a, const char *b)
{
	struct stat x, y;

	return !stat(a, &x) && !stat(b, &y) && x.st_size == y.st_size &&
	       x.st_mtim.tv_sec == y.st_mtim.tv_sec &&
	       x.st_mtim.tv_nsec == y.st_mtim.tv_nsec;
}

int dataset_restore(const struct dataset *set, const char *path)
{
	auto_free char *from = original(set, path);
	auto_free char *to = file_join(set->workspace->top, path);

	return is_same(from, to) ? 0 : copy_file(from, to);
}

int dataset_place(char **why, const struct dataset *set, const char *path,
		  const struct workspace_how *how)
{
	auto_free char *from = original(set, path);
	auto_free char *to = file_join(set->workspace->top, path);
	auto_free char *reason = NULL, *without = NULL;

	*why = NULL;
	if (file_exists(from))
		return dataset_restore(set, path);
	int rc = workspace_build(set->workspace, &reason, &without, path, how);
	if (!rc && reason && strstr(reason, "Don't know how to build"))
		*why = xstrfmt("needs the file %s, which is not there and "
			       "which no rule makes", path);
	else if (!rc && reason)
		*why = xstrfmt("needs the file %s: %s", path, reason);
	return rc || *why ? rc : copy_file(to, from);
}
