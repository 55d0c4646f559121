/*
 * One `git log` of the range: records end in NUL, which no commit holds,
 * their fields in 0x01, the trailers in 0x02. Whoever writes these two into a
 * commit spoils, at worst, his own trailers.
 */
#include "git/trailers.h"

#include <string.h>

#include "base/error.h"
#include "git/command.h"
#include "git/object.h"

#define OUTPUT_MAX (8 << 20)
#define FORMAT "%%H%%x01%%an <%%ae>%%x01%%(trailers:key=%s," \
	       "valueonly=true,unfold=true,separator=%%x02)"

static void add(struct trailers *out, const struct oid *commit,
		const char *author, const char *value)
{
	if (!*value)
		return;
	if (out->nr == TRAILERS_MAX) {
		out->truncated = true;
		return;
	}
	ARRAY_GROW(out->items, out->nr + 1, out->cap);
	out->items[out->nr++] = (struct trailer){
		.commit = *commit,
		.author = xstrdup(author),
		.value = xstrdup(value),
	};
}

/* One commit: id, author, trailers. */
static void read_record(struct trailers *out, char *record)
{
	char *author = strchr(record, 1);
	char *values = author ? strchr(author + 1, 1) : NULL;
	struct oid commit;

	if (!values)
		return;
	*author++ = *values++ = '\0';
	if (!oid_parse(&commit, record))
		return;
	while (values) {
		char *end = strchr(values, 2);

		if (end)
			*end++ = '\0';
		add(out, &commit, author, values);
		values = end;
	}
}

static void read_output(struct trailers *out, char *text, size_t len)
{
	size_t records = 0;

	for (char *at = text, *next; at < text + len; at = next, records++) {
		next = at + strlen(at) + 1;
		if (records < TRAILERS_COMMITS_MAX)
			read_record(out, at);
	}
	out->truncated = out->truncated || records > TRAILERS_COMMITS_MAX;
}

static int need_commit(struct repo *repo, const struct oid *oid)
{
	struct oid found;
	int rc = commit_resolve(&found, repo, oid->hex);

	return rc ? fail_in(rc, "commit %.10s", oid->hex) : 0;
}

int trailers_between(struct trailers *out, struct repo *repo,
		     const char *key, const struct oid *base,
		     const struct oid *head)
{
	AUTO(process) git = PROCESS_INIT;
	int rc = need_commit(repo, base);

	if (!rc)
		rc = need_commit(repo, head);
	if (rc)
		return rc;
	git_command_init(&git, repo);
	git.output_max = OUTPUT_MAX;
	strlist_add(&git.argv, "log");
	strlist_add(&git.argv, "-z");
	strlist_add(&git.argv, "--no-show-signature");
	strlist_add(&git.argv, "--no-mailmap");
	strlist_add(&git.argv, "--no-color");
	strlist_addf(&git.argv, "--max-count=%d", TRAILERS_COMMITS_MAX + 1);
	strlist_addf(&git.argv, "--format=tformat:" FORMAT, key);
	strlist_addf(&git.argv, "%s..%s", base->hex, head->hex);
	strlist_add(&git.argv, "--");
	rc = process_run(&git);
	if (rc)
		return rc;
	if (!process_ok(&git))
		return process_fail(&git, "git log");
	if (git.out_truncated)
		return fail(ERR_BADDATA,
			    "the %s trailers between %.10s and %.10s are "
			    "longer than %d bytes",
			    key, base->hex, head->hex, OUTPUT_MAX);
	read_output(out, git.out.ptr, git.out.len);
	return 0;
}

int commit_is_signed(bool *out, struct repo *repo, const struct oid *commit)
{
	AUTO(process) git = PROCESS_INIT;

	git_command_init(&git, repo);
	strlist_add(&git.argv, "verify-commit");
	strlist_add(&git.argv, commit->hex);
	int rc = process_run(&git);
	*out = !rc && process_ok(&git);
	return rc;
}

void trailers_release(struct trailers *trailers)
{
	for (size_t i = 0; i < trailers->nr; i++) {
		free(trailers->items[i].author);
		free(trailers->items[i].value);
	}
	free(trailers->items);
	*trailers = (struct trailers)TRAILERS_INIT;
}
