#include "suite/archive.h"

#include <errno.h>
#include <fts.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/text.h"

#define FILE_MAX (64 << 20) /* bytes; the nightly's largest has 180,000 */

struct walk {
	int (*each)(void *data, const struct archive_file *file);
	void *data;
};

/* "orunchrt" of ".../5.3.0+trunk_1.orunchrt.summary.bench"; "" if none. */
static char *wrapper_of(const char *name)
{
	auto_free char *stem = xstrdup(name);

	stem[strlen(stem) - strlen(".bench")] = '\0';
	if (text_ends_with(stem, ".summary"))
		stem[strlen(stem) - strlen(".summary")] = '\0';
	const char *dot = strrchr(stem, '.');
	return xstrdup(dot ? dot + 1 : "");
}

static int hand_over(struct archive_file *file, const struct walk *walk,
		     enum archive_format format,
		     const struct bench_damages *damages, size_t rows)
{
	file->format = format;
	file->damages = damages;
	file->rows = rows;
	return walk->each(walk->data, file);
}

static int read_summary(struct archive_file file, const struct buf *text,
			const struct walk *walk)
{
	AUTO(summary_bench) summary = { 0 };

	summary_bench_parse(&summary, text->ptr, text->len);
	file.summary = &summary;
	return hand_over(&file, walk, ARCHIVE_SUMMARY, &summary.damages,
			 summary.nr);
}

static int read_perf(struct archive_file file, const struct buf *text,
		     const struct walk *walk)
{
	AUTO(perf_stat) perf = { 0 };

	perf_stat_parse(&perf, text->ptr, text->len);
	file.perf = &perf;
	return hand_over(&file, walk, ARCHIVE_PERF, &perf.damages, perf.nr);
}

static int read_pauses(struct archive_file file, const struct buf *text,
		       const struct walk *walk)
{
	AUTO(pausetimes) pauses = { 0 };

	pausetimes_parse(&pauses, text->ptr, text->len);
	file.pauses = &pauses;
	return hand_over(&file, walk, ARCHIVE_PAUSES, &pauses.damages,
			 pauses.nr);
}

static int too_large(struct archive_file file, const struct walk *walk)
{
	AUTO(summary_bench) none = { 0 };

	bench_damages_add(&none.damages, DAMAGE_TOO_LARGE, 0);
	file.summary = &none;
	return hand_over(&file, walk, ARCHIVE_SUMMARY, &none.damages, 0);
}

static int visit(const struct walk *walk, const FTSENT *entry, size_t skip)
{
	AUTO(buf) text = BUF_INIT;
	auto_free char *wrapper = wrapper_of(entry->fts_name);
	struct archive_file file = { .path = entry->fts_path + skip,
				     .wrapper = wrapper };

	if (entry->fts_statp->st_size > FILE_MAX)
		return too_large(file, walk);
	int rc = file_read(&text, entry->fts_path, FILE_MAX);
	if (rc)
		return rc;
	if (text_starts_with(wrapper, "perfstat"))
		return read_perf(file, &text, walk);
	if (text_starts_with(wrapper, "pausetimes"))
		return read_pauses(file, &text, walk);
	return read_summary(file, &text, walk);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

int archive_each(const char *dir,
		 int (*each)(void *data, const struct archive_file *file),
		 void *data)
{
	const struct walk walk = { .each = each, .data = data };
	char *const paths[] = { (char *)dir, NULL };
	size_t skip = strlen(dir) + !text_ends_with(dir, "/");
	int rc = 0;

	if (!file_is_dir(dir))
		return fail(ERR_NOTFOUND, "there is no folder %s", dir);
	FTS *fts = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
	if (!fts)
		return fail_errno("cannot look into %s", dir);
	for (FTSENT *e; !rc && (e = fts_read(fts));) {
		if (e->fts_info == FTS_DNR || e->fts_info == FTS_ERR) {
			errno = e->fts_errno;
			rc = fail_errno("cannot look into %s", e->fts_path);
		} else if (e->fts_info == FTS_F &&
			   text_ends_with(e->fts_name, ".bench")) {
			rc = visit(&walk, e, skip);
		}
		if (!rc)
			rc = interrupt_check();
	}
	fts_close(fts);
	return rc;
}

static int count_file(void *data, const struct archive_file *file)
{
	struct archive_count *count = data;

	count->files++;
	count->rows += file->rows;
	count->damaged += file->damages->nr > 0;
	for (size_t i = 0; i < file->damages->nr; i++)
		count->by_damage[file->damages->items[i].kind]++;
	return 0;
}

int archive_count(struct archive_count *out, const char *dir)
{
	*out = (struct archive_count){ 0 };
	return archive_each(dir, count_file, out);
}
