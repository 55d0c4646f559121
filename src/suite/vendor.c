#include "suite/vendor.h"

#include <fts.h>
#include <string.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "base/process.h"
#include "git/oid.h"

#define FILE_MAX (16 << 20)

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static int add_file(struct buf *out, const FTSENT *entry, size_t skip)
{
	AUTO(buf) text = BUF_INIT;
	struct oid oid;
	int rc = file_read(&text, entry->fts_accpath, FILE_MAX);

	oid_of_blob(&oid, text.ptr, text.len);
	buf_addf(out, "%s %s\n", oid.hex, entry->fts_path + skip);
	return rc;
}

/* One line a file, in the order of their names. */
static int list_folder(struct buf *out, const char *folder)
{
	char *const paths[] = { (char *)folder, NULL };
	int rc = 0;

	if (!file_is_dir(folder))
		return fail(ERR_NOTFOUND, "there is no folder %s to vendor",
			    folder);
	FTS *fts = fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, by_name);
	if (!fts)
		return fail_errno("cannot look into %s", folder);
	for (FTSENT *e; !rc && (e = fts_read(fts));) {
		if (e->fts_info == FTS_D && !strcmp(e->fts_name, ".git"))
			fts_set(fts, e, FTS_SKIP);
		else if (e->fts_info == FTS_F)
			rc = add_file(out, e, strlen(folder));
	}
	fts_close(fts);
	return rc;
}

int vendor_digest(char **out, const struct strlist *folders)
{
	AUTO(buf) list = BUF_INIT;
	struct oid oid;
	int rc = 0;

	for (size_t i = 0; !rc && i < folders->nr; i++)
		rc = list_folder(&list, folders->items[i]);
	oid_of_blob(&oid, list.ptr, list.len);
	*out = rc ? NULL : xstrdup(oid.hex);
	return rc;
}

static int copy_folder(const char *from, const char *to)
{
	AUTO(process) cp = PROCESS_INIT;

	strlist_add(&cp.argv, "cp");
	strlist_add(&cp.argv, "-aL");
	strlist_add(&cp.argv, "--");
	strlist_add(&cp.argv, from);
	strlist_add(&cp.argv, to);
	int rc = process_run(&cp);
	return rc || process_ok(&cp) ? rc : process_fail(&cp, "cp");
}

int vendor_copy(const struct strlist *folders, const char *source)
{
	auto_free char *vendor = file_join(source, "vendor");
	int rc = folders->nr ? file_mkdir_p(vendor) : 0;

	for (size_t i = 0; !rc && i < folders->nr; i++) {
		auto_free char *real = file_real(folders->items[i]);

		if (!real)
			return fail_errno("cannot find %s", folders->items[i]);
		auto_free char *to = file_join(vendor, strrchr(real, '/'));
		rc = copy_folder(real, to);
	}
	return rc;
}
