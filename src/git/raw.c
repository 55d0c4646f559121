#include "git/raw.h"

#include "base/alloc.h"

void oid_from_raw(struct oid *out, const git_oid *raw)
{
	git_oid_tostr(out->hex, sizeof(out->hex), raw);
}

void oid_to_raw(git_oid *out, const struct oid *oid)
{
	*out = (git_oid){ { 0 } };
	if (!oid_is_none(oid))
		git_oid_fromstr(out, oid->hex);
}

int fail_git(const char *fmt, ...)
{
	const git_error *last = git_error_last();
	auto_free char *reason = xstrdup(
		last && last->message ? last->message : "unknown error");
	va_list ap;

	va_start(ap, fmt);
	auto_free char *what = xstrvfmt(fmt, ap);
	va_end(ap);
	return fail(ERR_FAILED, "%s: %s", what, reason);
}

int raw_tree(git_tree **out, struct repo *repo, const struct oid *treeish)
{
	AUTO_GIT(git_object) object = NULL;
	git_oid id;

	oid_to_raw(&id, treeish);
	int rc = git_object_lookup(&object, repo_raw(repo), &id,
				   GIT_OBJECT_ANY);
	if (rc == GIT_ENOTFOUND)
		return fail(ERR_NOTFOUND, "object %s is missing",
			    treeish->hex);
	if (rc)
		return fail_git("cannot read %s", treeish->hex);
	if (git_object_type(object) == GIT_OBJECT_BLOB)
		return fail(ERR_NOTFOUND, "%s is a file, not a tree",
			    treeish->hex);
	if (git_object_peel((git_object **)out, object, GIT_OBJECT_TREE))
		return fail_git("cannot read the tree of %s", treeish->hex);
	return 0;
}

int raw_commit(git_commit **out, struct repo *repo, const struct oid *oid)
{
	git_oid id;

	oid_to_raw(&id, oid);
	int rc = git_commit_lookup(out, repo_raw(repo), &id);
	if (rc == GIT_ENOTFOUND)
		return fail(ERR_NOTFOUND, "there is no commit %s%s", oid->hex,
			    repo_is_shallow(repo) ? " in this shallow clone" :
						    "");
	return rc ? fail_git("cannot read commit %s", oid->hex) : 0;
}
