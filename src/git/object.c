#include "git/object.h"

#include <git2/sys/commit.h>
#include <string.h>

#include "base/text.h"
#include "git/command.h"
#include "git/config.h"
#include "git/raw.h"

/* ==== Blobs ============================================================= */

static int is_promisor(void *data, const char *key, const char *value)
{
	bool truth = false;

	(void)data;
	return text_ends_with(key, ".promisor") &&
	       text_to_bool(&truth, value) && truth;
}

/* In a partial clone git fetches what it is asked for. */
static bool fetch_missing(struct repo *repo, const struct oid *oid)
{
	const char *const args[] = { "cat-file", "-e", oid->hex, NULL };

	return config_each(repo, "remote", is_promisor, NULL) == 1 &&
	       !git_run(repo, args);
}

/* ERR_NOTFOUND unless it is there and a blob. */
static int blob_header(size_t *size, struct repo *repo, const struct oid *oid,
		       const git_oid *id)
{
	git_object_t type;
	int rc = git_odb_read_header(size, &type, repo_odb(repo), id);

	if (rc == GIT_ENOTFOUND && fetch_missing(repo, oid))
		rc = git_odb_read_header(size, &type, repo_odb(repo), id);
	if (rc == GIT_ENOTFOUND)
		return fail(ERR_NOTFOUND, "object %s is missing", oid->hex);
	if (rc)
		return fail_git("cannot read %s", oid->hex);
	if (type != GIT_OBJECT_BLOB)
		return fail(ERR_NOTFOUND, "%s is a %s, not a file", oid->hex,
			    git_object_type2string(type));
	return 0;
}

int blob_read(struct buf *out, struct repo *repo, const struct oid *oid,
	      size_t max)
{
	AUTO_GIT(git_odb_object) object = NULL;
	size_t size;
	git_oid id;

	oid_to_raw(&id, oid);
	int rc = blob_header(&size, repo, oid, &id);
	if (rc)
		return rc;
	if (size > max)
		return fail(ERR_BADDATA, "file %s is larger than %zu bytes",
			    oid->hex, max);
	if (git_odb_read(&object, repo_odb(repo), &id))
		return fail_git("cannot read %s", oid->hex);
	buf_add(out, git_odb_object_data(object),
		git_odb_object_size(object));
	return 0;
}

int blob_write(struct oid *out, struct repo *repo, const void *bytes,
	       size_t len)
{
	git_oid id;

	if (git_odb_write(&id, repo_odb(repo), bytes, len, GIT_OBJECT_BLOB))
		return fail_git("cannot write an object");
	oid_from_raw(out, &id);
	return 0;
}

/* ==== Commits =========================================================== */

static void fill_signature(struct signature *out, const git_signature *raw)
{
	out->name = xstrdup(raw->name);
	out->email = xstrdup(raw->email);
	out->when = raw->when.time;
}

/* The first paragraph in one line, as git shows a subject. */
static char *subject_of(const char *message)
{
	AUTO(buf) subject = BUF_INIT;

	message += strspn(message, "\n");
	while (*message && *message != '\n') {
		size_t len = strcspn(message, "\n");

		if (subject.len)
			buf_addch(&subject, ' ');
		buf_add(&subject, message, len);
		buf_rtrim(&subject);
		message += len + (message[len] == '\n');
	}
	return buf_detach(&subject);
}

int commit_read(struct commit *out, struct repo *repo, const struct oid *oid)
{
	AUTO_GIT(git_commit) raw = NULL;
	int rc = raw_commit(&raw, repo, oid);

	if (rc)
		return rc;
	*out = (struct commit){ .oid = *oid };
	oid_from_raw(&out->tree, git_commit_tree_id(raw));
	out->nr_parents = git_commit_parentcount(raw);
	out->parents = xcalloc(out->nr_parents, sizeof(*out->parents));
	for (size_t i = 0; i < out->nr_parents; i++)
		oid_from_raw(&out->parents[i], git_commit_parent_id(raw, i));
	fill_signature(&out->author, git_commit_author(raw));
	fill_signature(&out->committer, git_commit_committer(raw));
	out->message = xstrdup(git_commit_message(raw));
	out->subject = subject_of(out->message);
	return 0;
}

void commit_release(struct commit *commit)
{
	if (!commit)
		return;
	free(commit->parents);
	signature_release(&commit->author);
	signature_release(&commit->committer);
	free(commit->subject);
	free(commit->message);
	*commit = (struct commit){ 0 };
}

int commit_write(struct oid *out, struct repo *repo, const struct oid *tree,
		 const struct oid *parents, size_t nr_parents,
		 const struct signature *who, const char *message)
{
	AUTO_GIT(git_signature) by = NULL;
	auto_free git_oid *ids = xcalloc(nr_parents, sizeof(*ids));
	auto_free const git_oid **refs = xcalloc(nr_parents, sizeof(*refs));
	git_oid tree_id, id;

	oid_to_raw(&tree_id, tree);
	for (size_t i = 0; i < nr_parents; i++) {
		oid_to_raw(&ids[i], &parents[i]);
		refs[i] = &ids[i];
	}
	if (git_signature_new(&by, who->name, who->email, who->when, 0))
		return fail_git("'%s <%s>' cannot be an author", who->name,
				who->email);
	size_t len = strlen(message);
	auto_free char *text =
		xstrfmt("%s%s", message,
			len && message[len - 1] == '\n' ? "" : "\n");
	if (git_commit_create_from_ids(&id, repo_raw(repo), NULL, by, by,
				       NULL, text, &tree_id, nr_parents,
				       refs))
		return fail_git("cannot write a commit");
	/*
	 * libgit2 1.5 answers 0 also when the object could not be written.
	 * Looking for it forgets why, so that is kept before.
	 */
	const git_error *last = git_error_last();
	auto_free char *why = xstrdup(last ? last->message : "unknown error");
	if (!git_odb_exists(repo_odb(repo), &id))
		return fail(ERR_FAILED, "cannot write a commit: %s", why);
	oid_from_raw(out, &id);
	return 0;
}
