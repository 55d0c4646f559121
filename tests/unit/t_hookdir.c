#include "git/hookdir.h"

#include "base/error.h"
#include "scratch.h"
#include "tap.h"

#define OURS "#!/bin/sh\n# git-bench x - see y\necho ours\n"
#define NEWER "#!/bin/sh\n# git-bench x - see y\necho newer\n"

static void installs(const char *dir, const char *text,
		     enum hook_outcome want, const char *name)
{
	enum hook_outcome outcome = HOOK_SAME;

	works(hookdir_install(&outcome, scratch_path(dir), "x", text), name);
	is_int(outcome, want, name);
}

static void test_install(void)
{
	enum hook_outcome outcome;

	installs("a/b", OURS, HOOK_MADE, "where no folder was");
	is(sh("a/b", "./x && ls"), "ours\nx", "is executable, and alone");
	installs("a/b", OURS, HOOK_SAME, "the same again");
	sh("a/b", "chmod -x x");
	installs("a/b", OURS, HOOK_SAME, "the same, but not executable");
	is(sh("a/b", "./x"), "ours", "is so again");
	installs("a/b", NEWER, HOOK_RENEWED, "another version");
	is(sh("a/b", "./x && ls"), "newer\nx", "takes its place");
	sh("a/b", "printf '#!/bin/sh\\necho theirs\\n' >x");
	installs("a/b", OURS, HOOK_CHAINED, "over another's");
	is(sh("a/b", "./x && ./x.before-bench && ls"),
	   "ours\ntheirs\nx\nx.before-bench", "which is kept as it is");
	sh("a/b", "printf '#!/bin/sh\\necho third\\n' >x");
	is_int(hookdir_install(&outcome, scratch_path("a/b"), "x", OURS),
	       ERR_REFUSED, "a third has no place");
	is(sh("a/b", "sh x && ./x.before-bench && ls"),
	   "third\ntheirs\nx\nx.before-bench", "and nothing is lost");
	sh("", "mkdir c && ln -s nowhere c/x");
	installs("c", OURS, HOOK_CHAINED, "over a link that leads nowhere");
	is(sh("c", "readlink x.before-bench"), "nowhere", "which stays one");
}

static void finds(const char *repository, const char *want, const char *name)
{
	struct repo *repo = scratch_repo(repository);
	auto_free char *dir = NULL;

	works(hookdir_find(&dir, repo), name);
	is(dir, want, name);
	repo_free(repo);
}

static void test_find(void)
{
	auto_free char *dir = NULL;

	sh("", "git init -q r && git init -q --bare bare.git");
	finds("r", scratch_path("r/.git/hooks"), "as git has it");
	sh("r", "git config core.hooksPath of/ours");
	finds("r", scratch_path("r/of/ours"), "below the work tree");
	sh("bare.git", "git config core.hooksPath of/ours");
	finds("bare.git", scratch_path("bare.git/of/ours"),
	      "below a bare repository");
	sh("r", "git config core.hooksPath /elsewhere");
	finds("r", "/elsewhere", "anywhere");
	sh("r", "git config core.hooksPath '~/hooks'");
	finds("r", sh("", "echo ~/hooks"), "at home");
	sh("r", "git config core.hooksPath /dev/null");
	struct repo *repo = scratch_repo("r");
	is_int(hookdir_find(&dir, repo), ERR_REFUSED, "not where they are off");
	repo_free(repo);
}

int main(void)
{
	scratch_begin();
	test_install();
	test_find();
	error_clear();
	return done();
}
