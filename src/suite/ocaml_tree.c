#include "suite/ocaml_tree.h"

#include <errno.h>
#include <fts.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "base/strlist.h"
#include "base/text.h"

#define STAMP ".git-bench-built"

struct changes {
	struct timespec since;
	bool configure; /* an input of configure */
	bool headers;	/* anything that C or assembly may include */
	struct strlist objects; /* of C in otherlibs/ */
	struct strlist assembly; /* names in runtime/, without ".S" */
};

static bool is_older(const struct stat *st, const struct timespec *than)
{
	if (st->st_mtim.tv_sec != than->tv_sec)
		return st->st_mtim.tv_sec < than->tv_sec;
	return st->st_mtim.tv_nsec < than->tv_nsec;
}

static bool has_suffix(const char *name, const char *const *suffixes)
{
	for (; *suffixes; suffixes++)
		if (text_ends_with(name, *suffixes))
			return true;
	return false;
}

static void note_change(struct changes *c, const char *path)
{
	static const char *const inputs[] = { ".in", ".m4", ".ac",
					      "/configure", "/VERSION", NULL };
	static const char *const headers[] = { ".h", ".tbl", ".S", ".in",
					       NULL };

	c->configure |= has_suffix(path, inputs) ||
			text_starts_with(path, "/build-aux/");
	c->headers |= c->configure || has_suffix(path, headers);
}

/* Objects that ocamlopt makes lie beside a .cmx of their name. */
static bool is_c_object(const char *path)
{
	if (!text_ends_with(path, ".o"))
		return false;
	auto_free char *cmx =
		xstrfmt("%.*s.cmx", (int)strlen(path) - 2, path);
	return !file_exists(cmx);
}

static void visit(struct changes *c, const FTSENT *e, size_t skip)
{
	const char *path = e->fts_path + skip;

	if (!is_older(e->fts_statp, &c->since))
		note_change(c, path);
	if (text_starts_with(path, "/otherlibs/") && is_c_object(e->fts_path))
		strlist_add(&c->objects, e->fts_path);
	if (text_starts_with(path, "/runtime/") && text_ends_with(path, ".S"))
		strlist_take(&c->assembly,
			     xmemdupz(e->fts_name, e->fts_namelen - 2));
}

static int walk(struct changes *c, const char *tree)
{
	char *const paths[] = { (char *)tree, NULL };
	FTS *fts = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);

	if (!fts)
		return fail_errno("cannot look into %s", tree);
	for (FTSENT *e; (e = fts_read(fts));)
		if (e->fts_info == FTS_F)
			visit(c, e, strlen(tree));
	fts_close(fts);
	return 0;
}

static int remove_file(const char *path)
{
	if (unlink(path) && errno != ENOENT)
		return fail_errno("cannot remove %s", path);
	return 0;
}

/* amd64.o, amd64.d.o, amd64_libasmrunpic.o, … of amd64.S */
static bool is_assembled(const struct changes *c, const char *name)
{
	if (!text_ends_with(name, ".o"))
		return false;
	for (size_t i = 0; i < c->assembly.nr; i++) {
		const char *rest =
			text_skip_prefix(name, c->assembly.items[i]);

		if (rest && strchr("._", *rest))
			return true;
	}
	return false;
}

static int remove_assembled(const struct changes *c, const char *tree)
{
	auto_free char *dir = file_join(tree, "runtime");
	AUTO(strlist) names = STRLIST_INIT;
	int rc = c->assembly.nr ? file_list(&names, dir) : 0;

	for (size_t i = 0; !rc && i < names.nr; i++) {
		auto_free char *path = file_join(dir, names.items[i]);

		if (is_assembled(c, names.items[i]))
			rc = remove_file(path);
	}
	return rc;
}

int ocaml_tree_prepare(bool *configure, const char *tree)
{
	auto_free char *stamp = file_join(tree, STAMP);
	struct changes changes = { 0 };
	struct stat st;
	int rc;

	*configure = true;
	if (stat(stamp, &st))
		return 0;
	changes.since = st.st_mtim;
	rc = walk(&changes, tree);
	*configure = changes.configure;
	for (size_t i = 0; !rc && changes.headers && i < changes.objects.nr;
	     i++)
		rc = remove_file(changes.objects.items[i]);
	if (!rc && changes.headers)
		rc = remove_assembled(&changes, tree);
	strlist_release(&changes.objects);
	strlist_release(&changes.assembly);
	return rc;
}

int ocaml_tree_stamp(const char *tree)
{
	auto_free char *stamp = file_join(tree, STAMP);

	return file_write(stamp, "", 0);
}
