#include "command.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "git/revision.h"
#include "look.h"
#include "pager.h"
#include "print.h"
#include "record/history.h"
#include "report/chain.h"
#include "report/check_show.h"
#include "report/pair.h"

struct check_args {
	const char *suite, *file;
	bool strict, all, json, markdown;
	int color;
};

static const char *const usage[] = {
	"check [<options>] [<result>]",
	"check [<options>] <base> <head>",
	"check [<options>] --file <path>",
	NULL,
};

static const struct option options[] = {
	OPT_STRING('s', "suite", struct check_args, suite, "<name>",
		   "of a commit only the result of that suite"),
	OPT_STRING('f', "file", struct check_args, file, "<path>",
		   "a result document; - is standard input"),
	OPT_BOOL(0, "strict", struct check_args, strict,
		 "fail on what is unknown, too"),
	OPT_BOOL('a', "all", struct check_args, all,
		 "list what is fine, too"),
	OPT_BOOL(0, "markdown", struct check_args, markdown,
		 "print Markdown, for a comment"),
	OPT_JSON(struct check_args, json),
	OPT_COLOR(struct check_args, color),
	OPT_END,
};

/* A result that is checked; of two measured apart what they make together. */
struct subject {
	struct result result;
	struct pair pair;
	const char *obstacle; /* borrowed from the pair */
	char *name;	      /* where it stands */
	struct acceptances acceptances;
};

struct subjects {
	struct subject *items;
	size_t nr, cap;
};

static void subject_release(struct subject *subject)
{
	result_release(&subject->result);
	pair_release(&subject->pair);
	free(subject->name);
	acceptances_release(&subject->acceptances);
}

static void subjects_release(struct subjects *subjects)
{
	for (size_t i = 0; i < subjects->nr; i++)
		subject_release(&subjects->items[i]);
	free(subjects->items);
}

static struct subject *add_subject(struct subjects *subjects, const char *name)
{
	ARRAY_GROW(subjects->items, subjects->nr + 1, subjects->cap);
	struct subject *subject = &subjects->items[subjects->nr++];

	*subject = (struct subject){
		.result = RESULT_INIT,
		.pair = PAIR_INIT,
		.name = xstrdup(name),
	};
	return subject;
}

/* ==== Which results ==== */

/* The newest results of a commit, one for each suite, variant and machine. */
struct search {
	const struct oid *commit;
	const char *suite;
	json_t *paths; /* by what tells them apart */
};

static int consider(void *data, const char *path, const struct result *result)
{
	struct search *search = data;
	const struct result_side *head = result_head(result);
	const struct result_side *base = result_base(result);

	if (!oid_equal(&head->sha, search->commit) ||
	    (search->suite && strcmp(result->suite, search->suite)))
		return 0;
	auto_free char *key =
		xstrfmt("%s\n%s\n%s\n%s", result->suite,
			head->variant ? head->variant : "",
			base && base->variant ? base->variant : "",
			json_get_string(result->runner, "class", ""));
	json_set_string(search->paths, key, path);
	return 0;
}

static int add_path(struct subjects *out, struct repo *repo, const char *path)
{
	return chain_load(&add_subject(out, path)->result, repo, path);
}

static int add_commit(struct subjects *out, struct repo *repo,
		      const struct oid *commit, const char *suite)
{
	json_auto_t *paths = json_object();
	struct search search = { commit, suite, paths };
	const char *key;
	json_t *path;
	int rc = history_each(repo, consider, &search);

	json_object_foreach(paths, key, path)
		if (!rc)
			rc = add_path(out, repo, json_string_value(path));
	return rc;
}

static int add_named(struct subjects *out, struct repo *repo,
		     const char *name, const char *suite)
{
	auto_free char *path = NULL;
	struct oid commit;
	int rc = 0;

	if (!commit_resolve(&commit, repo, name))
		rc = add_commit(out, repo, &commit, suite);
	if (rc || out->nr)
		return rc;
	rc = history_resolve(&path, repo, name);
	return rc ? rc : add_path(out, repo, path);
}

static int add_pair(struct subjects *out, struct repo *repo,
		    const char *base, const char *head, const char *suite)
{
	auto_free char *name = xstrfmt("%s and %s", base, head);
	struct subject *subject = add_subject(out, name);
	int rc = pair_load(&subject->pair, repo, base, head, suite);

	subject->obstacle = subject->pair.obstacle;
	return rc;
}

static int add_file(struct subjects *out, const char *path)
{
	struct subject *subject = add_subject(out, path);
	bool is_stdin = !strcmp(path, "-");
	AUTO(buf) text = BUF_INIT;
	int rc = file_read(&text, is_stdin ? "/dev/stdin" : path,
			   RESULT_SIZE_MAX);

	if (rc)
		return rc;
	return result_parse(&subject->result, text.ptr, text.len,
			    is_stdin ? "standard input" : path);
}

static int gather(struct subjects *out, struct repo *repo,
		  const struct check_args *args, int argc, char **argv)
{
	if (args->file && argc)
		return fail(ERR_USAGE, "--file and '%s': one of them is "
				       "checked, not both", argv[0]);
	if (args->file)
		return add_file(out, args->file);
	if (argc == 2)
		return add_pair(out, repo, argv[0], argv[1],
				args->suite);
	return add_named(out, repo, argc ? argv[0] : "HEAD", args->suite);
}

/* ==== Against what ==== */

/* A repository without suites may have limits in its configuration only. */
static int read_gates(struct gates *out, struct suites *suites,
		      struct repo *repo)
{
	int rc = suites_load(suites, repo, NULL);

	if (rc == ERR_NOTFOUND) {
		error_clear();
		rc = 0;
	}
	return rc ? rc : gates_read(out, suites);
}

static const struct result *result_of(const struct subject *subject)
{
	return subject->pair.result.nr_sides ? &subject->pair.result :
					       &subject->result;
}

static void add_notes(struct strlist *notes, const struct subject *subject)
{
	const struct result *result = result_of(subject);

	strlist_addf(notes, "checked %s: %.10s against %.10s", subject->name,
		     result_head(result)->sha.hex,
		     result_base(result)->sha.hex);
	for (size_t i = 0; i < result->notes.nr; i++)
		strlist_add(notes, result->notes.items[i]);
	for (size_t i = 0; i < subject->acceptances.notes.nr; i++)
		strlist_add(notes, subject->acceptances.notes.items[i]);
}

static int check_subject(struct check *check, struct strlist *notes,
			 struct subject *subject, struct repo *repo,
			 const struct gates *gates, bool strict)
{
	const struct result *result = result_of(subject);
	bool verify = gates_has(gates, GATE_ACCEPT, ACCEPT_SIGNED);
	int rc = 0;

	if (!result_base(result)) {
		strlist_addf(notes, "%s has no base and is not checked",
			     subject->name);
		return 0;
	}
	rc = acceptances_read(&subject->acceptances, repo,
			      &result_base(result)->sha,
			      &result_head(result)->sha, verify);
	if (rc)
		return rc;
	check_add(check, result, subject->obstacle, gates,
		  &subject->acceptances, strict);
	add_notes(notes, subject);
	return 0;
}

static int fail_no_base(const struct subjects *subjects)
{
	fail(ERR_NOTFOUND, "%s has no base that it could be checked against",
	     subjects->items[0].name);
	fail_hint("git bench check <base> <head>");
	return ERR_NOTFOUND;
}

/* ==== The answer ==== */

static int show(struct context *context, const struct check *check,
		const struct strlist *notes, const struct check_args *args)
{
	enum table_format format = args->markdown ? TABLE_AS_MARKDOWN :
						    TABLE_AS_TEXT;
	struct style style = STYLE_PLAIN;
	AUTO(buf) text = BUF_INIT;
	int rc = 0;

	if (args->json) {
		json_auto_t *json = check_json(check, notes);

		print_json(json);
		return 0;
	}
	if (format == TABLE_AS_TEXT) {
		pager_start(context);
		rc = look(&style, context, args->color);
	}
	if (rc)
		return rc;
	check_show(&text, check, notes, args->all, format, &style);
	print_text(text.ptr);
	return 0;
}

static int run(struct context *context, int argc, char **argv)
{
	struct check_args args = { 0 };
	AUTO(subjects) subjects = { 0 };
	AUTO(suites) suites = SUITES_INIT;
	AUTO(gates) gates = GATES_INIT;
	AUTO(check) check = CHECK_INIT;
	AUTO(strlist) notes = STRLIST_INIT;
	int rc = command_parse(context, &args, &argc, argv);

	if (!rc)
		rc = gather(&subjects, context->repo, &args, argc, argv);
	if (!rc)
		rc = read_gates(&gates, &suites, context->repo);
	for (size_t i = 0; !rc && i < subjects.nr; i++)
		rc = check_subject(&check, &notes, &subjects.items[i],
				   context->repo, &gates, args.strict);
	if (!rc && !check.nr_results)
		rc = fail_no_base(&subjects);
	if (rc)
		return rc;
	check_finish(&check);
	rc = show(context, &check, &notes, &args);
	if (rc)
		return rc;
	return check.failed ? COMMAND_NO : 0;
}

const struct command cmd_check = {
	.name = "check",
	.summary = "hold a result against what the project allows",
	.group = GROUP_READ,
	.usage = usage,
	.options = options,
	.max_args = 2,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};
