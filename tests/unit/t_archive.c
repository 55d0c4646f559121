/*
 * Without arguments: tests on the sample in tests/data. With a folder: reads
 * it as an archive and prints what is in it, for tests/040-archive.sh.
 */
#include "suite/archive.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/text.h"
#include "tap.h"

#define SAMPLE "tests/data/sandmark"

static int print_archive(const char *dir)
{
	struct archive_count count;

	if (archive_count(&count, dir)) {
		fprintf(stderr, "%s\n", error_message());
		return 1;
	}
	printf("files %zu\nrows %zu\ndamaged %zu\n", count.files, count.rows,
	       count.damaged);
	for (int i = 0; i < DAMAGE_NR; i++)
		if (count.by_damage[i])
			printf("%s %zu\n", bench_damage_text(i),
			       count.by_damage[i]);
	return 0;
}

static void test_count(void)
{
	struct archive_count count;

	ok(!archive_count(&count, SAMPLE), "a folder of real files is read");
	is_int(count.files, 15, "all of them");
	is_int(count.rows, 82, "and their rows");
	is_int(count.damaged, 4, "some are damaged");
	ok(count.by_damage[DAMAGE_EMPTY] == 1 &&
		   count.by_damage[DAMAGE_HEADER_ONLY] == 2 &&
		   count.by_damage[DAMAGE_CUT] == 1,
	   "and each says why");
	is_int(archive_count(&count, SAMPLE "/none"), ERR_NOTFOUND,
	       "a folder that is not there");
}

/* What the three formats have in common, file by file. */
struct seen {
	size_t summaries, perfs, pauses;
	bool names, times, order;
	char *last;
};

static int look(void *data, const struct archive_file *file)
{
	struct seen *seen = data;

	for (size_t i = 0; file->summary && i < file->summary->nr; i++) {
		const struct summary_row *row = &file->summary->rows[i];

		seen->names &= *row->name != '\0' && row->gc.nr >= 9;
		seen->times &= row->time > 0 && row->maxrss > 1 << 20;
	}
	for (size_t i = 0; file->perf && i < file->perf->nr; i++) {
		const struct perf_block *block = &file->perf->blocks[i];
		const struct perf_counter *instructions =
			perf_block_find(block, "instructions");

		seen->times &= block->elapsed > 0 && block->user > 0 &&
			       instructions && instructions->value > 1e6;
	}
	seen->summaries += file->format == ARCHIVE_SUMMARY;
	seen->perfs += file->format == ARCHIVE_PERF;
	seen->pauses += file->format == ARCHIVE_PAUSES;
	seen->order &= !seen->last || strcmp(seen->last, file->path) < 0;
	free(seen->last);
	seen->last = xstrdup(file->path);
	return 0;
}

static void test_each(void)
{
	struct seen seen = { .names = true, .times = true, .order = true };

	ok(!archive_each(SAMPLE, look, &seen), "each file is shown");
	ok(seen.summaries == 8 && seen.perfs == 3 && seen.pauses == 4,
	   "by the reader of its kind");
	ok(seen.names, "rows have names and gc figures");
	ok(seen.times, "times and counters are plausible");
	ok(seen.order, "in the order of their paths");
	ok(text_starts_with(seen.last, "sequential/turing/"),
	   "which are below the folder");
	free(seen.last);
}

static int stop(void *data, const struct archive_file *file)
{
	(void)file;
	++*(int *)data;
	return fail(ERR_REFUSED, "enough");
}

static void test_stop(void)
{
	int calls = 0;

	is_int(archive_each(SAMPLE, stop, &calls), ERR_REFUSED,
	       "the callback can stop");
	is_int(calls, 1, "at once");
}

int main(int argc, char **argv)
{
	if (argc > 1)
		return print_archive(argv[1]);
	test_count();
	test_each();
	test_stop();
	return done();
}
