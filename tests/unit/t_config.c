#include "git/config.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "scratch.h"
#include "tap.h"

static int collect(void *data, const char *key, const char *value)
{
	strlist_addf(data, "%s=%s", key, value);
	return 0;
}

static void test_types(struct repo *repo)
{
	int64_t number;
	bool truth;
	double seconds;

	auto_free char *absent = config_string(repo, "bench.absent", "x");
	is(absent, "x", "an absent key gives the default");
	ok(!config_string(repo, "bench.absent", NULL), "which may be none");
	auto_free char *name = config_string(repo, "bench.NAME", NULL);
	is(name, "a \"b\" \\ #c", "quoting, and case of keys");
	ok(!config_bool(&truth, repo, "bench.flag", false) && truth,
	   "a key without = is true");
	ok(!config_bool(&truth, repo, "bench.off", true) && !truth, "off");
	is_int(config_bool(&truth, repo, "bench.name", true), ERR_BADDATA,
	       "no truth value");
	ok(!config_int(&number, repo, "bench.size", 0) && number == 2048,
	   "2k");
	is_int(config_int(&number, repo, "bench.name", 0), ERR_BADDATA,
	       "no number");
	ok(strstr(error_message(), "bench.name") != NULL, "names the key");
	ok(!config_duration(&seconds, repo, "bench.wait", 0) &&
		   seconds == 300,
	   "5m");
	is_int(config_duration(&seconds, repo, "bench.name", 0), ERR_BADDATA,
	       "no duration");
}

static void test_lists(struct repo *repo)
{
	AUTO(strlist) all = STRLIST_INIT;
	AUTO(strlist) each = STRLIST_INIT;

	ok(!config_all(&all, repo, "bench.multi") && all.nr == 3,
	   "every value of a key");
	auto_free char *joined = strlist_join(&all, " ");
	is(joined, "global one two", "in git's order");
	ok(!config_each(repo, "bench", collect, &each), "a section");
	auto_free char *got = strlist_join(&each, "\n");
	is(got, sh("a", "git config --get-regexp '^bench\\.' | "
		   "sed 's/ /=/; s/^bench.flag$/&=true/'"),
	   "is what git lists");
}

static void test_environment(void)
{
	AUTO_PTR(repo) here = NULL;
	AUTO_PTR(repo) there = NULL;

	setenv("GIT_CONFIG_PARAMETERS",
	       "'bench.name'='it'\\''s' 'bench.Flag'= 'bench.old=1=2'", 1);
	setenv("GIT_CONFIG_COUNT", "2", 1);
	setenv("GIT_CONFIG_KEY_0", "bench.name", 1);
	setenv("GIT_CONFIG_VALUE_0", "lost", 1);
	setenv("GIT_CONFIG_KEY_1", "bench.Sub.X", 1);
	setenv("GIT_CONFIG_VALUE_1", "counted", 1);
	if (chdir(scratch_path("a")) || repo_open(&here, NULL) ||
	    repo_open(&there, scratch_path("a"))) {
		ok(false, "open: %s", error_message());
		return;
	}
	auto_free char *name = config_string(here, "bench.name", NULL);
	is(name, sh("a", "git config bench.name"), "git -c wins");
	auto_free char *old = config_string(here, "bench.old", NULL);
	is(old, "1=2", "also as older gits pass it on");
	auto_free char *sub = config_string(here, "bench.Sub.x", NULL);
	is(sub, "counted", "GIT_CONFIG_COUNT");
	auto_free char *other = config_string(there, "bench.Sub.x", NULL);
	ok(!other, "another repository does not heed it");
	AUTO(strlist) each = STRLIST_INIT;
	ok(!config_each(here, "bench", collect, &each) &&
		   strlist_has(&each, "bench.Sub.x=counted") &&
		   !strcmp(each.items[each.nr - 1], "bench.old=1=2"),
	   "listed last");
	setenv("GIT_CONFIG_PARAMETERS", "bench.name=1", 1);
	AUTO_PTR(repo) bad = NULL;
	is_int(repo_open(&bad, NULL), ERR_BADDATA, "bad quoting is told");
	unsetenv("GIT_CONFIG_PARAMETERS");
	unsetenv("GIT_CONFIG_COUNT");
}

static void test_levels(void)
{
	AUTO_PTR(repo) repo = NULL;

	sh("a", "git config extensions.worktreeConfig true && "
	   "git worktree add -q ../w && cd ../w && "
	   "git config --worktree bench.size 7 && "
	   "git config bench.off no");
	if (repo_open(&repo, scratch_path("w"))) {
		ok(false, "open: %s", error_message());
		return;
	}
	auto_free char *size = config_string(repo, "bench.size", NULL);
	is(size, "7", "config.worktree wins");
	ok(!config_set(repo, "bench.new", " -x\ny ") &&
		   !strcmp(sh("a", "git config bench.new | cat -A"),
			   " -x$\ny $"),
	   "a value is set for git");
	auto_free char *new = config_string(repo, "bench.new", NULL);
	is(new, " -x\ny ", "and read back at once");
	is_int(config_set(repo, "nonsense", "x"), ERR_FAILED, "a bad key");
}

int main(void)
{
	scratch_begin();
	sh("", "printf '[bench]\\n\\tmulti = global\\n' >global && "
	   "git init -q -b main a && cd a && "
	   "git commit -q --allow-empty -m first && "
	   "printf '[bench]\\n\\tname = \"a \\\\\"b\\\\\" \\\\\\\\ #c\"\\n"
	   "\\tflag\\n\\toff = off\\n\\tsize = 2k\\n\\twait = 5m\\n"
	   "\\tmulti = one\\n\\tmulti = two\\n"
	   "[bench \"A.b\"]\\n\\tkEy = v\\n' >>.git/config");
	setenv("GIT_CONFIG_GLOBAL", scratch_path("global"), 1);
	AUTO_PTR(repo) repo = NULL;
	if (repo_open(&repo, scratch_path("a")))
		return printf("Bail out! %s\n", error_message()), 99;
	test_types(repo);
	test_lists(repo);
	test_environment();
	test_levels();
	return done();
}
