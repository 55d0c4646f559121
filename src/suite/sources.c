#include "suite/sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/environ.h"
#include "base/error.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "git/command.h"
#include "git/object.h"
#include "git/revision.h"
#include "git/tree.h"

#define FILE_MAX (16 << 20)
#define ABSENT "error: unable to read sha1 file of "

/* ==== Where it is ======================================================= */

bool sources_is_url(const char *where)
{
	const char *colon = strchr(where, ':');
	const char *slash = strchr(where, '/');

	return colon && (!slash || colon < slash);
}

char *sources_path(struct repo *repo, const char *where)
{
	const char *home = getenv("HOME");

	if (text_starts_with(where, "~/") && home)
		return file_join(home, where + 2);
	if (*where == '/')
		return xstrdup(where);
	return file_join(repo_base_dir(repo), where);
}

static int open_path(struct sources *out, struct repo *repo,
		     const char *where)
{
	auto_free char *path = sources_path(repo, where);
	int rc = repo_open(&out->repo, path);

	if (rc)
		return rc;
	/* One that was found above the folder named is some other's. */
	auto_free char *real = file_real(path);
	const char *tree = repo_work_tree(out->repo);
	if (real && (!strcmp(real, repo_git_dir(out->repo)) ||
		     (tree && !strcmp(real, tree))))
		return 0;
	return fail(ERR_NOTFOUND, "%s is not the top of a git repository",
		    path);
}

/* ==== URLs ============================================================== */

static int run_git(struct process *git, const char *what)
{
	int rc = process_run(git);

	if (!rc && !process_ok(git)) {
		process_fail(git, what);
		rc = ERR_OFFLINE;
	}
	return rc;
}

static int clone(const char *url, const char *path)
{
	static const char *const args[] = { "git", "clone", "--quiet",
					    "--bare", "--", NULL };
	AUTO(process) git = PROCESS_INIT;
	auto_free char *part = xstrfmt("%s.part", path);

	int rc = file_remove_tree(part);
	if (rc)
		return rc;
	strlist_add_all(&git.argv, args);
	strlist_add(&git.argv, url);
	strlist_add(&git.argv, part);
	environ_copy(&git.env);
	environ_scrub_git(&git.env);
	environ_set(&git.env, "LC_ALL", "C");
	environ_set(&git.env, "GIT_TERMINAL_PROMPT", "0");
	rc = run_git(&git, "git clone");
	if (!rc && rename(part, path))
		rc = fail_errno("cannot put the clone at %s", path);
	if (rc)
		file_remove_tree(part);
	return rc;
}

static int fetch(struct repo *repo, const char *url)
{
	AUTO(process) git = PROCESS_INIT;

	git_command_init(&git, repo);
	strlist_add(&git.argv, "fetch");
	strlist_add(&git.argv, "--quiet");
	strlist_add(&git.argv, "--tags");
	strlist_add(&git.argv, "--");
	strlist_add(&git.argv, url);
	strlist_add(&git.argv, "+refs/heads/*:refs/heads/*");
	return run_git(&git, "git fetch");
}

static int open_url(struct sources *out, struct repo *repo, const char *url,
		    const char *revision)
{
	struct oid digest, wanted;

	oid_of_blob(&digest, url, strlen(url));
	auto_free char *dir = file_join(repo_cache_dir(repo), "suites");
	auto_free char *path = xstrfmt("%s/%.16s.git", dir, digest.hex);
	int rc = file_mkdir_p(dir);
	if (!rc && !file_is_dir(path))
		rc = clone(url, path);
	if (!rc)
		rc = repo_open(&out->repo, path);
	/* A name may have moved; a full sha says what it always said. */
	if (!rc && (!oid_parse(&wanted, revision) ||
		    commit_resolve(&wanted, out->repo, revision)))
		rc = fetch(out->repo, url);
	return rc ? fail_in(rc, "%s", url) : 0;
}

int sources_open(struct sources *out, struct repo *repo, const char *where,
		  const char *revision)
{
	*out = (struct sources){ 0 };
	int rc = sources_is_url(where) ?
			 open_url(out, repo, where, revision) :
			 open_path(out, repo, where);
	if (!rc)
		rc = commit_resolve(&out->commit, out->repo,
				    revision ? revision : "HEAD");
	if (rc) {
		fail_in(rc, "the suite's sources");
		sources_release(out);
	}
	return rc;
}

/* ==== What is in it ===================================================== */

int sources_read(struct buf *out, const struct sources *sources,
		  const char *path)
{
	struct oid blob;
	int rc = tree_find(&blob, sources->repo, &sources->commit, path);

	if (!rc)
		rc = blob_read(out, sources->repo, &blob, FILE_MAX);
	return rc ? fail_in(rc, "the suite's sources at %.12s",
			    sources->commit.hex) :
		    0;
}

/*
 * Lines of checkout-index that only say "this blob is not here" go into
 * `absent`; false when there is any other.
 */
static bool collect_absent(struct strlist *absent, const char *text)
{
	AUTO(strlist) lines = STRLIST_INIT;

	strlist_split(&lines, text, "\n");
	for (size_t i = 0; i < lines.nr; i++) {
		const char *path = text_skip_prefix(lines.items[i], ABSENT);
		const char *end = path ? strrchr(path, ' ') : NULL;

		if (!end)
			return false;
		strlist_take(absent, xmemdupz(path, end - path));
	}
	return lines.nr > 0;
}

static void index_command(struct process *git, const struct sources *sources,
			  const char *index, const char *verb)
{
	git_command_init(git, sources->repo);
	environ_set(&git->env, "GIT_INDEX_FILE", index);
	strlist_add(&git->argv, verb);
}

static int read_index(const struct sources *sources, const char *index)
{
	AUTO(process) git = PROCESS_INIT;

	index_command(&git, sources, index, "read-tree");
	strlist_add(&git.argv, sources->commit.hex);
	int rc = process_run(&git);
	return rc || process_ok(&git) ? rc : process_fail(&git, "read-tree");
}

static int write_files(struct strlist *absent, const struct sources *sources,
		       const char *index, const char *dir)
{
	AUTO(process) git = PROCESS_INIT;

	index_command(&git, sources, index, "checkout-index");
	strlist_add(&git.argv, "--all");
	strlist_addf(&git.argv, "--prefix=%s/", dir);
	git.output_max = FILE_MAX;
	int rc = process_run(&git);
	if (rc || process_ok(&git) ||
	    (!git.signal && collect_absent(absent, git.err.ptr)))
		return rc;
	return process_fail(&git, "checkout-index");
}

int sources_lay_out(struct strlist *absent, const struct sources *sources,
		     const char *dir)
{
	auto_free char *index = xstrfmt("%s.index", dir);
	int rc = file_mkdir_p(dir);

	if (!rc)
		rc = read_index(sources, index);
	if (!rc)
		rc = write_files(absent, sources, index, dir);
	unlink(index);
	return rc;
}

void sources_release(struct sources *sources)
{
	repo_free(sources->repo);
	*sources = (struct sources){ 0 };
}
