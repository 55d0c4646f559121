/* Where .gitbench comes from, and what local configuration adds. */
#include "suite/suite.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "scratch.h"
#include "suite/driver.h"
#include "tap.h"

static struct suites suites;

/* Loads from the repository in that folder, opened anew. */
static int load(const char *dir, const char *config_id)
{
	AUTO_PTR(repo) repo = NULL;

	suites_release(&suites);
	if (repo_open(&repo, scratch_path(dir))) {
		printf("Bail out! %s\n", error_message());
		return -99;
	}
	return suites_load(&suites, repo, config_id);
}

static const struct suite *loaded(const char *name)
{
	static const struct suite none = { .samples = -1 };
	const struct suite *suite;

	return suites_find(&suite, &suites, name) ? &none : suite;
}

static void nothing(void)
{
	sh("", "git init -q -b main a");
	is_int(load("a", NULL), ERR_NOTFOUND, "a repository without commits");
	sh("a", "echo x >x; git add x; git commit -qm x");
	is_int(load("a", NULL), ERR_NOTFOUND, "one without .gitbench");
	is(error_message(), "there is no .gitbench at the tip of main, and no "
			    "suite in 'git config'", "says where it looked");
	is(error_hint(), "write a .gitbench and commit it on main",
	   "and what to do");
	sh("a", "git config bench.suite x; "
		"printf '[suite \"w\"]\\ndriver = command\\ntarget = a = b\\n'"
		" >.gitbench");
	is_int(load("a", NULL), ERR_NOTFOUND, "the working tree is not read");
	is(error_hint(), "commit .gitbench on main: it is read there, not "
			 "from the working tree", "and it says so");
	sh("a", "git config --unset bench.suite");
}

static void default_branch_only(void)
{
	sh("a", "git add .gitbench; git commit -qm bench;"
		"git checkout -qb pr; "
		"printf '[suite \"evil\"]\\ndriver = command\\n"
		"target = a = b\\n' >.gitbench; git commit -qam pr");
	ok(!load("a", NULL), "a .gitbench on main is read");
	is(loaded(NULL)->name, "w", "although another branch is checked out");
	is(suites.config_id, sh("a", "git rev-parse main:.gitbench"),
	   "its blob is named");
	is(loaded(NULL)->config_id, suites.config_id, "in each suite");
	ok(!load("a", sh("a", "git rev-parse pr:.gitbench")) &&
		   !strcmp(loaded(NULL)->name, "evil"),
	   "a blob that a request recorded is read as it is");
	is_int(load("a", "../x"), ERR_BADDATA, "which must be an object's name");
	is_int(load("a", "0123456789012345678901234567890123456789"),
	       ERR_NOTFOUND, "that is there");
}

static void local_configuration(void)
{
	sh("a", "git config suite.w.samples 9;"
		"git config suite.w.target 'a = other';"
		"git config --add suite.w.target 'c = more';"
		"git config target.w/c.timeout 3s;"
		"git config variant.fp.option -fp");
	ok(!load("a", NULL), "git config is read over it");
	const struct suite *s = loaded("w");
	is_int(s->samples, 9, "a key");
	is_int(s->nr_targets, 2, "a target is replaced, another added");
	is(s->targets[0].command, "other", "by its name");
	is_near(s->targets[1].timeout, 3, 0, "a target's key");
	is_int(suites.nr_variants, 1, "a variant");
	sh("a", "git config suite.w.samples many");
	is_int(load("a", NULL), ERR_BADDATA, "a bad number in it");
	is(error_message(), "git config suite.w.samples: samples = 'many' is "
			    "no number from 1 to 1000", "is told by its name");
	sh("", "git init -q -b main b");
	sh("b", "echo x >x; git add x; git commit -qm x;"
		"git config suite.own.driver command;"
		"git config suite.own.target 'a = b'");
	ok(!load("b", NULL) && !strcmp(loaded(NULL)->name, "own"),
	   "a suite may be configured in git config alone");
	ok(!suites.config_id, "then no blob is named");
	sh("b", "git config bench.suite nosuch");
	is_int(load("b", NULL), ERR_BADDATA, "a default that is not there");
	is(error_message(), "git config bench.suite: there is no suite "
			    "'nosuch'", "is told");
}

static void bad_file(void)
{
	sh("", "git init -q -b main c");
	sh("c", "printf '[suite \"m\"\\n' >.gitbench; git add .; "
		"git commit -qm x");
	is_int(load("c", NULL), ERR_BADDATA, "bad syntax");
	ok(strstr(error_message(), ".gitbench, line 1: ") != NULL,
	   "names file and line: %s", error_message());
	sh("c", "head -c 1100000 /dev/zero | tr '\\0' '#' >.gitbench; "
		"git commit -qam large");
	is_int(load("c", NULL), ERR_BADDATA, "a file of more than 1 MiB");
}

int main(void)
{
	scratch_begin();
	nothing();
	default_branch_only();
	local_configuration();
	bad_file();
	suites_release(&suites);
	return done();
}
