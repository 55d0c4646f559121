#include "suite/sources.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/process.h"
#include "tap.h"

static char *scratch;

/* Runs a line of words in the scratch folder. */
static void run(const char *line)
{
	AUTO(process) p = PROCESS_INIT;

	strlist_split(&p.argv, line, " ");
	p.cwd = scratch;
	if (process_run(&p) || !process_ok(&p)) {
		process_fail(&p, line);
		ok(false, "%s", error_message());
	}
}

static char *commit_of(const char *repository)
{
	AUTO(process) p = PROCESS_INIT;

	strlist_add(&p.argv, "git");
	strlist_add(&p.argv, "rev-parse");
	strlist_add(&p.argv, "HEAD");
	auto_free char *dir = file_join(scratch, repository);
	p.cwd = dir;
	if (process_run(&p))
		return NULL;
	buf_rtrim(&p.out);
	return buf_detach(&p.out);
}

static void set_up(void)
{
	static const char *const settings[][2] = {
		{ "GIT_CONFIG_GLOBAL", "/dev/null" },
		{ "GIT_CONFIG_NOSYSTEM", "1" },
		{ "GIT_AUTHOR_NAME", "A" },
		{ "GIT_AUTHOR_EMAIL", "a@example.com" },
		{ "GIT_COMMITTER_NAME", "A" },
		{ "GIT_COMMITTER_EMAIL", "a@example.com" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(settings); i++)
		setenv(settings[i][0], settings[i][1], 1);
	run("git init -q -b main code");
	run("git init -q -b main suite");
	auto_free char *large = file_join(scratch, "suite/large.csv");
	auto_free char *small = file_join(scratch, "suite/small.txt");
	file_write(large, "1,2,3\n", 6);
	file_write(small, "small\n", 6);
	run("git -C suite add -A");
	run("git -C suite commit -qm first");
}

static void test_path(struct repo *code)
{
	AUTO(sources) c = { 0 };
	AUTO(buf) text = BUF_INIT;
	AUTO(strlist) absent = STRLIST_INIT;
	auto_free char *dir = file_join(scratch, "out");
	auto_free char *head = commit_of("suite");

	works(sources_open(&c, code, "../suite", NULL),
	      "a path from the top of the repository");
	is(c.commit.hex, head, "means its HEAD");
	auto_free char *dirty = file_join(scratch, "suite/small.txt");
	file_write(dirty, "changed\n", 8);
	ok(!sources_read(&text, &c, "small.txt") &&
		   !strcmp(text.ptr, "small\n"),
	   "files are read from the commit");
	is_int(sources_read(&text, &c, "none.txt"), ERR_NOTFOUND,
	       "one that is not there");
	works(sources_lay_out(&absent, &c, dir), "it is laid out");
	auto_free char *file = file_join(dir, "small.txt");
	auto_free char *line = file_read_line(file);
	is(line, "small", "with the commit's files");
	auto_free char *kept = file_read_line(dirty);
	is(kept, "changed", "and the user's are left alone");
	is_int(absent.nr, 0, "nothing is absent");
}

static void test_absent(struct repo *code)
{
	AUTO(sources) c = { 0 };
	AUTO(strlist) absent = STRLIST_INIT;
	auto_free char *dir = file_join(scratch, "partly");
	struct oid blob;

	oid_of_blob(&blob, "1,2,3\n", 6);
	auto_free char *object = xstrfmt("%s/suite/.git/objects/%.2s/%s",
					 scratch, blob.hex, blob.hex + 2);
	ok(!file_remove_tree(object), "a mirror without a large file");
	works(sources_open(&c, code, "../suite", NULL), "can be read");
	works(sources_lay_out(&absent, &c, dir), "and laid out");
	is(absent.nr == 1 ? absent.items[0] : NULL, "large.csv",
	   "the file is named");
	auto_free char *file = file_join(dir, "small.txt");
	ok(file_exists(file), "and all others are there");
}

static void test_url(struct repo *code)
{
	AUTO(sources) c = { 0 };
	AUTO(sources) again = { 0 };
	auto_free char *url = xstrfmt("file://%s/suite", scratch);
	auto_free char *first = commit_of("suite");

	works(sources_open(&c, code, url, first), "a URL is cloned");
	run("git -C suite commit -q --allow-empty -m second");
	auto_free char *second = commit_of("suite");
	works(sources_open(&again, code, url, second),
	      "and fetched for a commit that is not there");
	is(again.commit.hex, second, "which is the one asked for");
	AUTO(sources) none = { 0 };
	auto_free char *nowhere = xstrfmt("file://%s/nowhere", scratch);
	is_int(sources_open(&none, code, nowhere, first), ERR_OFFLINE,
	       "one that cannot be reached");
	is_int(sources_open(&none, code, url,
			     "0123456789012345678901234567890123456789"),
	       ERR_NOTFOUND, "a commit that is not there");
}

static void test_words(struct repo *code)
{
	AUTO(sources) c = { 0 };

	ok(sources_is_url("https://x/y") && sources_is_url("git@x:y") &&
		   !sources_is_url("../x") && !sources_is_url("/a:b"),
	   "URLs and paths are told apart");
	is_int(sources_open(&c, code, "..", NULL), ERR_NOTFOUND,
	       "a folder that is no repository");
	run("mkdir suite/below");
	is_int(sources_open(&c, code, "../suite/below", NULL), ERR_NOTFOUND,
	       "nor one inside a repository");
}

int main(void)
{
	struct repo *code = NULL;

	if (file_make_temp_dir(&scratch, "git-bench-t_sources"))
		return 1;
	set_up();
	auto_free char *path = file_join(scratch, "code");
	if (repo_open(&code, path)) {
		ok(false, "%s", error_message());
	} else {
		test_path(code);
		test_url(code);
		test_absent(code);
		test_words(code);
	}
	repo_free(code);
	file_remove_tree(scratch);
	free(scratch);
	error_clear();
	return done();
}
