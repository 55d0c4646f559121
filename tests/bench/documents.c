/*
 * documents - makes and reads histories, for documents.sh.
 *
 *	documents fill NUMBER BYTES	so many result documents of about that
 *					size on bench-history
 *	documents read			reads all of them; prints their number
 *					and the time in microseconds
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "git/object.h"
#include "git/refs.h"
#include "git/tree.h"
#include "record/history.h"

/* About what one target adds to a document. */
enum { TARGET_BYTES = 250 };

static void add_target(struct result *result, int number, double seconds)
{
	auto_free char *name = xstrfmt("target-%d", number);
	struct result_target *target = result_add_target(result, name);

	target->kind = xstrdup("sequential");
	for (int side = 0; side < 2; side++) {
		struct result_cell *cell = &target->cells[side];

		cell->measured = true;
		cell->seconds = seconds * (1 + side / 1000.0);
		cell->samples = 5;
		cell->ratio = 1.001;
		cell->low = 0.999;
		cell->high = 1.003;
		cell->verdict = VERDICT_SAME;
		metrics_set(&cell->metrics, "maxrss", 5e6 + number, "B");
	}
}

static int add_document(struct tree_edit *edit, struct repo *repo,
			int number, int bytes)
{
	AUTO(result) result = RESULT_INIT;
	struct oid blob;

	result.date = clock_format(1790000000 + number * 3600L);
	result.suite = xstrdup("micro");
	result.nr_sides = 2;
	result.sides = xcalloc(2, sizeof(*result.sides));
	for (int side = 0; side < 2; side++)
		snprintf(result.sides[side].sha.hex, OID_HEX_LEN + 1, "%040x",
			 number + side);
	for (int i = 0; i < bytes / TARGET_BYTES; i++)
		add_target(&result, i, 1 + number / 1e4);
	result_summarise(&result);
	auto_free char *text = result_to_text(&result);
	auto_free char *path = xstrfmt("bench/history/%.10s-%010x.json",
				       result.date, number);
	int rc = blob_write(&blob, repo, text, strlen(text));
	return rc ? rc : tree_edit_put(edit, path, &blob);
}

static int fill(struct repo *repo, int nr, int bytes)
{
	AUTO_PTR(tree_edit) edit = NULL;
	AUTO(signature) who = { 0 };
	struct oid tip, tree, commit;
	bool won;
	int rc = history_init(repo);

	if (!rc)
		rc = history_tip(&tip, repo);
	if (!rc)
		rc = tree_edit_new(&edit, repo, &tip);
	for (int i = 0; !rc && i < nr; i++)
		rc = add_document(edit, repo, i, bytes);
	if (!rc)
		rc = tree_edit_write(&tree, edit);
	signature_default(&who, repo);
	if (!rc)
		rc = commit_write(&commit, repo, &tree, &tip, 1, &who, "fill");
	return rc ? rc : refs_swap(&won, repo, HISTORY_REF, &tip, &commit,
				   "fill");
}

static int count(void *data, const char *path, const struct result *result)
{
	(void)path;
	*(size_t *)data += result->nr_targets > 0;
	return 0;
}

static int read_all(struct repo *repo)
{
	size_t nr = 0;
	double begin = clock_monotonic();
	int rc = history_each(repo, count, &nr);

	if (!rc)
		printf("%zu %.0f\n", nr, (clock_monotonic() - begin) * 1e6);
	return rc;
}

int main(int argc, char **argv)
{
	AUTO_PTR(repo) repo = NULL;
	int rc = repo_open(&repo, NULL);

	if (!rc && argc == 4 && !strcmp(argv[1], "fill"))
		rc = fill(repo, atoi(argv[2]), atoi(argv[3]));
	else if (!rc && argc == 2 && !strcmp(argv[1], "read"))
		rc = read_all(repo);
	else if (!rc)
		rc = fail(ERR_USAGE,
			  "usage: documents fill NUMBER BYTES | read");
	if (rc)
		fprintf(stderr, "documents: %s\n", error_message());
	return rc ? 128 : 0;
}
