#include "record/face.h"

#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "scratch.h"
#include "tap.h"

static void make(struct face *out, const char *name)
{
	*out = (struct face){
		.name = xstrdup(name),
		.instance = xstrdup("0123"),
		.state = FACE_WORKING,
		.version = xstrdup("1.2"),
		.machine = { .class = xstrdup("vm-2c"), .cores = 2,
			     .memory_bytes = 4096 },
		.since = 1796058000,
	};
	owner_self(&out->owner);
	strlist_add(&out->labels, "arm64");
	out->job.request = xstrdup("11111111111111111111111111111111");
	out->job.suite = xstrdup("micro");
	out->job.attempt = 2;
	out->job.targets_total = 7;
	out->job.verdicts[VERDICT_SLOWER] = 3;
	face_begin_phase(&out->job, "building", 1796058001);
	face_begin_phase(&out->job, "measuring", 1796058009);
}

static void test_names(void)
{
	static const char *const good[] = { "a", "Bench-1.local", "x_9" };
	static const char *const bad[] = { "",	   "a/b",  "-a",  ".a", "a..b",
					   "a b",  "a\nb", "a.",  "\xc3\xa9",
					   "a.lock" };
	char longest[FACE_NAME_MAX + 2];

	for (size_t i = 0; i < ARRAY_SIZE(good); i++)
		ok(face_is_name(good[i]), "'%s' is a name", good[i]);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		ok(!face_is_name(bad[i]), "bad name %zu is none", i);
	memset(longest, 'a', sizeof(longest));
	longest[FACE_NAME_MAX + 1] = '\0';
	ok(!face_is_name(longest), "65 letters are too many");
	ok(face_is_name(longest + 1), "64 are not");
}

static void test_life(struct repo *repo)
{
	AUTO(face) mine = { 0 };
	AUTO(face) other = { 0 };
	AUTO(face) read = { 0 };
	bool won;

	make(&mine, "one");
	make(&other, "one");
	other.instance[0] = 'f';
	is_int(face_read(&read, repo, "one"), ERR_NOTFOUND, "a free name");
	ok(!face_put(&won, &mine, repo) && won, "the first writer has it");
	ok(!face_put(&won, &other, repo) && !won, "the second does not");
	ok(works(face_read(&read, repo, "one"), "it is read") &&
		   oid_equal(&read.oid, &mine.oid),
	   "as it was written");
	is(face_state_name(read.state), "working", "state");
	is(read.machine.class, "vm-2c", "machine class");
	is_int(read.machine.memory_bytes, 4096, "memory");
	ok(face_has_label(&read, "arm64") && !face_has_label(&read, "x"),
	   "labels");
	is_int(read.job.attempt, 2, "attempt");
	is(read.job.phase, "measuring", "phase");
	is_int(read.job.nr_phases, 2, "time line");
	is_int(read.job.phases[1].at, 1796058009, "its times");
	is_int(read.job.verdicts[VERDICT_SLOWER], 3, "verdicts");
	ok(!face_is_dead(&read), "its process lives");
	read.owner.started++;
	ok(face_is_dead(&read), "another of the same number does not");

	mine.state = FACE_STOPPED;
	face_job_release(&mine.job);
	ok(!face_put(&won, &mine, repo) && won, "its writer goes on");
	face_release(&read);
	ok(!face_read(&read, repo, "one") && !read.job.request,
	   "a runner at rest has no job");
}

static void test_many_phases(void)
{
	struct face_job job = { 0 };

	for (int i = 0; i < 200; i++) {
		auto_free char *phase = xstrfmt("phase %d", i);

		face_begin_phase(&job, phase, i);
	}
	is_int(job.nr_phases, FACE_PHASES_MAX, "phases are bounded");
	is(job.phases[0].phase, "phase 0", "the first is kept");
	is(job.phases[FACE_PHASES_MAX - 1].phase, "phase 199", "and the last");
	is(job.phase, "phase 199", "which is the one under way");
	face_job_release(&job);
}

/* What strangers put where a face should be. */
static void test_strange(struct repo *repo)
{
	static const char *const bad[] = {
		"[]",
		"nonsense",
		"{}",
		"{\"v\":2,\"name\":\"NAME\",\"instance\":\"i\","
		"\"state\":\"idle\",\"at\":\"2026-11-30T17:00:00Z\"}",
		"{\"v\":1,\"name\":\"somebody\",\"instance\":\"i\","
		"\"state\":\"idle\",\"at\":\"2026-11-30T17:00:00Z\"}",
		"{\"v\":1,\"name\":\"NAME\",\"instance\":\"i\","
		"\"state\":\"asleep\",\"at\":\"2026-11-30T17:00:00Z\"}",
		"{\"v\":1,\"name\":\"NAME\",\"instance\":\"i\","
		"\"state\":\"idle\",\"at\":\"yesterday\"}",
	};
	AUTO(faces) faces = { 0 };
	AUTO(face) face = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		sh("r",
		   "b=$(printf %%s '%s' | sed s/NAME/bad%zu/ | "
		   "git hash-object -w --stdin)\n"
		   "t=$(printf '100644 blob %%s\\trunner.json\\n' $b | "
		   "git mktree)\n"
		   "git update-ref refs/bench/runners/bad%zu "
		   "$(git commit-tree -m x $t)",
		   bad[i], i, i);
	sh("r", "git update-ref refs/bench/runners/a+b "
		"refs/bench/runners/one");
	works(faces_read(&faces, repo), "all faces are listed");
	is_int(faces.nr, 1, "but those that cannot be read");
	is_int(faces.skipped, ARRAY_SIZE(bad) + 1, "which are counted");
	ok(faces_find(&faces, "one") && !faces_find(&faces, "bad0"),
	   "one is found by its name");
	is_int(face_read(&face, repo, "bad0"), ERR_BADDATA,
	       "one that cannot be read is an error of its own");
	ok(!oid_is_none(&face.oid), "and may be taken the place of");
}

/* A face may leave out all but what makes it one, or lie about types. */
static void test_sparse(void)
{
	static const char text[] =
		"{\"v\":1,\"name\":\"n\",\"instance\":\"i\","
		"\"state\":\"idle\",\"at\":\"2026-11-30T17:00:00Z\","
		"\"machine\":7,\"labels\":{\"a\":1},\"process\":[],"
		"\"job\":{\"request\":\"r\",\"phases\":[1,{},\"x\"],"
		"\"targets_done\":-4,\"verdicts\":[]}}";
	json_auto_t *document = NULL;
	AUTO(face) face = { 0 };

	works(json_parse(&document, text, strlen(text), "text"), "JSON");
	works(face_parse(&face, document, "n"), "is a face");
	is_int(face.since, face.at, "its state began then at the latest");
	is_int(face.job.nr_phases, 0, "what is no phase is left out");
	is_int(face.job.targets_done, 0, "no count is negative");
	ok(!face_is_dead(&face), "nobody knows its process");
}

int main(void)
{
	AUTO_PTR(repo) repo = NULL;

	scratch_begin();
	sh("", "git init -q r");
	repo = scratch_repo("r");
	test_names();
	test_life(repo);
	test_many_phases();
	test_strange(repo);
	test_sparse();
	return done();
}
