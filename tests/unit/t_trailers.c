/* Trailers of a range, with git as the oracle of what is one. */
#include "git/trailers.h"

#include <string.h>

#include "base/error.h"
#include "scratch.h"
#include "tap.h"

static void make(void)
{
	sh("", "git init -q r && cd r && git commit -q --allow-empty -m base");
	sh("r", "git commit -q --allow-empty -F - <<'END'\n"
		"one\n\n"
		"Bench-Accept: body 1%% stands in the body\n\n"
		"more\n\n"
		"Bench-Accept: fib 10%% because of\n  the fold\n"
		"bench-accept: zip 2%% any case\n"
		"Signed-off-by: A U Thor <author@example.com>\n"
		"END\n");
	sh("r", "git commit -q --allow-empty -m none");
	sh("r", "git commit -q --allow-empty --author='Ev\001il <e@x>' -m two "
		"-m \"$(printf 'Bench-Accept: a\\002b 5%%%% split\\n"
		"Bench-Accept: c\\001d 6%%%% kept')\"");
}

static void reads_what_git_reads(void)
{
	AUTO_PTR(repo) repo = scratch_repo("r");
	AUTO(trailers) found = TRAILERS_INIT;
	struct oid base = sh_oid("r", "git rev-parse HEAD~3");
	struct oid one = sh_oid("r", "git rev-parse HEAD~2");

	works(trailers_between(&found, repo, "Bench-Accept", &base, &one),
	      "a range is read");
	is_int(found.nr, 2, "what stands in a body is none");
	is(found.items[0].value, "fib 10% because of the fold", "unfolded");
	is(found.items[1].value, "zip 2% any case", "keys of any case");
	is(found.items[0].author, "A U Thor <author@example.com>",
	   "with its author");
	ok(oid_equal(&found.items[0].commit, &one), "and its commit");
	ok(!found.truncated, "and that was all");
}

static void survives(void)
{
	AUTO_PTR(repo) repo = scratch_repo("r");
	AUTO(trailers) found = TRAILERS_INIT, none = TRAILERS_INIT;
	struct oid base = sh_oid("r", "git rev-parse HEAD~1");
	struct oid head = sh_oid("r", "git rev-parse HEAD"), absent;

	works(trailers_between(&found, repo, "Bench-Accept", &base, &head),
	      "hostile commits are read");
	for (size_t i = 0; i < found.nr; i++)
		ok(oid_equal(&found.items[i].commit, &head),
		   "all of it is that commit's");
	works(trailers_between(&none, repo, "Bench-Accept", &head, &head),
	      "an empty range is fine");
	is_int(none.nr, 0, "and has none");
	oid_parse(&absent, "0123456789012345678901234567890123456789");
	is_int(trailers_between(&none, repo, "Bench-Accept", &absent, &head),
	       ERR_NOTFOUND, "a commit that is not here");
}

static void many_commits(void)
{
	AUTO_PTR(repo) repo = scratch_repo("r");
	AUTO(trailers) found = TRAILERS_INIT;
	struct oid base = sh_oid("r", "git rev-parse HEAD");
	struct oid head = sh_oid("r",
		"{ for i in $(seq %d); do echo 'commit refs/heads/many'; "
		"echo 'committer a <a> 1 +0000'; echo 'data 24'; "
		"echo s; echo; echo 'Bench-Accept: x 1%% y'; "
		"test $i -gt 1 || echo \"from $(git rev-parse HEAD)\"; "
		"done; } | git fast-import --quiet; git rev-parse many",
		TRAILERS_COMMITS_MAX + 1);

	works(trailers_between(&found, repo, "Bench-Accept", &base, &head),
	      "a long range is read");
	is_int(found.nr, TRAILERS_COMMITS_MAX, "as far as it goes");
	ok(found.truncated, "and that there is more is said");
}

static void signatures(void)
{
	AUTO_PTR(repo) repo = scratch_repo("r");
	struct oid head = sh_oid("r", "git rev-parse HEAD"), signed_one;
	bool vouched = true;

	works(commit_is_signed(&vouched, repo, &head), "an unsigned commit");
	ok(!vouched, "is not vouched for");
	if (!sh_ok("", "ssh-keygen -q -t ed25519 -N '' -f key"))
		return;
	sh("r", "git config gpg.format ssh && "
		"git config user.signingKey \"$PWD/../key\" && "
		"echo \"author@example.com $(cat ../key.pub)\" >../signers && "
		"git config gpg.ssh.allowedSignersFile \"$PWD/../signers\" && "
		"git -c user.email=author@example.com commit -q -S "
		"--allow-empty -m signed");
	signed_one = sh_oid("r", "git rev-parse HEAD");
	works(commit_is_signed(&vouched, repo, &signed_one), "a signed one");
	ok(vouched, "is, by a key that is trusted");
	sh("r", "echo nobody >../signers");
	works(commit_is_signed(&vouched, repo, &signed_one), "and by no other");
	ok(!vouched, "key");
}

int main(void)
{
	scratch_begin();
	make();
	reads_what_git_reads();
	survives();
	many_commits();
	signatures();
	return done();
}
