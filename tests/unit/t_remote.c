#include "git/remote.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/environ.h"
#include "base/error.h"
#include "git/transport.h"
#include "host.h"
#include "scratch.h"
#include "tap.h"

static struct repo *open_repo(const char *name)
{
	struct repo *repo = NULL;

	if (repo_open(&repo, scratch_path(name)))
		ok(false, "open %s: %s", name, error_message());
	return repo;
}

static void names_of(struct strlist *out, const char *names)
{
	strlist_clear(out);
	strlist_split(out, names, " ");
}

/* What remote_list() gives for these names, as "name name …"; borrowed. */
static const char *listed(struct buf *out, const struct remote *remote,
			  const char *names)
{
	AUTO(strlist) asked = STRLIST_INIT;
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;

	names_of(&asked, names);
	buf_clear(out);
	int rc = remote_list(&refs, remote, &asked);
	if (rc)
		buf_addstr(out, error_message());
	for (size_t i = 0; i < refs.nr; i++)
		buf_addf(out, "%s%s", i ? " " : "", refs.items[i].name);
	return out->ptr;
}

static void test_list(void)
{
	AUTO_PTR(repo) repo = open_repo("a");
	AUTO(remote) remote = { 0 };
	AUTO(buf) text = BUF_INIT;
	const char *dir = host_make("list");

	ok(!remote_init(&remote, repo, host_address("list")), "an address");
	is(listed(&text, &remote, "refs/"), "", "an empty repository");
	sh(dir, "for r in heads/main notes/bench "
		"bench/claims/b bench/claims/a bench/keep/a/0/0 bench/claimsx "
		"heads/refs/notes/bench; "
		"do git update-ref refs/$r FETCH_HEAD; done");
	is(listed(&text, &remote, "refs/notes/bench refs/bench/claims/"),
	   "refs/bench/claims/a refs/bench/claims/b refs/notes/bench",
	   "names and folders, sorted, and nothing that only ends alike");
	is(listed(&text, &remote, "refs/nowhere refs/bench/none/"), "",
	   "what is not there is left out");
}

static void test_find(void)
{
	AUTO_PTR(repo) repo = open_repo("a");
	AUTO(remote) remote = { 0 };
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;
	AUTO(strlist) names = STRLIST_INIT;
	const char *dir = host_make("find");
	struct oid want = sh_oid("a", "git rev-parse c2");

	sh(dir, "git update-ref refs/bench/a FETCH_HEAD~1 && "
		"git update-ref refs/bench/b FETCH_HEAD");
	names_of(&names, "refs/");
	ok(!remote_init(&remote, repo, host_address("find")) &&
		   !remote_list(&refs, &remote, &names),
	   "a list");
	const struct oid *got = remote_refs_find(&refs, "refs/bench/a");
	ok(got && oid_equal(got, &want), "says what a ref holds");
	ok(!remote_refs_find(&refs, "refs/bench/c"), "and what there is not");
}

/* Everything that this repository keeps of remotes. */
static const char *kept(void)
{
	return sh("b", "git for-each-ref --format='%%(refname) "
		       "%%(subject)' refs/bench-remote");
}

static int update(bool *moved, const struct remote *remote,
		  const char *names_text)
{
	AUTO(strlist) names = STRLIST_INIT;

	names_of(&names, names_text);
	int rc = remote_update(NULL, moved, remote, &names);
	if (rc)
		printf("# %s\n", error_message());
	return rc;
}

static void test_update(void)
{
	AUTO_PTR(repo) repo = NULL;
	AUTO(remote) remote = { 0 };
	const char *dir = host_make("up");
	static const char names[] = "refs/notes/bench refs/bench/claims/";
	bool moved;

	sh("", "rm -rf b && git init -q -b main b");
	sh("b", "git remote add up '%s'; git config fetch.prune true; "
		"git config fetch.pruneTags true; "
		"git config remote.up.tagOpt --tags; "
		"git config --add remote.up.fetch '+refs/*:refs/*'",
	   host_address("up"));
	sh(dir, "git tag v FETCH_HEAD && "
		"git update-ref refs/notes/bench FETCH_HEAD && "
		"git update-ref refs/bench/claims/1 FETCH_HEAD~1");
	repo = open_repo("b");
	ok(!remote_init(&remote, repo, "up"), "a remote by its name");
	ok(!update(&moved, &remote, names) && moved, "a first update");
	is(kept(), "refs/bench-remote/up/bench/claims/1 2\n"
		   "refs/bench-remote/up/notes/bench 3",
	   "keeps what was asked for in a place of its own");
	is(sh("b", "git for-each-ref | sed /bench-remote/d; "
		   "ls .git | sed -n /FETCH_HEAD/p"),
	   "", "and touches no other ref and no FETCH_HEAD");
	ok(!update(&moved, &remote, names) && !moved, "nothing has moved");
	sh(dir, "git update-ref -d refs/bench/claims/1 && "
		"git update-ref refs/notes/bench refs/notes/bench~2 && "
		"git update-ref refs/bench/claims/2 v");
	ok(!update(&moved, &remote, names) && moved,
	   "one gone, one rewritten, one new");
	is(kept(), "refs/bench-remote/up/bench/claims/2 3\n"
		   "refs/bench-remote/up/notes/bench 1",
	   "what is kept is what there is");
	ok(!update(&moved, &remote, "refs/notes/bench") && !moved,
	   "names that were not asked for");
	ok(strstr(kept(), "claims/2"), "are not forgotten");
}

static void test_fetch(void)
{
	AUTO_PTR(repo) repo = NULL;
	AUTO(remote) remote = { 0 };
	AUTO(strlist) names = STRLIST_INIT;
	const char *dir = host_make("fetch");

	sh("", "rm -rf b && git init -q -b main b");
	sh(dir, "git update-ref refs/heads/main FETCH_HEAD");
	repo = open_repo("b");
	ok(!remote_init(&remote, repo, host_address("fetch")), "an address");
	names_of(&names, "refs/notes/bench");
	is_int(remote_fetch(&remote, &names), ERR_LOST,
	       "a ref that is gone meanwhile");
	names_of(&names, "refs/bench/claims/");
	is_int(remote_fetch(&remote, &names), 0, "a folder may be empty");
	names_of(&names, sh("a", "git rev-parse c2"));
	is_int(remote_fetch_commits(&remote, &names), 0,
	       "a commit by its own name");
	ok(sh_ok("b", "git cat-file -e %s", names.items[0]), "is here");
	is(kept(), "", "and no ref is");
}

/* ==== Where there is no remote ========================================== */

static void test_names(void)
{
	AUTO_PTR(repo) repo = open_repo("a");
	AUTO(remote) remote = { 0 };

	is_int(remote_init(&remote, repo, "nowhere"), ERR_NOTFOUND,
	       "an unknown name");
	is(error_hint(), "git remote -v", "with a hint");
	is_int(remote_init(&remote, repo, "--upload-pack=x:y"), ERR_NOTFOUND,
	       "no option is smuggled in");
}

static void test_unreachable(void)
{
	AUTO_PTR(repo) repo = open_repo("a");
	static const char *const addresses[] = {
		"http://me:s3cret@127.0.0.1:1/x",
		"ssh://me:s3cret@127.0.0.1:1/x",
		"git://127.0.0.1:1/x",
		"./s3cret-none",
	};

	for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
		AUTO(remote) remote = { 0 };
		AUTO(strlist) names = STRLIST_INIT;
		AUTO(remote_refs) refs = REMOTE_REFS_INIT;

		ok(!remote_init(&remote, repo, addresses[i]), "%s",
		   addresses[i]);
		names_of(&names, "refs/");
		is_int(remote_list(&refs, &remote, &names), ERR_OFFLINE,
		       "cannot be reached");
		ok(*error_hint() && (i == 3 || !strstr(error_message(),
						       "s3cret")),
		   "and no secret is told: %s", error_message());
	}
}

static void test_arguments(void)
{
	AUTO_PTR(repo) repo = open_repo("a");
	AUTO(remote) remote = { 0 };
	AUTO(process) git = PROCESS_INIT;

	ok(!remote_init(&remote, repo, "https://me:s3cret@host/x"), "a token");
	transport_init(&git, &remote, "fetch");
	auto_free char *line = strlist_join(&git.argv, " ");
	ok(!strstr(line, "s3cret"), "is in no argument: %s", line);
	const char *ssh = environ_get(&git.env, "GIT_SSH_COMMAND");
	ok(ssh && strstr(ssh, "BatchMode=yes"), "ssh asks nothing");
	ok(ssh && strstr(ssh, "ServerAliveInterval="),
	   "and does not wait for one who has gone");
}

static void test_timeout(void)
{
	AUTO_PTR(repo) repo = open_repo("a");
	AUTO(remote) remote = { 0 };
	AUTO(strlist) names = STRLIST_INIT;
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;

	sh("a", "git config core.sshCommand 'sleep 600; :'");
	ok(!remote_init(&remote, repo, "ssh://host/x"), "a remote that hangs");
	remote.timeout = 0.1;
	names_of(&names, "refs/");
	is_int(remote_list(&refs, &remote, &names), ERR_OFFLINE,
	       "is given up");
	ok(strstr(error_message(), "timed out"), "%s", error_message());
	sh("a", "git config --unset core.sshCommand");
}

/* It takes the connection, and that is all it does. */
static void test_silence(void)
{
	AUTO_PTR(repo) repo = open_repo("a");
	AUTO(remote) remote = { 0 };
	AUTO(strlist) names = STRLIST_INIT;
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(at);
	int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	ok(!bind(server, (struct sockaddr *)&at, len) && !listen(server, 1) &&
		   !getsockname(server, (struct sockaddr *)&at, &len),
	   "a server on loopback");
	auto_free char *url = xstrfmt("http://127.0.0.1:%d/x",
				      ntohs(at.sin_port));
	sh("a", "git config http.lowSpeedTime 1");
	ok(!remote_init(&remote, repo, url), "%s", url);
	names_of(&names, "refs/");
	is_int(remote_list(&refs, &remote, &names), ERR_OFFLINE,
	       "a server that falls silent is given up");
	ok(strstr(error_message(), "too slow"), "%s", error_message());
	sh("a", "git config --unset http.lowSpeedTime");
	close(server);
}

static void run(void)
{
	test_list();
	test_find();
	test_update();
	test_fetch();
}

int main(int argc, char **argv)
{
	host_begin(argc, argv);
	host_each(run);
	unsetenv("GIT_SSH_COMMAND");
	test_names();
	test_unreachable();
	test_arguments();
	test_timeout();
	test_silence();
	return done();
}
