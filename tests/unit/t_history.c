#include "record/history.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "record/schema.h"
#include "sample_result.h"
#include "scratch.h"
#include "tap.h"

#define ID "0123456789abcdef0123456789abcdef"
#define DATE "2026-11-30T17:00:00Z"

static struct repo *repo;
static struct oid base, head;
static struct strlist wanted; /* what text() made, until the end */

#define text(...) strlist_addf(&wanted, __VA_ARGS__)

static void make(struct result *out, const char *date, double slow)
{
	sample_result(out, base.hex, head.hex, date, slow);
}

/* Appends to the branch; the path, owned, or the error's message. */
static char *append(const struct history_append *what)
{
	AUTO(history_entry) entry = { 0 };
	bool existed;

	if (history_append(&entry, &existed, repo, what))
		return xstrfmt("error: %s", error_message());
	return xstrfmt("%s%s", entry.path, existed ? " existed" : "");
}

static void appends(const struct history_append *what, const char *want,
		    const char *name)
{
	auto_free char *got = append(what);

	is(got, want, name);
}

static char *path_of(const char *date, const char *suffix)
{
	return xstrfmt("bench/history/%s-%.10s%s.json", date, head.hex,
		       suffix);
}

/* ==== Beginning ==== */

static void test_init(void)
{
	AUTO_PTR(repo) other = NULL;
	struct oid tip;

	is_int(history_tip(&tip, repo), ERR_NOTFOUND, "no branch at first");
	is(error_message(),
	   "there are no results yet: no branch bench-history", "it says so");
	is_int(history_init(repo), 0, "a history begins");
	const char *first = sh("r", "git rev-parse bench-history");
	is_int(history_init(repo), 0, "twice");
	is(sh("r", "git rev-parse bench-history"), first, "is once");
	is(sh("r", "git rev-list --max-parents=0 bench-history"),
	   "cec202f3d97aee0de116c9c2433e27d9c6d5bb26", "its root is the same for all time");
	is(sh("r", "git ls-tree -r --name-only bench-history"),
	   "README.md\nbench/SCHEMA.md", "with words for who finds it");
	setenv("GIT_AUTHOR_NAME", "Somebody Else", 1);
	sh("", "git init -q other");
	repo_open(&other, scratch_path("other"));
	history_init(other);
	is(sh("other", "git rev-parse bench-history"), first,
	   "the same in every repository");
}

/* ==== Appending ==== */

static void test_append(void)
{
	AUTO(result) result;
	auto_free char *first = path_of("2026-11-30", "");
	auto_free char *second = path_of("2026-11-30", "-2");
	auto_free char *existed = xstrfmt("%s existed", first);

	make(&result, DATE, 1.31);
	result.request = xstrdup(ID);
	json_auto_t *samples = json_pack("{s:[]}", "targets");
	struct history_append what = { .result = &result,
				       .samples = samples,
				       .default_branch = true,
				       .runner = "m1" };
	appends(&what, first, "a document has its day and its commit's name");
	is(sh("r", "git show bench-history:%s | jq -r .sha", first), head.hex,
	   "it is on the branch");
	is(sh("r", "git log -1 --format=%%s bench-history"),
	   text("s: %.10s 1 slower (fib +31%%)", head.hex),
	   "the subject says what came out");
	is(sh("r", "git log -1 --format=%%B bench-history |"
		   "git interpret-trailers --parse"),
	   text("Bench-Request: " ID " 0\nBench-Head: %s\nBench-Base: %s\n"
		   "Bench-Suite: s\nBench-Runner: m1",
		   head.hex, base.hex),
	   "trailers say it to programs");
	ok(sh_ok("r", "git log -p bench-history -- bench/history/ |"
		      "grep -q '^+ {\"domains\":null'"),
	   "git log -p shows a line for each target");
	appends(&what, existed, "one result for a round, never two");
	result.round = 1;
	appends(&what, second, "a second one of a day and commit is numbered");
	is(sh("r", "git ls-tree -r --name-only bench-history bench/samples"),
	   text("bench/samples/2026-11-30-%.10s-2.json\n"
		   "bench/samples/2026-11-30-%.10s.json",
		   head.hex, head.hex),
	   "samples stand beside, under the same name");
	sh("r", "git fsck --strict --no-dangling");
}

static const char *hash_of(const char *name)
{
	return sh("r", "printf %%s '%s' | git hash-object --stdin | "
		       "cut -c1-8", name);
}

static const char *latest(const char *path)
{
	return sh("r", "git show bench-history:bench/%s | jq -r .date", path);
}

static void test_latest(void)
{
	AUTO(result) older;
	AUTO(result) newer;

	is(latest("latest.json"), DATE, "the newest of the default branch");
	make(&older, "2026-11-29T00:00:00Z", 1);
	make(&newer, "2026-12-24T00:00:00Z", 1);
	struct history_append what = { .result = &older,
				       .default_branch = true };
	free(append(&what));
	is(latest("latest.json"), DATE, "an older one that comes late is not");
	what = (struct history_append){ .result = &newer };
	free(append(&what));
	is(latest("latest.json"), DATE, "one of another branch is not");
	newer.continues = xstrdup("bench/history/x.json");
	what.default_branch = true;
	free(append(&what));
	is(latest("latest.json"), DATE, "nor is a part");
	free(newer.continues);
	newer.continues = NULL;
	free(newer.suite);
	newer.suite = xstrdup("../x y");
	free(append(&what));
	is(latest("latest.json"), "2026-12-24T00:00:00Z", "a newer one is");
	is(latest("latest/s.json"), DATE, "each suite has its own");
	is(sh("r", "git ls-tree --name-only bench-history bench/latest/"),
	   text("bench/latest/_._x_y-%s.json\nbench/latest/s.json",
		   hash_of("../x y")),
	   "whose name cannot lead elsewhere");
}

static void test_fanout(void)
{
	AUTO(result) result;

	make(&result, "2026-10-01T00:00:00Z", 1);
	struct history_append what = { .result = &result };
	sh("r", "git config bench.historyFanout month");
	appends(&what,
		text("bench/history/2026-10/2026-10-01-%.10s.json",
			head.hex),
		"documents may be put in folders by month");
	sh("r", "git config bench.historyFanout week");
	appends(&what,
		"error: bench.historyFanout is 'week'",
		"but in no others");
	sh("r", "git config --unset bench.historyFanout");
	appends(&what,
		text("bench/history/2026-10-01-%.10s-2.json", head.hex),
		"a name is taken wherever it stands");
}

static void test_artifacts(void)
{
	AUTO(result) result;
	AUTO(strlist) names = STRLIST_INIT;

	make(&result, "2026-10-02T00:00:00Z", 1);
	sh("", "mkdir a && echo log >a/build.log && echo x >'a/ odd'");
	strlist_add(&names, "build.log");
	strlist_add(&names, " odd");
	strlist_add(&names, "gone");
	struct history_append what = { .result = &result,
				       .artifact_dir = scratch_path("a"),
				       .artifacts = &names };
	auto_free char *path = append(&what);
	is(sh("r", "git show bench-history:%s | jq -c .artifacts", path),
	   text("{\" odd\":\"bench/artifacts/2026-10-02-%.10s/"
		   "_odd-%s\",\"build.log\":\"bench/artifacts/"
		   "2026-10-02-%.10s/build.log\",\"gone\":null}",
		   head.hex, hash_of(" odd"), head.hex),
	   "files that were left behind are kept and named");
	is(sh("r", "git show bench-history:bench/artifacts/2026-10-02-%.10s/"
		   "build.log", head.hex),
	   "log", "with their content");
}

static void test_schema(void)
{
	AUTO(result) result;

	make(&result, "2026-10-03T00:00:00Z", 1);
	struct history_append what = { .result = &result };
	sh("r", "git checkout -q bench-history &&"
		"echo '# revision 999' >bench/SCHEMA.md &&"
		"git commit -qam newer && git checkout -q main");
	free(append(&what));
	is(sh("r", "git show bench-history:bench/SCHEMA.md"),
	   "# revision 999", "a newer git-bench's schema stays");
	sh("r", "git checkout -q bench-history &&"
		"echo '# revision 0' >bench/SCHEMA.md &&"
		"git commit -qam older && git checkout -q main");
	free(append(&what));
	auto_free char *ours = xstrdup(schema_text);
	is(sh("r", "git show bench-history:bench/SCHEMA.md"),
	   text_trim(ours), "an older one's is replaced by ours");
}

/* ==== The branch under somebody's feet ==== */

static void test_checked_out(void)
{
	AUTO(result) result;
	auto_free char *path = path_of("2026-10-04", "");
	auto_free char *second = path_of("2026-10-04", "-2");

	make(&result, "2026-10-04T00:00:00Z", 1);
	struct history_append what = { .result = &result };
	sh("r", "git checkout -q bench-history");
	appends(&what, path, "a branch that is checked out is appended to");
	is(sh("r", "git status --porcelain"), "", "together with its files");
	ok(sh_ok("r", "test -f %s", path), "which are there");
	sh("r", "echo mine >%s", second);
	auto_free char *got = append(&what);
	ok(strstr(got, "error: bench-history is checked out in "),
	   "a file in the way is no reason to lose it");
	ok(strstr(error_hint(), "merge --ff-only "), "and nothing is lost");
	sh("r", "rm %s && %s", second, strstr(error_hint(), "git -C"));
	is(sh("r", "git show bench-history:%s | jq -r .date", second),
	   "2026-10-04T00:00:00Z", "the hint brings it in");
	sh("r", "git checkout -q main");
}

static void append_many(int worker)
{
	struct repo *own;

	if (repo_open(&own, scratch_path("r")))
		_exit(1);
	for (int i = 0; i < 6; i++) {
		AUTO(result) result;
		AUTO(history_entry) entry = { 0 };
		bool existed;

		make(&result, "2026-09-01T00:00:00Z", 1 + worker);
		struct history_append what = { .result = &result };
		if (history_append(&entry, &existed, own, &what))
			_exit(1);
	}
	repo_free(own);
	strlist_release(&wanted);
	_exit(0);
}

static void test_many_writers(void)
{
	int status, failed = 0;

	for (int worker = 0; worker < 5; worker++)
		if (!fork())
			append_many(worker);
	while (wait(&status) > 0)
		failed += status != 0;
	is_int(failed, 0, "five processes append six documents each");
	is(sh("r", "git ls-tree --name-only bench-history bench/history/ |"
		   "grep -c 2026-09-01"),
	   "30", "and all are there");
	is(sh("r", "git rev-list --merges --count bench-history"), "0",
	   "one after the other");
}

/* ==== Reading ==== */

static void test_load(void)
{
	AUTO(result) result = RESULT_INIT;
	auto_free char *path = path_of("2026-11-30", "");
	json_auto_t *samples = NULL;

	is_int(history_load(&result, repo, path), 0, "a document is read");
	is(result.request, ID, "all of it");
	is_near(result.targets[0].cells[0].ratio, 1.31, 0, "to the digit");
	is_int(history_load_samples(&samples, repo, path), 0,
	       "its samples too");
	AUTO(result) again = RESULT_INIT;
	auto_free char *spelled = xstrfmt("bench-history~1:%s", path);
	is_int(history_load(&again, repo, spelled), 0,
	       "also as git spells it");
	AUTO(result) none = RESULT_INIT;
	is_int(history_load(&none, repo, "bench/history/none.json"),
	       ERR_NOTFOUND, "what is not there is not found");
}

static void resolves(const char *name, const char *want, const char *what)
{
	auto_free char *path = NULL;

	if (history_resolve(&path, repo, name))
		is(error_message(), want, what);
	else
		is(path, want, what);
}

static void test_resolve(void)
{
	auto_free char *first = path_of("2026-11-30", "");
	auto_free char *second = path_of("2026-11-30", "-2");
	auto_free char *newest = path_of("2026-12-24", "-3");
	auto_free char *stem = xmemdupz(first + strlen("bench/history/"), 21);

	resolves(first, first, "a path");
	resolves(stem, first, "a file's name");
	resolves("latest", newest, "the latest");
	resolves("bench/latest.json", "bench/latest.json", "the latest's path");
	resolves("HEAD", newest, "a revision: its newest result");
	resolves(ID, second, "a request: its newest round");
	resolves("0123", second, "also cut short");
	resolves(head.hex, newest, "a commit");
	auto_free char *spelled = xstrfmt("bench-history:%s", first);
	resolves(spelled, spelled, "as git spells it");
	resolves("nonsense", "'nonsense' is no result: neither a commit that "
			     "was measured, nor a request, nor a file of "
			     "bench-history", "nothing");
	auto_free char *none = xstrfmt(
		"there is no result for HEAD~1 (%.10s)", base.hex);
	resolves("HEAD~1", none, "a commit that was not measured");
	resolves("--output=x", "'--output=x' is no result: neither a commit "
			       "that was measured, nor a request, nor a file "
			       "of bench-history", "no option");
}

static void test_find_request(void)
{
	auto_free char *want = path_of("2026-11-30", "");
	auto_free char *path = NULL;
	struct oid commit;

	is_int(history_find_request(&path, &commit, repo, ID, 0), 0,
	       "a round's document is found");
	is(path, want, "where it is");
	is(sh("r", "git show --format= --name-only %s -- bench/history",
	      commit.hex),
	   want, "and the commit that brought it");
	auto_free char *none = NULL;
	is_int(history_find_request(&none, &commit, repo, ID, 9),
	       ERR_NOTFOUND, "a round without one has none");
}

struct listing {
	struct buf text;
	char last[32];
	size_t nr;
	bool in_order;
};

static int list(void *data, const char *path, const struct result *result)
{
	struct listing *listing = data;
	json_auto_t *json = result_to_json(result);
	auto_free char *line = json_line(json);

	buf_addf(&listing->text, "%s %s\n", path, line);
	listing->in_order &= strcmp(listing->last, result->date) <= 0;
	snprintf(listing->last, sizeof(listing->last), "%s", result->date);
	listing->nr++;
	return 0;
}

static char *list_all(size_t *nr)
{
	struct listing listing = { .text = BUF_INIT, .in_order = true };
	int rc = history_each(repo, list, &listing);

	*nr = listing.nr;
	if (!rc && listing.in_order)
		return buf_detach(&listing.text);
	buf_release(&listing.text);
	return xstrfmt("error %d: %s", rc, error_message());
}

static void test_each(void)
{
	size_t nr, again, damaged;

	auto_free char *warm = list_all(&nr);
	is_int(nr, atoi(sh("r", "git ls-tree -r --name-only bench-history "
				"bench/history | wc -l")),
	       "every document is listed");
	file_remove_tree(repo_cache_dir(repo));
	auto_free char *cold = list_all(&again);
	ok(!strcmp(warm, cold), "the same with the index and without");
	auto_free char *index =
		xstrfmt("%s/history-4.sqlite", repo_cache_dir(repo));
	sh("", "printf xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx | dd of='%s' bs=1 "
	       "seek=9000 conv=notrunc 2>/dev/null", index);
	auto_free char *hurt = list_all(&again);
	ok(!strcmp(warm, hurt), "and with a damaged one");
	file_write(index, "nonsense", 8);
	auto_free char *broken = list_all(&again);
	ok(!strcmp(warm, broken), "and with none to speak of");

	sh("r", "git checkout -q bench-history &&"
		"echo '{' >bench/history/2026-01-01-0000000000.json &&"
		"echo '{\"schema_version\":7}' >bench/history/x.json &&"
		"git add . && git commit -qm bad && git checkout -q main");
	auto_free char *rest = list_all(&again);
	is_int(again, nr, "what cannot be read is left out");
	auto_free char *example = NULL;
	history_damaged(&damaged, &example, repo);
	is_int(damaged, 2, "but not passed over in silence");
	is(example, "bench/history/x.json was written by a newer git-bench "
		    "(schema_version 7; this one reads 1)",
	   "one of them is named");
}

static void test_clone(void)
{
	struct oid tip;

	sh("", "git clone -q r clone");
	AUTO_PTR(repo) clone = NULL;
	repo_open(&clone, scratch_path("clone"));
	is_int(history_tip(&tip, clone), 0, "a clone reads its remote's");
	is(tip.hex, sh("r", "git rev-parse bench-history"), "branch");
	is_int(history_init(clone), 0, "and begins");
	is(sh("clone", "git rev-parse bench-history"), tip.hex, "there");
}

int main(void)
{
	scratch_begin();
	sh("", "git init -q -b main r && cd r &&"
	       "git commit -q --allow-empty -m 1 &&"
	       "git commit -q --allow-empty -m 2");
	if (repo_open(&repo, scratch_path("r")))
		return 1;
	base = sh_oid("r", "git rev-parse HEAD~");
	head = sh_oid("r", "git rev-parse HEAD");
	test_init();
	test_append();
	test_latest();
	test_fanout();
	test_artifacts();
	test_schema();
	test_checked_out();
	test_many_writers();
	test_load();
	test_resolve();
	test_find_request();
	test_each();
	test_clone();
	sh("r", "git fsck --strict --no-dangling");
	repo_free(repo);
	strlist_release(&wanted);
	error_clear();
	return done();
}
