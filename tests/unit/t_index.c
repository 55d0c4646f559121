#include "record/index.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "scratch.h"
#include "tap.h"

static const char schema[] =
	"CREATE TABLE t (k TEXT PRIMARY KEY, v INTEGER)";

static void put(struct index *index, const char *key, int value)
{
	AUTO(query) query;

	query_init(&query, index, "INSERT OR REPLACE INTO t VALUES (?, ?)");
	query_bind_text(&query, 1, key);
	query_bind_int(&query, 2, value);
	query_run(&query);
}

static int count(struct index *index)
{
	AUTO(query) query;

	query_init(&query, index, "SELECT count(*) FROM t");
	return query_step(&query) ? query_int(&query, 0) : -1;
}

static void fill(struct repo *repo, int n)
{
	AUTO_PTR(index) index = index_open(repo, "t-1", schema, true);

	index_begin_writing(index);
	for (int i = 0; i < n; i++) {
		auto_free char *key = xstrfmt("key %d", i);

		put(index, key, i);
	}
	index_commit(index);
	ok(!index_is_broken(index), "%d rows are written", n);
}

static void test_keeps(struct repo *repo)
{
	fill(repo, 1000);
	AUTO_PTR(index) index = index_open(repo, "t-1", schema, true);
	AUTO(query) query;

	is_int(count(index), 1000, "and are there the next time");
	query_init(&query, index, "SELECT v FROM t WHERE k = ?");
	query_bind_text(&query, 1, "key 77");
	ok(query_step(&query) && query_int(&query, 0) == 77, "one of them");
}

/* A file with `len` bytes of nonsense at `offset` (-1: nothing but it). */
static void damage(struct repo *repo, long offset, size_t len)
{
	auto_free char *path =
		xstrfmt("%s/t-1.sqlite", repo_cache_dir(repo));
	FILE *file = fopen(path, offset < 0 ? "w" : "r+");

	fseek(file, offset < 0 ? 0 : offset, SEEK_SET);
	for (size_t i = 0; i < len; i++)
		fputc('x', file);
	fclose(file);
}

static void test_damage(struct repo *repo)
{
	static const struct {
		long offset;
		size_t len;
		const char *what;
	} cases[] = {
		{ -1, 0, "an empty file" },
		{ -1, 5000, "a file of nonsense" },
		{ 0, 40, "a damaged head" },
		{ 100, 4000, "a damaged schema" },
		{ 4096, 8192, "damaged rows" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		fill(repo, 1000);
		damage(repo, cases[i].offset, cases[i].len);
		struct index *index = index_open(repo, "t-1", schema, true);
		count(index);
		index_free(index);
		index = index_open(repo, "t-1", schema, true);
		is_int(count(index), 0, cases[i].what);
		ok(!index_is_broken(index), "ends in a new, empty cache");
		index_free(index);
	}
}

static void test_read_only(struct repo *repo)
{
	auto_free char *path =
		xstrfmt("%s/t-1.sqlite", repo_cache_dir(repo));

	fill(repo, 3);
	/* A write lock that is never given back is as good as no permission. */
	AUTO_PTR(index) other = index_open(repo, "t-1", schema, true);
	index_begin_writing(other);
	put(other, "theirs", 1);
	AUTO_PTR(index) index = index_open(repo, "t-1", schema, true);
	index_begin_writing(index);
	put(index, "ours", 1);
	index_commit(index);
	ok(!index_is_broken(index), "behind a lock one works on a copy");
	is_int(count(index), 4, "that holds what was there, and ours");
	index_commit(other);
	ok(file_exists(path), "the file stays");
	AUTO_PTR(index) later = index_open(repo, "t-1", schema, true);
	is_int(count(later), 4, "and holds theirs");
}

static void test_no_place(struct repo *repo)
{
	const char *dir = repo_cache_dir(repo);

	file_remove_tree(dir);
	FILE *file = fopen(dir, "w");
	fclose(file);
	AUTO_PTR(index) index = index_open(repo, "t-1", schema, true);
	put(index, "a", 1);
	is_int(count(index), 1, "without a folder it works in memory");
	ok(!index_is_broken(index), "and is not broken");
	unlink(dir);
}

/* More than the page cache holds, so that the file itself is changed. */
static void write_and_wait(struct repo *repo, int ready)
{
	struct index *index = index_open(repo, "t-1", schema, true);

	index_run(index, "PRAGMA cache_size = 1");
	index_begin_writing(index);
	index_run(index, "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL "
			 "SELECT n + 1 FROM c LIMIT 50000) "
			 "INSERT INTO t SELECT 'x' || n, n FROM c");
	if (write(ready, "x", 1) == 1)
		pause();
}

static void test_killed_writer(struct repo *repo)
{
	struct index *before = index_open(repo, "t-1", schema, true);
	int rows = count(before);

	index_free(before);
	int ready[2];
	char byte;
	if (pipe(ready))
		return;
	pid_t pid = fork();
	if (!pid) {
		write_and_wait(repo, ready[1]);
		_exit(1);
	}
	close(ready[1]);
	is_int(read(ready[0], &byte, 1), 1, "a writer is in the middle");
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	close(ready[0]);
	AUTO_PTR(index) index = index_open(repo, "t-1", schema, true);
	is_int(count(index), rows, "half a transaction is none");
}

int main(void)
{
	AUTO_PTR(repo) repo = NULL;

	scratch_begin();
	sh("", "git init -q r");
	if (repo_open(&repo, scratch_path("r")))
		return 1;
	test_keeps(repo);
	test_damage(repo);
	test_read_only(repo);
	test_killed_writer(repo);
	test_no_place(repo);
	error_clear();
	return done();
}
