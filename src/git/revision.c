#include "git/revision.h"

#include <string.h>

#include "base/text.h"
#include "git/command.h"
#include "git/config.h"
#include "git/object.h"
#include "git/raw.h"
#include "git/refs.h"

/* Nothing that people call a commit is longer. */
#define REVISION_MAX 1024

/* How far commit_at() looks back. */
#define AT_STEPS_MAX 20000

/* ==== Resolving ========================================================= */

/* The ledger, the history and all else of our own holds no one's code. */
static bool is_own_ref(const char *name)
{
	return !strcmp(name, "refs/heads/bench-history") ||
	       text_starts_with(name, "refs/notes/") ||
	       text_starts_with(name, "refs/bench/");
}

static bool has_any_ref(struct repo *repo)
{
	AUTO_GIT(git_reference_iterator) it = NULL;
	const char *name;

	if (git_reference_iterator_new(&it, repo_raw(repo)))
		return false;
	while (!git_reference_next_name(&name, it))
		if (!is_own_ref(name))
			return true;
	return false;
}

static int fail_unknown(struct repo *repo, const char *revision)
{
	size_t len = strlen(revision);

	if (git_repository_head_unborn(repo_raw(repo)) == 1) {
		if (!has_any_ref(repo))
			return fail(ERR_NOTFOUND,
				    "this repository has no commits yet");
		if (text_starts_with(revision, "HEAD") || *revision == '@')
			return fail(ERR_NOTFOUND,
				    "the current branch has no commits yet");
	}
	if (!len)
		return fail(ERR_NOTFOUND, "an empty name is no revision");
	if (len > 80)
		return fail(ERR_NOTFOUND,
			    "unknown revision '%.60s...' (%zu bytes)",
			    revision, len);
	fail(ERR_NOTFOUND, "unknown revision '%s'", revision);
	if (repo_is_shallow(repo))
		fail_hint("this clone is shallow; for all of the history: "
			  "git fetch --unshallow");
	return ERR_NOTFOUND;
}

/*
 * Reflogs and searches: libgit2 reads dates and patterns differently, and
 * has no bound on how long it searches.
 */
static bool is_gits_alone(const char *revision)
{
	return strstr(revision, "@{") || strstr(revision, "^{/") ||
	       text_starts_with(revision, ":/");
}

/* What libgit2 does not know or finds ambiguous, git may. */
static int ask_git(git_object **out, struct repo *repo, const char *revision)
{
	AUTO(process) git = PROCESS_INIT;
	struct oid oid;
	git_oid id;

	git_command_init(&git, repo);
	strlist_add(&git.argv, "-c");
	strlist_add(&git.argv, "core.disambiguate=committish");
	strlist_add(&git.argv, "rev-parse");
	strlist_add(&git.argv, "--verify");
	strlist_add(&git.argv, "--end-of-options");
	strlist_add(&git.argv, revision);
	int rc = process_run(&git);
	if (rc)
		return rc;
	buf_rtrim(&git.out);
	if (process_ok(&git) && oid_parse(&oid, git.out.ptr)) {
		oid_to_raw(&id, &oid);
		if (!git_object_lookup(out, repo_raw(repo), &id,
				       GIT_OBJECT_ANY))
			return 0;
	}
	if (strstr(git.err.ptr, "ambiguous"))
		return fail(ERR_USAGE,
			    "'%s' is the beginning of several commits' names",
			    revision);
	return fail_unknown(repo, revision);
}

int commit_resolve(struct oid *out, struct repo *repo, const char *revision)
{
	AUTO_GIT(git_object) object = NULL;
	AUTO_GIT(git_object) commit = NULL;

	if (!*revision || strlen(revision) > REVISION_MAX)
		return fail_unknown(repo, revision);
	if (is_gits_alone(revision) ||
	    git_revparse_single(&object, repo_raw(repo), revision)) {
		int rc = ask_git(&object, repo, revision);

		if (rc)
			return rc;
	}
	if (git_object_peel(&commit, object, GIT_OBJECT_COMMIT))
		return fail(ERR_NOTFOUND, "'%s' is a %s, not a commit",
			    revision,
			    git_object_type2string(git_object_type(object)));
	oid_from_raw(out, git_object_id(commit));
	return 0;
}

char *commit_ref_of(struct repo *repo, const char *revision)
{
	AUTO_GIT(git_object) object = NULL;
	AUTO_GIT(git_reference) ref = NULL;
	AUTO_GIT(git_reference) direct = NULL;

	if (!*revision || strlen(revision) > REVISION_MAX ||
	    git_revparse_ext(&object, &ref, repo_raw(repo), revision) ||
	    !ref || git_reference_resolve(&direct, ref))
		return NULL;
	/* "main@{1}" begins with a ref but does not mean it. */
	if (!git_oid_equal(git_reference_target(direct),
			   git_object_id(object)))
		return NULL;
	const char *name = git_reference_name(direct);
	return text_starts_with(name, "refs/") ? xstrdup(name) : NULL;
}

/* ==== Relations ========================================================= */

/* Runs `git merge-base`: it knows where a shallow clone ends. */
static int merge_base_by_git(struct process *git, struct repo *repo,
			     const char *option, const struct oid *a,
			     const struct oid *b)
{
	git_command_init(git, repo);
	strlist_add(&git->argv, "merge-base");
	if (option)
		strlist_add(&git->argv, option);
	strlist_add(&git->argv, a->hex);
	strlist_add(&git->argv, b->hex);
	int rc = process_run(git);
	if (!rc && !process_ok(git) && git->exit_code != 1)
		rc = process_fail(git, "git merge-base");
	return rc;
}

static int fail_unrelated(struct repo *repo, const struct oid *a,
			  const struct oid *b)
{
	if (!repo_is_shallow(repo))
		return fail(ERR_NOTFOUND,
			    "%.10s and %.10s have no common ancestor", a->hex,
			    b->hex);
	fail(ERR_NOTFOUND,
	     "%.10s and %.10s have no common ancestor in this shallow clone",
	     a->hex, b->hex);
	fail_hint("git fetch --unshallow");
	return ERR_NOTFOUND;
}

int commit_merge_base(struct oid *out, struct repo *repo,
		      const struct oid *a, const struct oid *b)
{
	git_oid raw_a, raw_b, base;

	if (repo_is_shallow(repo)) {
		AUTO(process) git = PROCESS_INIT;
		int rc = merge_base_by_git(&git, repo, NULL, a, b);

		if (rc)
			return rc;
		buf_rtrim(&git.out);
		return process_ok(&git) && oid_parse(out, git.out.ptr) ?
			       0 :
			       fail_unrelated(repo, a, b);
	}
	oid_to_raw(&raw_a, a);
	oid_to_raw(&raw_b, b);
	int rc = git_merge_base(&base, repo_raw(repo), &raw_a, &raw_b);
	if (rc == GIT_ENOTFOUND)
		return fail_unrelated(repo, a, b);
	if (rc)
		return fail_git("cannot relate %.10s and %.10s", a->hex,
				b->hex);
	oid_from_raw(out, &base);
	return 0;
}

int commit_is_ancestor(bool *out, struct repo *repo,
		       const struct oid *ancestor, const struct oid *commit)
{
	git_oid above, below;

	if (repo_is_shallow(repo)) {
		AUTO(process) git = PROCESS_INIT;
		int rc = merge_base_by_git(&git, repo, "--is-ancestor",
					   ancestor, commit);

		*out = !rc && process_ok(&git);
		return rc;
	}
	oid_to_raw(&above, ancestor);
	oid_to_raw(&below, commit);
	int rc = git_oid_equal(&above, &below) ?
			 1 :
			 git_graph_descendant_of(repo_raw(repo), &below,
						 &above);
	if (rc < 0)
		return fail_git("cannot relate %.10s and %.10s",
				ancestor->hex, commit->hex);
	*out = rc;
	return 0;
}

static void add_root(void *data, const char *line)
{
	strlist_add(data, line);
}

/* By git, whose commit-graph and caches make a long history short. */
int commit_roots(struct strlist *out, struct repo *repo,
		 const struct oid *tip)
{
	AUTO(process) git = PROCESS_INIT;

	git_command_init(&git, repo);
	strlist_add(&git.argv, "rev-list");
	strlist_add(&git.argv, "--max-parents=0");
	strlist_add(&git.argv, tip->hex);
	git.on_line = add_root;
	git.on_line_data = out;
	int rc = process_run(&git);
	return rc || process_ok(&git) ? rc : process_fail(&git, "git rev-list");
}

int commit_distance(size_t *out, struct repo *repo, const struct oid *a,
		    const struct oid *b)
{
	AUTO_GIT(git_tree) tree_a = NULL;
	AUTO_GIT(git_tree) tree_b = NULL;
	AUTO_GIT(git_diff) diff = NULL;
	int rc = raw_tree(&tree_a, repo, a);

	if (!rc)
		rc = raw_tree(&tree_b, repo, b);
	if (rc)
		return rc;
	if (git_diff_tree_to_tree(&diff, repo_raw(repo), tree_a, tree_b,
				  NULL))
		return fail_git("cannot compare %.10s and %.10s", a->hex,
				b->hex);
	*out = git_diff_num_deltas(diff);
	return 0;
}

int commit_at(struct oid *out, bool *known, struct repo *repo,
	      const struct oid *tip, int64_t when)
{
	struct oid next = *tip;

	*known = false;
	for (int i = 0; i < AT_STEPS_MAX; i++) {
		AUTO(commit) commit = { 0 };
		int rc = commit_read(&commit, repo, &next);

		if (rc)
			return rc;
		if (commit.committer.when <= when) {
			*out = next;
			*known = true;
			return 0;
		}
		*known = !commit.nr_parents;
		if (*known)
			break;
		next = commit.parents[0];
	}
	return fail(ERR_NOTFOUND, "%.10s has no commit that old", tip->hex);
}

/* ==== The default branch ================================================ */

/* The full name if such a ref leads to a commit; owned. */
static char *existing(struct repo *repo, char *name)
{
	struct oid oid;
	auto_free char *owned = name;

	return refs_is_valid_name(name) && !refs_read(&oid, repo, name) ?
		       STEAL(owned) :
		       NULL;
}

/* "remote.<name>.url": adds the name once. */
static int add_remote(void *data, const char *key, const char *value)
{
	const char *name = text_skip_prefix(key, "remote.");
	const char *last = strrchr(key, '.');

	(void)value;
	if (last <= name || strcmp(last, ".url"))
		return 0;
	auto_free char *copy = xmemdupz(name, last - name);
	if (!strlist_has(data, copy))
		strlist_add(data, copy);
	return 0;
}

/* (libgit2's git_remote_list() leaks for each key that names no remote.) */
char *source_remote(struct repo *repo)
{
	AUTO(strlist) names = STRLIST_INIT;

	if (config_each(repo, "remote", add_remote, &names))
		return NULL;
	auto_free char *source = config_string(repo, "bench.source", "origin");
	if (strlist_has(&names, source))
		return STEAL(source);
	if (strlist_has(&names, "origin"))
		return xstrdup("origin");
	return names.nr == 1 ? xstrdup(names.items[0]) : NULL;
}

/* Where a symbolic ref leads, if that exists; owned. */
static char *target_of(struct repo *repo, const char *name)
{
	AUTO_GIT(git_reference) ref = NULL;

	if (git_reference_lookup(&ref, repo_raw(repo), name) ||
	    git_reference_type(ref) != GIT_REFERENCE_SYMBOLIC)
		return NULL;
	return existing(repo, xstrdup(git_reference_symbolic_target(ref)));
}

/* Does `own` hold all that `theirs` does? */
static bool is_ahead(struct repo *repo, const char *own, const char *theirs)
{
	struct oid own_tip, their_tip;
	bool ahead = false;

	return !refs_read(&own_tip, repo, own) &&
	       !refs_read(&their_tip, repo, theirs) &&
	       !commit_is_ancestor(&ahead, repo, &their_tip, &own_tip) &&
	       ahead;
}

/*
 * A branch is here and at the remote. Where ours has all that theirs has, it
 * is ours; an old copy of theirs would be a base of long ago.
 */
static char *branch_named(struct repo *repo, const char *remote,
			  const char *name)
{
	if (text_starts_with(name, "refs/"))
		return existing(repo, xstrdup(name));
	auto_free char *own = existing(repo, xstrfmt("refs/heads/%s", name));
	auto_free char *theirs =
		remote ? existing(repo, xstrfmt("refs/remotes/%s/%s", remote,
						name)) :
			 NULL;
	if (own && (!theirs || is_ahead(repo, own, theirs)))
		return STEAL(own);
	if (theirs)
		return STEAL(theirs);
	return existing(repo, xstrfmt("refs/remotes/%s", name));
}

static char *remote_head(struct repo *repo, const char *remote)
{
	auto_free char *prefix = xstrfmt("refs/remotes/%s/", remote);
	auto_free char *head = xstrfmt("%sHEAD", prefix);
	auto_free char *target = target_of(repo, head);
	const char *name = target ? text_skip_prefix(target, prefix) : NULL;

	return name ? branch_named(repo, remote, name) : STEAL(target);
}

static char *guessed_branch(struct repo *repo, const char *remote)
{
	auto_free char *init = config_string(repo, "init.defaultbranch",
					     "main");
	const char *const names[] = { init, "main", "master" };
	char *found = remote ? remote_head(repo, remote) : NULL;

	if (!found && git_repository_is_bare(repo_raw(repo)))
		found = target_of(repo, "HEAD");
	for (size_t i = 0; i < ARRAY_SIZE(names) && !found; i++)
		found = branch_named(repo, remote, names[i]);
	return found;
}

int default_branch(char **out, struct repo *repo)
{
	auto_free char *set = config_string(repo, "bench.defaultbranch",
					    NULL);
	auto_free char *remote = source_remote(repo);

	if (set) {
		*out = branch_named(repo, remote, set);
		return *out ? 0 :
			      fail(ERR_NOTFOUND,
				   "bench.defaultBranch is '%s', but there "
				   "is no such branch",
				   set);
	}
	*out = guessed_branch(repo, remote);
	if (*out)
		return 0;
	if (!has_any_ref(repo))
		return fail(ERR_NOTFOUND,
			    "this repository has no commits yet");
	fail(ERR_NOTFOUND,
	     "cannot tell which branch is the default: there is neither a "
	     "remote's HEAD nor a branch main or master");
	fail_hint("git config bench.defaultBranch <branch>");
	return ERR_NOTFOUND;
}
