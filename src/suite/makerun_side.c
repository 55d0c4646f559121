#include <ctype.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "git/object.h"
#include "git/tree.h"
#include "suite/buildstore.h"
#include "suite/compiler_plan.h"
#include "suite/makerun.h"

#define VERSION_MAX 65536

/* The first line of VERSION: "5.3.0+dev0-2023-12-22". */
static int read_version(char **out, struct run *run, const struct side *side)
{
	AUTO(buf) text = BUF_INIT;
	struct oid blob;
	int rc = tree_find(&blob, run->repo, &side->commit, "VERSION");

	if (!rc)
		rc = blob_read(&text, run->repo, &blob, VERSION_MAX);
	if (rc && rc != ERR_NOTFOUND)
		return rc;
	error_clear();
	*out = xmemdupz(text.ptr, strcspn(text.ptr, "\r\n"));
	return 0;
}

/* How well a file of ocaml-versions/ suits: the more the better, 0: not. */
struct stem_search {
	const char *version;
	char *best;
	size_t score;
};

static size_t common_length(const char *a, const char *b)
{
	size_t n = 0;

	while (a[n] && a[n] == b[n])
		n++;
	return n;
}

static int look_at_stem(void *data, const struct tree_entry *entry)
{
	struct stem_search *search = data;
	const char *file = strrchr(entry->path, '/');
	const char *name = file ? file + 1 : entry->path;
	size_t digits = strspn(search->version, "0123456789.");
	size_t score = common_length(name, search->version);

	/* At least the "5.3." of "5.3.0", and the branch before its tags. */
	if (!text_ends_with(name, ".json") || score < 4 || !digits)
		return 0;
	score = (score < digits ? score : digits) * 2 +
		!!strstr(name, "+trunk");
	if (score <= search->score)
		return 0;
	free(search->best);
	search->best = xmemdupz(name, strlen(name) - strlen(".json"));
	search->score = score;
	return 0;
}

static int choose_stem(struct run *run, struct makerun_side *side)
{
	struct makerun *m = run->data;
	struct stem_search search = { .version = side->version };
	const char *told = suite_get(run->suite, "ocaml-version", NULL);

	if (told) {
		side->stem = xstrdup(told);
		return 0;
	}
	int rc = tree_each(m->sandmark.sources.repo,
			   &m->sandmark.sources.commit, "ocaml-versions",
			   look_at_stem, &search);
	side->stem = search.best;
	if (!rc && !side->stem)
		side->stem = xstrfmt(
			"%.*s+trunk",
			(int)strspn(side->version, "0123456789."),
			side->version);
	return rc;
}

static char *result_name(const struct side *side, const char *version)
{
	char *name = xstrfmt("%.*s+%.10s%.60s",
			     (int)strspn(version, "0123456789."), version,
			     side->commit.hex, side->variant->name);

	for (char *p = name; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("+-._", *p))
			*p = '_';
	return name;
}

char *makerun_source(const struct run *run, const struct side *side)
{
	return xstrfmt("git+file://%s#%s", repo_common_dir(run->repo),
		       side->commit.hex);
}

/*
 * Sandmark's makefile pastes what it is given into shell commands, and a
 * variant's parameters may come from strangers: only what no shell and no
 * make looks at gets through.
 */
static int check_harmless(const char *what, const char *text)
{
	static const char *const harmless =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789 _=+,./:@%-#";

	if (!text[strspn(text, harmless)])
		return 0;
	return fail(ERR_USAGE, "%s cannot be handed to Sandmark's makefile: %s",
		    what, text);
}

/* The options of configure, words with blanks in quotes. */
static int configure_line(char **out, const struct run *run,
			  const struct side *side)
{
	auto_free char *line = compiler_plan_line(run->suite);
	const struct compiler_plan plan = { .configure = line };
	AUTO(strlist) words = STRLIST_INIT;
	struct buf quoted = BUF_INIT;
	int rc = compiler_plan_options(&words, &plan, side->variant);

	for (size_t i = 0; !rc && i < words.nr; i++) {
		const char *quote = strchr(words.items[i], ' ') ? "'" : "";

		rc = check_harmless("an option of configure", words.items[i]);
		buf_addf(&quoted, "%s%s%s%s", i ? " " : "", quote,
			 words.items[i], quote);
	}
	*out = buf_detach(&quoted);
	return rc;
}

int makerun_build(struct run *run, struct side *side)
{
	struct makerun_side *m = makerun_side(run, side);
	struct oid digest;
	auto_free char *key = xstrfmt("%s %s %s %d", side->commit.hex,
				      side->variant->name, run->suite_sha,
				      side->index);
	auto_free char *above =
		xstrfmt("%s/makes", repo_cache_dir(run->repo));

	oid_of_blob(&digest, key, strlen(key));
	m->dir = xstrfmt("%s/%.16s", above, digest.hex);
	int rc = file_mkdir_p(above);
	if (!rc)
		rc = buildstore_lock(&m->lock, m->dir, true, true, NULL, NULL);
	if (!rc)
		rc = read_version(&m->version, run, side);
	if (!rc)
		rc = choose_stem(run, m);
	if (!rc)
		rc = check_harmless("the name of a version", m->stem);
	if (!rc)
		rc = configure_line(&m->configure, run, side);
	auto_free char *url = makerun_source(run, side);
	if (!rc)
		rc = check_harmless("the repository's path", url);
	if (rc)
		return rc;
	m->name = result_name(side, m->version);
	side->dir = xstrdup(m->dir);
	side->built = true;
	return 0;
}
