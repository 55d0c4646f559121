/* The writing half of history.h. */
#include "record/history.h"

#include <string.h>

#include "base/error.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "git/config.h"
#include "git/object.h"
#include "git/refs.h"
#include "git/tree.h"
#include "record/documents.h"
#include "record/history_message.h"
#include "record/history_name.h"
#include "record/root.h"
#include "record/schema.h"

#define SCHEMA_PATH "bench/SCHEMA.md"
#define LATEST_PATH "bench/latest.json"
#define ARTIFACT_MAX (16 << 20)

/* Of every history there is: neither is ever to be changed. */
#define FIRST_MESSAGE "The history of git-bench\n"
static const char first_readme[] =
	"# Benchmark results\n"
	"\n"
	"This branch is written by git-bench, one commit for each result, and\n"
	"only grows. `git log bench-history` reads like a diary;\n"
	"`bench/latest.json` is the newest result of the default branch, and\n"
	"`bench/SCHEMA.md` says what is in the documents.\n";

/* ==== Blobs and files of the tree ==== */

static int put_text(struct tree_edit *edit, struct repo *repo,
		    const char *path, const char *text)
{
	struct oid blob;
	int rc = blob_write(&blob, repo, text, strlen(text));

	return rc ? rc : tree_edit_put(edit, path, &blob);
}

/* What the tree says at a path; "" when there is nothing to read. */
static void read_text(struct buf *out, struct repo *repo,
		      const struct oid *tip, const char *path)
{
	struct oid blob;

	if (tree_find(&blob, repo, tip, path) ||
	    blob_read(out, repo, &blob, RESULT_SIZE_MAX))
		error_clear();
}

static long revision_of(const char *schema)
{
	const char *word = strstr(schema, "revision ");

	return word && word < schema + strcspn(schema, "\n") ?
		       strtol(word + strlen("revision "), NULL, 10) :
		       0;
}

/* Ours, unless the branch has a newer one's. */
static int put_schema(struct tree_edit *edit, struct repo *repo,
		      const struct oid *tip)
{
	AUTO(buf) there = BUF_INIT;

	read_text(&there, repo, tip, SCHEMA_PATH);
	if (revision_of(there.ptr) >= revision_of(schema_text))
		return 0;
	return put_text(edit, repo, SCHEMA_PATH, schema_text);
}

/* ==== The beginning ==== */

int history_first(struct oid *out, struct repo *repo)
{
	AUTO_PTR(tree_edit) edit = NULL;
	struct oid tree;
	int rc = tree_edit_new(&edit, repo, NULL);

	if (!rc)
		rc = put_text(edit, repo, "README.md", first_readme);
	if (!rc)
		rc = tree_edit_write(&tree, edit);
	return rc ? rc : root_write(out, repo, &tree, NULL, FIRST_MESSAGE);
}

/* The schema changes from version to version, so it comes second. */
static int write_schema(struct oid *out, struct repo *repo,
			const struct oid *root)
{
	AUTO_PTR(tree_edit) edit = NULL;
	struct oid tree;
	int rc = tree_edit_new(&edit, repo, root);

	if (!rc)
		rc = put_text(edit, repo, SCHEMA_PATH, schema_text);
	if (!rc)
		rc = tree_edit_write(&tree, edit);
	return rc ? rc : root_write(out, repo, &tree, root,
				    "The format of what follows\n");
}

int history_init(struct repo *repo)
{
	struct oid tip, root;
	bool won;

	if (!refs_read(&tip, repo, HISTORY_REF))
		return 0;
	/* A clone goes on from what its remote has. */
	int rc = history_tip(&tip, repo);
	if (rc == ERR_NOTFOUND) {
		rc = history_first(&root, repo);
		if (!rc)
			rc = write_schema(&tip, repo, &root);
	}
	/* Not won: somebody else was faster, which is as good. */
	return rc ? rc : refs_swap(&won, repo, HISTORY_REF, NULL, &tip,
				   "bench: begin the history");
}

/* ==== One document more ==== */

/* The pieces of a new commit, while it is put together. */
struct append {
	struct repo *repo;
	const struct oid *tip;
	const struct history_append *what;
	struct tree_edit *edit;
	char *path; /* of the document */
};

static void append_release(struct append *append)
{
	tree_edit_free(append->edit);
	free(append->path);
}

static bool is_taken(const struct append *append, const char *stem)
{
	auto_free char *flat = history_path(stem, false);
	auto_free char *folded = history_path(stem, true);
	struct oid blob;
	bool taken = !tree_find(&blob, append->repo, append->tip, flat) ||
		     !tree_find(&blob, append->repo, append->tip, folded);

	error_clear();
	return taken;
}

static int choose_path(struct append *append)
{
	auto_free char *fanout =
		config_string(append->repo, "bench.historyFanout", "none");
	bool by_month = !strcmp(fanout, "month");

	if (!by_month && strcmp(fanout, "none")) {
		fail(ERR_USAGE, "bench.historyFanout is '%s'", fanout);
		fail_hint("it may be 'month' or 'none'");
		return ERR_USAGE;
	}
	for (int n = 1; !append->path; n++) {
		auto_free char *stem = history_stem(append->what->result, n);

		if (!is_taken(append, stem))
			append->path = history_path(stem, by_month);
	}
	return 0;
}

/* The path it got, or null for what is gone or too large to keep. */
static int put_artifact(json_t *paths, struct append *append,
			const char *name)
{
	auto_free char *file = file_join(append->what->artifact_dir, name);
	auto_free char *path = history_artifact_path(append->path, name);
	AUTO(buf) content = BUF_INIT;
	struct oid blob;

	if (file_read(&content, file, ARTIFACT_MAX)) {
		error_clear();
		json_set_string(paths, name, NULL);
		return 0;
	}
	json_set_string(paths, name, path);
	int rc = blob_write(&blob, append->repo, content.ptr, content.len);
	return rc ? rc : tree_edit_put(append->edit, path, &blob);
}

static int put_artifacts(json_t **out, struct append *append)
{
	const struct strlist *names = append->what->artifacts;
	json_auto_t *paths = json_object();
	int rc = 0;

	for (size_t i = 0; names && i < names->nr && !rc; i++)
		rc = put_artifact(paths, append, names->items[i]);
	*out = json_object_size(paths) ?
		       json_incref(paths) :
		       json_incref(append->what->result->artifacts);
	return rc;
}

static int put_samples(struct append *append)
{
	json_t *samples = append->what->samples;

	if (!samples)
		return 0;
	auto_free char *path = history_samples_path(append->path);
	auto_free char *line = json_line(samples);
	auto_free char *text = xstrfmt("%s\n", line);
	return put_text(append->edit, append->repo, path, text);
}

/* Times are of one length, so that their order is that of their bytes. */
static bool is_newest(struct append *append, const char *path)
{
	AUTO(buf) text = BUF_INIT;
	AUTO(result) there = RESULT_INIT;

	read_text(&text, append->repo, append->tip, path);
	if (!text.len || result_parse(&there, text.ptr, text.len, path)) {
		error_clear();
		return true;
	}
	return strcmp(append->what->result->date, there.date) >= 0;
}

static int put_latest(struct append *append, const struct oid *blob)
{
	const struct result *result = append->what->result;
	auto_free char *suite = history_latest_path(result->suite);
	const char *const paths[] = { LATEST_PATH, suite };
	int rc = 0;

	/* A document that continues another is but a part. */
	if (!append->what->default_branch || result->continues)
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(paths) && !rc; i++)
		if (is_newest(append, paths[i]))
			rc = tree_edit_put(append->edit, paths[i], blob);
	return rc;
}

static int put_document(struct append *append)
{
	json_auto_t *artifacts = NULL;
	struct oid blob;
	int rc = put_artifacts(&artifacts, append);

	if (rc)
		return rc;
	/* Borrows all the rest, so it is not to be released. */
	struct result result = *append->what->result;
	result.artifacts = artifacts;
	auto_free char *text = result_to_text(&result);
	rc = blob_write(&blob, append->repo, text, strlen(text));
	if (!rc)
		rc = tree_edit_put(append->edit, append->path, &blob);
	return rc ? rc : put_latest(append, &blob);
}

static int write_commit(struct oid *out, struct append *append)
{
	AUTO(signature) who = { 0 };
	auto_free char *message = history_message(append->what->result,
						  append->what->runner);
	struct oid tree;
	int rc = tree_edit_write(&tree, append->edit);

	signature_default(&who, append->repo);
	return rc ? rc : commit_write(out, append->repo, &tree, append->tip, 1,
				      &who, message);
}

int history_extend(struct history_entry *out, struct repo *repo,
		   const struct oid *tip, const struct history_append *what)
{
	AUTO(append) append = { .repo = repo, .tip = tip, .what = what };
	struct oid commit;
	int rc = choose_path(&append);

	if (!rc)
		rc = tree_edit_new(&append.edit, repo, tip);
	if (!rc)
		rc = put_document(&append);
	if (!rc)
		rc = put_samples(&append);
	if (!rc)
		rc = put_schema(append.edit, repo, tip);
	if (!rc)
		rc = write_commit(&commit, &append);
	fault_point("document-written");
	if (rc)
		return rc;
	out->path = STEAL(append.path);
	out->commit = commit;
	return 0;
}

void history_entry_release(struct history_entry *entry)
{
	free(entry->path);
	*entry = (struct history_entry){ 0 };
}

/* ==== The branch ==== */

static int find_existing(struct history_entry *out, bool *existed,
			 struct repo *repo, const struct result *result)
{
	*existed = false;
	if (!result->request)
		return 0;
	int rc = history_find_request(&out->path, &out->commit, repo,
				      result->request, result->round);
	*existed = !rc;
	return rc == ERR_NOTFOUND ? 0 : rc;
}

int history_prepare(struct publication *pub, struct history_entry *out,
		    bool *existed, const struct history_append *what)
{
	struct repo *repo = pub->hub.repo;
	struct oid tip;
	int rc = history_init(repo);

	if (!rc)
		rc = history_tip(&tip, repo);
	if (!rc)
		rc = find_existing(out, existed, repo, what->result);
	if (rc || *existed)
		return rc;
	rc = history_extend(out, repo, &tip, what);
	if (!rc)
		publication_add(pub, HISTORY_REF, PUSH_FORWARD, &tip,
				&out->commit);
	return rc;
}

struct appending {
	struct history_entry *out;
	bool *existed;
	const struct history_append *what;
};

static int prepare_append(void *data, struct publication *pub)
{
	struct appending *a = data;

	history_entry_release(a->out);
	return history_prepare(pub, a->out, a->existed, a->what);
}

int history_append(struct history_entry *out, bool *existed,
		   struct repo *repo, const struct history_append *what)
{
	AUTO(history_entry) entry = { 0 };
	struct appending appending = { &entry, existed, what };
	int rc = publish(repo, "result", prepare_append, &appending);

	if (rc)
		return rc;
	*out = entry;
	entry = (struct history_entry){ 0 };
	return 0;
}
