#include "record/epoch.h"

#include "base/error.h"
#include "scratch.h"
#include "tap.h"

static struct repo *repo;

/* A commit whose tree has `content` as its file "epoch"; NULL: none. */
static void reads(const char *content, int64_t want, const char *name)
{
	struct oid tip = sh_oid(
		"r", content ? "git commit-tree -m x $(printf '100644 blob "
			       "%%s\tepoch\n' $(printf '%s' | git hash-object "
			       "-w --stdin) | git mktree)" :
			       "git commit-tree -m x $(git mktree </dev/null)"
			       "%s",
		content ? content : "");
	int64_t epoch = -1;

	works(epoch_read(&epoch, repo, &tip), name);
	is_int(epoch, want, name);
}

int main(void)
{
	scratch_begin();
	sh("", "git init -q r");
	repo = scratch_repo("r");
	reads(NULL, 0, "the first has no file");
	reads("1\\n", 1, "a number");
	reads("999999999", 999999999, "the greatest, without line feed");
	reads("2\\nwhy it was\\n", 2, "what follows in other lines");
	reads("1000000000\\n", 0, "a greater one is none");
	reads("-1\\n", 0, "nor a negative one");
	reads("", 0, "nor nothing");
	reads("two\\n", 0, "nor a word");
	reads("1\\0002\\n", 0, "nor with a NUL in it");
	reads("0000000000000000000000000000000000000000000000000000000000000000"
	      "0000000000000000000001", 0, "nor one that goes on and on");
	repo_free(repo);
	error_clear();
	return done();
}
